/** Searches names by what was typed, ranked the same in the palette, pickers, mentions and filtered lists. */
import { compareTexts } from '../../messages/translate.ts';
import { foldText } from './text-matching.ts';

export interface SearchOption {
  readonly id: string;
  readonly name: string;
  readonly where: string;
}

/** More options are not listed, but counted: typing more finds the others. */
const maxMatches = 50;

export function findBestMatches(options: readonly SearchOption[], query: string): SearchOption[] {
  const foldedQuery = foldQuery(query);
  // Only the listed options are kept sorted: sorting all names of a large story on each key press would take too long.
  const best: RatedOption[] = [];
  for (const option of options) {
    const rate = rankOfFolded(foldedNameOf(option), foldedQuery);
    const last = best[maxMatches - 1];
    if (rate === null || (last && compareRated({ option, rate }, last) >= 0)) continue;
    const at = best.findIndex((each) => compareRated({ option, rate }, each) < 0);
    best.splice(at < 0 ? best.length : at, 0, { option, rate });
    best.length = Math.min(best.length, maxMatches);
  }
  return best.map(({ option }) => option);
}

/** How many options match, listed or not. */
export function countMatches(options: readonly SearchOption[], query: string): number {
  const foldedQuery = foldQuery(query);
  return options.reduce((count, option) => count + Number(rankOfFolded(foldedNameOf(option), foldedQuery) !== null), 0);
}

interface RatedOption {
  readonly option: SearchOption;
  readonly rate: number;
}

const compareRated = (one: RatedOption, two: RatedOption): number => one.rate - two.rate || compareTexts(one.option.name, two.option.name);
const foldedNames = new WeakMap<SearchOption, string>();

/** Folded once per option, since the options stay the same while the user types. */
function foldedNameOf(option: SearchOption): string {
  const folded = foldedNames.get(option) ?? foldText(option.name);
  foldedNames.set(option, folded);
  return folded;
}

/**
 * How well a name matches what was typed, for every list that is searched by name: 0 if it is the same, 1 if it begins with it, 2 if one of
 * its words does, 3 if it contains all typed words; null if it does not match. Letters match without regard to case and accents.
 */
export const matchRank = (name: string, query: string): number | null => rankOfFolded(foldText(name), foldQuery(query));
export const matchesName = (name: string, query: string): boolean => matchRank(name, query) !== null;

const foldQuery = (query: string): string => foldText(query.trim());

function rankOfFolded(name: string, foldedQuery: string): number | null {
  if (foldedQuery === '' || name === foldedQuery) return 0;
  if (name.startsWith(foldedQuery)) return 1;
  if (name.includes(` ${foldedQuery}`)) return 2;
  return foldedQuery.split(/\s+/).every((word) => name.includes(word)) ? 3 : null;
}
