/**
 * Finds text in all names, texts and scripts of the open project. The panel stays beside the board: Enter goes to a result, F3 to the next one from anywhere.
 * With a second field it replaces text, after a preview.
 */

import { CaseSensitive, ListFilter, Replace, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { openLocalComment } from '../../navigation/comments/comments-state.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { isComposing } from '../../platform/composition.ts';
import { boardLocationOf } from '../../records/record-location.ts';
import { type SearchHit, type TextIndex, useTextIndex } from '../../records/search/text-index.ts';
import type { SearchQuery } from '../../records/search/text-matching.ts';
import { focusBoard } from '../../state/board-view.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { closePane, openPane } from '../../state/pane-layout.ts';
import { useDerived } from '../../state/revised.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { selectionStore } from '../../state/selection.ts';
import { Button, IconButton, IconToggle } from '../../ui/button.tsx';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { FindFilters } from './find-filters.tsx';
import { clearFocusRequest, createFilter, findStore, hasActiveFilters, type SearchFilters, setQuery, useFindState } from './find-state.ts';
import { highlightMatches } from './highlight-matches.ts';
import { HitContext, hitFieldLabel, hitGroupLabel, hitRecordLabel } from './hit-labels.tsx';
import { PickList, type PickListItem } from './pick-list.tsx';
import { isReplaceable, ReplaceView } from './replace-view.tsx';
import './find.css';

/** The maximum number of results, and of replacements in one step. */
const maxHits = 20_000;
/** Results that are rendered at first, and with each press of the button below them. */
const pageSize = 200;

interface GroupedHit {
  readonly id: string;
  readonly hit: SearchHit;
  readonly group: string;
}

/** Opens the panel with the focus in its field; from a search in it, the focus goes on to the replacement. */
export function showFind(mode: 'find' | 'replace'): void {
  const { mode: before, query } = findStore.getState();
  const hasSearched = before === 'find' && query.text !== '' && document.activeElement?.closest('.find-panel') != null;
  findStore.setState({ mode, focusRequest: mode === 'replace' && hasSearched ? 'replacement' : 'query' });
  openPane('find');
}

/** Goes to the result after or before the current one, wherever the focus is. A closed panel opens with its last search. */
export function stepHit(step: 1 | -1): void {
  findStore.setState(({ steps }) => ({ steps: [...steps, step] }));
  openPane('find');
}

export function FindPanel() {
  const { mode, filters, areFiltersShown } = useFindState();
  const results = useResults();
  const hasLocales = useProject(({ projectRecord }) => projectRecord.locales.length > 1);
  useSteps(results);
  useHighlight(results);
  const title = mode === 'find' ? t('find.title') : t('find.replaceTitle');
  const filterFields = areFiltersShown && <FindFilters filters={filters} />;
  return (
    <search className="find-panel" aria-label={title} onKeyDown={closeOnEscape}>
      <header className="pane-head">
        <h2 className="pane-title">{title}</h2>
        <IconToggle
          icon={ListFilter}
          label={t('find.filter.label')}
          isSelected={areFiltersShown}
          onChange={(isSelected) => findStore.setState({ areFiltersShown: isSelected })}
        />
        <IconToggle
          icon={Replace}
          label={t('actions.replace')}
          isSelected={mode === 'replace'}
          onChange={(isSelected) => showFind(isSelected ? 'replace' : 'find')}
        />
        <IconButton icon={X} label={t('find.close')} onPress={close} />
      </header>
      <div className="find">
        {mode === 'find' ? (
          <FoundList results={results} filters={filterFields} showLocale={hasLocales} />
        ) : (
          <ReplaceView results={results} options={<MatchToggles />} filters={filterFields} showLocale={hasLocales} go={goToHit} />
        )}
        <footer className="find-foot" role="status">
          {results.isSearching && results.total !== null && <span>{countLabel(mode, results.hits.length, results.total)}</span>}
          {results.part !== null && <span>{t('find.results.indexing', { part: results.part })}</span>}
        </footer>
      </div>
    </search>
  );
}

function close(): void {
  closePane('find');
  focusBoard();
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event.nativeEvent)) close();
}

