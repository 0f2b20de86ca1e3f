/** Scripts in an editor's document: their source, and where a place of the source stands in the document. */
import type { Node } from '@tiptap/pm/model';
import type { Code } from '../../shared/rich-text/code.ts';
import type { Attribute } from '../../shared/rich-text/scan.ts';

export interface CodeInEditor extends Code {
  /** Where the place of a source stands in the document. */
  readonly at: (place: number) => number;
}

/** `start`: where the inside of the script begins in the document. A mention is one thing there, and its words in the source. */
export function codeIn(node: Node, start: number): CodeInEditor {
  let source = '';
  const mentions: Code['mentions'] = [];
  /** Where the source and the document go on together again after a mention. */
  const shifts: { from: number; by: number }[] = [{ from: 0, by: start }];
  node.forEach((child, offset) => {
    const from = source.length;
    if (child.isText) source += (child.text ?? '').replaceAll('\u00a0', ' ');
    else if (child.type.name === 'mention') {
      source += String(child.attrs.text);
      mentions.push({ start: from, end: source.length, attributes: [...(child.attrs.attributes as Attribute[])] });
      shifts.push({ from: source.length, by: start + offset + child.nodeSize - source.length });
    } else source += '\n';
  });
  const at = (place: number) => place + (shifts.findLast(({ from }) => from <= place)?.by ?? start);
  return { source, mentions, at };
}

/** [Exports] the scripts of a text, as its interpreters count them: on the first level and in quotations, not in lists, blank ones left out. */
export function codesIn(doc: Node): CodeInEditor[] {
  const codes: CodeInEditor[] = [];
  const walk = (parent: Node, start: number) =>
    parent.forEach((child, offset) => {
      const inside = start + offset + 1;
      if (child.type.name === 'codeBlock') {
        const code = codeIn(child, inside);
        if (code.source.trim() !== '') codes.push(code);
      } else if (child.type.name === 'blockquote') walk(child, inside);
    });
  walk(doc, 0);
  return codes;
}
