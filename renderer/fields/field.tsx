/** A field of the inspector: its name above, what is wrong with it below. */

import { type ReactNode, useId } from 'react';
import { LeftBehind } from './left-behind.tsx';
import type { Left } from './use-draft.ts';

export interface FieldProps {
  readonly label: string;
  readonly fault?: string | null;
  readonly hint?: ReactNode;
  /** What was typed here before and not saved. */
  readonly left?: Left<string | null> | Left<string> | null;
  /** Beside the label, at the right. */
  readonly side?: ReactNode;
  /** Gets the ids that the control names as its label and its description. */
  readonly children: (names: { labelledBy: string; describedBy: string }) => ReactNode;
}

export function Field({ label, fault, hint, left, side, children }: FieldProps) {
  const id = useId();
  const names = { labelledBy: `${id}-label`, describedBy: `${id}-says` };
  return (
    <div className="field" data-faulty={fault ? true : undefined}>
      <div className="field-head">
        <span className="field-label" id={names.labelledBy}>
          {label}
        </span>
        {side}
      </div>
      {children(names)}
      {left && <LeftBehind left={left as Left<string | null>} />}
      <p className="field-says" id={names.describedBy} role={fault ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    </div>
  );
}
