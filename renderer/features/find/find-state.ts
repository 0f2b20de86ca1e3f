/** The last search, with which the next one starts. Not stored. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SearchQuery } from '../../records/search/text-matching.ts';
import { onProjectChange } from '../../state/open-project.ts';
import { defaultFilters, type SearchFilters } from './search-filters.ts';

interface FindState {
  readonly query: SearchQuery;
  readonly replacement: string;
  readonly filters: SearchFilters;
}

const initialState: FindState = { query: { text: '', matchCase: false, wholeWords: false }, replacement: '', filters: defaultFilters };
const findStore = createStore<FindState>(() => initialState);
export const useFindState = (): FindState => useStore(findStore);

export const setQuery = (part: Partial<SearchQuery>): void => findStore.setState(({ query }) => ({ query: { ...query, ...part } }));
export const setFilters = (part: Partial<SearchFilters>): void =>
  findStore.setState(({ filters }) => ({ filters: { ...filters, ...part } }));
export const setReplacement = (replacement: string): void => findStore.setState({ replacement });

/** Filters refer to records of one project. */
onProjectChange(() => findStore.setState(initialState));
