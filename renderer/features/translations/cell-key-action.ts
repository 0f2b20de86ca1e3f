/** What a key does on a cell of the translations table that is not edited. Pure. */
import { writesCharacter } from '../../commands/shortcut-matching.ts';

/** A cell of the table of texts. Column 0 is the name of the row. */
export interface TextCellPosition {
  readonly rowIndex: number;
  readonly column: number;
}

/** `columnCount` is the number of languages, which are the columns after the name. */
interface TableSize {
  readonly rowCount: number;
  readonly columnCount: number;
}

/** The position may be outside of the table. */
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
