/** Scripts in an editor's document: their source, and where a place of the source stands in the document. */
import type { Node } from '@tiptap/pm/model';
import type { HtmlAttribute } from '../../../shared/rich-text/scan-html.ts';
import type { ScriptSource } from '../../../shared/rich-text/script-source.ts';

export interface EditorCode extends ScriptSource {
  /** Where the place of a source stands in the document. */
  readonly toDocumentPosition: (place: number) => number;
}

/** `start`: where the inside of the script begins in the document. A mention is one thing there, and its words in the source. */
export function readEditorCode(node: Node, start: number): EditorCode {
  let text = '';
  const mentions: ScriptSource['mentions'] = [];
  /** Where the source and the document go on together again after a mention. */
  const shifts: { from: number; by: number }[] = [{ from: 0, by: start }];
  node.forEach((child, offset) => {
    const from = text.length;
    if (child.isText) text += (child.text ?? '').replaceAll('\u00a0', ' ');
    else if (child.type.name === 'mention') {
      text += String(child.attrs.text);
      mentions.push({ start: from, end: text.length, attributes: [...(child.attrs.attributes as HtmlAttribute[])] });
      shifts.push({ from: text.length, by: start + offset + child.nodeSize - text.length });
    } else text += '\n';
  });
  const toDocumentPosition = (place: number) => place + (shifts.findLast(({ from }) => from <= place)?.by ?? start);
  return { text, mentions, toDocumentPosition };
}

/** [Exports] the scripts of a text, as its interpreters count them: on the first level and in quotations, not in lists, blank ones left out. */
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
