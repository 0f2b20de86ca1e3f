/** Finds options by a part of their name: what begins with it first, then what has a word that does, then what holds it anywhere. */
export interface Option {
  readonly id: string;
  readonly name: string;
  readonly where: string;
}

/** More than anyone reads; who wants another one types more. */
const MOST = 50;

export function bestMatches(options: readonly Option[], words: string): Option[] {
  const wanted = fold(words.trim());
  const rated = options.flatMap((option) => {
    const rate = rating(fold(option.name), wanted);
    return rate === null ? [] : [{ option, rate }];
  });
  return rated
    .sort((a, b) => a.rate - b.rate || a.option.name.localeCompare(b.option.name))
    .slice(0, MOST)
    .map(({ option }) => option);
}

function rating(name: string, wanted: string): number | null {
  if (wanted === '' || name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : null;
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
