/**
 * HTML as text: read as tags and texts with their positions, and written in canonical form. It is only about syntax; canonicalize-rich-text.ts defines what is
 * allowed.
 */

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type Message, message } from '../messages/message.ts';

export type HtmlAttribute = [name: string, value: string];

/** An opening tag: name and attribute names in lower case, values with entities decoded; it spans from `at` up to, not including, `end`. */
export type OpeningTag = { name: string; attributes: HtmlAttribute[]; start: number; end: number };

/** Callbacks of a scan, in document order. A callback that returns an error stops the scan. Text is passed with entities decoded, possibly in several pieces. */
export type HtmlVisitor = {
  open(tag: OpeningTag): Message | undefined;
  close(name: string, at: number): Message | undefined;
  text(text: string, at: number): Message | undefined;
};

/** Positions in error messages count from 1. */
export const characterPosition = (at: number): number => at + 1;

/**
 * Scans `html`. Returns null at the end, or the first error: the visitor's, or a comment, a declaration or an unfinished tag.
 * An entity without its semicolon is plain text, so that `a &&not b` in a script is not changed.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): Message | null {
  return otherMarkup.test(html) ? new HtmlScanner(html, visitor).run() : scanBareTags(html, visitor);
}

/** Anything but text and the tags of most texts, in lower case and without attributes. Of the tags after which HTML is read differently it allows none. */
const otherMarkup = /&|<(?!\/?(?:p|pre|code|blockquote|ul|ol|li|b|strong|em|i|u|s)>|br>)/;

/** Reports what the scanner would, in a fifth of its time: nearly all texts of a story are of this kind. */
function scanBareTags(html: string, visitor: HtmlVisitor): Message | null {
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at);
    const textEnd = start < 0 ? html.length : start;
    const error = textEnd > at ? visitor.text(html.slice(at, textEnd), at) : undefined;
    if (error) return error;
    if (start < 0) break;
    const end = html.indexOf('>', start) + 1;
    const isClosing = html[start + 1] === '/';
    const name = html.slice(start + (isClosing ? 2 : 1), end - 1);
    const tagError = isClosing ? visitor.close(name, start) : visitor.open({ name, attributes: [], start, end });
    if (tagError) return tagError;
    at = end;
  }
  return null;
}

/** Scanning this many characters takes a few milliseconds. */
const pieceCharacters = 2 ** 16;

/** Like `scanHtml`, in pieces of a text that may be long, between which the caller may pause. */
export function* scanHtmlInSteps(html: string, visitor: HtmlVisitor, characters = pieceCharacters): Generator<void, Message | null> {
  return yield* new HtmlScanner(html, visitor).runInSteps(characters);
}

class HtmlScanner implements TokenizerCallbacks {
  private readonly html: string;
  private readonly visitor: HtmlVisitor;
  private readonly tokenizer: Tokenizer;
  private error: Message | null = null;
  /** The end of the tags and texts seen so far: a gap before the next one is markup without a meaning. */
  private next = 0;
  private tag: OpeningTag = { name: '', attributes: [], start: 0, end: 0 };
  private attribute = '';
  private value = '';

  constructor(html: string, visitor: HtmlVisitor) {
    this.html = html;
    this.visitor = visitor;
    this.tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
  }

  run(): Message | null {
    this.tokenizer.write(this.html);
    this.tokenizer.end();
    return this.error;
  }

  *runInSteps(characters: number): Generator<void, Message | null> {
    for (let at = 0; at < this.html.length && this.error === null; ) {
      let end = at + characters;
      // A text ends with the piece, and the two characters of a line end belong together.
      while (this.html[end - 1] === '\r') end++;
      this.tokenizer.write(this.html.slice(at, end));
      at = end;
      yield;
    }
    if (this.error === null) this.tokenizer.end();
    return this.error;
  }

  ontext(start: number, end: number): void {
    if (!this.advanceTo(start)) return;
    this.next = end;
    this.fail(this.visitor.text(this.html.slice(start, end), start));
  }

  ontextentity(codepoint: number, end: number): void {
    const start = this.next;
    this.next = end;
    const text = this.html[end - 1] === ';' ? String.fromCodePoint(codepoint) : this.html.slice(start, end);
    this.fail(this.visitor.text(text, start));
  }

  onopentagname(start: number, end: number): void {
    if (!this.advanceTo(start - 1)) return;
    this.tag = { name: this.html.slice(start, end).toLowerCase(), attributes: [], start: start - 1, end };
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, end).toLowerCase();
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    this.tag.attributes.push([this.attribute, this.value]);
  }

  onopentagend(end: number): void {
    this.next = end + 1;
    this.tag.end = end + 1;
    this.fail(this.visitor.open(this.tag));
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    if (!this.advanceTo(start - 2)) return;
    const bracket = this.html.indexOf('>', end);
    const finished = bracket >= 0 && this.html.slice(end, bracket).trim() === '';
    this.next = bracket + 1;
    this.fail(finished ? this.visitor.close(this.html.slice(start, end).toLowerCase(), start - 2) : this.unfinishedTagError(start - 2));
  }

  oncomment(): void {
    this.fail(message('richText.comment', { position: characterPosition(this.next) }));
  }

  oncdata(): void {
    this.oncomment();
  }

  ondeclaration(): void {
    this.fail(message('richText.declaration', { position: characterPosition(this.next) }));
  }

  onprocessinginstruction(): void {
    this.ondeclaration();
  }

  onend(): void {
    this.advanceTo(this.html.length);
  }

  private advanceTo(start: number): boolean {
    if (start > this.next) this.fail(this.unfinishedTagError(this.next));
    return this.error === null;
  }

  private unfinishedTagError(at: number): Message {
    return message('richText.unfinishedTag', { position: characterPosition(at) });
  }

  private fail(error: Message | undefined): void {
    if (error === undefined) return;
    this.error ??= error;
    this.tokenizer.pause();
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };

/** Text as HTML. Line ends become `\n`, as in every HTML parser. */
export function escapeText(text: string): string {
  return escapeCharacters(text, /[&<>\u00a0]/g);
}

/** An opening tag with its attributes in the order given. */
export function serializeOpeningTag(name: string, attributes: readonly HtmlAttribute[]): string {
  let tag = `<${name}`;
  for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttributeValue(value)}"`;
  return `${tag}>`;
}

/** The value of an attribute as written between double quotes. */
export function escapeAttributeValue(value: string): string {
  return escapeCharacters(value, /[&<>"\u00a0]/g);
}

/** Line ends as every HTML parser reads them. */
export const normalizeLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

function escapeCharacters(text: string, special: RegExp): string {
  return normalizeLineEnds(text).replace(special, (character) => entities[character] ?? character);
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * The plain text of canonical HTML text, an attribute value or a condition script. Only complete entities with a semicolon count: `a &&not b`
 * contains none.
 */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedEntities[name] ?? entity;
    const codepoint = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
    return codepoint > 0 && codepoint <= 0x10ffff ? String.fromCodePoint(codepoint) : entity;
  });
}
