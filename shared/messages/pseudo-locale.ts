/** A pseudo-language for tests, derived from English: every letter accented, every text 40 % longer. */

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'][at] ?? letter]),
);
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [letter, [...'ÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'][at] ?? letter]),
);

export function accentText(text: string): string {
  let letters = 0;
  let accented = '';
  for (const letter of text) {
    const accent = accents[letter] ?? capitals[letter];
    // Doubles two of five letters, starting with the first, so that a single letter becomes longer, too.
    const isDoubled = accent !== undefined && [0, 3].includes(letters++ % 5);
    accented += (accent ?? letter).repeat(isDoubled ? 2 : 1);
  }
  return accented;
}
