/** A rich text of a record in one language, saved while it is written. */
import type { ReactNode } from 'react';
import { sameRichText } from '../../shared/rich-text/same.ts';
import type { Saved } from '../fields/draft.ts';
import { Field } from '../fields/field.tsx';
import type { FocusField } from '../fields/focus.ts';
import { useDraft } from '../fields/use-draft.ts';
import { useWish } from '../fields/use-focus-wish.ts';
import { RichControl } from './rich-control.tsx';

export interface RichFieldProps {
  readonly label: string;
  readonly id: string;
  /** Names the field among all records and languages. */
  readonly name: string;
  readonly value: string | null;
  readonly save: (html: string | null) => Promise<Saved>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  readonly side?: ReactNode;
  /** The language it is written in; none where nobody knows. */
  readonly lang?: string;
}

export function RichField({ label, id, name, value, save, placeholder, line = false, focus, side, lang }: RichFieldProps) {
  const draft = useDraft({ name, value, save, same: sameRichText });
  const wanted = useWish(id, focus);
  return (
    <Field label={label} fault={draft.fault} side={side} left={draft.left}>
      {(names) => (
        <RichControl
          {...names}
          id={id}
          name={name}
          html={draft.value}
          change={draft.type}
          blur={draft.flush}
          placeholder={placeholder}
          line={line}
          faulty={draft.fault !== null}
          wanted={wanted}
          lang={lang}
        />
      )}
    </Field>
  );
}
