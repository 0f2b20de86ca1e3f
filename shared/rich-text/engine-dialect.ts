/** Rich text as the game engines' importers and script interpreters want it (exports.md): p, blockquote and pre code at the top level, nothing else. */
import { parseBlock } from '../script/parse-block.ts';
import { type Block, blocksOf, type ScriptBlock } from './blocks.ts';
import { writeCode } from './code.ts';
import { isBlock, type Node, textOf, writeNodes } from './tree.ts';

/** A top-level block to write, or one in the quotation of that number. `clause` is set for the lines of a choice. */
type Piece = { html: string; quote: number | null; clause: 'opens' | 'turns' | 'closes' | null };

/**
 * [Exports] Rich text in the engine dialect; empty text is `<p></p>`. b → strong, i → em; a top-level code is a pre code; style, data-id and spellcheck
 * of blocks and the class of code go. A script of several lines becomes one block a statement; a branch of an if that holds nothing gets an empty
 * paragraph, because the interpreters want something in each. Words without a block become a paragraph, a list one paragraph an item ("• " or "1. "
 * before it), a quotation in a quotation part of the outer one. A script inside a quotation stands between two halves of it, because Unreal sees
 * scripts only at the top level; the interpreters join the halves again.
 */
export function engineDialect(html: string | null): string {
  const pieces: Piece[] = [];
  for (const piece of blocksOf(html ?? '').flatMap(piecesOf)) {
    const before = pieces.at(-1)?.clause;
    const isHollow = (before === 'opens' || before === 'turns') && (piece.clause === 'turns' || piece.clause === 'closes');
    if (isHollow) pieces.push({ html: '<p></p>', quote: null, clause: null });
    pieces.push(piece);
  }
  let out = '';
  let quote: number | null = null;
  for (const piece of pieces) {
    if (piece.quote !== quote) out += `${quote === null ? '' : '</blockquote>'}${piece.quote === null ? '' : '<blockquote>'}`;
    quote = piece.quote;
    out += piece.html;
  }
  return out === '' ? '<p></p>' : `${out}${quote === null ? '' : '</blockquote>'}`;
}

function piecesOf(block: Block): Piece[] {
  if (block.is === 'script') return statementsOf(block);
  return paragraphs(block.nodes, '').map((html) => ({ html, quote: block.quote, clause: null }));
}

/** A script that does not parse stays in one piece: whoever checks the story tells its author. */
function statementsOf({ code, index }: ScriptBlock): Piece[] {
  const { clauses, fault } = parseBlock(code, index);
  const { source } = code;
  const whole = { start: source.length - source.trimStart().length, end: source.trimEnd().length };
  return (fault === null ? clauses : [whole]).map(({ start, end }) => {
    const word = /^\w+/.exec(source.slice(start, end))?.[0];
    const clause = word === 'if' ? 'opens' : word === 'elseif' || word === 'else' ? 'turns' : word === 'endif' ? 'closes' : null;
    return { html: `<pre><code>${writeCode(code, start, end)}</code></pre>`, quote: null, clause };
  });
}

function paragraphs(nodes: readonly Node[], mark: string): string[] {
  const made: string[] = [];
  let run: Node[] = [];
  const paragraph = (children: readonly Node[]) => made.push(`<p>${made.length === 0 ? mark : ''}${writeNodes(children.map(inline))}</p>`);
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) paragraph(run);
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node);
      continue;
    }
    endRun();
    if (node.name === 'p') paragraph(node.children);
    else if (node.name === 'pre') paragraph(lines(textOf(node.children)));
    else if (node.name === 'ul' || node.name === 'ol') {
      const items = node.children.flatMap((item) => (typeof item === 'string' ? [] : [item.children]));
      for (const [index, item] of items.entries()) made.push(...paragraphs(item, node.name === 'ul' ? '• ' : `${index + 1}. `));
    } else made.push(...paragraphs(node.children, made.length === 0 ? mark : ''));
  }
  endRun();
  return made;
}

function lines(text: string): Node[] {
  return text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [{ name: 'br', attributes: [], children: [] }, line]));
}

function inline(node: Node): Node {
  if (typeof node === 'string') return node;
  const name = node.name === 'b' ? 'strong' : node.name === 'i' ? 'em' : node.name;
  return { name, attributes: name === 'code' ? [] : node.attributes, children: node.children.map(inline) };
}
