/** A rich text of a record in one language, saved while it is written. */
import type { ReactNode } from 'react';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import type { FocusField } from '../../state/focus-request.ts';
import type { SaveResult } from '../fields/draft.ts';
import { Field } from '../fields/field.tsx';
import { useDraft } from '../fields/use-draft.ts';
import { useFocusRequested } from '../fields/use-focus-request.ts';
import { RichTextControl } from './rich-text-control.tsx';

export interface RichTextFieldProps {
  readonly label: string;
  readonly id: string;
  /** Names the field among all records and languages. */
  readonly name: string;
  readonly value: string | null;
  readonly save: (html: string | null) => Promise<SaveResult>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  readonly trailing?: ReactNode;
  /** The language it is written in; none where nobody knows. */
  readonly lang?: string;
}

export function RichTextField({ label, id, name, value, save, placeholder, line = false, focus, trailing, lang }: RichTextFieldProps) {
  const draft = useDraft({ name, value, save, same: richTextEquals });
  const wanted = useFocusRequested(id, focus);
  return (
    <Field label={label} error={draft.error} trailing={trailing} unsavedDraft={draft.unsavedDraft}>
      {(names) => (
        <RichTextControl
          {...names}
          id={id}
          name={name}
          html={draft.value}
          change={draft.type}
          blur={draft.flush}
          placeholder={placeholder}
          line={line}
          hasError={draft.error !== null}
          focusRequested={wanted}
          lang={lang}
        />
      )}
    </Field>
  );
}
