/** A field: its label above, its error below. */

import { type ReactNode, useId } from 'react';
import { UnsavedDraftNotice } from './unsaved-draft-notice.tsx';
import type { UnsavedDraft } from './use-draft.ts';
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
