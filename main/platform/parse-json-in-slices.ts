/**
 * Parses a large JSON text like `JSON.parse`, but in pieces, between which other work may run. A piece ends at a comma and is completed by
 * brackets for everything that is open at its beginning and its end. Its values are then added to the lists and objects that earlier pieces
 * have begun. Neither the text as one string nor a second copy of the values is in memory at any time.
 */
import { findStringEnd, JsonLimitCounter, type JsonLimits, JsonTextError, jsonCodes } from '../../shared/json.ts';
import { yieldToEventLoop } from './cooperative-yielder.ts';

/**
 * Parsing a piece of this size takes about a millisecond. V8 maps memory for each string of more than 128 KB by itself; with pieces of four
 * times this size, parsing takes twice as long.
 */
const defaultPieceBytes = 2 ** 16;
/** Counting the values in this many bytes takes about three milliseconds as well. */
const countedBytes = 2 ** 21;

/**
 * `bytes` is UTF-8 without a byte order mark. Throws a JsonTextError or a JsonSyntaxError. Of several errors, the first is that of the
 * encoding and the last are syntax errors.
 */
export async function parseJsonInSlices(bytes: Uint8Array, limits: JsonLimits, pieceBytes: number = defaultPieceBytes): Promise<unknown> {
  const exceeded = await exceededLimit(bytes, limits);
  if (exceeded !== null) throw new JsonTextError((await isUtf8InSlices(bytes)) ? exceeded : 'encoding');
  const parser = new PieceParser(bytes, pieceBytes);
  while (parser.advance()) await yieldToEventLoop();
  if (parser.failure) throw (await isUtf8InSlices(bytes)) ? parser.failure : new JsonTextError('encoding');
  return parser.value;
}

export const withoutByteOrderMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

async function isUtf8InSlices(bytes: Uint8Array): Promise<boolean> {
  try {
    for await (const text of decodeInSlices(bytes)) void text;
    return true;
  } catch {
    return false;
  }
}

const { quote, backslash, comma, openList, closeList, openObject, closeObject } = jsonCodes;
const whitespace: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Bytes in an excerpt after the position at which an error was detected, which is more than messages quote. */
const quotedBytes = 64;

type Container = unknown[] | Record<string, unknown>;

/** A position after a comma. */
interface Checkpoint {
  readonly at: number;
  /** The open brackets at this position. */
  readonly brackets: readonly number[];
}

async function exceededLimit(bytes: Uint8Array, limits: JsonLimits): Promise<'values' | 'depth' | null> {
  const counter = new JsonLimitCounter(limits);
  for (let at = 0; at < bytes.length; at += countedBytes) {
    if (at > 0) await yieldToEventLoop();
    const exceeded = counter.count(bytes.subarray(at, at + countedBytes));
    if (exceeded !== null) return exceeded;
  }
  return null;
}

class PieceParser {
  value: unknown;
  failure: Error | undefined;
  readonly #bytes: Uint8Array;
  readonly #pieceBytes: number;

  // The state of the scanner, which finds brackets and commas outside of strings. The text may be invalid.
  #at = 0;
  #level = 0;
  #isInString = false;
  #stringStart = 0;
  /** For each open bracket: the bracket, and the start of the last string before it, which is its key if it is inside an object. */
  readonly #brackets: number[] = [];
  readonly #keyStarts: number[] = [];

  // The piece: the text that has been scanned but not parsed.
  #pieceStart = 0;
  #follows: 'nothing' | 'comma' | 'value' = 'nothing';
  /** The lists and objects that are open at the beginning of the piece. */
  readonly #open: Container[] = [];
  /** The ends of the previous two pieces. */
  #checkpoints: readonly Checkpoint[] = [];

  constructor(bytes: Uint8Array, pieceBytes: number) {
    this.#bytes = bytes;
    this.#pieceBytes = pieceBytes;
  }

