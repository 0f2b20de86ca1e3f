/** A field: its label above, its error below. */
import { type ReactNode, useId } from 'react';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import type { UnsavedDraft } from './draft.ts';
import '../../ui/field.css';

interface FieldProps {
  readonly label: string;
  /** The label is only read by screen readers. */
  readonly isLabelHidden?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** Text that was typed here earlier and not saved. */
  readonly unsavedDraft?: UnsavedDraft<string | null> | UnsavedDraft<string> | null;
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

/** Long enough to recognize the text. */
const maxPreviewLength = 160;

/** A notice at a field: text that was typed there earlier and never saved, with buttons to restore or discard it. */
export function UnsavedDraftNotice<T>({ draft }: { draft: UnsavedDraft<T> | null }) {
  if (!draft) return null;
  const text = richTextToPlainText(String(draft.value ?? ''));
  return (
    <div className="unsaved-draft" role="note">
      <p>
        {t('inspector.unsavedText.hint')}{' '}
        <q>{text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength)}…` : text || t('inspector.unsavedText.empty')}</q>
      </p>
      <div className="buttons">
        <Button onPress={draft.restore}>{t('inspector.unsavedText.restore')}</Button>
        <Button onPress={draft.discard}>{t('inspector.unsavedText.discard')}</Button>
      </div>
    </div>
  );
}
