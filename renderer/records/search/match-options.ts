/** Finds options by a part of their name: what begins with it first, then what has a word that does, then what holds it anywhere. */
export interface SearchOption {
  readonly id: string;
  readonly name: string;
  readonly where: string;
}

/** More than anyone reads; who wants another one types more. */
const MAX_MATCHES = 50;

export function findBestMatches(options: readonly SearchOption[], words: string): SearchOption[] {
  const wanted = foldText(words.trim());
  // Only as many as are shown are kept in order: sorting all names of a large story would take longer than a key press may.
  const best: RatedOption[] = [];
  for (const option of options) {
    const rate = matchRank(foldedNameOf(option), wanted);
    const last = best[MAX_MATCHES - 1];
    if (rate === null || (last && compareRated({ option, rate }, last) >= 0)) continue;
    const at = best.findIndex((each) => compareRated({ option, rate }, each) < 0);
    best.splice(at < 0 ? best.length : at, 0, { option, rate });
    best.length = Math.min(best.length, MAX_MATCHES);
  }
  return best.map(({ option }) => option);
}

interface RatedOption {
  readonly option: SearchOption;
  readonly rate: number;
}

const { compare } = new Intl.Collator();
const compareRated = (one: RatedOption, two: RatedOption): number => one.rate - two.rate || compare(one.option.name, two.option.name);
const foldedNames = new WeakMap<SearchOption, string>();

/** Of the same option only once: the list stays while the writer types. */
function foldedNameOf(option: SearchOption): string {
  const known = foldedNames.get(option) ?? foldText(option.name);
  foldedNames.set(option, known);
  return known;
}

function matchRank(name: string, wanted: string): number | null {
  if (wanted === '' || name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : null;
}

const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