  /** Scans the bytes for one piece, and parses the pieces that end there. Returns false at the end or after an error. */
  advance(): boolean {
    this.#scan(Math.min(this.#at + this.#pieceBytes, this.#bytes.length));
    if (!this.failure && this.#at < this.#bytes.length) return true;
    if (!this.failure) this.#attempt(this.#at, () => this.#finish());
    return false;
  }

  #scan(end: number): void {
    const bytes = this.#bytes;
    let [at, level, isInString, stringStart] = [this.#at, this.#level, this.#isInString, this.#stringStart];
    for (; at < end; at++) {
      if (isInString) {
        at = findStringEnd(bytes, at, end);
        if (at >= end) break;
        isInString = false;
        continue;
      }
      const code = bytes[at];
      if (code === quote) {
        isInString = true;
        stringStart = at;
      } else if (code === comma) {
        if (at - this.#pieceStart < this.#pieceBytes) continue;
        this.#attempt(at, () => this.#cut(at));
        if (this.failure) return;
      } else if (code === openList || code === openObject) {
        level++;
        this.#brackets.push(code);
        this.#keyStarts.push(stringStart);
      } else if (code === closeList || code === closeObject) {
        level--;
        if (level > 0 && level >= this.#open.length) this.#popBracket();
        else {
          this.#attempt(at, () => this.#closeBegun(at, code));
          if (this.failure) return;
        }
      }
    }
    this.#at = at;
    this.#level = level;
    this.#isInString = isInString;
    this.#stringStart = stringStart;
  }

  #popBracket(): void {
    this.#brackets.pop();
    this.#keyStarts.pop();
  }

  /** Handles a bracket that closes the text, or what is open at the beginning of the piece. */
  #closeBegun(at: number, code: number): void {
    if (this.#open.length === 0) {
      if (this.#brackets.length === 0) throw new SyntaxError();
      this.#popBracket();
      this.#parsePiece(at + 1);
    } else {
      this.#parsePiece(at);
      if (code !== closingBracket(this.#brackets.at(-1))) throw new SyntaxError();
      this.#popBracket();
      this.#open.pop();
    }
    this.#pieceStart = at + 1;
    this.#follows = 'value';
  }

  /** Ends the piece at a comma. */
  #cut(at: number): void {
    let last = at - 1;
    while (whitespace.has(this.#bytes[last])) last--;
    // The comma is an error, although the piece would be valid without it.
    if (this.#brackets.length === 0 || this.#bytes[last] === openList || this.#bytes[last] === openObject) throw new SyntaxError();
    this.#parsePiece(at);
    this.#pieceStart = at + 1;
    this.#follows = 'comma';
    this.#checkpoints = [...this.#checkpoints.slice(-1), { at: at + 1, brackets: [...this.#brackets] }];
  }

  #finish(): void {
    if (this.#isInString || this.#brackets.length > 0) throw new SyntaxError();
    this.#parsePiece(this.#bytes.length);
  }

  /** Parses the text from the end of the previous piece. Throws a SyntaxError, or a TypeError for bytes that are not UTF-8. */
  #parsePiece(end: number): void {
    const start = this.#findEntries(end);
    if (start === end && this.#follows !== 'nothing') return;
    const text = strictDecoder.decode(this.#bytes.subarray(start, end)) + this.#closingBrackets();
    const begun = this.#open.at(-1);
    if (begun === undefined) {
      const value = JSON.parse(text);
      this.value = value;
      this.#openContainers(value);
    } else {
      const [before, after] = Array.isArray(begun) ? ['[', ']'] : ['{', '}'];
      const piece: Container = JSON.parse(before + text + after);
      append(begun, piece);
      this.#openContainers(piece);
    }
  }

  /** The brackets that close everything that the piece leaves open. */
  #closingBrackets(): string {
    const codes = this.#brackets.slice(this.#open.length).reverse().map(closingBracket);
    return String.fromCharCode(...codes);
  }

  /** Adds the lists and objects that the piece leaves open. Each is the last entry of the one that contains it. */
  #openContainers(piece: Container): void {
    let outer = piece;
    for (let level = this.#open.length; level < this.#brackets.length; level++) {
      // The piece ended inside this entry, so it is a list or an object.
      if (level > 0) outer = (Array.isArray(outer) ? outer.at(-1) : outer[this.#keyAt(this.#keyStarts[level] ?? 0)]) as Container;
      this.#open.push(outer);
    }
  }

  #keyAt(start: number): string {
    let end = start + 1;
    while (this.#bytes[end] !== quote) end += this.#bytes[end] === backslash ? 2 : 1;
    return JSON.parse(strictDecoder.decode(this.#bytes.subarray(start, end + 1)));
  }

  /** The start of the entries of the piece; `end` if there are none. */
  #findEntries(end: number): number {
    let at = this.#skipWhitespace(this.#pieceStart, end);
    if (this.#follows === 'value' && at < end) {
      if (this.#open.length === 0 || this.#bytes[at] !== comma) throw new SyntaxError();
      at = this.#skipWhitespace(at + 1, end);
      if (at === end) throw new SyntaxError();
    }
    if (this.#follows === 'comma' && at === end) throw new SyntaxError();
    return at;
  }

  #skipWhitespace(start: number, end: number): number {
    let at = start;
    while (at < end && whitespace.has(this.#bytes[at])) at++;
    return at;
  }

  #attempt(at: number, work: () => void): void {
    try {
      work();
    } catch (cause) {
      if (cause instanceof SyntaxError) this.failure = new JsonSyntaxError(this.#excerpt(at), cause);
      else if (cause instanceof TypeError) this.failure = new JsonTextError('encoding', { cause });
      else throw cause;
    }
  }

  /** An excerpt that begins where the piece before the last one ends, so that messages can quote the text before the error. */
  #excerpt(errorAt: number): JsonExcerpt {
    const [checkpoint] = this.#checkpoints;
    const { at, brackets } = checkpoint && this.#checkpoints.length === 2 ? checkpoint : textStart;
    const context = brackets.map((bracket, index) => openingText(bracket, index === brackets.length - 1)).join('');
    const text = context + decoder.decode(this.#bytes.subarray(at, errorAt + quotedBytes));
    return { text, context: context.length, before: this.#bytes.subarray(0, at) };
  }
}

const textStart: Checkpoint = { at: 0, brackets: [] };
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const closingBracket = (bracket: number | undefined): number => (bracket === openList ? closeList : closeObject);

/** The beginning of a list or object, up to the value that contains the rest, or up to a comma after a value. */
function openingText(bracket: number, isLast: boolean): string {
  if (bracket === openList) return isLast ? '[0,' : '[';
  return isLast ? '{"":0,' : '{"":';
}

/**
 * Adds the entries of a piece like `JSON.parse`: the last of several entries with the same key counts, and `__proto__` is an ordinary key.
 * Both arguments are lists, or both are objects.
 */
function append(begun: Container, piece: Container): void {
  if (Array.isArray(begun)) for (const value of Object.values(piece)) begun.push(value);
  else
    for (const key of Object.keys(piece))
      if (key === '__proto__') Object.defineProperty(begun, key, Object.getOwnPropertyDescriptor(piece, key) ?? {});
      else begun[key] = Reflect.get(piece, key);
}

/** A syntax error with an excerpt of the text, so that describing it does not require reading the whole text at once. */
export class JsonSyntaxError extends Error {
  readonly #excerpt: JsonExcerpt;

  constructor(excerpt: JsonExcerpt, cause: SyntaxError) {
    super(cause.message, { cause });
    this.#excerpt = excerpt;
  }

  /** The message that `JSON.parse` would produce for the whole text. */
  async describe(): Promise<string> {
    const { text, context, before } = this.#excerpt;
    const reason = reasonOf(text) ?? this.message;
    const match = placePattern.exec(reason);
    if (!match || before.length === 0) return reason;
    const start = await endPosition(before, /\r\n|\r|\n/);
    const [position = 0, line = 0, column = 0] = match.slice(1).map(Number);
    const places = [
      position - context + start.characters,
      line + start.lines,
      line === 1 ? column - context + start.column : column,
    ].values();
    return reason.slice(0, match.index) + match[0].replace(/\d+/g, () => String(places.next().value));
  }

  /**
   * The line and column, counted from 1, of the position that `find` returns: the index of the first invalid character, or the length of
   * the text.
   */
  async locate(find: (text: string) => number): Promise<{ line: number; column: number; character: string | undefined }> {
    const { text, context, before } = this.#excerpt;
    const at = find(text);
    const lines = text.slice(context, at).split('\n');
    const start = await endPosition(before, /\n/);
    const column = (lines.at(-1) ?? '').length + 1 + (lines.length === 1 ? start.column : 0);
    return { line: lines.length + start.lines, column, character: [...text.slice(at, at + 20)][0] };
  }
}

/** A part of a text that is invalid in the same position as the text. */
interface JsonExcerpt {
  /** Begins with characters that open the objects and lists which are open at the beginning of the excerpt. */
  readonly text: string;
  /** The number of these additional characters. */
  readonly context: number;
  /** The valid UTF-8 before the excerpt. */
  readonly before: Uint8Array;
}

const placePattern = /at position (\d+) \(line (\d+) column (\d+)\)$/;

function reasonOf(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return undefined;
}

interface TextPosition {
  readonly characters: number;
  /** The number of line breaks. */
  readonly lines: number;
  /** The number of characters after the last line break. */
  readonly column: number;
}

async function endPosition(bytes: Uint8Array, lineBreak: RegExp): Promise<TextPosition> {
  let [characters, lines, column] = [0, 0, 0];
  for await (const text of decodeInSlices(bytes)) {
    const pieces = text.split(lineBreak);
    characters += text.length;
    lines += pieces.length - 1;
    column = (pieces.at(-1) ?? '').length + (pieces.length === 1 ? column : 0);
  }
  return { characters, lines, column };
}

/** Decoding this many bytes takes about 10 ms. */
const bytesPerSlice = 4 * 2 ** 20;
const lineFeed = 0x0a;

/**
 * Decodes UTF-8 in slices, between which other work may run. Throws a TypeError for bytes that are not UTF-8. A slice never begins with the
 * second character of a line break.
 */
export async function* decodeInSlices(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let at = 0; at < bytes.length; ) {
    if (at > 0) await yieldToEventLoop();
    const end = at + bytesPerSlice + (bytes[at + bytesPerSlice] === lineFeed ? 1 : 0);
    yield decoder.decode(bytes.subarray(at, end), { stream: true });
    at = end;
  }
  yield decoder.decode();
}

/**
 * [G33] the maximum number of values of a story with this many bytes. An empty object takes about 60 bytes of memory and 3 of text; real
 * stories have more than 20 bytes for each value. With this limit, a story needs at most about five times the memory of its file.
 */
export const maxStoryValues = (bytes: number): number => Math.max(1_000_000, Math.floor(bytes / 8));

/** More levels than any story has. Walking JSON that is nested more deeply could overflow the stack. */
export const maxStoryDepth = 200;

/** The limits for a JSON text of this many bytes that may contain a story. */
export const storyJsonLimits = (bytes: number): JsonLimits => ({ values: maxStoryValues(bytes), depth: maxStoryDepth });

/** Smaller buffers may share their memory with others. */
const minimumBytes = 2 ** 20;

/**
 * Frees the memory of a large buffer that is not used any more. Otherwise it would be freed by the next full garbage collection, which may
 * be minutes later.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= minimumBytes) buffer.transfer(0);
}
