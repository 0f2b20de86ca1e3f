/** English made strange: every letter accented, every text 40 % longer, what is put into a sentence left as it is. */
import type { Words } from '../../shared/words/words.ts';

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'][at] ?? letter]),
);
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [letter, [...'ÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'][at] ?? letter]),
);
/** Around what is put in; from the private area of Unicode, so that no text has them. */
const OPEN = '\uE000';
const CLOSE = '\uE001';

export function pseudo<W extends Words>(words: W): W {
  const strange = Object.entries(words).map(([name, text]) => [name, strangely(text)]);
  // The same names with texts of the same shape.
  return Object.fromEntries(strange) as W;
}

function strangely(text: Words[string]): unknown {
  if (typeof text === 'string') return accented(text);
  if (typeof text === 'object') return pseudo(text);
  return (...given: unknown[]) => accented((text as (...given: unknown[]) => string)(...given.map(marked)));
}

function marked(given: unknown): unknown {
  if (typeof given === 'string') return `${OPEN}${given}${CLOSE}`;
  return Array.isArray(given) ? given.map(marked) : given;
}

export function accented(text: string): string {
  let depth = 0;
  let letters = 0;
  let all = '';
  for (const letter of text) {
    if (letter === OPEN) depth++;
    else if (letter === CLOSE) depth--;
    else if (depth > 0) all += letter;
    else {
      const strange = accents[letter] ?? capitals[letter];
      // Two of five letters stand twice, the first one among them: a single letter is longer, too.
      const isTwice = strange !== undefined && [0, 3].includes(letters++ % 5);
      all += (strange ?? letter).repeat(isTwice ? 2 : 1);
    }
  }
  return all;
}
