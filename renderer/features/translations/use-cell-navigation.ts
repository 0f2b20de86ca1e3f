/**
 * The cell of the translations table that has the focus, and whether it is edited. The arrow keys, Home, End and the page keys move the focus, Enter and
 * F2 edit a cell or, on a name, go to its record. Typing on a cell edits it, too, also with an input method (ui/typed-text.tsx).
 */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { writesCharacter } from '../../commands/shortcut-matching.ts';
import { isComposing } from '../../platform/composition.ts';
import { hasTextInput } from '../../platform/edit-context.ts';
import { requestFocus as requestTextFocus } from '../../state/focus-request.ts';
import { createViewState, useViewState } from '../../state/view-state.ts';
import type { CellExit } from './cell-editor.tsx';
import type { TextRow } from './text-rows.ts';

interface CellNavigationOptions {
  readonly rows: readonly TextRow[];
  /** The number of languages, which are the columns after the name. */
  readonly columnCount: number;
  readonly goToRecord: (row: TextRow) => void;
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly scrollToIndex: (index: number) => void;
}

/** The row is known by its key, because rows above it may disappear. Without it, the cell is the one that is now at its position. */
interface SelectedCell extends TextCellPosition {
  readonly rowKey: string | null;
}

const selectedCell = createViewState<SelectedCell>('translations', () => ({ rowKey: null, rowIndex: 0, column: 1 }));

export function useCellNavigation({ rows, columnCount, goToRecord, scrollerRef, scrollToIndex }: CellNavigationOptions) {
  const [chosen, setChosen] = useViewState(selectedCell);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const rowIndex = useMemo(() => {
    const at = chosen.rowKey === null ? -1 : rows.findIndex(({ key }) => key === chosen.rowKey);
    return at >= 0 ? at : Math.min(chosen.rowIndex, rows.length - 1);
  }, [rows, chosen]);
  const column = Math.min(chosen.column, columnCount);
  // An edited row that disappears takes its editor with it: the text at its position is another one.
  const isEditing = editedKey !== null && editedKey === rows[rowIndex]?.key;
  // Nor does the editor open by itself when the row is there again.
  if (editedKey !== null && !isEditing) setEditedKey(null);
  const requestFocus = useCellFocus(scrollerRef, isEditing);
  const latestRows = useRef(rows);
  latestRows.current = rows;
  const setActive = useCallback(
    (to: TextCellPosition) => setChosen({ ...to, rowKey: latestRows.current[to.rowIndex]?.key ?? null }),
    [setChosen],
  );

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
      if (toColumn > 0) setEditedKey(row?.key ?? null);
      else if (row) goToRecord(row);
    },
    [rows, goToRecord, setActive],
  );
  /** Adds what was typed on a cell to its text. */
  const type = useCallback(
    (cell: HTMLElement, typed: string) => {
      const to = positionOf(cell);
      const row = to && latestRows.current[to.rowIndex];
      if (!row || typed === '') return;
      requestTextFocus(row.id, 'cell', typed);
      setActive(to);
      setEditedKey(row.key);
    },
    [setActive],
  );
  const finishEditing = useCallback(
    (next: CellExit) => {
      setEditedKey(null);
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

/** A cell of the table of texts. Column 0 is the name of the row. */
interface TextCellPosition {
  readonly rowIndex: number;
  readonly column: number;
}

/** `columnCount` is the number of languages, which are the columns after the name. */
interface TableSize {
  readonly rowCount: number;
  readonly columnCount: number;
}

/** What a key does on a cell of the translations table that is not edited. Pure. The position may be outside of the table. */
type CellKeyAction =
  | { readonly type: 'write'; readonly typed: string }
  | { readonly type: 'move'; readonly to: TextCellPosition }
  | { readonly type: 'edit' };

type PressedKey = Parameters<typeof writesCharacter>[0];

const pageRows = 8;

/** Null for a key that does nothing on a cell. */
export function findCellKeyAction(pressed: PressedKey, position: TextCellPosition, size: TableSize): CellKeyAction | null {
  const { key, altKey } = pressed;
  if (size.rowCount > 0 && position.column > 0 && isTypedCharacter(pressed)) return { type: 'write', typed: key };
  // After characters: on Windows, AltGr is reported as Ctrl with Alt.
  if (altKey) return null;
  const to = positionAfterKey(pressed, position, size);
  if (to) return { type: 'move', to };
  return key === 'Enter' || key === 'F2' ? { type: 'edit' } : null;
}

function positionAfterKey(
  { key, ctrlKey, metaKey }: PressedKey,
  { rowIndex, column }: TextCellPosition,
  { rowCount, columnCount }: TableSize,
): TextCellPosition | undefined {
  const isFar = ctrlKey || metaKey;
  const positions: Readonly<Record<string, TextCellPosition>> = {
    ArrowUp: { rowIndex: rowIndex - 1, column },
    ArrowDown: { rowIndex: rowIndex + 1, column },
    ArrowLeft: { rowIndex, column: column - 1 },
    ArrowRight: { rowIndex, column: column + 1 },
    PageUp: { rowIndex: rowIndex - pageRows, column },
    PageDown: { rowIndex: rowIndex + pageRows, column },
    Home: isFar ? { rowIndex: 0, column } : { rowIndex, column: 0 },
    End: isFar ? { rowIndex: rowCount - 1, column } : { rowIndex, column: columnCount },
  };
  return positions[key];
}

/** Dead keys and input methods write through the text input of the cell (ui/typed-text.tsx). */
const isTypedCharacter = (pressed: PressedKey): boolean => writesCharacter(pressed) && pressed.key !== ' ' && pressed.key !== 'Dead';
