/** Splits the source of a script into words, numbers, strings, signs and mentions, each with its position. */
import type { ScriptSource, SourceMention } from '../rich-text/script-source.ts';
import { ScriptSyntaxError } from './script-diagnostic.ts';
import type { SourcePosition } from './syntax.ts';

/** `text` is the source text, for a string its value. `firstOnLine`: a line ends between the previous token and this one. */
type TokenSpan = { text: string; start: number; end: number; at: SourcePosition; firstOnLine: boolean };
export type Token = TokenSpan &
  ({ type: 'word' | 'integer' | 'float' | 'string' | 'sign' | 'end' } | { type: 'mention'; mention: SourceMention });

const tokenPattern =
  /(?<blank>[ \t\r\n]+)|(?<float>\d*\.\d+)|(?<integer>\d+)|(?<word>[A-Za-z$_][0-9A-Za-z$_]*)|(?<string>"(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*"|'(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*')|(?<sign>[*/+\-%<>=!]=|&&|\|\||[*/+\-%<>=!(),.])/y;

const escapeCharacters: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The tokens of a source, with an `end` after the last. Throws a ScriptSyntaxError at an invalid character. */
export function tokenize(code: ScriptSource, block: number): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let firstOnLine = true;
  const spot = (text: string, start: number, end: number): TokenSpan => {
    const at = { block, line, column: start - lineStart + 1 };
    const made = { text, start, end, at, firstOnLine };
    firstOnLine = false;
    return made;
  };
  const cut = (start: number, end: number, mentionFollows: boolean): void => {
    const source = code.text.slice(0, end);
    tokenPattern.lastIndex = start;
    while (tokenPattern.lastIndex < end) {
      const from = tokenPattern.lastIndex;
      const found = tokenPattern.exec(source);
      if (found === null) throw createTokenError(source, from, mentionFollows, spot('', from, from).at);
      const { blank, float, integer, word, string, sign } = found.groups ?? {};
      const to = tokenPattern.lastIndex;
      if (blank !== undefined) {
        for (let index = from; index < to; index++) {
          if (source[index] !== '\n') continue;
          line++;
          lineStart = index + 1;
          firstOnLine = true;
        }
      } else if (string !== undefined) tokens.push({ type: 'string', ...spot(unescapeString(string), from, to) });
      else if (word !== undefined) tokens.push({ type: 'word', ...spot(word, from, to) });
      else if (sign !== undefined) tokens.push({ type: 'sign', ...spot(sign, from, to) });
      else if (float !== undefined) tokens.push({ type: 'float', ...spot(float, from, to) });
      else if (integer !== undefined) tokens.push({ type: 'integer', ...spot(integer, from, to) });
    }
  };
  let next = 0;
  for (const mention of code.mentions) {
    cut(next, mention.start, true);
    tokens.push({ type: 'mention', mention, ...spot(code.text.slice(mention.start, mention.end), mention.start, mention.end) });
    next = mention.end;
  }
  cut(next, code.text.length, false);
  tokens.push({ type: 'end', ...spot('', code.text.length, code.text.length) });
  return tokens;
}

function unescapeString(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/g, (_escape, character: string) => escapeCharacters[character] ?? character);
}

function createTokenError(source: string, at: number, mentionFollows: boolean, place: SourcePosition): ScriptSyntaxError {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return new ScriptSyntaxError(`“${character}” means nothing in a script.`, place);
  }
  const [inside = ''] = /^(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*/.exec(source.slice(at + 1)) ?? [];
  const stop = source[at + 1 + inside.length];
  if (stop === '\\') return new ScriptSyntaxError('In a string, a \\ must be followed by one of a b f n r t v \' " or \\.', place);
  if (stop === '"' || stop === "'") return new ScriptSyntaxError(`In a string, write ${stop} as \\${stop}.`, place);
  if (stop === undefined && mentionFollows) return new ScriptSyntaxError('A mention cannot stand inside a string.', place);
  return new ScriptSyntaxError(`This string is not closed with ${quote} on its line.`, place);
}
