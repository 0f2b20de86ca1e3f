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
  const best = new BestMatches<SearchOption>(maxMatches);
  for (const option of options) {
    const rank = rankOfFolded(foldedNameOf(option), foldedQuery);
    if (rank !== null) best.add(option, rank);
  }
  return [...best.matches];
}

/** The first matches by rank and name. Only they are kept sorted: sorting all names of a large story on each key press would take too long. */
export class BestMatches<T extends { readonly name: string }> {
  readonly #limit: number;
  readonly #ranked: { readonly item: T; readonly rank: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get matches(): readonly T[] {
    return this.#ranked.map(({ item }) => item);
  }

  add(item: T, rank: number): void {
    const ranked = this.#ranked;
    const isBefore = (each: { readonly item: T; readonly rank: number }): boolean =>
      (rank - each.rank || compareTexts(item.name, each.item.name)) < 0;
    const last = ranked.at(-1);
    if (last && ranked.length >= this.#limit && !isBefore(last)) return;
    const at = ranked.findIndex(isBefore);
    ranked.splice(at < 0 ? ranked.length : at, 0, { item, rank });
    ranked.length = Math.min(ranked.length, this.#limit);
  }
}

/** How many options match, listed or not. */
export function countMatches(options: readonly SearchOption[], query: string): number {
  const foldedQuery = foldQuery(query);
  return options.reduce((count, option) => count + Number(rankOfFolded(foldedNameOf(option), foldedQuery) !== null), 0);
}

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
export const matchRank = (name: string, query: string): number | null => rankFor(query)(name);
/** The same for many names. */
export function rankFor(query: string): (name: string) => number | null {
  const foldedQuery = foldQuery(query);
  return (name) => rankOfFolded(foldText(name), foldedQuery);
}
export const matchesName = (name: string, query: string): boolean => matchRank(name, query) !== null;

const foldQuery = (query: string): string => foldText(query.trim());

function rankOfFolded(name: string, foldedQuery: string): number | null {
  if (foldedQuery === '' || name === foldedQuery) return 0;
  if (name.startsWith(foldedQuery)) return 1;
  if (name.includes(` ${foldedQuery}`)) return 2;
  return foldedQuery.split(/\s+/).every((word) => name.includes(word)) ? 3 : null;
}
