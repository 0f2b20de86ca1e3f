/** What is looked for on the open board; null while the search is closed. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const boardFind = createStore<{ readonly words: string | null; readonly turn: number }>(() => ({ words: null, turn: 0 }));
let before = '';

/** Opens the search with what was looked for before, or takes the keyboard back to it. */
export const showFindBar = (): void => boardFind.setState(({ words, turn }) => ({ words: words ?? before, turn: turn + 1 }));
export const lookFor = (words: string): void => boardFind.setState({ words });
export function closeFindBar(): void {
  before = boardFind.getState().words ?? before;
  boardFind.setState({ words: null });
}
export const useBoardFind = () => useStore(boardFind);
