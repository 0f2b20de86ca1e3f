/** The source of a script as its interpreter reads it: text with entities decoded, in which a mention is its text, with the span recorded beside it. */

import { lastIndexAtMost } from '../lists.ts';
import type { HtmlAttribute } from './html.ts';
import { decodeEntities, escapeText, serializeOpeningTag } from './html.ts';
import { type RichTextNode, textOfNodes } from './rich-text-tree.ts';

/** A part of a source, from `start` up to, not including, `end`. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
}
/**
 * Whether one of the spans, which are in the order of the source and do not overlap, contains everything from `from` up to and including `to`. The time of a
 * question grows with the logarithm of their number.
 */
export function spanTester(spans: readonly SourceSpan[]): (from: number, to: number) => boolean {
  const starts = spans.map(({ start }) => start);
  return (from, to) => to < (spans[lastIndexAtMost(starts, from)]?.end ?? 0);
}
/** A mention in a source, with the place of its text. */
export type SourceMention = { start: number; end: number; attributes: HtmlAttribute[] };
export type ScriptSource = { text: string; mentions: SourceMention[] };

/** The source in the children of a `<code>`. A break becomes a line end, a non-breaking space a space; other tags are replaced by their text. */
export function parseScriptSource(nodes: readonly RichTextNode[]): ScriptSource {
  const code: ScriptSource = { text: '', mentions: [] };
  appendNodes(code, nodes);
  return code;
}

function appendNodes(code: ScriptSource, nodes: readonly RichTextNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') code.text += replaceHardSpaces(node);
    else if (node.name === 'span') appendMention(code, textOfNodes(node.children), node.attributes);
    else if (node.name === 'br') code.text += '\n';
    else appendNodes(code, node.children);
  }
}

/** The source of a condition script in canonical form. */
export function parseConditionSource(script: string): ScriptSource {
  const code: ScriptSource = { text: '', mentions: [] };
  let next = 0;
  for (const found of script.matchAll(/<span( [^<>]*)>([^<]*)<\/span>/g)) {
    code.text += replaceHardSpaces(decodeEntities(script.slice(next, found.index)));
    const attributes = [...(found[1] ?? '').matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
      ([, name = '', value = '']): HtmlAttribute => [name, decodeEntities(value)],
    );
    appendMention(code, decodeEntities(found[2] ?? ''), attributes);
    next = found.index + found[0].length;
  }
  code.text += replaceHardSpaces(decodeEntities(script.slice(next)));
  return code;
}

function appendMention(code: ScriptSource, text: string, attributes: HtmlAttribute[]): void {
  const start = code.text.length;
  code.text += text;
  code.mentions.push({ start, end: code.text.length, attributes });
}

function replaceHardSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** Canonical HTML of the part of a source from `start` up to, not including, `end`. No mention may cross these bounds. */
export function serializeScriptSource(code: ScriptSource, start: number, end: number): string {
  let html = '';
  let next = start;
  for (const mention of code.mentions) {
    if (mention.start < start || mention.end > end) continue;
    html += `${escapeText(code.text.slice(next, mention.start))}${serializeOpeningTag('span', mention.attributes)}`;
    html += `${escapeText(code.text.slice(mention.start, mention.end))}</span>`;
    next = mention.end;
  }
  return html + escapeText(code.text.slice(next, end));
}
