/** What is searched for: the last search, with which the next one starts, and its filters. Not stored. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { hasText, localizedTextOf } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findVariableById } from '../../../shared/play/play-memory.ts';
import { boardIdOf } from '../../records/record-location.ts';
import { variablesOfRecord } from '../../records/scripts/variable-usages.ts';
import { type ContentType, type KindGroup, kindGroups, type SearchableText, searchedKind } from '../../records/search/searchable-texts.ts';
import type { SearchQuery } from '../../records/search/text-matching.ts';
import { onProjectChange } from '../../state/open-project.ts';

/** The filters of a search: kind, location, theme, language, used record, missing translation. */
export interface SearchFilters {
  readonly kind: KindGroup | 'all';
  readonly holds: ContentType | 'all';
  readonly boardId: string | null;
  readonly theme: string | 'all';
  /** Only texts of this language; texts without a language always match. */
  readonly locale: string | 'all';
  /** The id of a component, a variable or an asset that the record uses. */
  readonly uses: string | null;
  /** Only main texts that are missing in this language. */
  readonly missing: string | null;
}

export const defaultFilters: SearchFilters = {
  kind: 'all',
  holds: 'all',
  boardId: null,
  theme: 'all',
  locale: 'all',
  uses: null,
  missing: null,
};

interface FindState {
  readonly mode: 'find' | 'replace';
  readonly query: SearchQuery;
  readonly replacement: string;
  readonly filters: SearchFilters;
  readonly areFiltersShown: boolean;
  /** The id of the result that was gone to last. */
  readonly current: string | null;
  /** Ask to go to other results, one after another; empty when that has happened. */
  readonly steps: readonly (1 | -1)[];
  /** The field that is asked to take the focus; null when it has. */
  readonly focusRequest: 'query' | 'replacement' | null;
}

const initialState: FindState = {
  mode: 'find',
  query: { text: '', matchCase: false, wholeWords: false },
  replacement: '',
  filters: defaultFilters,
  areFiltersShown: false,
  current: null,
  steps: [],
  focusRequest: null,
};
export const findStore = createStore<FindState>(() => initialState);
export const useFindState = (): FindState => useStore(findStore);

/** Another text begins at its first result; other options stay at the current one where it is still found. */
export const setQuery = (part: Partial<SearchQuery>): void =>
  findStore.setState(({ query, current }) => ({
    query: { ...query, ...part },
    current: part.text === undefined || part.text === query.text ? current : null,
  }));
export const setFilters = (part: Partial<SearchFilters>): void =>
  findStore.setState(({ filters }) => ({ filters: { ...filters, ...part } }));
export const clearFocusRequest = (): void => findStore.setState({ focusRequest: null });
export const setReplacement = (replacement: string): void => findStore.setState({ replacement });

/** Filters refer to records of one project. */
onProjectChange(() => findStore.setState(initialState));

export const hasActiveFilters = (filters: SearchFilters): boolean =>
  Object.entries(defaultFilters).some(([name, value]) => Reflect.get(filters, name) !== value);

export function createFilter(project: Project, filters: SearchFilters): (record: AnyRecord, part: SearchableText) => boolean {
  if (!hasActiveFilters(filters)) return () => true;
  const kinds: ReadonlySet<string> | null = filters.kind === 'all' ? null : new Set(kindGroups[filters.kind].kinds);
  const uses = filters.uses === null ? null : createUsageFilter(project, filters.uses);
  const { holds, boardId, theme, locale, missing } = filters;
  const main = project.mainLocale;
  return (record, part) =>
    (kinds === null || kinds.has(searchedKind(record, part))) &&
    (holds === 'all' || part.holds === holds) &&
    (locale === 'all' || part.locale === null || part.locale === locale) &&
    (theme === 'all' || record.theme === theme) &&
    (boardId === null || boardIdOf(project, record) === boardId) &&
    (missing === null || (part.locale === main && !hasText(localizedTextOf(record, part.field), missing))) &&
    (uses === null || uses(record));
}

/** Whether a record has it attached, lists it or mentions it; for a variable, whether its scripts use it. */
function createUsageFilter(project: Project, id: string): (record: AnyRecord) => boolean {
  const name = findVariableById(project, id)?.name;
  if (name !== undefined) return (record) => variablesOfRecord(record).includes(name);
  const users = new Set<string>();
  for (const holder of project.referrersOf(id)) {
    users.add(holder);
    const record = project.get(holder);
    for (const owner of [record?.elementId, record?.cId]) if (typeof owner === 'string') users.add(owner);
  }
  return (record) => users.has(record.id);
}
