/** Names in scripts: which customIds and variable names are valid, and how a customId is generated from a name (G18, G23). */

/** [G18] Words of the scripting language, case-sensitive: no customId and no variable may be one. */
export const reservedWords: ReadonlySet<string> = new Set([
  'if',
  'elseif',
  'else',
  'endif',
  'and',
  'or',
  'is',
  'not',
  'true',
  'false',
  'abs',
  'max',
  'min',
  'random',
  'roll',
  'round',
  'sqr',
  'sqrt',
  'visits',
  'show',
  'reset',
  'resetAll',
  'resetVisits',
]);

/** [G18] Whether the word belongs to the scripting language. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}

/** [Boards] Whether a board or component may have this customId. */
export function isValidCustomId(id: string): boolean {
  return /^[A-Za-z$][0-9A-Za-z_]*$/.test(id) && !isReservedWord(id);
}

/** [Attributes] Whether a variable (global, or of a board or component) may have this name. */
export function isValidVariableName(name: string): boolean {
  return /^[A-Za-z$_][0-9A-Za-z_]*$/.test(name) && !isReservedWord(name);
}

const letterTransliterations: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/**
 * [G23] A customId from a name: accents folded, lower case, everything else than letters, digits and `_` turned into single `_`,
 * a letter first, `_2`, `_3` … when taken. A name without a letter to use gives `id` (`id_42` for "42"). `isTaken` is called for each candidate.
 */
export function generateCustomId(name: string, isTaken: (id: string) => boolean): string {
  const normalized = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^ -~]/gu, (letter) => letterTransliterations[letter] ?? letter)
    .replace(/[^0-9a-z_]+/g, '_');
  const stem = withLetterFirst(trimUnderscores(normalized));
  const isFree = (id: string) => !isReservedWord(id) && !isTaken(id);
  if (isFree(stem)) return stem;
  for (let count = 2; ; count++) {
    const id = `${stem}_${count}`;
    if (isFree(id)) return id;
  }
}

function withLetterFirst(stem: string): string {
  if (stem === '') return 'id';
  return /^[a-z]/.test(stem) ? stem : `id_${stem}`;
}

/** Trims `_` from both ends. Not a regular expression, whose time would grow with the square of the length. */
function trimUnderscores(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '_') from++;
  while (to > from && text[to - 1] === '_') to--;
  return text.slice(from, to);
}
