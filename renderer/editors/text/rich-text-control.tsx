/** The right editor for a rich text: that of its dialect, the source where there is no button for what it holds, or the offer to simplify it (G21). */
import { useRef } from 'react';
import { simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { findUnsupportedFormatting } from '../../records/dialects/unsupported-formatting.ts';
import { useRichTextDialect } from '../../records/dialects/use-rich-text-dialect.ts';
import { isRichTextEditable } from '../document/story-schema.ts';
import { RichTextEditor } from './rich-text-editor.tsx';
import { SourceEditor } from './source-editor.tsx';
import { UnsupportedText } from './unsupported-text.tsx';

export interface RichTextControlProps {
  /** The record that holds the text. */
  readonly id: string;
  /** Names the field among all records and languages. */
  readonly name: string;
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  /** Whose rules of spelling it follows. */
  readonly lang: string | undefined;
  readonly line: boolean;
  readonly hasError: boolean;
  readonly focusRequested: boolean;
}

export function RichTextControl({
  id,
  name,
  html: value,
  change,
  focusRequested,
  line,
  hasError,
  placeholder,
  lang,
  blur,
  ...names
}: RichTextControlProps) {
  const dialect = useRichTextDialect(id);
  const refused = dialect === 'story' ? [] : findUnsupportedFormatting(value, dialect);
  const html = dialect === 'story' || value === null ? value : simplifyRichText(value, dialect);
  const { rich, typed } = useEditorChoice(name, html);
  const type = (now: string | null) => {
    typed(now);
    change(now);
  };
  if (refused.length > 0)
    return <UnsupportedText {...names} html={value ?? ''} unsupported={refused} simplify={() => type(html)} takesFocus={focusRequested} />;
  if (!rich) return <SourceEditor key={name} {...names} html={value} change={type} blur={blur} />;
  return (
    <RichTextEditor
      key={`${name} ${dialect}`}
      {...names}
      html={html}
      dialect={dialect}
      change={type}
      blur={blur}
      placeholder={placeholder}
      focusRequested={focusRequested}
      line={line}
      hasError={hasError}
      lang={lang}
    />
  );
}

/** Which editor a text needs: judged for each text that comes in, never for what the writer is making in one of them. */
function useEditorChoice(name: string, value: string | null): { rich: boolean; typed: (html: string | null) => void } {
  const judged = useRef<{ name: string; value: string | null; rich: boolean } | null>(null);
  if (judged.current?.name !== name || judged.current.value !== value) judged.current = { name, value, rich: isRichTextEditable(value) };
  const { rich } = judged.current;
  return { rich, typed: (html) => (judged.current = { name, value: html, rich }) };
}
