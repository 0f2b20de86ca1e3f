/**
 * What is dropped on an element: a picture or film becomes its cover, sounds and components join their lists. The same for files and
 * for what is dragged out of a tree. A component takes pictures.
 */

import type { SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import { attachments } from '../components/component-drop.ts';
import { componentPane } from '../components/pane-state.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { addDropped } from './adding.ts';
import { type Purpose, putToUse } from './arrivals.ts';
import { assetPane } from './pane-state.ts';
import { readDrop } from './walk-files.ts';

/** Whether what is being dragged is a file of the desktop, or an asset or component of a tree. */
export const isAssetDrag = ({ types }: DataTransfer): boolean =>
  assetPane.getState().dragged.length > 0 || componentPane.getState().dragged.length > 0 || types.includes('Files');

/** Must be called within the drop event. */
export function dropOnElement(elementId: string, transfer: DataTransfer): void {
  const { project } = openProject.getState();
  const purpose: Purpose = { for: project.find('component', elementId) ? 'component' : 'element', id: elementId };
  const { dragged } = assetPane.getState();
  const components = componentPane.getState().dragged;
  if (components.length > 0) {
    const commands = project.find('element', elementId) ? attachments(project, elementId, components) : [];
    if (commands.length > 0) void send({ do: 'batch', commands });
  } else if (dragged.length === 0) void addDropped(readDrop(transfer), { purpose });
  else {
    const commands = usesFor(project, purpose, dragged);
    if (commands.length > 0) void send({ do: 'batch', commands });
  }
}

/** Of several pictures the first is the cover. */
export function usesFor(project: Project, purpose: Purpose, ids: readonly string[]): SingleCommand[] {
  const commands: SingleCommand[] = [];
  for (const id of ids) {
    const asset = project.find('asset', id);
    const hasCover = commands.some((command) => command.do === 'change');
    const use = asset && putToUse(project, purpose, asset, hasCover);
    if (use) commands.push(use);
  }
  return commands;
}

const OVER = 'assetsOver';

/** The place under the pointer that would take the drop is marked without drawing anything anew. */
export function markDrop(place: HTMLElement | null): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-assets-over]')) if (each !== place) delete each.dataset[OVER];
  if (place) place.dataset[OVER] = '';
}
