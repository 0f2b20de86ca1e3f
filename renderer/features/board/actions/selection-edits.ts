/** Changes that board actions make to the selection and in the visible part of the board. */

import type { Point } from '../../../../shared/layout/geometry.ts';
import { t } from '../../../messages/translate.ts';
import { newId } from '../../../platform/new-id.ts';
import { addElse, branchConditionsInput } from '../../../records/board/branch-conditions.ts';
import { computeAndSelect, createFrameAround, createItemForEditing } from '../../../records/board/change-board.ts';
import { duplicateCommand, removeCommand } from '../../../records/board/edit-commands.ts';
import { frameContentIds, framesOn } from '../../../records/board/frames.ts';
import { type ItemType, isItem, itemsOn } from '../../../records/board/items.ts';
import { addPickedFiles } from '../../../records/uploads/asset-uploads.ts';
import { boardViewStore } from '../../../state/board-view.ts';
import { currentProject } from '../../../state/open-project.ts';
import { deselectItems, selectItems, selectionStore } from '../../../state/selection.ts';
import { sendOrShowError } from '../../../state/send-command.ts';
import { announce } from '../frame/announcer.tsx';
import { confirmAndRemoveItems } from './remove-items.ts';

/** Creates an item in the center of the visible area and focuses its text. A frame is created around the selected items. */
export async function addItemInView(type: ItemType): Promise<void> {
  const { view } = boardViewStore.getState();
  const items = [...selectionStore.getState().ids].filter((id) => isItem(currentProject(), id));
  if (view && type === 'frame' && items.length > 0) await createFrameAround(view.boardId, items);
  else if (view) await createItemForEditing(type, view.boardId, view.middle(), 'free');
}

export function selectFrameContents(): void {
  const contents = [...selectionStore.getState().ids].flatMap((id) => frameContentIds(currentProject(), id));
  if (contents.length > 0) selectItems(contents);
  else announce(t('boardActions.done.emptyFrame'));
}

/** Selects the smallest frame that holds all selected items. */
export function selectFrame(): void {
  const { boardId, ids } = selectionStore.getState();
  const frame = framesOn(currentProject(), boardId ?? '').findLast(({ id }) => {
    const contents = new Set(frameContentIds(currentProject(), id));
    return [...ids].every((each) => contents.has(each) || !isItem(currentProject(), each));
  });
  if (frame) selectItems([frame.id]);
  else announce(t('boardActions.done.noFrame'));
}

/** Shows a note as a frame, or a frame as a note. */
export async function toggleFrame(id: string): Promise<void> {
  const note = currentProject().find('note', id);
  if (note) await sendOrShowError({ do: 'change', kind: 'note', id, fields: { isFrame: !note.isFrame } });
}

export async function removeItems(ids: ReadonlySet<string>): Promise<void> {
  if (removeCommand(currentProject(), ids) && (await confirmAndRemoveItems(currentProject(), ids))) deselectItems(ids);
}

/** `shift`: how far the copies are from the items; a little beside them by default. */
export async function duplicateItems(ids: ReadonlySet<string>, shift?: Point): Promise<void> {
  await computeAndSelect(duplicateCommand(currentProject(), ids, newId, shift));
}

export function selectAll(): void {
  const { boardId } = selectionStore.getState();
  if (boardId !== null) selectItems([...itemsOn(currentProject(), boardId)].map(({ id }) => id));
}

/** The else is followed if no condition is true. */
export const addElseTo = (branchId: string): Promise<boolean> =>
  sendOrShowError({ do: 'setConditions', id: branchId, conditions: addElse(branchConditionsInput(currentProject(), branchId)) });

export const chooseCover = (elementId: string): Promise<void> => addPickedFiles('file', { purpose: { for: 'element', id: elementId } });
