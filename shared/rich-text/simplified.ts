/**
 * [G21] The words of a rich text in what the interface takes. It says all there was to say where it is the same as the text (same.ts). Pure.
 */
import { type Dialect, dialects } from './dialects.ts';
import { type Element, type Node, textOf, treeOf, writeNodes } from './tree.ts';

export type Taken = Exclude<Dialect, 'story'>;

/** The same words in what the dialect takes. */
export function simplified(html: string | null, dialect: Taken): string {
  return html === null ? '' : writeNodes(blocksOf(treeOf(html), dialect, true));
}

/** What of a text the dialect has no tags for, by their names; what it lacks may be something else than a tag. */
export function lostIn(html: string, dialect: Taken): string[] {
  const found = new Set<string>();
  const look = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const name = sameTag[node.name] ?? node.name;
      if (!dialects[dialect].has(name)) found.add(name);
      look(node.children);
    }
  };
  look(treeOf(html));
  return [...found];
}

const sameTag: Readonly<Record<string, string>> = { strong: 'b', i: 'em', pre: 'code' };
const tag = (name: string, children: Node[]): Element => ({ name, attributes: [], children });

/** Quotations and lists leave their paragraphs, breaks make two of one; a script stays one where there are scripts. */
function blocksOf(nodes: readonly Node[], dialect: Taken, isTop: boolean): Node[] {
  const made: Node[] = [];
  let run: Node[] = [];
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) made.push(...paragraphs(run, dialect));
    run = [];
  };
  for (const node of nodes) {
    const name = typeof node === 'string' ? '' : node.name;
    if (typeof node === 'string' || !(blockTags.has(name) || (name === 'code' && isTop))) {
      run.push(node);
      continue;
    }
    endRun();
    if (name === 'p') made.push(...paragraphs(node.children, dialect));
    else if (name === 'pre' || name === 'code') made.push(...script(node, dialect));
    else made.push(...blocksOf(node.children, dialect, name === 'blockquote'));
  }
  endRun();
  return made;
}

const blockTags: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li']);

function script(node: Element, dialect: Taken): Node[] {
  const text = textOf(node.children);
  if (dialect === 'api') return [tag('code', text === '' ? [] : [text])];
  return text.split('\n').map((line) => tag('p', line === '' ? [] : [line]));
}

function paragraphs(nodes: readonly Node[], dialect: Taken): Node[] {
  return linesOf(nodes, dialect).map((line) => tag('p', line));
}

/** The lines of a run: inline tags that are not taken leave their words, and are on both sides of a break. */
function linesOf(nodes: readonly Node[], dialect: Taken): Node[][] {
  const lines: Node[][] = [[]];
  const add = (node: Node) => lines.at(-1)?.push(node);
  for (const node of nodes) {
    if (typeof node === 'string') add(node);
    else if (node.name === 'br') lines.push([]);
    else {
      const kept = sameTag[node.name] ?? node.name;
      for (const [at, inner] of linesOf(node.children, dialect).entries()) {
        if (at > 0) lines.push([]);
        if (kept === 'b' || (kept === 'code' && dialect === 'api')) add(tag(kept, inner));
        else for (const each of inner) add(each);
      }
    }
  }
  return lines;
}
