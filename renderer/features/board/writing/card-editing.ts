/** Which text of the board is being edited in place. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { requestFocus } from '../../../state/focus-request.ts';
import { onProjectChange } from '../../../state/open-project.ts';
import type { EditingTarget } from './editing-target.ts';

export const cardEditing = createStore<{ readonly target: EditingTarget | null }>(() => ({ target: null }));

/** Opens the editor, puts the caret at the end of the text, and adds what was typed. */
export function startCardEditing(target: EditingTarget, typed?: string): void {
  requestFocus(target.id, `card.${target.field}`, typed);
  cardEditing.setState({ target });
}

/** Whether the card of an item is covered by its editor. */
export const useIsEdited = (id: string): boolean => useStore(cardEditing, ({ target }) => target?.id === id);

export const stopCardEditing = (): void => {
  if (cardEditing.getState().target !== null) cardEditing.setState({ target: null });
};

onProjectChange(stopCardEditing);
