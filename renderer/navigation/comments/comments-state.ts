/** The open comment thread or local comment, and the filters of the comments pane. Not stored. */
import { createStore } from 'zustand/vanilla';
import type { KindName } from '../../../shared/model/kinds/kinds.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { currentProject, onProjectChange, openProjectStore } from '../../state/open-project.ts';
import { openPane } from '../../state/pane-layout.ts';
import { presentId } from '../../state/renamed-records.ts';
import { isSameSelection, revealUnselected, type SelectionState, selectedRecordId, selectionStore } from '../../state/selection.ts';

interface CommentSubject {
  readonly kind: KindName;
  readonly id: string;
}

interface CommentsState {
  readonly currentThreadId: string | null;
  readonly state: 'open' | 'resolved' | 'all';
  readonly scope: 'everywhere' | 'openBoard';
  readonly query: string;
  /** The record whose menu asked for a comment. It applies until something else is selected. */
  readonly requested: { readonly subject: CommentSubject; readonly selection: SelectionState } | null;
  /** Asks the field for a new comment to take the focus; reset when it has. */
  readonly isFocusRequested: boolean;
}

const initialState: CommentsState = {
  currentThreadId: null,
  state: 'open',
  scope: 'everywhere',
  query: '',
  requested: null,
  isFocusRequested: false,
};
export const commentsState = createStore<CommentsState>(() => initialState);

onProjectChange(() => commentsState.setState(initialState));

/** Opens the pane at a thread, whatever its filters are. */
export function openThreadInPane(id: string): void {
  openInPane(id, openProjectStore.getState().project.find('comment', id)?.resolved ?? false);
}

/** Opens the pane at a local comment, whatever its filters are. Its record, which may have been shown before, no longer takes the focus. */
export function openLocalComment(recordId: string, id: string): void {
  clearFocusRequest();
  openInPane(id, openProjectStore.getState().project.get(recordId)?.localComments?.[id]?.resolved ?? false);
}

function openInPane(currentThreadId: string, isResolved: boolean): void {
  const hiding = isResolved ? 'open' : 'resolved';
  commentsState.setState(({ state }) => ({ currentThreadId, query: '', scope: 'everywhere', state: state === hiding ? 'all' : state }));
  openPane('comments');
}

/** Opens the board of a thread with its position in view. */
export function revealThreadOnBoard(id: string): void {
  const comment = openProjectStore.getState().project.find('comment', id);
  if (!comment) return;
  commentsState.setState({ currentThreadId: id });
  revealUnselected(comment.boardId, id);
}

/** Opens the pane with the focus in the field for a new comment on a record, instead of any other field; without a record, on what is selected. */
export function writeComment(on?: CommentSubject): void {
  clearFocusRequest();
  const requested = on ? { subject: { kind: on.kind, id: on.id }, selection: selectionStore.getState() } : null;
  commentsState.setState({ requested, isFocusRequested: true });
  openPane('comments');
}

/** The id of the record that a new comment belongs to: the requested one, the only selected one, or the open board. Null while several are selected. */
export function commentSubjectId({ requested }: Pick<CommentsState, 'requested'>, selection: SelectionState): string | null {
  if (requested && isSameSelection(requested.selection, selection)) return presentId(requested.subject.id, currentProject());
  return selectedRecordId(selection);
}
