/** A field: its label above, its error below. */
import { type ReactNode, useId, useRef } from 'react';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-field.tsx';
import type { DraftHandle, UnsavedDraft } from './draft.ts';
import '../../ui/field.css';

interface FieldProps {
  readonly label: string;
  /** The label is only read by screen readers. */
  readonly isLabelHidden?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** Text that was typed here earlier and not saved. */
  readonly unsavedDraft?: UnsavedDraft | null;
  /** Shown at the right of the label. */
  readonly trailing?: ReactNode;
  /** Receives the ids of the label and the description for the control. */
  readonly children: (names: { labelledBy: string; describedBy: string }) => ReactNode;
}

export function Field({ label, isLabelHidden = false, error, hint, unsavedDraft, trailing, children }: FieldProps) {
  const id = useId();
  const names = { labelledBy: `${id}-label`, describedBy: `${id}-says` };
  return (
    <div className="field" data-faulty={error ? true : undefined}>
      <div className={isLabelHidden ? 'visually-hidden' : 'field-head'}>
        <span className="field-label" id={names.labelledBy}>
          {label}
        </span>
        {trailing}
      </div>
      {children(names)}
      {unsavedDraft && <UnsavedDraftNotice draft={unsavedDraft} />}
      <p className="field-message" id={names.describedBy} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}

export type DraftMessages = Pick<DraftHandle<unknown>, 'error' | 'unsavedDraft'>;

interface DraftNoticesProps {
  readonly draft: DraftMessages;
  /** The id of the message, for `aria-describedby` of the control. */
  readonly id?: string;
  /** Replaces the error of the draft. */
  readonly fault?: string | null;
}

/** What every field with a draft shows below its control: text that was not saved earlier, and why the last save was rejected. */
export function DraftNotices({ draft, id, fault = draft.error }: DraftNoticesProps) {
  return (
    <>
      <UnsavedDraftNotice draft={draft.unsavedDraft} />
      {fault !== null && (
        <p className="fault" id={id} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/**
 * A notice at a field: what was typed there earlier and never saved, as its difference from the text in the field. It can be restored unless the field has
 * been changed since; then it can be copied.
 */
function UnsavedDraftNotice({ draft }: { draft: UnsavedDraft | null }) {
  const shown = useRef<HTMLDivElement>(null);
  if (!draft) return null;
  const { value, stored, restore, discard } = draft;
  const text = richTextToPlainText(value ?? '');
  return (
    <div className="unsaved-draft" role="note">
      <p>{t('inspector.unsavedText.hint')}</p>
      <div className="unsaved-draft-text" ref={shown}>
        {text === '' ? t('inspector.unsavedText.empty') : <WordDiff before={richTextToPlainText(stored ?? '')} after={text} />}
      </div>
      {!restore && <p>{t('inspector.unsavedText.older')}</p>}
      <div className="buttons">
        {restore ? <Button onPress={restore}>{t('inspector.unsavedText.restore')}</Button> : <CopyButton text={text} shownIn={shown} />}
        <Button onPress={discard}>{t('inspector.unsavedText.discard')}</Button>
      </div>
    </div>
  );
}
