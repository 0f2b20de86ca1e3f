/**
 * The cell of the translations table that has the focus, and whether it is edited. The arrow keys, Home, End and the page keys move the focus, Enter and
 * F2 edit a cell or, on a name, go to its record. Typing on a cell edits it, too, also with an input method (ui/typed-text.tsx).
 */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { hasTextInput } from '../../platform/edit-context.ts';
import { requestFocus as requestTextFocus } from '../../state/focus-request.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { isComposing } from '../../ui/receive-text.ts';
import { findCellKeyAction, type TextCellPosition } from './cell-key-action.ts';
import type { TextRow } from './text-rows.ts';
import type { CellExit } from './use-cell-text.ts';

interface CellNavigationOptions {
  readonly rows: readonly TextRow[];
  /** The number of languages, which are the columns after the name. */
  readonly columnCount: number;
  readonly goToRecord: (row: TextRow) => void;
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly scrollToIndex: (index: number) => void;
}

const selectedCell = createViewState<TextCellPosition>('translations', () => ({ rowIndex: 0, column: 1 }));

export function useCellNavigation({ rows, columnCount, goToRecord, scrollerRef, scrollToIndex }: CellNavigationOptions) {
  const [chosen, setActive] = useViewState(selectedCell);
  const [isEditing, setEditing] = useState(false);
  const rowIndex = Math.min(chosen.rowIndex, rows.length - 1);
  const column = Math.min(chosen.column, columnCount);
  const requestFocus = useCellFocus(scrollerRef, isEditing);

  const moveTo = useCallback(
    (toRow: number, toColumn: number) => {
      const to = { rowIndex: Math.max(0, Math.min(rows.length - 1, toRow)), column: Math.max(0, Math.min(columnCount, toColumn)) };
      requestFocus(to);
      setActive(to);
      scrollToIndex(to.rowIndex);
    },
    [rows.length, columnCount, scrollToIndex, setActive, requestFocus],
  );
  const choose = useCallback((toRow: number, toColumn: number) => setActive({ rowIndex: toRow, column: toColumn }), [setActive]);
  const edit = useCallback(
    (toRow: number, toColumn: number) => {
      setActive({ rowIndex: toRow, column: toColumn });
      const row = rows[toRow];
      if (toColumn > 0) setEditing(true);
      else if (row) goToRecord(row);
    },
    [rows, goToRecord, setActive],
  );
  const latestRows = useRef(rows);
  latestRows.current = rows;
  /** Adds what was typed on a cell to its text. */
  const type = useCallback(
    (cell: HTMLElement, typed: string) => {
      const to = positionOf(cell);
      const row = to && latestRows.current[to.rowIndex];
      if (!row || typed === '') return;
      requestTextFocus(row.id, 'cell', typed);
      setActive(to);
      setEditing(true);
    },
    [setActive],
  );
  const finishEditing = useCallback(
    (next: CellExit) => {
      setEditing(false);
      if (next === 'stay') moveTo(rowIndex, column);
      else if (next === 'below') moveTo(rowIndex + 1, column);
      else if (next === 'after') column < columnCount ? moveTo(rowIndex, column + 1) : moveTo(rowIndex + 1, 1);
      else if (next === 'before') column > 1 ? moveTo(rowIndex, column - 1) : moveTo(rowIndex - 1, columnCount);
    },
    [moveTo, rowIndex, column, columnCount],
  );
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (isEditing || isComposing(event.nativeEvent)) return;
    const action = findCellKeyAction(event.nativeEvent, { rowIndex, column }, { rowCount: rows.length, columnCount });
    if (!action) {
      // Space begins no text, as on the board.
      if (event.key === ' ') event.preventDefault();
      return;
    }
    if (action.type === 'write') {
      event.stopPropagation();
      if (hasTextInput()) return;
      if (event.target instanceof HTMLElement) type(event.target, action.typed);
    } else if (action.type === 'move') moveTo(action.to.rowIndex, action.to.column);
    else edit(rowIndex, column);
    event.preventDefault();
  };
  return { active: { rowIndex, column }, isEditing, choose, edit, type, finishEditing, handleKeyDown };
}

/** The position of a cell on the page. */
function positionOf({ dataset: { cell } }: HTMLElement): TextCellPosition | undefined {
  const [rowIndex, column] = (cell ?? '').split(' ').map(Number);
  return rowIndex === undefined || column === undefined ? undefined : { rowIndex, column };
}

/** Whether the element is a cell with a text; the first column has the names. */
export const isWritableCell = (element: HTMLElement): boolean => (positionOf(element)?.column ?? 0) > 0;

/** Returns a function that requests the focus for a cell, which gets it as soon as it is rendered and nothing is edited. */
function useCellFocus(scrollerRef: RefObject<HTMLElement | null>, isEditing: boolean): (cell: TextCellPosition) => void {
  const requested = useRef<string | null>(null);
  useEffect(() => {
    if (requested.current === null || isEditing) return;
    const cell = scrollerRef.current?.querySelector<HTMLElement>(`[data-cell="${requested.current}"]`);
    if (!cell) return;
    requested.current = null;
    cell.focus();
  });
  return useCallback(({ rowIndex, column }: TextCellPosition) => {
    requested.current = `${rowIndex} ${column}`;
  }, []);
}
