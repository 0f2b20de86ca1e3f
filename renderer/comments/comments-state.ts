/** Which thread is read, and what the pane shows. Gone with the window. */
import { createStore } from 'zustand/vanilla';
import { setPaneOpen } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';

export interface Reading {
  readonly current: string | null;
  readonly state: 'open' | 'resolved' | 'all';
  readonly where: 'everywhere' | 'here';
  readonly words: string;
}

export const reading = createStore<Reading>(() => ({ current: null, state: 'open', where: 'everywhere', words: '' }));

/** From its mark on the board: the pane opens at the thread, whatever it was narrowed to. */
export function openThread(id: string): void {
  const resolved = openProject.getState().project.find('comment', id)?.resolved ?? false;
  reading.setState({ current: id, words: '', ...(resolved ? { state: 'all' as const } : {}) });
  setPaneOpen('comments', true);
}

/** From the pane: its board opens with its place in view. */
export function showThread(id: string): void {
  const comment = openProject.getState().project.find('comment', id);
  if (!comment) return;
  reading.setState({ current: id });
  selection.setState({ boardId: comment.boardId, ids: new Set(), component: null, show: id });
}
