/** A rich text of a record in one language: the right editor for it, saved while it is written. */
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { sameRichText } from '../../shared/rich-text/same.ts';
import { Field } from './field.tsx';
import { type FocusField, focusWish } from './focus.ts';
import { RichEditor } from './rich-editor.tsx';
import { SourceEditor } from './source-editor.tsx';
import { isEditable } from './story-schema.ts';
import { useDraft } from './use-draft.ts';

export interface RichFieldProps {
  readonly label: string;
  readonly id: string;
  /** Names the field among all records and languages. */
  readonly name: string;
  readonly value: string | null;
  readonly save: (html: string | null) => Promise<unknown>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  readonly side?: ReactNode;
}

export function RichField({ label, id, name, value, save, placeholder, line, focus, side }: RichFieldProps) {
  const draft = useDraft({ name, value, save, same: sameRichText });
  const { rich, typed } = useJudged(name, draft.value);
  const type = (html: string | null) => {
    typed(html);
    draft.type(html);
  };
  const wish = useWish(id, focus);
  return (
    <Field label={label} fault={draft.fault} side={side}>
      {(names) =>
        rich ? (
          <RichEditor
            key={name}
            {...names}
            html={draft.value}
            change={type}
            blur={draft.flush}
            placeholder={placeholder}
            wanted={wish}
            {...(line ? { line } : {})}
            {...(draft.fault ? { faulty: true } : {})}
          />
        ) : (
          <SourceEditor key={name} {...names} html={draft.value} change={type} blur={draft.flush} />
        )
      }
    </Field>
  );
}

/** Whether the canvas has asked for this field. */
function useWish(id: string, focus: FocusField | undefined): boolean {
  return useStore(focusWish, ({ wish }) => wish !== null && wish.id === id && wish.field === focus);
}

/** Which editor a text needs: judged for each text that comes in, never for what the writer is making in one of them. */
function useJudged(name: string, value: string | null): { rich: boolean; typed: (html: string | null) => void } {
  const judged = useRef<{ name: string; value: string | null; rich: boolean } | null>(null);
  if (judged.current?.name !== name || judged.current.value !== value) judged.current = { name, value, rich: isEditable(value) };
  const { rich } = judged.current;
  return { rich, typed: (html) => (judged.current = { name, value: html, rich }) };
}
