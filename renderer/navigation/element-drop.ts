/**
 * Drops on an element: an image or video becomes its cover, sounds and components are added to its lists. Files are handled like records that are
 * dragged from a tree. Components accept images.
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

/** Whether a drag contains files from the desktop, or an asset or component from a tree. */
export const isDroppableOnElement = ({ types }: DataTransfer): boolean =>
  assetTreeStore.getState().dragged.length > 0 || componentTreeStore.getState().dragged.length > 0 || types.includes('Files');

/** Must be called synchronously in the drop event. */
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

/** The first of several images becomes the cover. */
export function createAssignCommands(project: Project, purpose: AssetPurpose, ids: readonly string[]): SingleCommand[] {
  const commands: SingleCommand[] = [];
  for (const id of ids) {
    const asset = project.find('asset', id);
    const hasCover = commands.some((command) => command.do === 'change');
    const use = asset && createAssignCommand(project, purpose, asset, { hasCover });
    if (use) commands.push(use);
  }
  return commands;
}

const dropTargetDataKey = 'assetsOver';

/** Marks the drop target below the pointer directly in the DOM, so that nothing renders again. */
export function highlightDropTarget(target: HTMLElement | null): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-assets-over]'))
    if (each !== target) delete each.dataset[dropTargetDataKey];
  if (target) target.dataset[dropTargetDataKey] = '';
}
