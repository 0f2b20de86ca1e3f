/** The state of a board's list view: expanded rows, the active row, the start of a range selection; and its keys. */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../../../shared/model/project.ts';
import { writesCharacter } from '../../../commands/shortcut-matching.ts';
import { runBoardShortcut } from '../../../commands/use-shortcuts.ts';
import { hasTextInput } from '../../../platform/edit-context.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { clearReveal, selectItems, selectionStore, useIsOpenBoard, useSelection } from '../../../state/selection.ts';
import { isComposing } from '../../../ui/receive-text.ts';
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { isWritableRow, typeOnRow } from '../writing/type-on-selection.ts';
import { ancestorRowIds, type BoardListRowData, buildListRows, rowIdOf, selectionIdFor } from './board-list-rows.ts';
import { findListKeyAction, type SelectMode } from './list-key-action.ts';
import { useRowFocus } from './use-row-focus.ts';

/** As in board-list.css. */
const rowHeight = 34;

export function useBoardList(boardId: string) {
  const project = useStore(openProjectStore, (state) => state.project);
  const { rows, indexById, toggleRow, expandTo } = useExpandableRows(project, boardId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The same at once, before the list is rendered again. */
  const lastChosenId = useRef<string | null>(null);
  const activeIndex = useActiveIndex(indexById.get(chosenId ?? ''), rows.length);
  const virtualRows = useVirtualRows({
    count: rows.length,
    rowHeight: rowHeight,
    headerHeight: rowHeight,
    retainedRow: Math.max(0, activeIndex),
  });
  const { requestFocus, ...focusEvents } = useRowFocus(virtualRows, {
    id: rows[activeIndex]?.id ?? null,
    index: activeIndex,
    isChosen: chosenId !== null,
  });

  const showRow = useCallback(
    (id: string) => {
      expandTo(id);
      setChosenId(id);
      lastChosenId.current = id;
    },
    [expandTo],
  );
  const focusRow = useCallback(
    (id: string) => {
      showRow(id);
      requestFocus();
    },
    [showRow, requestFocus],
  );
  useFollowSelection({ boardId, lastChosenId, showRow, focusRow });

  const selectInMode = useRowSelection(project, rows, indexById);
  const selectRow = (row: BoardListRowData, mode: SelectMode): void => {
    focusRow(row.id);
    selectInMode(row, mode);
  };

  const runListKey = (event: KeyboardEvent): boolean => {
    const rowsPerPage = Math.max(1, Math.floor((virtualRows.scrollerRef.current?.clientHeight ?? 0) / rowHeight) - 2);
    const action = findListKeyAction(event, { rows, activeIndex, rowsPerPage });
    const row = rows[action && 'index' in action ? action.index : activeIndex];
    if (!action || !row) return false;
    if (action.type === 'select') selectRow(row, action.mode);
    else if (action.type === 'focus') focusRow(row.id);
    else toggleRow(row);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.matches('input, button')) return;
    if (isComposing(event.nativeEvent)) return;
    const typedRow = findTypedRow(event);
    // Otherwise another board has been opened, and this one is still shown.
    const isOpen = selectionStore.getState().boardId === boardId;
    if (isOpen && runListKey(event)) event.preventDefault();
    else if (typedRow !== undefined) typeWithoutTextInput(event, typedRow);
    else if (runBoardShortcut(event.nativeEvent)) event.preventDefault();
    else return;
    event.stopPropagation();
  };

  return { project, rows, virtualRows, activeIndex, focusRow, toggleRow, selectRow, keyboard: { onKeyDown, ...focusEvents } };
}

/** The rows of the board that are not inside a collapsed one. */
function useExpandableRows(project: Project, boardId: string) {
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const index = boardIndexFor(project, boardId);
  const { revision: stamp } = index;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `index` is mutated in place; its stamp and the revision show that it has changed
  const rows = useMemo(() => buildListRows(project, index.readingOrder(), expanded), [project, index, stamp, revision, expanded]);
  const indexById = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows]);
  const toggleRow = useCallback(({ id, isExpanded }: BoardListRowData) => {
    if (isExpanded === null) return;
    setExpanded((before) => (isExpanded ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
  }, []);
  /** Expands the rows that contain a row. */
  const expandTo = useCallback((id: string) => {
    const ancestors = ancestorRowIds(openProjectStore.getState().project, id);
    setExpanded((before) => (ancestors.every((each) => before.has(each)) ? before : new Set([...before, ...ancestors])));
  }, []);
  return { rows, indexById, toggleRow, expandTo };
}

/** The index of the chosen row. If it was removed, the row in its place becomes active. */
function useActiveIndex(chosenIndex: number | undefined, rowCount: number): number {
  const lastIndex = useRef(0);
  const activeIndex = chosenIndex ?? Math.min(lastIndex.current, rowCount - 1);
  useEffect(() => {
    lastIndex.current = Math.max(0, activeIndex);
  });
  return activeIndex;
}

interface FollowedRows {
  readonly boardId: string;
  readonly lastChosenId: RefObject<string | null>;
  readonly showRow: (id: string) => void;
  readonly focusRow: (id: string) => void;
}

/** A record that is selected elsewhere becomes the active row; one that is revealed also takes the focus. */
function useFollowSelection({ boardId, lastChosenId, showRow, focusRow }: FollowedRows): void {
  const isOpen = useIsOpenBoard(boardId);
  const selectedId = useSelection(({ ids }) => (isOpen ? ([...ids].at(-1) ?? null) : null));
  useEffect(() => {
    // A condition's row selects its branch, but stays the active row.
    const isItsCondition = openProjectStore.getState().project.find('condition', lastChosenId.current ?? '')?.branchId === selectedId;
    if (selectedId !== null && !isItsCondition) showRow(selectedId);
  }, [selectedId, showRow, lastChosenId]);
  const revealedId = useSelection((state) => (isOpen ? state.revealId : null));
  useEffect(() => {
    if (revealedId === null) return;
    focusRow(revealedId);
    clearReveal();
  }, [revealedId, focusRow]);
}

/** Returns a function that selects a row: alone, in addition to the selection, or with all rows from the start of the range. */
function useRowSelection(project: Project, rows: readonly BoardListRowData[], indexById: ReadonlyMap<string, number>) {
  const rangeStart = useRef<string | null>(null);
  return (row: BoardListRowData, mode: SelectMode): void => {
    const id = selectionIdFor(project, row);
    if (mode === 'range') {
      const ends = [indexById.get(rangeStart.current ?? row.id) ?? 0, indexById.get(row.id) ?? 0];
      const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).map((each) => selectionIdFor(project, each));
      selectItems([...range.filter((each) => each !== id), id]);
      return;
    }
    rangeStart.current = row.id;
    const { ids } = selectionStore.getState();
    if (mode === 'only') selectItems([id]);
    else selectItems(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);
  };
}

/** The row that a character is typed on. */
function findTypedRow({ nativeEvent, target }: KeyboardEvent): string | undefined {
  const id = target instanceof HTMLElement ? rowIdOf(target) : undefined;
  return id !== undefined && writesCharacter(nativeEvent) && isWritableRow(id) ? id : undefined;
}

function typeWithoutTextInput(event: KeyboardEvent, rowId: string): void {
  if (hasTextInput() || event.key === 'Dead') return;
  event.preventDefault();
  typeOnRow(rowId, event.key);
}
