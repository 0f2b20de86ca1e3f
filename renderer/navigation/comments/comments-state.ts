/** Which thread is read, and what the pane shows. Gone with the window. */
import { createStore } from 'zustand/vanilla';
import { openProjectStore } from '../../state/open-project.ts';
import { openPane } from '../../state/pane-layout.ts';
import { selectionStore } from '../../state/selection.ts';

export interface CommentsState {
  readonly currentThreadId: string | null;
  readonly state: 'open' | 'resolved' | 'all';
  readonly scope: 'everywhere' | 'here';
  readonly query: string;
}

export const commentsState = createStore<CommentsState>(() => ({ currentThreadId: null, state: 'open', scope: 'everywhere', query: '' }));

/** From its mark on the board: the pane opens at the thread, whatever it was narrowed to. */
export function openThreadInPane(id: string): void {
  const resolved = openProjectStore.getState().project.find('comment', id)?.resolved ?? false;
  commentsState.setState({ currentThreadId: id, query: '', ...(resolved ? { state: 'all' as const } : {}) });
  openPane('comments');
}

/** From the pane: its board opens with its place in view. */
export function revealThreadOnBoard(id: string): void {
  const comment = openProjectStore.getState().project.find('comment', id);
  if (!comment) return;
  commentsState.setState({ currentThreadId: id });
  selectionStore.setState({ boardId: comment.boardId, ids: new Set(), component: null, revealId: id });
}
