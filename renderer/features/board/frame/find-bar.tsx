/** Finds text on the open board. Each match is selected and brought into view, in reading order: Enter for the next one, Shift+Enter for the previous one. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { isComposing } from '../../../platform/composition.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { isItem } from '../../../records/board/items.ts';
import { boardIdOf } from '../../../records/record-location.ts';
import { type TextIndex, useTextIndex } from '../../../records/search/text-index.ts';
import { boardViewStore, focusBoard } from '../../../state/board-view.ts';
import { onProjectChange } from '../../../state/open-project.ts';
import { useDerived } from '../../../state/revised.ts';
import { runInSlices, yieldToMain } from '../../../state/run-in-slices.ts';
import { selectItems, useSelection } from '../../../state/selection.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useWaitingRequest } from '../../../ui/use-waiting-request.ts';

const maxMatches = 20_000;
const noMatches: readonly string[] = [];

export function FindBar({ boardId }: { boardId: string }) {
  const { query: typed, focusRequests } = useBoardFind();
  const { texts, part } = useTextIndex();
  const text = typed ?? '';
  const find = useCallback(
    async (index: TextIndex, isCurrent: () => boolean): Promise<BoardMatches | null> =>
      (await runInSlices(findOnBoard(index, boardId, text), { pause: yieldToMain, isCurrent }))?.result ?? null,
    [boardId, text],
  );
  const matches = useDerived(texts, find);
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusRequests` is not read, but each new request selects the text of the field
  useEffect(() => input.current?.select(), [focusRequests]);
  const isKnown = matches !== null && matches.boardId === boardId && matches.text !== '';
  const found = isKnown ? matches.ids : noMatches;
  const at = last === null ? -1 : found.indexOf(last);
  // Someone who types quickly presses Enter before the matches of the text are known, and until the story is read, one that is missing could be the next.
  const isReady = isKnown && matches.text === text && matches.isComplete;
  const [, go] = useWaitingRequest<1 | -1>(isReady, typed, (step) => {
    const id = neighborOf(found, last, step);
    if (id === undefined) return;
    selectItems([id]);
    boardViewStore.getState().view?.bringIntoView(id);
  });
  const close = () => {
    closeFindBar();
    focusBoard();
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' || event.key === 'ArrowDown') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowUp') go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="find-bar">
      <input
        ref={input}
        className="input"
        aria-label={t('boardActions.find.label')}
        placeholder={t('boardActions.find.placeholder')}
        value={typed ?? ''}
        onChange={({ target }) => setFindQuery(target.value)}
        onKeyDown={press}
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the bar is opened to type into this field
        autoFocus
      />
      <span className="find-count" role="status">
        {text !== '' && part !== null && t('find.results.indexing', { part })}
        {text !== '' && part === null && isKnown && matchPosition(at, found.length)}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('boardActions.find.previous')}
        keys="Shift+Enter"
        isDisabled={found.length === 0}
        onPress={() => go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('boardActions.find.next')}
        keys="Enter"
        isDisabled={found.length === 0}
        onPress={() => go(1)}
      />
      <IconButton icon={X} label={t('boardActions.find.close')} keys="Escape" onPress={close} />
    </search>
  );
}

interface BoardMatches {
  readonly boardId: string;
  readonly text: string;
  readonly ids: readonly string[];
  /** Whether the whole story had been read. */
  readonly isComplete: boolean;
}

/** Searches in small steps. */
export function* findOnBoard(index: TextIndex, boardId: string, text: string): Generator<void, BoardMatches> {
  const { project, isComplete } = index;
  if (text === '') return { boardId, text, ids: noMatches, isComplete };
  const query = { text, matchCase: false, wholeWords: false };
  const { hits } = yield* index.search(query, (record) => boardIdOf(project, record) === boardId, maxMatches);
  const ids = new Set<string>();
  for (const { record } of hits) {
    const id = containingItemId(project, record);
    if (id !== undefined) ids.add(id);
    yield;
  }
  return { boardId, text, ids: yield* sortInReadingOrder(project, boardId, ids), isComplete };
}

/** The match after or before `id`, cyclically; the first or the last one if `id` is not a match. */
function neighborOf(matches: readonly string[], id: string | null, step: 1 | -1): string | undefined {
  const at = id === null ? -1 : matches.indexOf(id);
  if (at < 0) return matches.at(step === 1 ? 0 : -1);
  return matches[(at + step + matches.length) % matches.length];
}

const matchPosition = (at: number, count: number): string =>
  count === 0 ? t('boardActions.find.none') : t('boardActions.find.of', { at: at + 1, count });

/** The item or connection that a record is or belongs to. */
function containingItemId(project: Project, record: AnyRecord): string | undefined {
  let at: AnyRecord | undefined = record;
  for (let step = 0; at && step < 3; step++) {
    if (isItem(project, at.id) || at.kind === 'connection') return at.id;
    const holder: unknown = at.branchId ?? at.elementId ?? at.cId;
    at = typeof holder === 'string' ? project.get(holder) : undefined;
  }
  return undefined;
}

/** In reading order; a connection comes directly after its source item. */
function* sortInReadingOrder(project: Project, boardId: string, ids: ReadonlySet<string>): Generator<void, readonly string[]> {
  const index = boardIndexFor(project, boardId);
  const sorted = new Set<string>();
  for (const id of yield* index.buildOrder()) {
    if (ids.has(id)) sorted.add(id);
    for (const connection of index.connectionsOf(id))
      if (ids.has(connection) && index.connections.get(connection)?.itemId === id) sorted.add(connection);
    yield;
  }
  // A connection with a missing end has no place.
  return [...new Set([...sorted, ...ids])];
}

/** The query is null while the bar is closed. Not stored. */
const boardFindStore = createStore<BoardFindState>(() => ({ query: null, lastQuery: '', focusRequests: 0 }));

interface BoardFindState {
  readonly query: string | null;
  /** What was searched for when the bar was closed. */
  readonly lastQuery: string;
  readonly focusRequests: number;
}

/** Opens the find bar with the previous query, or moves the focus back to it. */
export const showFindBar = (): void =>
  boardFindStore.setState(({ query, lastQuery, focusRequests }) => ({ query: query ?? lastQuery, focusRequests: focusRequests + 1 }));
const setFindQuery = (query: string): void => boardFindStore.setState({ query });
function closeFindBar(): void {
  boardFindStore.setState(({ query, lastQuery }) => ({ query: null, lastQuery: query ?? lastQuery }));
}
onProjectChange(() => boardFindStore.setState({ query: null, lastQuery: '' }));
export const useBoardFind = () => useStore(boardFindStore);
