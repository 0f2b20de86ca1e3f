/** What the arrow and page keys, Home, End and Space do in a board's list view. Pure. */
import type { BoardListRowData } from './board-list-rows.ts';

export type SelectMode = 'only' | 'toggle' | 'range';

/** `focus` makes a row active without selecting it. */
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
