/** What the actions of a row do with a component or a folder of components: with the whole selection if the row is part of it. */

import { showMoveRecordsDialog } from '../../../navigation/record-trees/move-records-dialog.tsx';
import { componentTreeStore } from '../../../navigation/record-trees/tree-stores.ts';
import { componentTree } from '../../../records/trees/record-tree.ts';
import { createReorderCommand } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showRenameComponentDialog } from './component-name-dialogs.tsx';
import { showRemoveComponentsDialog } from './remove-components-dialog.tsx';

export const rename = (id: string): void => showRenameComponentDialog(id);
export const move = (id: string): void => showMoveRecordsDialog('component', componentTreeStore.actionTargets(id));
export const remove = (id: string): void => showRemoveComponentsDialog(componentTreeStore.actionTargets(id));

/** One place up or down among its siblings. */
export function step(id: string, by: 1 | -1): void {
  const command = createReorderCommand(componentTree, openProjectStore.getState().project, id, by);
  if (command) void sendCommand(command);
}
