/** A rich text as its words, for comparing: a line for each block, scripts and mentions as they read. */
import { type Node, treeOf } from '../../shared/rich-text/tree.ts';

const blocks = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li']);

export function readable(html: string | null): string {
  if (html === null || html === '') return '';
  return textOf(treeOf(html), true).replace(/\n+$/, '');
}

/** A `<code>` outside of any paragraph is a script, and a block of its own. */
function textOf(nodes: readonly Node[], isTop: boolean): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') text += node;
    else if (node.name === 'br') text += '\n';
    else if (blocks.has(node.name) || (isTop && node.name === 'code')) {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      const inner = textOf(node.children, node.name === 'blockquote');
      text += node.name === 'li' ? `• ${inner}` : inner;
      if (!text.endsWith('\n')) text += '\n';
    } else text += textOf(node.children, false);
  }
  return text;
}
