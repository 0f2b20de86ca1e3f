/** The editor for a rich text (G21): that of its dialect, the source editor for markup that has no button, or an offer to simplify the text. */
import { useRef } from 'react';
import { simplifyRichText } from '../../../shared/rich-text/simplify-rich-text.ts';
import { findUnsupportedFormatting } from '../../records/dialects/unsupported-formatting.ts';
import { useRichTextDialect } from '../../records/dialects/use-rich-text-dialect.ts';
import { isRichTextEditable } from '../document/editable-text.ts';
import { RichTextEditor } from './rich-text-editor.tsx';
import { SourceEditor } from './source-editor.tsx';
import { UnsupportedText } from './unsupported-text.tsx';

export interface RichTextControlProps {
  /** The id of the record that contains the text. */
  readonly id: string;
  /** Identifies the field among all records and languages. */
  readonly name: string;
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  /** The language for the spell check. */
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

/** The editor that a text requires. Decided for each text that arrives from outside, never while the user is typing. */
function useEditorChoice(name: string, value: string | null): { rich: boolean; typed: (html: string | null) => void } {
  const judged = useRef<{ name: string; value: string | null; rich: boolean } | null>(null);
  if (judged.current?.name !== name || judged.current.value !== value) judged.current = { name, value, rich: isRichTextEditable(value) };
  const { rich } = judged.current;
  return { rich, typed: (html) => (judged.current = { name, value: html, rich }) };
}
