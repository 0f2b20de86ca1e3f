/** Rich text as plain text: for titles and labels on screen, and for comparison. */
import { parseBlocks } from './blocks.ts';
import { isBlockElement, isBlockTag, parseTree, type RichTextNode, textOfNodes } from './rich-text-tree.ts';

/** For titles and labels: one line per block and break, without scripts, with entities decoded and trimmed. Null gives "". */
export function richTextToPlainText(html: string | null): string {
  if (html === null || html === '') return '';
  const lines = parseBlocks(html).flatMap((block) => (block.type === 'text' ? splitLines(block.nodes) : []));
  return lines.join('\n').trim();
}

function splitLines(nodes: readonly RichTextNode[]): string[] {
  const lines: string[] = [];
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.length > 0) lines.push(textOfNodes(run));
    run = [];
  };
  for (const node of nodes) {
    if (isBlockElement(node)) {
      endRun();
      lines.push(...(node.children.length === 0 ? [''] : splitLines(node.children)));
    } else {
      run.push(node);
    }
  }
  endRun();
  return lines;
}

/** A rich text as plain text for comparison: one line per block, with scripts and mentions as they read. */
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
