/** A rich text of a record in one language, saved while the user types. */
import type { ReactNode } from 'react';
import { Problem } from '../../../shared/problem.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import type { FocusField } from '../../state/focus-request.ts';
import { type SaveResult, useDraft } from '../fields/draft.ts';
import { Field } from '../fields/field.tsx';
import { useFocusRequested } from '../fields/use-focus-request.ts';
import { RichTextControl } from './rich-text-control.tsx';

export interface RichTextFieldProps {
  readonly label: string;
  /** The label is only read by screen readers. */
  readonly isLabelHidden?: boolean;
  readonly id: string;
  /** Identifies the field among all records and languages. */
  readonly name: string;
  readonly value: string | null;
  readonly save: (html: string | null) => Promise<SaveResult>;
  /** By default, it is saved while the user types. */
  readonly saves?: 'whileTyping' | 'whenLeft';
  readonly placeholder: string;
  readonly line?: boolean;
  /** Titles and the names of frames have none. */
  readonly allowsScripts?: boolean;
  readonly focus?: FocusField;
  readonly trailing?: ReactNode;
  /** The language of the text; undefined if unknown. */
  readonly lang?: string;
}

/** Markup with an error is read as far as possible, so that it may mean the same without its last part, which would be lost. */
const isSameText = (one: string | null, two: string | null): boolean =>
  one === two || (richTextEquals(one, two) && [one, two].every((text) => canonicalizeRichText(text ?? '', 'story').ok));

/** Throws a Problem if it is not valid markup: it is rejected here, because the source of a text is often incomplete while it is typed. */
export function assertRichText(html: string | null): void {
  const read = canonicalizeRichText(html ?? '', 'story');
  if (!read.ok) throw new Problem('invalid', read.error);
}

export function RichTextField(field: RichTextFieldProps) {
  const {
    label,
    isLabelHidden = false,
    id,
    name,
    value,
    save,
    saves = 'whileTyping',
    placeholder,
    line = false,
    allowsScripts = true,
    focus,
    trailing,
    lang,
  } = field;
  const saveValid = async (html: string | null) => {
    assertRichText(html);
    return save(html);
  };
  const draft = useDraft({ name, value, save: saveValid, same: isSameText, saves });
  const isFocusRequested = useFocusRequested(id, focus);
  return (
    <Field label={label} isLabelHidden={isLabelHidden} error={draft.error} trailing={trailing} unsavedDraft={draft.unsavedDraft}>
      {(names) => (
        <RichTextControl
          {...names}
          name={draft.key}
          html={draft.value}
          change={draft.type}
          blur={draft.flush}
          placeholder={placeholder}
          line={line}
          allowsScripts={allowsScripts}
          hasError={draft.error !== null}
          focusRequested={isFocusRequested}
          lang={lang}
        />
      )}
    </Field>
  );
}
