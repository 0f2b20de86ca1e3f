/**
 * What is dropped on an element: a picture or film becomes its cover, sounds and components join their lists. The same for files and
 * for what is dragged out of a tree. A component takes pictures.
 */

import type { SingleCommand } from '../../shared/model/commands.ts';
import type { Project } from '../../shared/model/project.ts';
import { attachComponentCommands } from '../records/components/component-attachments.ts';
import { addDroppedFiles } from '../records/uploads/asset-uploads.ts';
import { readDroppedEntries } from '../records/uploads/dropped-files.ts';
import { type AssetPurpose, createAssignCommand } from '../records/uploads/upload-commands.ts';
import { openProjectStore } from '../state/open-project.ts';
import { sendCommand } from '../state/send-command.ts';
import { assetTreeStore, componentTreeStore } from './record-trees/tree-stores.ts';

/** Whether what is being dragged is a file of the desktop, or an asset or component of a tree. */
export const isDroppableOnElement = ({ types }: DataTransfer): boolean =>
  assetTreeStore.getState().dragged.length > 0 || componentTreeStore.getState().dragged.length > 0 || types.includes('Files');

/** Must be called within the drop event. */
export function dropOnElement(elementId: string, transfer: DataTransfer): void {
  const { project } = openProjectStore.getState();
  const purpose: AssetPurpose = { for: project.find('component', elementId) ? 'component' : 'element', id: elementId };
  const { dragged } = assetTreeStore.getState();
  const components = componentTreeStore.getState().dragged;
  if (components.length > 0) {
    const commands = project.find('element', elementId) ? attachComponentCommands(project, elementId, components) : [];
    if (commands.length > 0) void sendCommand({ do: 'batch', commands });
  } else if (dragged.length === 0) void addDroppedFiles(readDroppedEntries(transfer), { purpose });
  else {
    const commands = createAssignCommands(project, purpose, dragged);
    if (commands.length > 0) void sendCommand({ do: 'batch', commands });
  }
}

/** Of several pictures the first is the cover. */
export function createAssignCommands(project: Project, purpose: AssetPurpose, ids: readonly string[]): SingleCommand[] {
  const commands: SingleCommand[] = [];
  for (const id of ids) {
    const asset = project.find('asset', id);
    const hasCover = commands.some((command) => command.do === 'change');
    const use = asset && createAssignCommand(project, purpose, asset, hasCover);
    if (use) commands.push(use);
  }
  return commands;
}

const DROP_TARGET_DATA_KEY = 'assetsOver';

/** The place under the pointer that would take the drop is marked without drawing anything anew. */
export function highlightDropTarget(place: HTMLElement | null): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-assets-over]'))
    if (each !== place) delete each.dataset[DROP_TARGET_DATA_KEY];
  if (place) place.dataset[DROP_TARGET_DATA_KEY] = '';
}
