/** A single-line plain text field that is saved while the user types. */

import type { Ref } from 'react';
import { isEnter } from '../../platform/composition.ts';
import { type SaveResult, useDraft } from './draft.ts';
import { Field } from './field.tsx';

interface DraftTextFieldProps {
  readonly label: string;
  /** Identifies the field among all records; another name is another draft. */
  readonly name: string;
  readonly value: string;
  readonly save: (value: string) => Promise<SaveResult>;
  readonly hint?: string;
  readonly readOnly?: boolean;
  readonly code?: boolean;
  readonly placeholder?: string;
  /** The language of the text; undefined if unknown. */
  readonly lang?: string;
  /** Receives the input element, to focus it. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function DraftTextField({ label, name, value, save, hint, readOnly, code, placeholder, lang, inputRef }: DraftTextFieldProps) {
  const draft = useDraft({ name, value, save });
  return (
    <Field label={label} error={draft.error} hint={hint} unsavedDraft={draft.unsavedDraft}>
      {({ labelledBy, describedBy }) => (
        <input
          ref={inputRef}
          className={code ? 'input code' : 'input'}
          value={draft.value}
          placeholder={placeholder}
          lang={lang}
          readOnly={readOnly}
          spellCheck={!code}
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          aria-invalid={draft.error !== null || undefined}
          onChange={({ target }) => draft.type(target.value)}
          onBlur={draft.flush}
          onKeyDown={(event) => isEnter(event) && draft.flush()}
        />
      )}
    </Field>
  );
}
