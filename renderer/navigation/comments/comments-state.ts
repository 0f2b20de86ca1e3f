/** The open comment thread and the filters of the comments pane. Not stored. */
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

/** Opens the pane at a thread, whatever its filters are. */
export function openThreadInPane(id: string): void {
  const resolved = openProjectStore.getState().project.find('comment', id)?.resolved ?? false;
  commentsState.setState({ currentThreadId: id, query: '', ...(resolved ? { state: 'all' as const } : {}) });
  openPane('comments');
}

/** Opens the board of a thread with its position in view. */
export function revealThreadOnBoard(id: string): void {
  const comment = openProjectStore.getState().project.find('comment', id);
  if (!comment) return;
  commentsState.setState({ currentThreadId: id });
  selectionStore.setState({ boardId: comment.boardId, ids: new Set(), component: null, revealId: id });
}
