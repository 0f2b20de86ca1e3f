/** Writes a large JSON object in pieces, so that the whole story never exists as a value. */
import type { TextChunk } from '../../../shared/contracts/export-file.ts';

const indentWidth = 4;

/**
 * Writes nested objects, with members in the order of the calls. The result equals `JSON.stringify(story, null, 4)` byte for byte, or has
 * no white space.
 */
export class JsonWriter {
  #text = '';
  readonly #pretty: boolean;
  #depth = 0;
  #empty = true;

  constructor(pretty: boolean) {
    this.#pretty = pretty;
  }

  /** Starts an object: the root, or a member of the open one. */
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

  /** Writes several members of the open object, formatted by `formatMember` and joined with `memberSeparator`. */
  writeFormattedMembers(members: string): void {
    this.beginExternalMembers();
    this.#text += members;
  }

  /** Must be called before the caller itself writes members of the open object. */
  beginExternalMembers(): void {
    this.#text += this.#separator();
    this.#empty = false;
  }

  /** Formats a member of the open object without writing it. */
  formatMember(key: string, value: unknown): string {
    return `${this.#key(key)}${this.#value(value)}`;
  }

  get memberSeparator(): string {
    return `,${this.#newLine()}`;
  }

  /** The text written since the last call. */
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
    return this.#pretty ? `\n${' '.repeat(indentWidth * this.#depth)}` : '';
  }
}

/** Formats a value at level `depth`: inside that many arrays, whose brackets are removed. */
function stringifyIndented(value: unknown, depth: number): string {
  let nested = value;
  let before = 0;
  let after = 0;
  for (let level = 0; level < depth; level++) {
    nested = [nested];
    before += 2 + indentWidth * (level + 1);
    after += 2 + indentWidth * level;
  }
  const text = JSON.stringify(nested, null, indentWidth);
  return text.slice(before, text.length - after);
}
