/** A field of the inspector: its name above, what is wrong with it below. */

import { type ReactNode, useId } from 'react';
import { UnsavedDraftNotice } from './unsaved-draft-notice.tsx';
import type { UnsavedDraft } from './use-draft.ts';
import '../../ui/field.css';

export interface FieldProps {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** What was typed here before and not saved. */
  readonly unsavedDraft?: UnsavedDraft<string | null> | UnsavedDraft<string> | null;
  /** Beside the label, at the right. */
  readonly trailing?: ReactNode;
  /** Gets the ids that the control names as its label and its description. */
  readonly children: (names: { labelledBy: string; describedBy: string }) => ReactNode;
}

export function Field({ label, error, hint, unsavedDraft, trailing, children }: FieldProps) {
  const id = useId();
  const names = { labelledBy: `${id}-label`, describedBy: `${id}-says` };
  return (
    <div className="field" data-faulty={error ? true : undefined}>
      <div className="field-head">
        <span className="field-label" id={names.labelledBy}>
          {label}
        </span>
        {trailing}
      </div>
      {children(names)}
      {unsavedDraft && <UnsavedDraftNotice draft={unsavedDraft as UnsavedDraft<string | null>} />}
      <p className="field-says" id={names.describedBy} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
