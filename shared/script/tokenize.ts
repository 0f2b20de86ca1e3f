/** Splits the source of a script into words, numbers, strings, signs and mentions, each with its position. */
import { message } from '../messages/message.ts';
import type { ScriptSource, SourceMention } from '../rich-text/script-source.ts';
import { ScriptSyntaxError } from './script-diagnostic.ts';
import type { SourcePosition } from './syntax.ts';

/** `text` is the source text, for a string its value; `source` is that of a string with its escapes. `firstOnLine`: a line ends between the previous token and this one. */
type TokenSpan = { text: string; start: number; end: number; at: SourcePosition; firstOnLine: boolean };
export type Token = TokenSpan &
  (
    | { type: 'word' | 'integer' | 'float' | 'sign' | 'end' }
    | { type: 'string'; source: string }
    | { type: 'mention'; mention: SourceMention }
  );

const tokenPattern =
  /(?<blank>[ \t\r\n]+)|(?<float>\d*\.\d+)|(?<integer>\d+)|(?<word>[A-Za-z$_][0-9A-Za-z$_]*)|(?<string>"(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*"|'(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*')|(?<sign>[*/+\-%<>=!]=|&&|\|\||[*/+\-%<>=!(),.])/y;

const escapeCharacters: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The tokens of a source, with an `end` after the last. Throws a ScriptSyntaxError at an invalid character. */
export function tokenize(code: ScriptSource, block: number): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let firstOnLine = true;
  const createSpan = (text: string, start: number, end: number): TokenSpan => {
    const at = { block, line, column: start - lineStart + 1 };
    const span = { text, start, end, at, firstOnLine };
    firstOnLine = false;
    return span;
  };
  /** Adds the tokens of a part of the source, which ends at a mention or at the end of the source. */
  const addTokens = (start: number, end: number, follows: 'mention' | 'end'): void => {
    const source = code.text.slice(0, end);
    tokenPattern.lastIndex = start;
    while (tokenPattern.lastIndex < end) {
      const from = tokenPattern.lastIndex;
      const found = tokenPattern.exec(source);
      if (found === null) throw createTokenError(source, from, follows, createSpan('', from, from).at);
      const { blank, float, integer, word, string, sign } = found.groups ?? {};
      const to = tokenPattern.lastIndex;
      if (blank !== undefined) {
        for (let index = from; index < to; index++) {
          if (source[index] !== '\n') continue;
          line++;
          lineStart = index + 1;
          firstOnLine = true;
        }
      } else if (string !== undefined)
        tokens.push({ type: 'string', source: string.slice(1, -1), ...createSpan(unescapeString(string), from, to) });
      else if (word !== undefined) tokens.push({ type: 'word', ...createSpan(word, from, to) });
      else if (sign !== undefined) tokens.push({ type: 'sign', ...createSpan(sign, from, to) });
      else if (float !== undefined) tokens.push({ type: 'float', ...createSpan(float, from, to) });
      else if (integer !== undefined) tokens.push({ type: 'integer', ...createSpan(integer, from, to) });
    }
  };
  let next = 0;
  for (const mention of code.mentions) {
    addTokens(next, mention.start, 'mention');
    tokens.push({ type: 'mention', mention, ...createSpan(code.text.slice(mention.start, mention.end), mention.start, mention.end) });
    next = mention.end;
  }
  addTokens(next, code.text.length, 'end');
  tokens.push({ type: 'end', ...createSpan('', code.text.length, code.text.length) });
  return tokens;
}

function unescapeString(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/g, (_escape, character: string) => escapeCharacters[character] ?? character);
}

function createTokenError(source: string, at: number, follows: 'mention' | 'end', place: SourcePosition): ScriptSyntaxError {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return new ScriptSyntaxError(message('script.unexpected.character', { character }), place);
  }
  const [inside = ''] = /^(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*/.exec(source.slice(at + 1)) ?? [];
  const stop = source[at + 1 + inside.length];
  if (stop === '\\') return new ScriptSyntaxError(message('script.string.escape'), place);
  if (stop === '"' || stop === "'") return new ScriptSyntaxError(message('script.string.quote', { quote: stop }), place);
  if (stop === undefined && follows === 'mention') return new ScriptSyntaxError(message('script.string.mention'), place);
  return new ScriptSyntaxError(message('script.string.open', { quote }), place);
}