interface SearchRequest {
  readonly mode: 'find' | 'replace';
  readonly query: SearchQuery;
  readonly filters: SearchFilters;
}

interface FoundResults {
  readonly request: SearchRequest;
  /** The rows of the list: in replace mode, what can be replaced. */
  readonly hits: readonly GroupedHit[];
  /** With those that are too many for the list. */
  readonly total: number;
  /** Whether the whole story had been read. */
  readonly isComplete: boolean;
}

interface Results extends Omit<FoundResults, 'total'> {
  /** null before the first search has ended. */
  readonly total: number | null;
  readonly isSearching: boolean;
  /** Whether these belong to an earlier text. */
  readonly isOutdated: boolean;
  /** The progress of reading the story, in which more may be found; null when it is read. */
  readonly part: number | null;
}

/** The search runs in slices, and one of a text is stopped by the next key. Until the first results, the list is that of the text before. */
function useResults(): Results {
  const { query, filters, mode } = useFindState();
  const { texts, part } = useTextIndex();
  const request = useMemo<SearchRequest>(() => ({ query, filters, mode }), [query, filters, mode]);
  const search = useCallback(
    async (index: TextIndex, isCurrent: () => boolean) =>
      (await runInSlices(findResults(index, request), { pause: yieldToMain, isCurrent }))?.result ?? null,
    [request],
  );
  const found = useDerived(texts, search);
  // What is found in one mode is not a list for the other one.
  const shown = found?.request.mode === mode ? found : { request, hits: [], total: null, isComplete: false };
  return { ...shown, isSearching: isSearchFor(shown.request), isOutdated: found?.request !== request, part };
}

const isSearchFor = ({ query, filters, mode }: SearchRequest): boolean =>
  query.text !== '' || (mode === 'find' && hasActiveFilters(filters));

/** Searches in small steps. */
export function* findResults(index: TextIndex, request: SearchRequest): Generator<void, FoundResults> {
  const { project, isComplete } = index;
  if (!isSearchFor(request)) return { request, hits: [], total: 0, isComplete };
  const fits = createFilter(project, request.filters);
  const isReplacing = request.mode === 'replace';
  const { hits, total } = yield* index.search(
    request.query,
    isReplacing ? (record, textPart) => isReplaceable(record, textPart) && fits(record, textPart) : fits,
    maxHits,
  );
  // The number of matches is shown.
  if (isReplacing) for (const { ranges } of hits) yield void ranges();
  return { request, hits: yield* groupHits(project, hits), total, isComplete };
}

/** Groups are listed in the order of their first result. */
function* groupHits(project: Project, all: readonly SearchHit[]): Generator<void, readonly GroupedHit[]> {
  const groups = new Map<string, GroupedHit[]>();
  const counts = new Map<string, number>();
  for (const hit of all) {
    const group = hitGroupLabel(project, hit.record);
    const { field, locale, holds, localCommentId } = hit.part;
    const inGroup = groups.get(group) ?? [];
    groups.set(group, inGroup);
    const place = [hit.record.id, field, locale, holds, localCommentId].join(' ');
    // A content may have several scripts.
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    inGroup.push({ id: `${place} ${count}`, hit, group });
    yield;
  }
  return [...groups.values()].flat();
}

const countLabel = (mode: 'find' | 'replace', shown: number, total: number): string => {
  if (total > shown) return t('find.results.foundFirst', { count: total, shown });
  return mode === 'find' ? t('find.results.found', { count: total }) : t('find.results.matches', { count: total });
};

/** Makes the steps that F3 has asked for, as soon as the results are complete. */
function useSteps({ hits, isOutdated, isComplete }: Results): void {
  const { steps, current } = useFindState();
  useEffect(() => {
    if (steps.length === 0 || isOutdated || !isComplete) return;
    findStore.setState({ steps: [] });
    let at = hits.findIndex(({ id }) => id === current);
    for (const step of steps) at = ((at < 0 && step < 0 ? 0 : at) + step + hits.length) % Math.max(1, hits.length);
    const next = hits[at];
    if (next) goToResult(next);
  }, [steps, current, hits, isOutdated, isComplete]);
}

