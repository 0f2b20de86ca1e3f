/** The source of a script as its interpreter sees it: text without entities, where a mention is its text with the span kept beside it. */
import { readEntities } from './entities.ts';
import type { Attribute } from './scan.ts';
import { type Node, textOf } from './tree.ts';
import { writeTag, writeText } from './write.ts';

/** A mention in a source: its text stands from `start` up to, not including, `end`. */
export type CodeMention = { start: number; end: number; attributes: Attribute[] };
export type Code = { source: string; mentions: CodeMention[] };

/** The source in the children of a `<code>`. A break is a line's end, a hard space a space; other tags leave their text. */
export function codeOf(nodes: readonly Node[]): Code {
  const code: Code = { source: '', mentions: [] };
  append(code, nodes);
  return code;
}

function append(code: Code, nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') code.source += soft(node);
    else if (node.name === 'span') appendMention(code, textOf(node.children), node.attributes);
    else if (node.name === 'br') code.source += '\n';
    else append(code, node.children);
  }
}

/** The source of a condition script in canonical form. */
export function codeOfCondition(script: string): Code {
  const code: Code = { source: '', mentions: [] };
  let next = 0;
  for (const found of script.matchAll(/<span( [^>]*)>([^<]*)<\/span>/g)) {
    code.source += soft(readEntities(script.slice(next, found.index)));
    const attributes = [...(found[1] ?? '').matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
      ([, name = '', value = '']): Attribute => [name, readEntities(value)],
    );
    appendMention(code, readEntities(found[2] ?? ''), attributes);
    next = found.index + found[0].length;
  }
  code.source += soft(readEntities(script.slice(next)));
  return code;
}

function appendMention(code: Code, text: string, attributes: Attribute[]): void {
  const start = code.source.length;
  code.source += text;
  code.mentions.push({ start, end: code.source.length, attributes });
}

function soft(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** Canonical HTML of the part of a source from `start` up to, not including, `end`. Mentions must lie wholly inside or outside. */
export function writeCode(code: Code, start: number, end: number): string {
  let html = '';
  let next = start;
  for (const mention of code.mentions) {
    if (mention.start < start || mention.end > end) continue;
    html += `${writeText(code.source.slice(next, mention.start))}${writeTag('span', mention.attributes)}`;
    html += `${writeText(code.source.slice(mention.start, mention.end))}</span>`;
    next = mention.end;
  }
  return html + writeText(code.source.slice(next, end));
}
