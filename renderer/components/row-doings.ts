/** What the actions of a row do with a component or a folder of components: with all that are chosen, where it is among them. */

import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { componentTree, step as stepOf } from '../state/tree-moves.ts';
import { showMoveComponents } from './move-components.tsx';
import { showRenameComponent } from './name-component.tsx';
import { meantBy } from './pane-state.ts';
import { showRemoveComponents } from './remove-components.tsx';

export const rename = (id: string): void => showRenameComponent(id);
export const move = (id: string): void => showMoveComponents(meantBy(id));
export const remove = (id: string): void => showRemoveComponents(meantBy(id));

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(componentTree, openProject.getState().project, id, by);
  if (command) void send(command);
}
