/**
 * [G21] Reduces a rich text to what the REST API accepts. Nothing is lost if the result equals the text (rich-text-equality.ts). Pure.
 */

import { type Message, message } from '../messages/message.ts';
import { canonicalizeRichText, dialects, type RichTextDialect } from './canonicalize-rich-text.ts';
import { richTextEquals } from './rich-text-equality.ts';
import { isBlockTag, parseTree, type RichTextElement, type RichTextNode, serializeNodes, textOfNodes } from './rich-text-tree.ts';

export type ApiDialect = Exclude<RichTextDialect, 'story'>;

/** The same text in what the dialect accepts. */
export function simplifyRichText(html: string | null, dialect: ApiDialect): string {
  return html === null ? '' : serializeNodes(simplifyBlocks(parseTree(html), dialect, { isCodeBlock: true }));
}

/** [G21] The text in markup that the dialect accepts; undefined if something would be lost by that. */
export function toEquivalentRichText(html: string, dialect: ApiDialect): string | undefined {
  if (canonicalizeRichText(html, dialect).ok) return html;
  const simplified = simplifyRichText(html, dialect);
  return richTextEquals(simplified, html) ? simplified : undefined;
}

/** The names of the tags in a text that the dialect does not have. An empty list does not mean that simplifying loses nothing. */
export function findUnsupportedTags(html: string, dialect: ApiDialect): string[] {
  const found = new Set<string>();
  const search = (nodes: readonly RichTextNode[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const name = equivalentTags[node.name] ?? node.name;
      if (!dialects[dialect].has(name)) found.add(name);
      search(node.children);
    }
  };
  search(parseTree(html));
  return [...found];
}

const equivalentTags: Readonly<Record<string, string>> = { strong: 'b', i: 'em', pre: 'code' };
const createElement = (name: string, children: RichTextNode[]): RichTextElement => ({ name, attributes: [], children });

/**
 * Quotations and lists are replaced by their paragraphs, a break splits a paragraph; scripts remain scripts where the dialect has them.
 * `isCodeBlock`: a `code` among these nodes is a script, and not part of a line.
 */
function simplifyBlocks(
  nodes: readonly RichTextNode[],
  dialect: ApiDialect,
  { isCodeBlock }: { readonly isCodeBlock: boolean },
): RichTextNode[] {
  const blocks: RichTextNode[] = [];
  const add = (added: readonly RichTextNode[]) => {
    for (const block of added) blocks.push(block);
  };
  let run: RichTextNode[] = [];
  const endRun = () => {
    if (run.some((node) => typeof node !== 'string' || node.trim() !== '')) add(toParagraphs(run, dialect));
    run = [];
  };
  for (const node of nodes) {
    const name = typeof node === 'string' ? '' : node.name;
    if (typeof node === 'string' || !(isBlockTag(name) || (name === 'code' && isCodeBlock))) {
      run.push(node);
      continue;
    }
    endRun();
    if (name === 'p') add(toParagraphs(node.children, dialect));
    else if (name === 'pre' || name === 'code') add(simplifyScript(node, dialect));
    else add(simplifyBlocks(node.children, dialect, { isCodeBlock: name === 'blockquote' }));
  }
  endRun();
  return blocks;
}

function simplifyScript(node: RichTextElement, dialect: ApiDialect): RichTextNode[] {
  const text = textOfNodes(node.children);
  if (dialect === 'api') return [createElement('code', text === '' ? [] : [text])];
  return text.split('\n').map((line) => createElement('p', line === '' ? [] : [line]));
}

function toParagraphs(nodes: readonly RichTextNode[], dialect: ApiDialect): RichTextNode[] {
  return splitLines(nodes, dialect).map((line) => createElement('p', line));
}

/** The lines of a run of inline content: unsupported inline tags are replaced by their text; supported ones continue on both sides of a break. */
function splitLines(nodes: readonly RichTextNode[], dialect: ApiDialect): RichTextNode[][] {
  const lines: RichTextNode[][] = [[]];
  const add = (node: RichTextNode) => lines.at(-1)?.push(node);
  for (const node of nodes) {
    if (typeof node === 'string') add(node);
    else if (node.name === 'br') lines.push([]);
    else {
      const name = equivalentTags[node.name] ?? node.name;
      for (const [at, inner] of splitLines(node.children, dialect).entries()) {
        if (at > 0) lines.push([]);
        if (name === 'b' || (name === 'code' && dialect === 'api')) add(createElement(name, inner));
        else for (const each of inner) add(each);
      }
    }
  }
  return lines;
}

/** What the interface of a workspace does not accept in a text, in words. */
const formattingByTag: Readonly<Record<RichTextElement['name'], Message>> = {
  em: message('formatting.italics'),
  u: message('formatting.underlining'),
  s: message('formatting.strikethrough'),
  ul: message('formatting.lists'),
  ol: message('formatting.lists'),
  li: message('formatting.lists'),
  blockquote: message('formatting.quotes'),
  a: message('formatting.links'),
  span: message('formatting.mentions'),
  br: message('formatting.lineBreaks'),
  code: message('formatting.scripts'),
};

/** [G21] What the interface of a workspace does not accept in the text: a list such as `mentions or lists`, which names each once. */
export function unsupportedFormatting(html: string, dialect: ApiDialect): Message {
  const found = findUnsupportedTags(html, dialect).flatMap((tag) => formattingByTag[tag] ?? []);
  const [first = message('formatting.other'), ...others] = new Map(found.map((each) => [each.key, each])).values();
  return others.reduce((list, next) => message('common.alternatives', { first: list, next }), first);
}
