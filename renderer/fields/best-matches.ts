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
  // Only as many as are shown are kept in order: sorting all names of a large story would take longer than a key press may.
  const best: Rated[] = [];
  for (const option of options) {
    const rate = rating(foldedName(option), wanted);
    const last = best[MOST - 1];
    if (rate === null || (last && order({ option, rate }, last) >= 0)) continue;
    const at = best.findIndex((each) => order({ option, rate }, each) < 0);
    best.splice(at < 0 ? best.length : at, 0, { option, rate });
    best.length = Math.min(best.length, MOST);
  }
  return best.map(({ option }) => option);
}

interface Rated {
  readonly option: Option;
  readonly rate: number;
}

const { compare } = new Intl.Collator();
const order = (one: Rated, two: Rated): number => one.rate - two.rate || compare(one.option.name, two.option.name);
const folded = new WeakMap<Option, string>();

/** Of the same option only once: the list stays while the writer types. */
function foldedName(option: Option): string {
  const known = folded.get(option) ?? fold(option.name);
  folded.set(option, known);
  return known;
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
