/** What the writer looks at: the open board, the selected records and the language. Gone with the window, never saved. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface SelectionState {
  readonly boardId: string | null;
  /** Ids of records on the open board, the last chosen last. */
  readonly ids: ReadonlySet<string>;
  /** A component or folder of them, chosen instead of anything on the board. */
  readonly component: string | null;
  /** The chosen language; null is the project's main one. */
  readonly locale: string | null;
  /** A record to bring into view; the canvas does so and calls `shown`. */
  readonly revealId: string | null;
}

const emptySelection: ReadonlySet<string> = new Set();
export const selectionStore = createStore<SelectionState>(() => ({
  boardId: null,
  ids: emptySelection,
  component: null,
  locale: null,
  revealId: null,
}));

export const openBoard = (boardId: string | null): void => {
  const { boardId: open, component } = selectionStore.getState();
  if (open !== boardId) selectionStore.setState({ boardId, ids: emptySelection, component: null, revealId: null });
  else if (component !== null) selectionStore.setState({ component: null });
};
export const selectItems = (ids: Iterable<string>): void => selectionStore.setState({ ids: new Set(ids), component: null });
export const selectComponent = (component: string | null): void => selectionStore.setState({ ids: emptySelection, component });
export const setLocale = (locale: string | null): void => selectionStore.setState({ locale });
/** Opens a record's board, selects it and asks the canvas to bring it into view. */
export const revealItem = (boardId: string, id: string): void =>
  selectionStore.setState({ boardId, ids: new Set([id]), component: null, revealId: id });
export const clearReveal = (): void => selectionStore.setState({ revealId: null });
export const resetSelection = (): void =>
  selectionStore.setState({ boardId: null, ids: emptySelection, component: null, locale: null, revealId: null });

export const useSelection = <T>(selector: (state: SelectionState) => T): T => useStore(selectionStore, selector);
