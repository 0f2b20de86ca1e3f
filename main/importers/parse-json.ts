/** Parses the JSON of a story. For invalid text, reports the position of the error, with line and column counted from 1. */

import { JsonTextError } from '../../shared/json.ts';
import { message, verbatim } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import {
  decodeInSlices,
  JsonSyntaxError,
  maxStoryDepth,
  maxStoryValues,
  parseJsonInSlices,
  releaseBuffer,
  withoutByteOrderMark,
} from '../platform/parse-json-in-slices.ts';
import { recognizedBytes } from './other-files.ts';

/**
 * [G33] rejects text with more values than a story of its length can have before it takes memory. `fileName` is only used in messages.
 * Empties `text`.
 */
export async function parseJson(text: Uint8Array, fileName: string): Promise<unknown> {
  // Some programs add a second mark to a text that already has one.
  const json = withoutByteOrderMark(withoutByteOrderMark(text));
  const limits = { values: maxStoryValues(json.length), depth: maxStoryDepth };
  try {
    return await parseJsonInSlices(json, limits);
  } catch (cause) {
    if (cause instanceof JsonSyntaxError) throw await syntaxProblem(cause, json, fileName);
    if (!(cause instanceof JsonTextError)) throw cause;
    if (cause.fault === 'values')
      throw new Problem('tooLarge', message('problem.import.tooManyValues', { fileName, values: limits.values }), { cause });
    if (cause.fault === 'depth')
      throw new Problem('invalid', message('problem.import.tooDeep', { fileName, depth: limits.depth }), { cause });
    throw new Problem('invalid', message('problem.import.notUtf8', { fileName }), { cause });
  } finally {
    releaseBuffer(text);
  }
}

async function syntaxProblem(cause: JsonSyntaxError, json: Uint8Array, fileName: string): Promise<Problem> {
  if (await isBlank(json)) return new Problem('invalid', message('problem.import.empty', { fileName }), { cause });
  // Whatever it is, it is not a damaged story.
  if (!beginsLikeJson.test(firstLine(json))) return notJsonProblem(json, fileName, cause);
  const { character, ...place } = await cause.locate(findSyntaxError);
  if (character === undefined) return new Problem('invalid', message('problem.import.endsEarly', { ...place, fileName }), { cause });
  const params = { ...place, fileName, character: JSON.stringify(character) };
  return new Problem('invalid', message('problem.import.unexpectedCharacter', params), { cause });
}

export const notJsonProblem = (text: Uint8Array, fileName: string, cause?: unknown): Problem =>
  new Problem('invalid', message('problem.import.notJson', { fileName, start: verbatim(firstLine(text)) }), { cause });

const beginsLikeJson = /^(?:[{"]|-?\d|\[(?![A-Za-z]+ [A-Za-z])|(?:true|false|null)\b)/;
const maxQuotedLength = 60;

/** The beginning of the first line that is not blank. */
function firstLine(json: Uint8Array): string {
  const head = new TextDecoder().decode(json.subarray(0, recognizedBytes)).trimStart();
  return (/^[^\r\n\u2028\u2029]*/.exec(head)?.[0] ?? '').slice(0, maxQuotedLength).trimEnd();
}

async function isBlank(bytes: Uint8Array): Promise<boolean> {
  for await (const text of decodeInSlices(bytes)) if (text.trim() !== '') return false;
  return true;
}

const literalPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const whitespacePattern = /[ \t\n\r]*/y;

type ParserState = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next';
const canClose: ReadonlySet<ParserState> = new Set(['first', 'firstKey', 'next']);
const isKey = (expects: ParserState): boolean => expects === 'key' || expects === 'firstKey';
const closingBrackets = { '{': '}', '[': ']' } as const;

/** The position of the first invalid character; the length of the text if it ends too early. */
function findSyntaxError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expects: ParserState = 'value';
  let at = 0;
  for (;;) {
    whitespacePattern.lastIndex = at;
    whitespacePattern.test(text);
    at = whitespacePattern.lastIndex;
    const character = text[at];
    if (character === undefined || (open.length === 0 && expects === 'next')) return at;
    if (character === closingBrackets[open.at(-1) ?? '['] && canClose.has(expects)) {
      open.pop();
      expects = 'next';
      at++;
    } else if (expects === 'next') {
      if (character !== ',') return at;
      expects = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (expects === 'colon') {
      if (character !== ':') return at;
      expects = 'value';
      at++;
    } else if (character === '"') {
      const end = scanString(text, at);
      if (end.broken) return end.at;
      expects = isKey(expects) ? 'colon' : 'next';
      at = end.at;
    } else if (isKey(expects)) return at;
    else if (character === '{' || character === '[') {
      open.push(character);
      expects = character === '{' ? 'firstKey' : 'first';
      at++;
    } else {
      literalPattern.lastIndex = at;
      if (!literalPattern.test(text)) return at;
      at = literalPattern.lastIndex;
      expects = 'next';
    }
  }
}

function scanString(text: string, start: number): { at: number; broken: boolean } {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') return { at: at + 1, broken: false };
    if (character < ' ') return { at, broken: true };
    if (character === '\\') {
      if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6))) return { at, broken: true };
      at++;
    }
  }
  return { at: text.length, broken: true };
}
