/** The scripts in an editor document: their source, and the mapping from source positions to document positions. */
import type { Node } from '@tiptap/pm/model';
import type { ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { htmlAttributesIn } from '../document/editor-document.ts';

export interface EditorCode extends ScriptSource {
  /** The document position of a source position. */
  readonly toDocumentPosition: (place: number) => number;
}

/** `start` is the document position at which the script's content begins. A mention is one node in the document, but several characters of the source. */
export function readEditorCode(node: Node, start: number): EditorCode {
  let text = '';
  const mentions: ScriptSource['mentions'] = [];
  /** The positions in source and document directly after a mention. */
  const shifts: { from: number; by: number }[] = [{ from: 0, by: start }];
  node.forEach((child, offset) => {
    const from = text.length;
    if (child.isText) text += (child.text ?? '').replaceAll('\u00a0', ' ');
    else if (child.type.name === 'mention') {
      text += String(child.attrs.text);
      mentions.push({ start: from, end: text.length, attributes: [...htmlAttributesIn(child.attrs)] });
      shifts.push({ from: text.length, by: start + offset + child.nodeSize - text.length });
    } else text += '\n';
  });
  const toDocumentPosition = (position: number) => position + (shifts.findLast(({ from }) => from <= position)?.by ?? start);
  return { text, mentions, toDocumentPosition };
}

/** [Exports] The scripts of a text that are executed: at the top level and in quotations, but not in lists; blank ones are skipped. */
export function readEditorCodes(doc: Node): EditorCode[] {
  const codes: EditorCode[] = [];
  const walk = (parent: Node, start: number) =>
    parent.forEach((child, offset) => {
      const inside = start + offset + 1;
      if (child.type.name === 'codeBlock') {
        const code = readEditorCode(child, inside);
        if (code.text.trim() !== '') codes.push(code);
      } else if (child.type.name === 'blockquote') walk(child, inside);
    });
  walk(doc, 0);
  return codes;
}
