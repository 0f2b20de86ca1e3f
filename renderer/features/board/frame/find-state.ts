/** What is looked for on the open board; null while the search is closed. Gone with the window. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const boardFindStore = createStore<{ readonly query: string | null; readonly focusRequests: number }>(() => ({
  query: null,
  focusRequests: 0,
}));
let lastQuery = '';

/** Opens the search with what was looked for before, or takes the keyboard back to it. */
export const showFindBar = (): void =>
  boardFindStore.setState(({ query, focusRequests }) => ({ query: query ?? lastQuery, focusRequests: focusRequests + 1 }));
export const setFindQuery = (query: string): void => boardFindStore.setState({ query });
export function closeFindBar(): void {
  lastQuery = boardFindStore.getState().query ?? lastQuery;
  boardFindStore.setState({ query: null });
}
export const useBoardFind = () => useStore(boardFindStore);
