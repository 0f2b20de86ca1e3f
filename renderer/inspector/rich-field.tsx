/** A rich text of a record in one language: the right editor for it, saved while it is written. */
import { type ReactNode, useMemo, useRef } from 'react';
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
  /** Names the field among all records and languages. */
  readonly name: string;
  readonly value: string | null;
  readonly save: (html: string | null) => Promise<unknown>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  readonly side?: ReactNode;
}

export function RichField({ label, name, value, save, placeholder, line, focus, side }: RichFieldProps) {
  const draft = useDraft({ name, value, save, same: sameRichText });
  const { rich, typed } = useJudged(name, draft.value);
  const type = (html: string | null) => {
    typed(html);
    draft.type(html);
  };
  const wish = useWish(focus);
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
            focusWish={wish}
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

/** How often the canvas has asked for this field since it is here. */
function useWish(focus: FocusField | undefined): number {
  const since = useMemo(() => focusWish.getState().wish, []);
  const { field, wish } = useStore(focusWish);
  return focus !== undefined && field === focus && wish > since ? wish : 0;
}

/** Which editor a text needs: judged for each text that comes in, never for what the writer is making in one of them. */
function useJudged(name: string, value: string | null): { rich: boolean; typed: (html: string | null) => void } {
  const judged = useRef<{ name: string; value: string | null; rich: boolean } | null>(null);
  if (judged.current?.name !== name || judged.current.value !== value) judged.current = { name, value, rich: isEditable(value) };
  const { rich } = judged.current;
  return { rich, typed: (html) => (judged.current = { name, value: html, rich }) };
}
