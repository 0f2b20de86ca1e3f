/** The script of a condition as a document of the editor, and back. A script that nobody has written in comes back as it was. Pure. */
import { type Code, codeOfCondition, writeCode } from '../../shared/rich-text/code.ts';
import type { DocumentNode } from '../inspector/story-document.ts';

export function documentOfCondition(script: string): DocumentNode {
  const { source, mentions } = codeOfCondition(script);
  const content: DocumentNode[] = [];
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
export function conditionOf(code: Code, before: string): string {
  const known = codeOfCondition(before);
  return JSON.stringify([known.source, known.mentions]) === JSON.stringify([code.source, code.mentions])
    ? before
    : writeCode(code, 0, code.source.length);
}
