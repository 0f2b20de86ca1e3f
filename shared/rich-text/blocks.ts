/** Splits a rich text into blocks as the script interpreters read them: texts and scripts, each possibly inside a quotation. */

import { isBlockElement, parseTree, type RichTextElement, type RichTextNode } from './rich-text-tree.ts';
import { parseScriptSource, type ScriptSource } from './script-source.ts';

/** `quote` is the index of the top-level quotation that contains the block. A text is one block tag, or a run of text and inline tags without one. */
type TextBlock = { type: 'text'; nodes: RichTextNode[]; quotationIndex: number | null };
/** `index` counts the scripts of the text from 0. */
export type ScriptBlock = { type: 'script'; source: ScriptSource; index: number; quotationIndex: number | null };
export type RichTextBlock = TextBlock | ScriptBlock;

/**
 * [Exports, G21] The blocks of a rich text in order. A script is a `<pre><code>` or a bare `<code>`, at the top level or in a quotation; a `<code>` inside
 * a paragraph or a list is text. Blank text between blocks is omitted, and so is an empty script. A nested quotation is part of the outer one.
 */
export const parseBlocks = (html: string): RichTextBlock[] => blocksOf(parseTree(html));

/** Like `parseBlocks`, for the tree of a rich text. */
export function blocksOf(tree: readonly RichTextNode[]): RichTextBlock[] {
  const blocks: RichTextBlock[] = [];
  let quotes = 0;
  let scripts = 0;
  const add = (nodes: readonly RichTextNode[], quotationIndex: number | null): void => {
    let run: RichTextNode[] = [];
    const endRun = () => {
      if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) blocks.push({ type: 'text', nodes: run, quotationIndex });
      run = [];
    };
    for (const node of nodes) {
      if (!isBlockElement(node) && !isScriptElement(node)) {
        run.push(node);
        continue;
      }
      endRun();
      if (node.name === 'blockquote') add(node.children, quotationIndex ?? quotes++);
      else if (isScriptElement(node)) {
        const source = parseScriptSource(node.children);
        if (source.text.trim() !== '') blocks.push({ type: 'script', source, index: scripts++, quotationIndex });
      } else blocks.push({ type: 'text', nodes: [node], quotationIndex });
    }
    endRun();
  };
  add(tree, null);
  return blocks;
}

function isScriptElement(node: RichTextNode): node is RichTextElement {
  return typeof node !== 'string' && (node.name === 'code' || node.name === 'pre');
}

/** The scripts of a rich text, in order: source text with entities decoded, in which a mention is its text. */
export function listScriptSources(html: string): { source: string; index: number }[] {
  return parseBlocks(html).flatMap((block) => (block.type === 'script' ? [{ source: block.source.text, index: block.index }] : []));
}
