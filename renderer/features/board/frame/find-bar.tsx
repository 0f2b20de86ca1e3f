/** Finds text on the open board. Each match is selected and brought into view, in reading order: Enter for the next one, Shift+Enter for the previous one. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react';
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
import { selectItems, useSelection } from '../../../state/selection.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useWaitingRequest } from '../../../ui/use-waiting-request.ts';

const maxMatches = 20_000;
const noMatches: readonly string[] = [];

export function FindBar({ boardId }: { boardId: string }) {
  const { query: typed, focusRequests } = useBoardFind();
  const query = useDeferredValue(typed ?? '');
  const { texts, part } = useTextIndex();
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focusRequests` is not read, but each new request selects the text of the field
  useEffect(() => input.current?.select(), [focusRequests]);
  const found = useMemo(() => findOnBoard(texts.value, boardId, query), [texts, query, boardId]);
  const at = last === null ? -1 : found.indexOf(last);
  // Until the story is read, what is read later could contain the next match.
  const [, go] = useWaitingRequest<1 | -1>(part === null, typed, (step) => {
    // Someone who types quickly presses Enter before the matches of the text are shown.
    const current = query === typed ? found : findOnBoard(texts.value, boardId, typed ?? '');
    const id = neighborOf(current, last, step);
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
        {query !== '' && (part === null ? matchPosition(at, found.length) : t('find.results.indexing', { part }))}
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

function findOnBoard(index: TextIndex, boardId: string, text: string): readonly string[] {
  if (text === '') return noMatches;
  const { project } = index;
  const { hits } = index.search(
    { text, matchCase: false, wholeWords: false },
    (record) => boardIdOf(project, record) === boardId,
    maxMatches,
  );
  return sortInReadingOrder(project, boardId, new Set(hits.flatMap(({ record }) => containingItemId(project, record) ?? [])));
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
function sortInReadingOrder(project: Project, boardId: string, ids: ReadonlySet<string>): readonly string[] {
  const index = boardIndexFor(project, boardId);
  const places = new Map(index.readingOrder().map((id, at) => [id, at]));
  const placeOf = (id: string): number =>
    places.get(id) ?? (places.get(index.connections.get(id)?.itemId ?? '') ?? Number.POSITIVE_INFINITY) + 0.5;
  return [...ids].sort((one, two) => placeOf(one) - placeOf(two));
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
