/** What the writer looks at: the open board, the selected records and the language. Gone with the window, never saved. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Selection {
  readonly boardId: string | null;
  /** Ids of records on the open board, the last chosen last. */
  readonly ids: ReadonlySet<string>;
  /** A component or folder of them, chosen instead of anything on the board. */
  readonly component: string | null;
  /** The chosen language; null is the project's main one. */
  readonly locale: string | null;
  /** A record to bring into view; the canvas does so and calls `shown`. */
  readonly show: string | null;
}

const nothing: ReadonlySet<string> = new Set();
export const selection = createStore<Selection>(() => ({ boardId: null, ids: nothing, component: null, locale: null, show: null }));

export const openBoard = (boardId: string | null): void => {
  const { boardId: open, component } = selection.getState();
  if (open !== boardId) selection.setState({ boardId, ids: nothing, component: null, show: null });
  else if (component !== null) selection.setState({ component: null });
};
export const select = (ids: Iterable<string>): void => selection.setState({ ids: new Set(ids), component: null });
export const selectComponent = (component: string | null): void => selection.setState({ ids: nothing, component });
export const chooseLocale = (locale: string | null): void => selection.setState({ locale });
/** Opens a record's board, selects it and asks the canvas to bring it into view. */
export const reveal = (boardId: string, id: string): void => selection.setState({ boardId, ids: new Set([id]), component: null, show: id });
export const shown = (): void => selection.setState({ show: null });
export const resetSelection = (): void => selection.setState({ boardId: null, ids: nothing, component: null, locale: null, show: null });

export const useSelection = <T>(selector: (state: Selection) => T): T => useStore(selection, selector);
