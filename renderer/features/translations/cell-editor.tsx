/** The editor of a cell: its text, the keys that leave it, and the notice about a changed source. */
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { useDraft } from '../../editors/fields/draft.ts';
import { DraftNotices } from '../../editors/fields/field.tsx';
import { RichTextControl } from '../../editors/text/rich-text-control.tsx';
import { assertRichText } from '../../editors/text/rich-text-field.tsx';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { isComposing } from '../../platform/composition.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { registerDelayedEdit, sendFieldChange } from '../../state/send-command.ts';
import type { TextRow } from './text-rows.ts';

interface CellEditorProps {
  readonly row: TextRow;
  readonly iso: string;
  readonly label: string;
  readonly text: LocalizedText;
  readonly done: (next: CellExit) => void;
}

export function CellEditor({ row, iso, label, text, done }: CellEditorProps) {
  const id = useId();
  const name = `${row.id} ${row.field} ${iso}`;
  // The form of the same field in the inspector, with which it shares its draft: a name is a plain text.
  const value = text[iso]?.text ?? (row.kind === 'component' ? '' : null);
  const { draft, end } = useCellText({ name, row, iso, value, done });
  const handleKeyDown = (event: KeyboardEvent) => {
    // The keys of an input method. While the list of mentions or the form of a link is open, it handles these keys.
    if (isComposing(event.nativeEvent)) return;
    if (event.target instanceof Element && event.target.closest('[aria-activedescendant], .link-form')) return;
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
    const isPlainEnter = event.key === 'Enter' && !isOnButton && (row.kind === 'component' || event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') void end('stay', 'discard');
    else if (isPlainEnter) void end('below', 'save');
    else if (event.key === 'Tab' && isLeavingCell(event)) void end(event.shiftKey ? 'before' : 'after', 'save');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleBlur = (event: FocusEvent) => {
    const { relatedTarget } = event;
    if (relatedTarget instanceof Node && !event.currentTarget.contains(relatedTarget)) void end('none', 'save');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the focus leaves the editor
    <div className="cell-editor" onKeyDownCapture={handleKeyDown} onBlur={handleBlur}>
      <span className="visually-hidden" id={`${id}-label`}>
        {label}
      </span>
      {row.kind === 'component' ? (
        <NameInput
          value={draft.value ?? ''}
          iso={iso}
          labelledBy={`${id}-label`}
          describedBy={`${id}-says`}
          hasError={draft.error !== null}
          change={draft.type}
        />
      ) : (
        <RichTextControl
          name={draft.key}
          html={draft.value}
          change={draft.type}
          blur={() => {}}
          labelledBy={`${id}-label`}
          describedBy={`${id}-says`}
          placeholder={t('translations.write')}
          line={row.field !== 'content'}
          allowsScripts={row.field !== 'title'}
          hasError={draft.error !== null}
          focusRequested
          lang={iso}
        />
      )}
      <DraftNotices draft={draft} id={`${id}-says`} />
      <SourceChangeNotice id={row.id} field={row.field} text={text} iso={iso} onConfirm={() => void end('below', 'confirm')} />
    </div>
  );
}

/** Tab moves from the toolbar to the text, and then to the buttons of the notices below it, before it leaves the cell. */
function isLeavingCell({ target, shiftKey, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || target.closest('.editor-toolbar') !== null) return false;
  const buttons = [...currentTarget.querySelectorAll('.unsaved-draft button, .source-change button')];
  const at = buttons.indexOf(target);
  return shiftKey ? at < 0 : at === buttons.length - 1;
}

interface NameInputProps {
  readonly value: string;
  readonly iso: string;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly hasError: boolean;
  readonly change: (text: string) => void;
}

function NameInput({ value, iso, labelledBy, describedBy, hasError, change }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ value, change });
  latest.current = { value, change };
  useEffect(() => {
    const typed = clearFocusRequest();
    if (typed === '') return input.current?.select();
    latest.current.change(latest.current.value + typed);
    input.current?.focus();
  }, []);
  return (
    <input
      ref={input}
      className="input"
      value={value}
      lang={iso}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={hasError || undefined}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** Where the focus moves afterwards; `none` if it has already moved elsewhere. */
export type CellExit = 'stay' | 'below' | 'after' | 'before' | 'none';

interface CellTextOptions {
  /** The name of the draft. */
  readonly name: string;
  readonly row: TextRow;
  readonly iso: string;
  /** The stored text. */
  readonly value: string | null;
  readonly done: (next: CellExit) => void;
}

/** The text that is typed in a cell. It is saved in one step when the user leaves the cell; until then it is stored as a draft. */
function useCellText({ name, row, iso, value, done }: CellTextOptions) {
  const send = async (typed: string | null) => {
    const text = row.kind === 'component' && typed === '' ? null : typed;
    if (row.kind !== 'component') assertRichText(text);
    return sendFieldChange(changeFieldsCommand(row.kind, row.id, { [row.field]: { [iso]: { text } } }));
  };
  /** While the text itself is being sent, which a button of its notice or a repeated attempt begins: it does not end the editing. */
  const isSending = useRef(false);
  const save = async (text: string | null) => {
    isSending.current = true;
    const sent = send(text);
    isSending.current = false;
    return sent;
  };
  const draft = useDraft({ name, value, save, saves: 'whenLeft' });
  const isOver = useRef(false);
  /** `confirm` saves an unchanged text as well, because that confirms the translation. */
  const end = async (next: CellExit, how: 'save' | 'discard' | 'confirm') => {
    if (isOver.current) return;
    isOver.current = true;
    if (how === 'discard') draft.revert();
    // An error is shown below the text, which stays so that it can be corrected. If the project has been closed, it is there when it opens again.
    const isConfirmed = how === 'confirm' && draft.value === value;
    const isSaved = isConfirmed
      ? await send(value)
          .then(() => true)
          .catch(() => false)
      : await draft.flush();
    if (isSaved) done(next);
    else isOver.current = false;
  };
  const latestEnd = useRef(end);
  latestEnd.current = end;
  // The tab was closed or another one came to the front, or the project is being closed.
  useEffect(
    () =>
      registerDelayedEdit(() => {
        if (!isSending.current) void latestEnd.current('none', 'save');
      }),
    [],
  );
  return { draft, end };
}
