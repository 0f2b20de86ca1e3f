/** Rich text as plain words: titles and labels on screen. */
import { parseBlocks } from './blocks.ts';
import { isBlockElement, type RichTextNode, textOfNodes } from './rich-text-tree.ts';

/** The words of a rich text: each block and each break a line, scripts left out, entities read, no space around. Null gives "". */
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
