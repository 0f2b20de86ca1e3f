/** Writes a big JSON object piece by piece, so that no copy of the whole story is ever built as a value. */
import type { TextChunk } from '../../shared/contracts/export-file.ts';

declare global {
  interface JSON {
    /** A number that `JSON.stringify` writes exactly as this text. */
    rawJSON(text: string): unknown;
  }
}

/** A number as a float: 90 is written `90.0`, which JSON.stringify would not do and Unity's importer needs. */
export function toJsonFloat(value: number): unknown {
  const text = String(value);
  return /^-?\d+$/.test(text) ? JSON.rawJSON(`${text}.0`) : value;
}

const INDENT_WIDTH = 4;

/** Objects inside one another, members in the order in which they are written. Byte for byte what `JSON.stringify(story, null, 4)` would give, or without white space. */
export class JsonWriter {
  #text = '';
  readonly #pretty: boolean;
  #depth = 0;
  #empty = true;

  constructor(pretty: boolean) {
    this.#pretty = pretty;
  }

  /** Begins an object: the whole, or a member of the one that is open. */
  openObject(key?: string): void {
    if (key !== undefined) this.#text += `${this.#separator()}${this.#key(key)}`;
    this.#text += '{';
    this.#depth++;
    this.#empty = true;
  }

  closeObject(): void {
    this.#depth--;
    this.#text += this.#empty ? '}' : `${this.#newLine()}}`;
    this.#empty = false;
  }

  writeMember(key: string, value: unknown): void {
    this.#text += `${this.#separator()}${this.#key(key)}${this.#value(value)}`;
    this.#empty = false;
  }

  /** A run of members of the object that is open, as `memberText` gave them, with `memberSeparator` between them. */
  writeFormattedMembers(members: string): void {
    this.beginExternalMembers();
    this.#text += members;
  }

  /** A run of members comes next, from elsewhere. */
  beginExternalMembers(): void {
    this.#text += this.#separator();
    this.#empty = false;
  }

  /** A member of the object that is open, to be written with `text`. */
  formatMember(key: string, value: unknown): string {
    return `${this.#key(key)}${this.#value(value)}`;
  }

  get memberSeparator(): string {
    return `,${this.#newLine()}`;
  }

  /** What has been written since it was last taken. */
  takePiece(): TextChunk {
    const text = this.#text;
    this.#text = '';
    return { text };
  }

  #value(value: unknown): string {
    return this.#pretty ? stringifyIndented(value, this.#depth) : JSON.stringify(value);
  }

  #key(key: string): string {
    return `${JSON.stringify(key)}${this.#pretty ? ': ' : ':'}`;
  }

  #separator(): string {
    return `${this.#empty ? '' : ','}${this.#newLine()}`;
  }

  #newLine(): string {
    return this.#pretty ? `\n${' '.repeat(INDENT_WIDTH * this.#depth)}` : '';
  }
}

/** The value as it stands `depth` levels deep: written inside that many arrays, whose brackets are cut off again. */
function stringifyIndented(value: unknown, depth: number): string {
  let nested = value;
  let before = 0;
  let after = 0;
  for (let level = 0; level < depth; level++) {
    nested = [nested];
    before += 2 + INDENT_WIDTH * (level + 1);
    after += 2 + INDENT_WIDTH * level;
  }
  const text = JSON.stringify(nested, null, INDENT_WIDTH);
  return text.slice(before, text.length - after);
}
