/** Rich text as the game engines' importers and script interpreters require it (exports.md): only p, blockquote and pre code at the top level. */

import { runSteps } from '../lists.ts';
import { blocksOf, parseBlocks, type RichTextBlock, type ScriptBlock } from '../rich-text/blocks.ts';
import { isBlockElement, parseTreeInSteps, type RichTextNode, serializeNodes, textOfNodes } from '../rich-text/rich-text-tree.ts';
import { serializeScriptSource } from '../rich-text/script-source.ts';
import { parseBlockInSteps } from './parse-block.ts';

/** A top-level block to write, or one in the quotation with that index. `clause` is set for the lines of a choice. */
type EngineBlock = { html: string; quotationIndex: number | null; clauseRole: 'opens' | 'turns' | 'closes' | null };

/**
 * [Exports] Rich text in the engine dialect; empty text is `<p></p>`. b → strong, i → em; a top-level code becomes a pre code. The attributes style, data-id
 * and spellcheck of blocks and class of code are removed. A script of several lines becomes one block per statement; an empty branch of an if gets an
 * empty paragraph, because the interpreters require content in each. Text without a block becomes a paragraph, a list one paragraph per item (after "• "
 * or "1. "), a nested quotation part of the outer one. A script inside a quotation splits it in two, because Unreal only finds scripts
 * at the top level; the interpreters join the halves again.
 */
export const toEngineDialect = (html: string | null): string => runSteps(writeEngineBlocks(parseBlocks(html ?? '')));

/** Like `toEngineDialect`, in steps between which the caller may pause. */
export function* toEngineDialectInSteps(html: string): Generator<void, string> {
  const tree = yield* parseTreeInSteps(html);
  yield;
  const blocks = blocksOf(tree);
  yield;
  return yield* writeEngineBlocks(blocks);
}

/** Writing this many characters takes a few milliseconds. */
const pieceCharacters = 2 ** 16;
/** As many parts of a paragraph are written in one step. */
const nodesPerStep = 2 ** 10;

const emptyBranch: EngineBlock = { html: '<p></p>', quotationIndex: null, clauseRole: null };

function* writeEngineBlocks(textBlocks: readonly RichTextBlock[]): Generator<void, string> {
  // V8 would copy one long concatenation at once when it is used.
  const pieces: string[] = [];
  let out = '';
  let quote: number | null = null;
  let before: EngineBlock['clauseRole'] = null;
  for (const textBlock of textBlocks) {
    for (const block of yield* toEngineBlocks(textBlock)) {
      const isEmptyBranch = (before === 'opens' || before === 'turns') && (block.clauseRole === 'turns' || block.clauseRole === 'closes');
      for (const { html, quotationIndex } of isEmptyBranch ? [emptyBranch, block] : [block]) {
        if (quotationIndex !== quote) out += `${quote === null ? '' : '</blockquote>'}${quotationIndex === null ? '' : '<blockquote>'}`;
        quote = quotationIndex;
        out += html;
      }
      before = block.clauseRole;
      if (out.length < pieceCharacters) continue;
      pieces.push([out, ''].join(''));
      out = '';
      yield;
    }
  }
  if (quote !== null) out += '</blockquote>';
  const html = pieces.length === 0 ? out : [...pieces, out].join('');
  return html === '' ? '<p></p>' : html;
}

function* toEngineBlocks(block: RichTextBlock): Generator<void, readonly EngineBlock[]> {
  if (block.type === 'script') return yield* toStatementBlocks(block);
  const paragraphs = yield* toParagraphs(block.nodes, '');
  return paragraphs.map((html) => ({ html, quotationIndex: block.quotationIndex, clauseRole: null }));
}

const clauseRoles: ReadonlyMap<string, EngineBlock['clauseRole']> = new Map([
  ['if', 'opens'],
  ['elseif', 'turns'],
  ['else', 'turns'],
  ['endif', 'closes'],
]);

/** A script that does not parse stays in one piece; the check of the story reports it to the author. */
function* toStatementBlocks({ source: code, index }: ScriptBlock): Generator<void, EngineBlock[]> {
  const { clauses, diagnostic } = yield* parseBlockInSteps(code, index);
  const { text: source, mentions } = code;
  const fullRange = { start: source.length - source.trimStart().length, end: source.trimEnd().length };
  const blocks: EngineBlock[] = [];
  let next = 0;
  for (const { start, end } of diagnostic === null ? clauses : [fullRange]) {
    const first = next;
    while (next < mentions.length && (mentions[next]?.end ?? 0) <= end) next++;
    const statement = { text: source, mentions: mentions.slice(first, next) };
    const keyword = /^\w+/.exec(source.slice(start, end))?.[0] ?? '';
    const clauseRole = clauseRoles.get(keyword) ?? null;
    blocks.push({ html: `<pre><code>${serializeScriptSource(statement, start, end)}</code></pre>`, quotationIndex: null, clauseRole });
    yield;
  }
  return blocks;
}

function* toParagraphs(nodes: readonly RichTextNode[], mark: string): Generator<void, string[]> {
  const paragraphs: string[] = [];
  let run: RichTextNode[] = [];
  function* addParagraph(children: readonly RichTextNode[]): Generator<void> {
    let html = paragraphs.length === 0 ? mark : '';
    for (let at = 0; at < children.length; at += nodesPerStep) {
      if (at > 0) yield;
      html += serializeNodes(children.slice(at, at + nodesPerStep).map(toEngineInline));
    }
    paragraphs.push(`<p>${html}</p>`);
  }
  function* endRun(): Generator<void> {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) yield* addParagraph(run);
    run = [];
  }
  function* addParagraphs(children: readonly RichTextNode[], firstMark: string): Generator<void> {
    for (const each of yield* toParagraphs(children, firstMark)) paragraphs.push(each);
  }
  for (const [at, node] of nodes.entries()) {
    if (at % nodesPerStep === nodesPerStep - 1) yield;
    if (!isBlockElement(node)) {
      run.push(node);
      continue;
    }
    yield* endRun();
    if (node.name === 'p') yield* addParagraph(node.children);
    else if (node.name === 'pre') yield* addParagraph(joinWithLineBreaks(textOfNodes(node.children)));
    else if (node.name === 'ul' || node.name === 'ol') {
      const items = node.children.flatMap((item) => (typeof item === 'string' ? [] : [item.children]));
      for (const [index, item] of items.entries()) {
        if (index % nodesPerStep === nodesPerStep - 1) yield;
        yield* addParagraphs(item, node.name === 'ul' ? '• ' : `${index + 1}. `);
      }
    } else yield* addParagraphs(node.children, paragraphs.length === 0 ? mark : '');
  }
  yield* endRun();
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
