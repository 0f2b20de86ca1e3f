/** Requests the focus for a field: of the inspector, or of the editor on a card of the board. */
import { createStore } from 'zustand/vanilla';
import { openPane } from './pane-layout.ts';

export type TextFieldName = 'title' | 'content';
/** A text may be edited in the inspector and on its card; a request is for one of them. */
export type FocusField = TextFieldName | `card.${TextFieldName}`;

/** The requested record and field; null if there is no request, or once it has been handled. */
export const focusRequest = createStore<{ request: { id: string; field: FocusField } | null }>(() => ({ request: null }));

export const requestFocus = (id: string, field: FocusField): void => focusRequest.setState({ request: { id, field } });
export const clearFocusRequest = (): void => focusRequest.setState({ request: null });

/** Opens the inspector, which shows the selection, and focuses a field of the record. */
export function editInInspector(id: string, field: TextFieldName): void {
  openPane('inspector');
  requestFocus(id, field);
}
