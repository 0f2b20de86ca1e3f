/** The query of the find bar; null while it is closed. Not stored. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onProjectChange } from '../../../state/open-project.ts';

const boardFindStore = createStore<{ readonly query: string | null; readonly focusRequests: number }>(() => ({
  query: null,
  focusRequests: 0,
}));
let lastQuery = '';

/** Opens the find bar with the previous query, or moves the focus back to it. */
export const showFindBar = (): void =>
  boardFindStore.setState(({ query, focusRequests }) => ({ query: query ?? lastQuery, focusRequests: focusRequests + 1 }));
export const setFindQuery = (query: string): void => boardFindStore.setState({ query });
export function closeFindBar(): void {
  lastQuery = boardFindStore.getState().query ?? lastQuery;
  boardFindStore.setState({ query: null });
}
onProjectChange(() => {
  lastQuery = '';
  boardFindStore.setState({ query: null });
});
export const useBoardFind = () => useStore(boardFindStore);
