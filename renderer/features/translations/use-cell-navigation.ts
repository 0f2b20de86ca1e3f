/**
 * The cell of the translations table that has the focus, and whether it is edited. The arrow keys, Home, End and the page keys move the focus, Enter and
 * F2 edit a cell or, on a name, go to its record. Typing on a cell edits it, too, also with an input method (ui/typed-text.tsx).
 */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { hasTextInput } from '../../platform/edit-context.ts';
import { requestFocus as requestTextFocus } from '../../state/focus-request.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import { isComposing } from '../../ui/receive-text.ts';
import type { CellEditorProps } from './cell-editor.tsx';
import { type CellPosition, findCellKeyAction } from './cell-key-action.ts';
import type { TextRow } from './text-rows.ts';

interface CellNavigationOptions {
  readonly rows: readonly TextRow[];
  /** The number of languages, which are the columns after the name. */
  readonly columnCount: number;
  readonly goToRecord: (row: TextRow) => void;
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly scrollToIndex: (index: number) => void;
}

const selectedCell = createViewState<CellPosition>('translations', () => ({ at: 0, column: 1 }));

export function useCellNavigation({ rows, columnCount, goToRecord, scrollerRef, scrollToIndex }: CellNavigationOptions) {
  const [chosen, setActive] = useViewState(selectedCell);
  const [isEditing, setEditing] = useState(false);
  const at = Math.min(chosen.at, rows.length - 1);
  const column = Math.min(chosen.column, columnCount);
  const requestFocus = useCellFocus(scrollerRef, isEditing);

  const moveTo = useCallback(
    (toRow: number, toColumn: number) => {
      const to = { at: Math.max(0, Math.min(rows.length - 1, toRow)), column: Math.max(0, Math.min(columnCount, toColumn)) };
      requestFocus(to);
      setActive(to);
      scrollToIndex(to.at);
    },
    [rows.length, columnCount, scrollToIndex, setActive, requestFocus],
  );
  const choose = useCallback((toRow: number, toColumn: number) => setActive({ at: toRow, column: toColumn }), [setActive]);
  const edit = useCallback(
    (toRow: number, toColumn: number) => {
      setActive({ at: toRow, column: toColumn });
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
      const row = to && latestRows.current[to.at];
      if (!row || typed === '') return;
      requestTextFocus(row.id, 'cell', typed);
      setActive(to);
      setEditing(true);
    },
    [setActive],
  );
  const finishEditing = useCallback<CellEditorProps['done']>(
    (next) => {
      setEditing(false);
      if (next === 'stay') moveTo(at, column);
      else if (next === 'below') moveTo(at + 1, column);
      else if (next === 'after') column < columnCount ? moveTo(at, column + 1) : moveTo(at + 1, 1);
      else if (next === 'before') column > 1 ? moveTo(at, column - 1) : moveTo(at - 1, columnCount);
    },
    [moveTo, at, column, columnCount],
  );
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (isEditing || isComposing(event.nativeEvent)) return;
    const action = findCellKeyAction(event.nativeEvent, { at, column }, { rowCount: rows.length, columnCount });
    if (!action) {
      // Space begins no text, as on the board.
      if (event.key === ' ') event.preventDefault();
      return;
    }
    if (action.type === 'write') {
      event.stopPropagation();
      if (hasTextInput()) return;
      if (event.target instanceof HTMLElement) type(event.target, action.typed);
    } else if (action.type === 'move') moveTo(action.to.at, action.to.column);
    else edit(at, column);
    event.preventDefault();
  };
  return { active: { at, column }, isEditing, choose, edit, type, finishEditing, handleKeyDown };
}

/** The position of a cell on the page. */
function positionOf({ dataset: { cell } }: HTMLElement): CellPosition | undefined {
  const [at, column] = (cell ?? '').split(' ').map(Number);
  return at === undefined || column === undefined ? undefined : { at, column };
}

/** Whether the element is a cell with a text; the first column has the names. */
export const isWritableCell = (element: HTMLElement): boolean => (positionOf(element)?.column ?? 0) > 0;

/** Returns a function that requests the focus for a cell, which gets it as soon as it is rendered and nothing is edited. */
function useCellFocus(scrollerRef: RefObject<HTMLElement | null>, isEditing: boolean): (cell: CellPosition) => void {
  const requested = useRef<string | null>(null);
  useEffect(() => {
    if (requested.current === null || isEditing) return;
    const cell = scrollerRef.current?.querySelector<HTMLElement>(`[data-cell="${requested.current}"]`);
    if (!cell) return;
    requested.current = null;
    cell.focus();
  });
  return useCallback(({ at, column }: CellPosition) => {
    requested.current = `${at} ${column}`;
  }, []);
}
