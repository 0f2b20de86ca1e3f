/** What the actions of a row do with a component or a folder of components: with all that are chosen, where it is among them. */

import { actionTargets } from '../../../navigation/components/component-tree-state.ts';
import { componentTree, createReorderCommand as stepOf } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showRenameComponentDialog } from './component-name-dialogs.tsx';
import { showMoveComponentsDialog } from './move-components-dialog.tsx';
import { showRemoveComponentsDialog } from './remove-components-dialog.tsx';

export const rename = (id: string): void => showRenameComponentDialog(id);
export const move = (id: string): void => showMoveComponentsDialog(actionTargets(id));
export const remove = (id: string): void => showRemoveComponentsDialog(actionTargets(id));

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = stepOf(componentTree, openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
