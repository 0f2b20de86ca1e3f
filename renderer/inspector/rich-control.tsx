/** The right editor for a rich text: that of its dialect, the source where there is no button for what it holds, or the offer to simplify it (G21). */
import { useRef } from 'react';
import { simplified } from '../../shared/rich-text/simplified.ts';
import { refusedIn } from '../mirror/dialect.ts';
import { SimplifyFirst } from '../mirror/simplify-first.tsx';
import { useDialect } from '../mirror/use-dialect.ts';
import { RichEditor } from './rich-editor.tsx';
import { SourceEditor } from './source-editor.tsx';
import { isEditable } from './story-schema.ts';

export interface RichControlProps {
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
  readonly faulty: boolean;
  readonly wanted: boolean;
}

export function RichControl({ id, name, html: value, change, wanted, line, faulty, placeholder, lang, blur, ...names }: RichControlProps) {
  const dialect = useDialect(id);
  const refused = dialect === 'story' ? [] : refusedIn(value, dialect);
  const html = dialect === 'story' || value === null ? value : simplified(value, dialect);
  const { rich, typed } = useJudged(name, html);
  const type = (now: string | null) => {
    typed(now);
    change(now);
  };
  if (refused.length > 0)
    return <SimplifyFirst {...names} html={value ?? ''} refused={refused} simplify={() => type(html)} wanted={wanted} />;
  if (!rich) return <SourceEditor key={name} {...names} html={value} change={type} blur={blur} />;
  return (
    <RichEditor
      key={`${name} ${dialect}`}
      {...names}
      html={html}
      dialect={dialect}
      change={type}
      blur={blur}
      placeholder={placeholder}
      wanted={wanted}
      line={line}
      faulty={faulty}
      lang={lang}
    />
  );
}

/** Which editor a text needs: judged for each text that comes in, never for what the writer is making in one of them. */
function useJudged(name: string, value: string | null): { rich: boolean; typed: (html: string | null) => void } {
  const judged = useRef<{ name: string; value: string | null; rich: boolean } | null>(null);
  if (judged.current?.name !== name || judged.current.value !== value) judged.current = { name, value, rich: isEditable(value) };
  const { rich } = judged.current;
  return { rich, typed: (html) => (judged.current = { name, value: html, rich }) };
}
