/** Parses JSON; for invalid text it reports the position of the error, with line and column counted from 1. */
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** `fileName` is only used in the message. A byte order mark is removed. */
export function parseJson(text: string, fileName: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') throw new Problem('invalid', message('problem.import.empty', { fileName }));
  try {
    return JSON.parse(json);
  } catch (cause) {
    const at = findSyntaxError(json);
    const before = json.slice(0, at).split('\n');
    const place = { fileName, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    if (at >= json.length) throw new Problem('invalid', message('problem.import.endsEarly', place), { cause });
    const character = JSON.stringify([...json.slice(at, at + 20)][0]);
    throw new Problem('invalid', message('problem.import.unexpectedCharacter', { ...place, character }), { cause });
  }
}

const literalPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const whitespacePattern = /[ \t\n\r]*/y;

type ParserState = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next';
const canClose: ReadonlySet<ParserState> = new Set(['first', 'firstKey', 'next']);
const isKey = (expects: ParserState): boolean => expects === 'key' || expects === 'firstKey';
const closingBrackets = { '{': '}', '[': ']' } as const;

/** The position of the first invalid character; the length if the text ends too early. */
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
