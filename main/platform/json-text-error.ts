/** Errors of a JSON text: the reason, and the position of a syntax error. */
import { yieldToEventLoop } from './cooperative-yielder.ts';

/** `values` and `depth`: the text exceeds the limit with that name. */
export class JsonTextError extends Error {
  readonly fault: 'encoding' | 'values' | 'depth';

  constructor(fault: JsonTextError['fault'], options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
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
export interface JsonExcerpt {
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
