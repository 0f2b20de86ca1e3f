/** Rich text as plain words: titles and labels on screen. */
import { blocksOf } from './blocks.ts';
import { isBlock, type Node, textOf } from './tree.ts';

/** The words of a rich text: each block and each break a line, scripts left out, entities read, no space around. Null gives "". */
export function plainText(html: string | null): string {
  if (html === null || html === '') return '';
  const lines = blocksOf(html).flatMap((block) => (block.is === 'text' ? linesOf(block.nodes) : []));
  return lines.join('\n').trim();
}

function linesOf(nodes: readonly Node[]): string[] {
  const lines: string[] = [];
  let run: Node[] = [];
  const endRun = () => {
    if (run.length > 0) lines.push(textOf(run));
    run = [];
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      endRun();
      lines.push(...(node.children.length === 0 ? [''] : linesOf(node.children)));
    } else {
      run.push(node);
    }
  }
  endRun();
  return lines;
}
