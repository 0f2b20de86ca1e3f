/** Requests the focus for a field: of the inspector, or of the editor on a card of the board. */
import { createStore } from 'zustand/vanilla';
import { openPane } from './pane-layout.ts';
import { currentId, onRecordsRenamed } from './renamed-records.ts';

export type TextFieldName = 'title' | 'content';
/**
 * A text may be edited in the inspector, on its card and in a cell of the table of translations; a request is for one of them. `row` is that of a variable
 * in the table of variables.
 */
export type FocusField = TextFieldName | `card.${TextFieldName}` | 'cell' | 'row';

interface FocusRequest {
  readonly id: string;
  readonly field: FocusField;
  /** What was typed to request the focus: the field inserts it at its end. */
  readonly typed: string;
}

/** The requested record and field; null if there is no request, or once it has been handled. */
export const focusRequest = createStore<{ request: FocusRequest | null }>(() => ({ request: null }));

onRecordsRenamed((names) =>
  focusRequest.setState(({ request }) => (request ? { request: { ...request, id: currentId(request.id, names) } } : {})),
);

export function requestFocus(id: string, field: FocusField, typed = ''): void {
  const { request } = focusRequest.getState();
  // More characters may be typed before the field is on the page.
  const before = request?.id === id && request.field === field ? request.typed : '';
  focusRequest.setState({ request: { id, field, typed: before + typed } });
}

/** Returns what was typed to request the focus. */
export function clearFocusRequest(): string {
  const typed = focusRequest.getState().request?.typed ?? '';
  focusRequest.setState({ request: null });
  return typed;
}

/** Opens the inspector, which shows the selection, and focuses a field of the record. */
export function editInInspector(id: string, field: TextFieldName, typed?: string): void {
  openPane('inspector');
  requestFocus(id, field, typed);
}
