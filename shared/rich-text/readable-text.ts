/** A rich text as plain text for comparison: one line per block, with scripts and mentions as they read. */
import { isBlockTag, parseTree, type RichTextNode } from './rich-text-tree.ts';

export function toReadableText(html: string | null): string {
  if (html === null || html === '') return '';
  return nodesToText(parseTree(html), { isTop: true }).replace(/(?<!\n)\n+$/, '');
}

/** A `<code>` outside a paragraph is a script and a block of its own. */
function nodesToText(nodes: readonly RichTextNode[], { isTop }: { readonly isTop: boolean }): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') text += node;
    else if (node.name === 'br') text += '\n';
    else if (isBlockTag(node.name) || (isTop && node.name === 'code')) {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      const inner = nodesToText(node.children, { isTop: node.name === 'blockquote' });
      text += node.name === 'li' ? `• ${inner}` : inner;
      if (!text.endsWith('\n')) text += '\n';
    } else text += nodesToText(node.children, { isTop: false });
  }
  return text;
}
