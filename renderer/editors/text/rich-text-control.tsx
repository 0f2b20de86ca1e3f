/** The editor for a rich text (G21), or the source editor for markup that has no button. */
import { useRef } from 'react';
import { isRichTextEditable } from '../document/editable-text.ts';
import { RichTextEditor } from './rich-text-editor.tsx';
import { SourceEditor } from './source-editor.tsx';

interface RichTextControlProps {
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
  readonly allowsScripts: boolean;
  readonly hasError: boolean;
  readonly focusRequested: boolean;
}

export function RichTextControl({
  name,
  html,
  change,
  focusRequested,
  line,
  allowsScripts,
  hasError,
  placeholder,
  lang,
  blur,
  ...names
}: RichTextControlProps) {
  const { rich, typed } = useEditorChoice(name, html);
  const type = (now: string | null) => {
    typed(now);
    change(now);
  };
  if (!rich)
    return <SourceEditor key={name} {...names} html={html} change={type} blur={blur} hasError={hasError} focusRequested={focusRequested} />;
  return (
    <RichTextEditor
      key={name}
      {...names}
      html={html}
      change={type}
      blur={blur}
      placeholder={placeholder}
      focusRequested={focusRequested}
      line={line}
      allowsScripts={allowsScripts}
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
