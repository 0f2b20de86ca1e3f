/** Walks once over HTML and tells its tags and texts with their places. It knows markup, not what is allowed: dialects.ts says that. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Attribute = [name: string, value: string];

/** An opening tag: name and attribute names in lower case, values without entities; it stands from `at` up to, not including, `end`. */
export type Tag = { name: string; attributes: Attribute[]; at: number; end: number };

/** What a walk meets, in order. A sentence as an answer stops the walk. Text comes without entities, perhaps in several pieces. */
export type Visitor = {
  open(tag: Tag): string | undefined;
  close(name: string, at: number): string | undefined;
  text(text: string, at: number): string | undefined;
};

/** Places are told as people count: from 1. */
export function character(at: number): string {
  return `character ${at + 1}`;
}

/**
 * Walks over `html`. Answers null at the end, or the first fault: the visitor's, or a comment, a declaration, a tag that is not finished.
 * An entity without its semicolon is plain text, so that `a &&not b` in a script stays what it is.
 */
export function scan(html: string, visitor: Visitor): string | null {
  return new Scanner(html, visitor).run();
}

class Scanner implements TokenizerCallbacks {
  private readonly html: string;
  private readonly visitor: Visitor;
  private readonly tokenizer: Tokenizer;
  private fault: string | null = null;
  /** The first character that no tag and no text has taken yet: a gap before the next one is markup that says nothing. */
  private next = 0;
  private tag: Tag = { name: '', attributes: [], at: 0, end: 0 };
  private attribute = '';
  private value = '';

  constructor(html: string, visitor: Visitor) {
    this.html = html;
    this.visitor = visitor;
    this.tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
  }

  run(): string | null {
    this.tokenizer.write(this.html);
    this.tokenizer.end();
    return this.fault;
  }

  ontext(start: number, end: number): void {
    if (!this.reaches(start)) return;
    this.next = end;
    this.tell(this.visitor.text(this.html.slice(start, end), start));
  }

  ontextentity(codepoint: number, end: number): void {
    const start = this.next;
    this.next = end;
    const text = this.html[end - 1] === ';' ? String.fromCodePoint(codepoint) : this.html.slice(start, end);
    this.tell(this.visitor.text(text, start));
  }

  onopentagname(start: number, end: number): void {
    if (!this.reaches(start - 1)) return;
    this.tag = { name: this.html.slice(start, end).toLowerCase(), attributes: [], at: start - 1, end };
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
    this.tell(this.visitor.open(this.tag));
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    if (!this.reaches(start - 2)) return;
    const bracket = this.html.indexOf('>', end);
    const finished = bracket >= 0 && this.html.slice(end, bracket).trim() === '';
    this.next = bracket + 1;
    this.tell(finished ? this.visitor.close(this.html.slice(start, end).toLowerCase(), start - 2) : this.unfinished(start - 2));
  }

  oncomment(): void {
    this.tell(`The comment at ${character(this.next)} is not allowed here.`);
  }

  oncdata(): void {
    this.oncomment();
  }

  ondeclaration(): void {
    this.tell(`The declaration at ${character(this.next)} is not allowed here.`);
  }

  onprocessinginstruction(): void {
    this.ondeclaration();
  }

  onend(): void {
    this.reaches(this.html.length);
  }

  private reaches(start: number): boolean {
    if (start > this.next) this.tell(this.unfinished(this.next));
    return this.fault === null;
  }

  private unfinished(at: number): string {
    return `The tag that begins at ${character(at)} is not finished.`;
  }

  private tell(fault: string | undefined): void {
    if (fault === undefined) return;
    this.fault ??= fault;
    this.tokenizer.pause();
  }
}
