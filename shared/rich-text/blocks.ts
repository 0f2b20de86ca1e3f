/** A rich text as a row of blocks, as the script interpreters read it: texts and scripts, each perhaps inside a quotation. */
import { type Code, codeOf } from './code.ts';
import { type Element, isBlock, type Node, treeOf } from './tree.ts';

/** `quote` numbers the top-level quotation a block stands in. A text is one block tag, or a run of words and inline tags without one. */
export type TextBlock = { is: 'text'; nodes: Node[]; quote: number | null };
/** `index` counts the scripts of the text from 0. */
export type ScriptBlock = { is: 'script'; code: Code; index: number; quote: number | null };
export type Block = TextBlock | ScriptBlock;

/**
 * [Exports, G21] The blocks of a rich text in order. A script is a `<pre><code>` or a bare `<code>`, at the top level or in a quotation; a `<code>` inside
 * a paragraph or a list is text. Blank text between blocks is left out, and so is a script without a word. A quotation in a quotation belongs to the outer one.
 */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let quotes = 0;
  let scripts = 0;
  const add = (nodes: readonly Node[], quote: number | null): void => {
    let run: Node[] = [];
    const endRun = () => {
      if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) blocks.push({ is: 'text', nodes: run, quote });
      run = [];
    };
    for (const node of nodes) {
      if (!isBlock(node) && !isScript(node)) {
        run.push(node);
        continue;
      }
      endRun();
      if (node.name === 'blockquote') add(node.children, quote ?? quotes++);
      else if (isScript(node)) {
        const code = codeOf(node.children);
        if (code.source.trim() !== '') blocks.push({ is: 'script', code, index: scripts++, quote });
      } else blocks.push({ is: 'text', nodes: [node], quote });
    }
    endRun();
  };
  add(treeOf(html), null);
  return blocks;
}

function isScript(node: Node): node is Element {
  return typeof node !== 'string' && (node.name === 'code' || node.name === 'pre');
}

/** The scripts of a rich text, in order: sources without entities, where a mention is its text. */
export function codeBlocks(html: string): { source: string; index: number }[] {
  return blocksOf(html).flatMap((block) => (block.is === 'script' ? [{ source: block.code.source, index: block.index }] : []));
}
