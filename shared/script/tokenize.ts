/** Cuts the source of a script into words, numbers, strings, signs and mentions, each with its place. */
import type { Code, CodeMention } from '../rich-text/code.ts';
import { ScriptError } from './fault.ts';
import type { Place } from './syntax.ts';

/** `text` is what stands in the source, for a string what it says. `firstOnLine`: a line ends between the token before and this one. */
type Spot = { text: string; start: number; end: number; at: Place; firstOnLine: boolean };
export type Token = Spot & ({ is: 'word' | 'integer' | 'float' | 'string' | 'sign' | 'end' } | { is: 'mention'; mention: CodeMention });

const piece =
  /(?<blank>[ \t\r\n]+)|(?<float>\d*\.\d+)|(?<integer>\d+)|(?<word>[A-Za-z$_][0-9A-Za-z$_]*)|(?<string>"(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*"|'(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*')|(?<sign>[*/+\-%<>=!]=|&&|\|\||[*/+\-%<>=!(),.])/y;

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The tokens of a source, with an `end` after the last. Throws a ScriptError where it meets what no script holds. */
export function tokenize(code: Code, block: number): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let firstOnLine = true;
  const spot = (text: string, start: number, end: number): Spot => {
    const at = { block, line, column: start - lineStart + 1 };
    const made = { text, start, end, at, firstOnLine };
    firstOnLine = false;
    return made;
  };
  const cut = (start: number, end: number, mentionFollows: boolean): void => {
    const source = code.source.slice(0, end);
    piece.lastIndex = start;
    while (piece.lastIndex < end) {
      const from = piece.lastIndex;
      const found = piece.exec(source);
      if (found === null) throw unknown(source, from, mentionFollows, spot('', from, from).at);
      const { blank, float, integer, word, string, sign } = found.groups ?? {};
      const to = piece.lastIndex;
      if (blank !== undefined) {
        for (let index = from; index < to; index++) {
          if (source[index] !== '\n') continue;
          line++;
          lineStart = index + 1;
          firstOnLine = true;
        }
      } else if (string !== undefined) tokens.push({ is: 'string', ...spot(said(string), from, to) });
      else if (word !== undefined) tokens.push({ is: 'word', ...spot(word, from, to) });
      else if (sign !== undefined) tokens.push({ is: 'sign', ...spot(sign, from, to) });
      else if (float !== undefined) tokens.push({ is: 'float', ...spot(float, from, to) });
      else if (integer !== undefined) tokens.push({ is: 'integer', ...spot(integer, from, to) });
    }
  };
  let next = 0;
  for (const mention of code.mentions) {
    cut(next, mention.start, true);
    tokens.push({ is: 'mention', mention, ...spot(code.source.slice(mention.start, mention.end), mention.start, mention.end) });
    next = mention.end;
  }
  cut(next, code.source.length, false);
  tokens.push({ is: 'end', ...spot('', code.source.length, code.source.length) });
  return tokens;
}

function said(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/g, (_escape, character: string) => escapes[character] ?? character);
}

function unknown(source: string, at: number, mentionFollows: boolean, place: Place): ScriptError {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return new ScriptError(`“${character}” means nothing in a script.`, place);
  }
  const [inside = ''] = /^(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*/.exec(source.slice(at + 1)) ?? [];
  const stop = source[at + 1 + inside.length];
  if (stop === '\\') return new ScriptError('In a string, a \\ must be followed by one of a b f n r t v \' " or \\.', place);
  if (stop === '"' || stop === "'") return new ScriptError(`In a string, write ${stop} as \\${stop}.`, place);
  if (stop === undefined && mentionFollows) return new ScriptError('A mention cannot stand inside a string.', place);
  return new ScriptError(`This string is not closed with ${quote} on its line.`, place);
}
