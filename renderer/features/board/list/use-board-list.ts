/** The state of a board's list view: expanded rows, the active row, the start of a range selection; and its keys. */
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { runBoardShortcut } from '../../../commands/use-shortcuts.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { clearReveal, selectItems, selectionStore, useIsOpenBoard, useSelection } from '../../../state/selection.ts';
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { ancestorRowIds, type BoardListRowData, buildListRows, selectionIdFor } from './board-list-rows.ts';

/** As in board-list.css. */
const ROW_HEIGHT = 34;

export type SelectMode = 'only' | 'toggle' | 'range';

export function useBoardList(boardId: string) {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const began = useRef<string | null>(null);
  const went = useRef<string | null>(null);
  const wantsFocus = useRef(false);
  const hasFocus = useRef(false);
  const index = boardIndexFor(project, boardId);
  const { revision: stamp } = index;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `index` is mutated in place; its stamp and the revision show that it has changed
  const rows = useMemo(() => buildListRows(project, index.readingOrder(), expanded), [project, index, stamp, revision, expanded]);
  const places = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows]);
  // If the active row was removed, the row in its place becomes active.
  const lastAt = useRef(0);
  const activeAt = places.get(active ?? '') ?? Math.min(lastAt.current, rows.length - 1);
  const activeId = rows[activeAt]?.id ?? null;
  useEffect(() => {
    lastAt.current = Math.max(0, activeAt);
  });
  const virtualRows = useVirtualRows({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    overscan: 8,
    headerHeight: ROW_HEIGHT,
    retainedRow: Math.max(0, activeAt),
  });
  const { scrollerRef, scrollToIndex } = virtualRows;

  const goTo = useCallback((id: string, how: 'focus' | 'show' = 'focus') => {
    const open = ancestorRowIds(openProjectStore.getState().project, id);
    setExpanded((before) => (open.every((each) => before.has(each)) ? before : new Set([...before, ...open])));
    setActive(id);
    went.current = id;
    wantsFocus.current ||= how === 'focus';
  }, []);

  // The active row is scrolled into view. It takes the focus if that was requested, or if the row that had the focus was removed.
  const seenAt = useRef('');
  useEffect(() => {
    const box = scrollerRef.current;
    if (!box) return;
    const row = `${activeAt} ${activeId}`;
    if (seenAt.current !== row && active !== null) scrollToIndex(activeAt);
    seenAt.current = row;
    if (!wantsFocus.current && !(hasFocus.current && document.activeElement === document.body)) return;
    wantsFocus.current = false;
    (box.querySelector<HTMLElement>(`[data-row="${activeId}"]`) ?? box).focus({ preventScroll: true });
  });

  // A record that is selected elsewhere becomes the active row.
  const isOpen = useIsOpenBoard(boardId);
  const newest = useSelection(({ ids }) => (isOpen ? ([...ids].at(-1) ?? null) : null));
  useEffect(() => {
    // A condition's row selects its branch, but stays the active row.
    const isThere = openProjectStore.getState().project.find('condition', went.current ?? '')?.branchId === newest;
    if (newest !== null && !isThere) goTo(newest, 'show');
  }, [newest, goTo]);
  const show = useSelection((state) => (isOpen ? state.revealId : null));
  useEffect(() => {
    if (show === null) return;
    goTo(show);
    clearReveal();
  }, [show, goTo]);

  const toggleRow = useCallback(({ id, isExpanded }: BoardListRowData) => {
    if (isExpanded === null) return;
    setExpanded((before) => (isExpanded ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
  }, []);

  /** Makes a row active and selects it: alone, in addition to the selection, or with all rows from the start of the range. */
  const selectRow = (row: BoardListRowData, how: SelectMode): void => {
    const { ids } = selectionStore.getState();
    const id = selectionIdFor(project, row);
    goTo(row.id);
    if (how === 'range') {
      const ends = [places.get(began.current ?? row.id) ?? 0, places.get(row.id) ?? 0];
      const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).map((each) => selectionIdFor(project, each));
      selectItems([...range.filter((each) => each !== id), id]);
      return;
    }
    began.current = row.id;
    if (how === 'only') selectItems([id]);
    else selectItems(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);
  };

  const chooseAt = (at: number, how: SelectMode = 'only'): boolean => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (row) selectRow(row, how);
    return row !== undefined;
  };

  /** Arrow and page keys, Home, End and Space; other keys belong to actions. */
  function walk(event: KeyboardEvent, row: BoardListRowData): boolean {
    if (event.altKey) return false;
    const isFree = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const { length } = rows;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -length,
      End: length,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = rows[Math.max(0, Math.min(length - 1, activeAt + step))];
      if (!isFree) return chooseAt(activeAt + step, event.shiftKey ? 'range' : 'only');
      if (next) goTo(next.id);
      return next !== undefined;
    }
    if (event.key === ' ') selectRow(row, 'toggle');
    else if (isFree || event.shiftKey) return false;
    else if (event.key === 'ArrowRight' && row.isExpanded === false) toggleRow(row);
    else if (event.key === 'ArrowRight' && row.isExpanded) return chooseAt(activeAt + 1);
    else if (event.key === 'ArrowLeft' && row.isExpanded) toggleRow(row);
    else if (event.key === 'ArrowLeft')
      return row.level > 1 && chooseAt(places.get(ancestorRowIds(project, row.id).at(-1) ?? '') ?? activeAt);
    else return false;
    return true;
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.matches('input, button')) return;
    const row = rows[activeAt];
    if (!(row && walk(event, row)) && !runBoardShortcut(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocus = (): void => {
    hasFocus.current = true;
  };
  /** Removing the focused row must not count as moving the focus away. */
  const onBlur = ({ target }: FocusEvent): void => {
    queueMicrotask(() => {
      if (target.isConnected) hasFocus.current = scrollerRef.current?.contains(document.activeElement) ?? false;
    });
  };
  return { project, rows, virtualRows, activeAt, goTo, toggleRow, selectRow, keyboard: { onKeyDown, onFocus, onBlur } };
}