/** Marks the matches of the current result in its texts. */
function useHighlight({ hits }: Results): void {
  const { query, current } = useFindState();
  const id = hits.find((each) => each.id === current)?.hit.record.id;
  const itemId = useProject((project) => (id === undefined ? null : (boardLocationOf(project, id)?.itemId ?? null)));
  useEffect(() => (itemId === null || query.text === '' ? undefined : highlightMatches(itemId, query)), [itemId, query]);
}

function goToResult({ id, hit }: GroupedHit): void {
  findStore.setState({ current: id });
  goToHit(hit);
}

function FoundList({ results, filters, showLocale }: { results: Results; filters: ReactNode; showLocale: boolean }) {
  const { query, filters: chosen, current, focusRequest } = useFindState();
  const { hits, isOutdated, isSearching, isComplete } = results;
  const [pages, setPages] = useResettingState(1, JSON.stringify([query, chosen]));
  const shown = Math.max(pages * pageSize, hits.findIndex(({ id }) => id === current) + 1);
  const picks = hits
    .slice(0, shown)
    .map(({ id, hit, group }): PickListItem => ({ id, group, content: <HitRow hit={hit} showLocale={showLocale} /> }));
  // While the index is still reading, there may be more results.
  const noResultsText = isComplete && !isOutdated ? t('find.results.none') : '';
  return (
    <PickList
      label={t('find.inputLabel')}
      placeholder={t('find.inputPlaceholder')}
      query={query.text}
      onQueryChange={(text) => setQuery({ text })}
      items={picks}
      current={current}
      isOutdated={isOutdated}
      isIncomplete={!isComplete}
      isFocusRequested={focusRequest === 'query'}
      onFocused={clearFocusRequest}
      onPick={(id) => {
        const picked = hits.find((each) => each.id === id);
        if (picked) goToResult(picked);
      }}
      inputActions={<MatchToggles />}
      toolbar={filters}
      footer={
        hits.length > shown && (
          <Button variant="quiet" onPress={() => setPages(pages + 1)}>
            {t('find.results.showMore', { count: hits.length - shown })}
          </Button>
        )
      }
      emptyState={<p className="find-empty">{isSearching ? noResultsText : t('find.results.hint')}</p>}
    />
  );
}

function MatchToggles() {
  const { matchCase, wholeWords } = useFindState().query;
  return (
    <>
      <IconToggle
        icon={CaseSensitive}
        label={t('find.option.matchCase')}
        isSelected={matchCase}
        onChange={(isSelected) => setQuery({ matchCase: isSelected })}
      />
      <IconToggle
        icon={WholeWord}
        label={t('find.option.wholeWords')}
        isSelected={wholeWords}
        onChange={(isSelected) => setQuery({ wholeWords: isSelected })}
      />
    </>
  );
}

function HitRow({ hit, showLocale }: { hit: SearchHit; showLocale: boolean }) {
  const { project } = openProjectStore.getState();
  return (
    <>
      <span className="hit-record">
        <span className="hit-name user-text">{hitRecordLabel(project, hit.record)}</span>{' '}
        <small>{hitFieldLabel(project, hit.part, showLocale)}</small>
      </span>
      <HitContext hit={hit} />
    </>
  );
}

function goToHit({ record, part }: SearchHit): void {
  if (part.localCommentId !== undefined) {
    goToRecord(record);
    openLocalComment(record.id, part.localCommentId);
    return;
  }
  const { project } = openProjectStore.getState();
  if (part.locale !== null && project.projectRecord.locales.some(({ iso }) => iso === part.locale))
    selectionStore.setState({ locale: part.locale === project.mainLocale ? null : part.locale });
  goToRecord(record.kind === 'reply' ? { id: String(record.commentId) } : record);
}
