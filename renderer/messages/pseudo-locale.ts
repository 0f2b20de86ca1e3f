/** English made strange: every letter accented, every text 40 % longer, what is put into a sentence left as it is. */
import type { MessageCatalogue } from '../../shared/messages/messages.ts';

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'][at] ?? letter]),
);
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [letter, [...'ÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'][at] ?? letter]),
);
/** Around what is put in; from the private area of Unicode, so that no text has them. */
const PARAMETER_START = '\uE000';
const PARAMETER_END = '\uE001';

export function pseudoLocalize<W extends MessageCatalogue>(words: W): W {
  const strange = Object.entries(words).map(([name, text]) => [name, pseudoLocalizeText(text)]);
  // The same names with texts of the same shape.
  return Object.fromEntries(strange) as W;
}

function pseudoLocalizeText(text: MessageCatalogue[string]): unknown {
  if (typeof text === 'string') return accentText(text);
  if (typeof text === 'object') return pseudoLocalize(text);
  return (...given: unknown[]) => accentText((text as (...given: unknown[]) => string)(...given.map(markParameter)));
}

function markParameter(given: unknown): unknown {
  if (typeof given === 'string') return `${PARAMETER_START}${given}${PARAMETER_END}`;
  return Array.isArray(given) ? given.map(markParameter) : given;
}

export function accentText(text: string): string {
  let depth = 0;
  let letters = 0;
  let all = '';
  for (const letter of text) {
    if (letter === PARAMETER_START) depth++;
    else if (letter === PARAMETER_END) depth--;
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
