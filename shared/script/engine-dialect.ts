/** Rich text as the game engines' importers and script interpreters require it (exports.md): only p, blockquote and pre code at the top level. */

import { parseBlocks, type RichTextBlock, type ScriptBlock } from '../rich-text/blocks.ts';
import { isBlockElement, type RichTextNode, serializeNodes, textOfNodes } from '../rich-text/rich-text-tree.ts';
import { serializeScriptSource } from '../rich-text/script-source.ts';
import { parseBlock } from './parse-block.ts';

/** A top-level block to write, or one in the quotation with that index. `clause` is set for the lines of a choice. */
type EngineBlock = { html: string; quotationIndex: number | null; clauseRole: 'opens' | 'turns' | 'closes' | null };

/**
 * [Exports] Rich text in the engine dialect; empty text is `<p></p>`. b → strong, i → em; a top-level code becomes a pre code. The attributes style, data-id
 * and spellcheck of blocks and class of code are removed. A script of several lines becomes one block per statement; an empty branch of an if gets an
 * empty paragraph, because the interpreters require content in each. Text without a block becomes a paragraph, a list one paragraph per item (after "• "
 * or "1. "), a nested quotation part of the outer one. A script inside a quotation splits it in two, because Unreal only finds scripts
 * at the top level; the interpreters join the halves again.
 */
export function toEngineDialect(html: string | null): string {
  const blocks: EngineBlock[] = [];
  for (const block of parseBlocks(html ?? '').flatMap(toEngineBlocks)) {
    const before = blocks.at(-1)?.clauseRole;
    const isEmptyBranch = (before === 'opens' || before === 'turns') && (block.clauseRole === 'turns' || block.clauseRole === 'closes');
    if (isEmptyBranch) blocks.push({ html: '<p></p>', quotationIndex: null, clauseRole: null });
    blocks.push(block);
  }
  let out = '';
  let quote: number | null = null;
  for (const block of blocks) {
    if (block.quotationIndex !== quote)
      out += `${quote === null ? '' : '</blockquote>'}${block.quotationIndex === null ? '' : '<blockquote>'}`;
    quote = block.quotationIndex;
    out += block.html;
  }
  return out === '' ? '<p></p>' : `${out}${quote === null ? '' : '</blockquote>'}`;
}

function toEngineBlocks(block: RichTextBlock): EngineBlock[] {
  if (block.type === 'script') return toStatementBlocks(block);
  return toParagraphs(block.nodes, '').map((html) => ({ html, quotationIndex: block.quotationIndex, clauseRole: null }));
}

const clauseRoles: ReadonlyMap<string, EngineBlock['clauseRole']> = new Map([
  ['if', 'opens'],
  ['elseif', 'turns'],
  ['else', 'turns'],
  ['endif', 'closes'],
]);

/** A script that does not parse stays in one piece; the check of the story reports it to the author. */
function toStatementBlocks({ source: code, index }: ScriptBlock): EngineBlock[] {
  const { clauses, diagnostic } = parseBlock(code, index);
  const { text: source } = code;
  const fullRange = { start: source.length - source.trimStart().length, end: source.trimEnd().length };
  return (diagnostic === null ? clauses : [fullRange]).map(({ start, end }) => {
    const keyword = /^\w+/.exec(source.slice(start, end))?.[0] ?? '';
    const clause = clauseRoles.get(keyword) ?? null;
    return { html: `<pre><code>${serializeScriptSource(code, start, end)}</code></pre>`, quotationIndex: null, clauseRole: clause };
  });
}

function toParagraphs(nodes: readonly RichTextNode[], mark: string): string[] {
  const paragraphs: string[] = [];
  let run: RichTextNode[] = [];
  const paragraph = (children: readonly RichTextNode[]) =>
    paragraphs.push(`<p>${paragraphs.length === 0 ? mark : ''}${serializeNodes(children.map(toEngineInline))}</p>`);
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) paragraph(run);
    run = [];
  };
  const addParagraphs = (children: readonly RichTextNode[], firstMark: string) => {
    for (const each of toParagraphs(children, firstMark)) paragraphs.push(each);
  };
  for (const node of nodes) {
    if (!isBlockElement(node)) {
      run.push(node);
      continue;
    }
    endRun();
    if (node.name === 'p') paragraph(node.children);
    else if (node.name === 'pre') paragraph(joinWithLineBreaks(textOfNodes(node.children)));
    else if (node.name === 'ul' || node.name === 'ol') {
      const items = node.children.flatMap((item) => (typeof item === 'string' ? [] : [item.children]));
      for (const [index, item] of items.entries()) addParagraphs(item, node.name === 'ul' ? '• ' : `${index + 1}. `);
    } else addParagraphs(node.children, paragraphs.length === 0 ? mark : '');
  }
  endRun();
  return paragraphs;
}

function joinWithLineBreaks(text: string): RichTextNode[] {
  return text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [{ name: 'br', attributes: [], children: [] }, line]));
}

const engineTags: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['i', 'em'],
]);

function toEngineInline(node: RichTextNode): RichTextNode {
  if (typeof node === 'string') return node;
  const name = engineTags.get(node.name) ?? node.name;
  return { name, attributes: name === 'code' ? [] : node.attributes, children: node.children.map(toEngineInline) };
}
