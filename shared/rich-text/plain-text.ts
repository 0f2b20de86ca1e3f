/** Rich text as plain text, for titles and labels on screen. */
import { parseBlocks } from './blocks.ts';
import { isBlockElement, type RichTextNode, textOfNodes } from './rich-text-tree.ts';

/** The plain text of a rich text: one line per block and break, without scripts, with entities decoded and trimmed. Null gives "". */
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
