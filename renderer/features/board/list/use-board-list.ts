/** The state of a board's list view: expanded rows, the active row, the start of a range selection; and its keys. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { boxCenter, type Point } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { writesCharacter } from '../../../commands/shortcut-matching.ts';
import { runBoardShortcut } from '../../../commands/use-shortcuts.ts';
import { isComposing } from '../../../platform/composition.ts';
import { hasTextInput } from '../../../platform/edit-context.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { registerBoardView } from '../../../state/board-view.ts';
import { editInInspector } from '../../../state/focus-request.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { presentId, recordKey } from '../../../state/renamed-records.ts';
import { useRevised } from '../../../state/revised.ts';
import { clearReveal, selectItems, selectionStore, useIsOpenBoard, useSelection } from '../../../state/selection.ts';
import { useVirtualRows, type VirtualRows } from '../../../ui/use-virtual-rows.ts';
import { isWritableRow, typeOnRow } from '../writing/type-on-selection.ts';
import { ancestorRowIds, type BoardListRowData, buildListRows, rowIdOf, selectionIdFor } from './board-list-rows.ts';

/** As in board-list.css. */
const rowHeight = 34;

export function useBoardList(boardId: string) {
  const project = useStore(openProjectStore, (state) => state.project);
  const { rows, indexOf, toggleRow, expandTo } = useExpandableRows(project, boardId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The same at once, before the list is rendered again. */
  const lastChosenId = useRef<string | null>(null);
  const activeIndex = useActiveIndex(chosenId === null ? undefined : indexOf(chosenId), rows.length);
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
  /** The row also takes the focus if another row has it, or nothing in the window. */
  const bringIntoView = useCallback(
    (id: string) => {
      const { activeElement } = document;
      if (activeElement === document.body || virtualRows.scrollerRef.current?.contains(activeElement)) focusRow(id);
      else showRow(id);
    },
    [virtualRows.scrollerRef, focusRow, showRow],
  );
  useRegisterListView(boardId, virtualRows.scrollerRef, bringIntoView);
  useFollowSelection({ boardId, lastChosenId, showRow, focusRow });

  const selectInMode = useRowSelection(project, rows, indexOf);
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

  return { project, rows, virtualRows, activeIndex, toggleRow, selectRow, keyboard: { onKeyDown, ...focusEvents } };
}

/** The rows of the board that are not inside a collapsed one. */
function useExpandableRows(project: Project, boardId: string) {
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const index = boardIndexFor(project, boardId);
  const board = useRevised(index, `${index.revision} ${revision}`);
  const rows = useMemo(() => buildListRows(project, board.value.readingOrder(), expanded), [project, board, expanded]);
  const indexOf = useMemo(() => createIndexLookup(rows), [rows]);
  const toggleRow = useCallback(({ id, isExpanded }: BoardListRowData) => {
    if (isExpanded === null) return;
    const key = recordKey(id);
    setExpanded((before) => (isExpanded ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])));
  }, []);
  /** Expands the rows that contain a row. */
  const expandTo = useCallback((id: string) => {
    const ancestors = ancestorRowIds(openProjectStore.getState().project, id).map(recordKey);
    setExpanded((before) => (ancestors.every((each) => before.has(each)) ? before : new Set([...before, ...ancestors])));
  }, []);
  return { rows, indexOf, toggleRow, expandTo };
}

type IndexLookup = (id: string) => number | undefined;

