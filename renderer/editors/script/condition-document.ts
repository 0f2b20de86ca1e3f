/** Converts the script of a condition to an editor document and back. A script that was not edited is returned unchanged. Pure. */
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

/** `before` is the stored script. */
export function documentToCondition(code: ScriptSource, before: string): string {
  const stored = parseConditionSource(before);
  return JSON.stringify([stored.text, stored.mentions]) === JSON.stringify([code.text, code.mentions])
    ? before
    : serializeScriptSource(code, 0, code.text.length);
}
