/** Changes that board actions make to the selection and in the visible part of the board. */

import { newId } from '../../../platform/new-id.ts';
import { createItemForEditing } from '../../../records/board/change-board.ts';
import { duplicateCommand, removeCommand } from '../../../records/board/edit-commands.ts';
import { type ItemKind, itemsOn } from '../../../records/board/items.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { trySend } from '../../../state/send-command.ts';
import { confirmAndRemoveItems } from './remove-items.tsx';

const currentProject = () => openProjectStore.getState().project;

/** Creates an item in the center of the visible area and focuses its text. */
export async function addItemInView(kind: ItemKind): Promise<void> {
  const { view } = boardViewStore.getState();
  if (view) await createItemForEditing(kind, view.boardId, view.middle(), 'near');
}

export async function removeSelection(): Promise<void> {
  const { ids } = selectionStore.getState();
  const command = removeCommand(currentProject(), ids);
  if (command && (await confirmAndRemoveItems(currentProject(), ids, command))) selectItems([]);
}

export async function duplicateSelection(): Promise<void> {
  const copies = duplicateCommand(currentProject(), selectionStore.getState().ids, newId);
  if (copies && (await trySend(copies.command))) selectItems(copies.ids);
}

export function selectAll(): void {
  const { boardId } = selectionStore.getState();
  if (boardId !== null) selectItems([...itemsOn(currentProject(), boardId)].map(({ id }) => id));
}
export const clearSelection = (): void => selectItems([]);