/** The indexes of rows by their ids, also by former ones of their records. They are collected for the first look-up: a list that was just opened needs none. */
function createIndexLookup(rows: readonly BoardListRowData[]): IndexLookup {
  let byKey: ReadonlyMap<string, number> | undefined;
  return (id) => {
    byKey ??= new Map(rows.map((row, at) => [recordKey(row.id), at]));
    return byKey.get(recordKey(id));
  };
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
    const { project } = openProjectStore.getState();
    const isItsCondition = project.find('condition', presentId(lastChosenId.current ?? '', project))?.branchId === selectedId;
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
function useRowSelection(project: Project, rows: readonly BoardListRowData[], indexOf: IndexLookup) {
  const rangeStart = useRef<string | null>(null);
  return (row: BoardListRowData, mode: SelectMode): void => {
    const id = selectionIdFor(project, row);
    if (mode === 'range') {
      const ends = [indexOf(rangeStart.current ?? row.id) ?? 0, indexOf(row.id) ?? 0];
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

interface ActiveRow {
  readonly id: string | null;
  readonly index: number;
  /** Whether the user, or a selection, made it the active row; otherwise it is the default, because one row is always active. */
  readonly isChosen: boolean;
}

/**
 * Scrolls the active row of a list into view when it changes, and gives it the focus. A row takes the focus when that is requested, and
 * when the row that had the focus is removed. Elements of rows have the attribute `data-row`.
 */
function useRowFocus({ scrollerRef, scrollToIndex }: Pick<VirtualRows, 'scrollerRef' | 'scrollToIndex'>, active: ActiveRow) {
  const isRequested = useRef(false);
  const hasFocus = useRef(false);
  const lastRow = useRef('');
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const row = `${active.index} ${active.id}`;
    if (lastRow.current !== row && active.isChosen) scrollToIndex(active.index);
    lastRow.current = row;
    if (!isRequested.current && !(hasFocus.current && document.activeElement === document.body)) return;
    isRequested.current = false;
    (scroller.querySelector<HTMLElement>(`[data-row="${active.id}"]`) ?? scroller).focus({ preventScroll: true });
  });

  const requestFocus = useCallback((): void => {
    isRequested.current = true;
  }, []);
  const onFocus = (): void => {
    hasFocus.current = true;
  };
  /** Removing the focused row must not count as moving the focus away. */
  const onBlur = ({ target }: FocusEvent): void => {
    queueMicrotask(() => {
      if (target.isConnected) hasFocus.current = scrollerRef.current?.contains(document.activeElement) ?? false;
    });
  };
  return { requestFocus, onFocus, onBlur };
}

/** Registers the list as the current view of the board (board-view.ts). */
function useRegisterListView(boardId: string, scroller: RefObject<HTMLElement | null>, bringIntoView: (id: string) => void): void {
  useEffect(
    () =>
      registerBoardView({
        boardId,
        middle: () => insertionPoint(boardId),
        pointer: () => null,
        bringIntoView,
        startEditing: (id, field = 'content', typed) => editInInspector(id, field, typed),
        focus: () => {
          const row = scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
          (row ?? scroller.current)?.focus();
        },
        canvas: null,
      }),
    [boardId, scroller, bringIntoView],
  );
}

/** A list has no center: new items are placed to the right of the selection, or else below everything. */
function insertionPoint(boardId: string): Point {
  const index = boardIndexFor(openProjectStore.getState().project, boardId);
  const near = [...selectionStore.getState().ids].map((id) => index.boxes.get(id)).findLast((box) => box !== undefined);
  if (near) return { x: near.x + near.width + 260, y: boxCenter(near).y };
  const bounds = index.bounds();
  return bounds ? { x: bounds.x + 150, y: bounds.y + bounds.height + 120 } : { x: 240, y: 140 };
}

export type SelectMode = 'only' | 'toggle' | 'range';

/** What the arrow and page keys, Home, End and Space do in a board's list view. Pure. `focus` makes a row active without selecting it. */
type ListKeyAction =
  | { readonly type: 'select'; readonly index: number; readonly mode: SelectMode }
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'toggleExpansion' };

export type PressedKey = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> & { readonly key: string };

interface ListState {
  readonly rows: readonly BoardListRowData[];
  readonly activeIndex: number;
  readonly rowsPerPage: number;
}

/** Null for keys that belong to actions. */
export function findListKeyAction(pressed: PressedKey, list: ListState): ListKeyAction | null {
  const { rows, activeIndex } = list;
  const row = rows[activeIndex];
  if (!row || pressed.altKey) return null;
  const { key, shiftKey } = pressed;
  const hasControl = pressed.ctrlKey || pressed.metaKey;
  const step = stepOfKey(key, list);
  if (step !== undefined) {
    const index = Math.max(0, Math.min(rows.length - 1, activeIndex + step));
    return hasControl ? { type: 'focus', index } : { type: 'select', index, mode: shiftKey ? 'range' : 'only' };
  }
  if (key === ' ') return { type: 'select', index: activeIndex, mode: 'toggle' };
  if (hasControl || shiftKey) return null;
  if (key === 'ArrowRight') return openOrEnter(row, activeIndex);
  return key === 'ArrowLeft' ? closeOrLeave(row, list) : null;
}

function stepOfKey(key: string, { rows: { length }, rowsPerPage }: ListState): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: rowsPerPage,
    PageUp: -rowsPerPage,
    Home: -length,
    End: length,
  };
  return steps[key];
}

function openOrEnter({ isExpanded }: BoardListRowData, activeIndex: number): ListKeyAction | null {
  if (isExpanded === null) return null;
  return isExpanded ? { type: 'select', index: activeIndex + 1, mode: 'only' } : { type: 'toggleExpansion' };
}

function closeOrLeave({ isExpanded, level }: BoardListRowData, { rows, activeIndex }: ListState): ListKeyAction | null {
  if (isExpanded) return { type: 'toggleExpansion' };
  const parentIndex = rows.slice(0, activeIndex).findLastIndex((each) => each.level < level);
  return parentIndex < 0 ? null : { type: 'select', index: parentIndex, mode: 'only' };
}
