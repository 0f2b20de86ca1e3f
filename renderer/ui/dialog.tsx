/** A dialog with a title, content, and buttons at the bottom. Escape closes it. */
import { X } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, type SubmitEvent, useContext, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { Button, IconButton } from './button.tsx';
import { closeDialog, dialogStore, type OpenDialog, registerUnsavedForm, showDialog } from './dialog-store.ts';
import { ProblemMessage } from './problem-message.tsx';
import { RestoreFocus } from './restore-focus.tsx';
import { showProblem } from './toast-queue.ts';
import './dialog.css';

/** The id of the dialog that a component is in; 0 outside of dialogs. */
const DialogIdContext = createContext(0);

export function Dialog({
  title,
  onClose,
  children,
  buttons,
  width = 440,
  isAlert,
  leavesViewVisible = false,
}: {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  buttons?: ReactNode;
  width?: number;
  isAlert?: boolean;
  /** In the corner, and without dimming what is behind it: for a dialog about what is visible there. */
  leavesViewVisible?: boolean;
}) {
  return (
    <ModalOverlay
      className="dialog-overlay"
      data-leaves-view={leavesViewVisible || undefined}
      isOpen
      isDismissable={!isAlert}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <RestoreFocus />
      <Modal className="dialog-sheet" style={{ width }}>
        <AriaDialog className="dialog" role={isAlert ? 'alertdialog' : 'dialog'}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title" title={title}>
              {title}
            </Heading>
            {!isAlert && <IconButton icon={X} label={t('common.close')} onPress={onClose} />}
          </header>
          <div className="dialog-body">{children}</div>
          {buttons && <footer className="dialog-buttons">{buttons}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whether what a dialog confirms can be undone. */
type Confirmed = 'undoable' | 'final';

interface FormAction {
  readonly isReady?: boolean | undefined;
  /** Returns whether the form shows the problem itself, at its fields. */
  readonly onProblem?: ((problem: Problem) => boolean) | undefined;
  readonly run: () => Promise<unknown> | undefined;
  readonly onClose: () => void;
}

/**
 * A dialog with a form. Its main button runs `run` and shows an error if it fails. The dialog closes on success.
 *
 * A form that confirms something says whether it can be undone. Then Enter confirms, because the main button has the focus; what is final
 * has a red button, and the focus is on Cancel. A field with the focus keeps it.
 *
 * What was typed is discarded by Cancel. Escape, the X, a click beside the dialog and another page of the window ask first.
 */
export function FormDialog({
  title,
  submitLabel,
  confirms,
  isReady = true,
  onProblem,
  run,
  onClose,
  children,
  width,
  leavesViewVisible = false,
}: FormAction & {
  title: string;
  submitLabel: string;
  confirms?: Confirmed;
  children?: ReactNode;
  width?: number;
  leavesViewVisible?: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { submit, isSubmitted, isRunning, problem } = useSubmit({ isReady, onProblem, run, onClose });
  const { onInput, hasUnsavedText } = useUnsavedText(form);
  const dialogId = useContext(DialogIdContext);
  // What a confirmation asks to type is of no use elsewhere.
  const wouldLose = () => confirms === undefined && !isSubmitted.current && hasUnsavedText();
  const latestWouldLose = useRef(wouldLose);
  latestWouldLose.current = wouldLose;
  useEffect(() => registerUnsavedForm(dialogId, () => latestWouldLose.current()), [dialogId]);
  const leave = () => (wouldLose() ? confirmDiscard(onClose) : onClose());
  return (
    <Dialog
      title={title}
      onClose={leave}
      isAlert={confirms !== undefined}
      leavesViewVisible={leavesViewVisible}
      {...(width ? { width } : {})}
    >
      <form ref={form} className="dialog-form" onSubmit={submit} onInput={onInput}>
        {children}
        {problem && <ProblemMessage problem={problem} />}
        <footer className="dialog-buttons">
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant={confirms === 'final' ? 'danger' : 'primary'} isDisabled={!isReady} isPending={isRunning}>
            {submitLabel}
          </Button>
        </footer>
        {confirms && <FocusButton form={form} type={confirms === 'final' ? 'button' : 'submit'} />}
      </form>
    </Dialog>
  );
}

/** Runs the action of a form, one run at a time. `problem` is what the form has to show; a form that was closed meanwhile shows it as a toast. */
function useSubmit({ isReady, onProblem, run, onClose }: FormAction) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  const isSubmitted = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady || isRunning) return;
    setRunning(true);
    setProblem(null);
    isSubmitted.current = true;
    try {
      await run();
      onClose();
    } catch (error) {
      const found = Problem.from(error);
      // The user has closed the dialog without waiting.
      if (!isShown.current) return void showProblem(found);
      if (!onProblem?.(found)) setProblem(found);
      isSubmitted.current = false;
      setRunning(false);
    }
  };
  return { submit, isSubmitted, isRunning, problem };
}

/** Rendered after the fields and the buttons, so that its effect runs after theirs. */
function FocusButton({ form, type }: { form: RefObject<HTMLFormElement | null>; type: 'button' | 'submit' }) {
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) return;
    form.current?.querySelector<HTMLElement>(`.dialog-buttons button[type=${type}]`)?.focus();
  }, [form, type]);
  return null;
}

