/** The script of a condition as a document of the editor, and back. A script that nobody has written in comes back as it was. Pure. */
import { parseConditionSource, type ScriptSource, serializeScriptSource } from '../../../shared/rich-text/script-source.ts';
import type { EditorNode } from '../document/editor-document.ts';

export function conditionToDocument(script: string): EditorNode {
  const { text: source, mentions } = parseConditionSource(script);
  const content: EditorNode[] = [];
  const text = (from: number, to: number) => {
    if (to > from) content.push({ type: 'text', text: source.slice(from, to) });
  };
  let next = 0;
  for (const { start, end, attributes } of mentions) {
    text(next, start);
    content.push({ type: 'mention', attrs: { attributes, text: source.slice(start, end) } });
    next = end;
  }
  text(next, source.length);
  return { type: 'doc', content: [{ type: 'codeBlock', ...(content.length > 0 ? { content } : {}) }] };
}

/** `before` is what the project holds. */
export function documentToCondition(code: ScriptSource, before: string): string {
  const known = parseConditionSource(before);
  return JSON.stringify([known.text, known.mentions]) === JSON.stringify([code.text, code.mentions])
    ? before
    : serializeScriptSource(code, 0, code.text.length);
}