/** Asks for confirmation. `confirmLabel` is the verb of the action. */
export const showConfirmation = (confirmation: {
  title: string;
  confirms: Confirmed;
  message: ReactNode;
  confirmLabel: string;
  run: () => Promise<unknown> | undefined;
}): void =>
  showDialog((close) => (
    <FormDialog
      title={confirmation.title}
      submitLabel={confirmation.confirmLabel}
      confirms={confirmation.confirms}
      run={confirmation.run}
      onClose={close}
    >
      {confirmation.message}
    </FormDialog>
  ));

/** What the open question about typed text does if the user agrees. */
let latestDiscard: (() => void) | null = null;

/** Asks before what was typed into a form is discarded. While the question is open, it is not asked again: the last `discard` replaces those before it. */
export function confirmDiscard(discard: () => void): void {
  const isAsking = latestDiscard !== null;
  latestDiscard = discard;
  if (isAsking) return;
  showDialog(
    (close) => (
      <FormDialog
        title={t('common.discard.title')}
        submitLabel={t('common.discard.confirm')}
        confirms="final"
        run={async () => latestDiscard?.()}
        onClose={close}
      />
    ),
    {
      onClosed: () => {
        latestDiscard = null;
      },
    },
  );
}

/** Renders the open dialogs. */
export function Dialogs() {
  const open = useStore(dialogStore, ({ open }) => open);
  return open.map(({ id, render }) => <DialogHost key={id} id={id} render={render} />);
}

const DialogHost = ({ id, render }: Pick<OpenDialog, 'id' | 'render'>) => (
  <DialogIdContext value={id}>{render(() => closeDialog(id))}</DialogIdContext>
);

/** A search for something that is chosen then is no content of the form, and a box that is ticked is no text. */
const textFields = 'textarea, input:not([type=checkbox], [type=radio], [type=search], [role=combobox])';

const fieldsIn = (form: HTMLElement | null): (HTMLInputElement | HTMLTextAreaElement)[] => [
  ...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields) ?? []),
];

/**
 * Returns a handler of the form's `input` event, and a function that returns whether the user has typed a text that is still there. A field that the
 * form fills itself, such as a script ID made from a name, does not count.
 */
function useUnsavedText(form: RefObject<HTMLElement | null>): {
  onInput: (event: { target: EventTarget }) => void;
  hasUnsavedText: () => boolean;
} {
  const initialTexts = useRef(new Map<EventTarget, string>());
  const typed = useRef(new Set<EventTarget>());
  useEffect(() => {
    for (const field of fieldsIn(form.current)) initialTexts.current.set(field, field.value);
  }, [form]);
  return {
    onInput: ({ target }) => typed.current.add(target),
    hasUnsavedText: () =>
      fieldsIn(form.current).some((field) => typed.current.has(field) && field.value !== (initialTexts.current.get(field) ?? '')),
  };
}
