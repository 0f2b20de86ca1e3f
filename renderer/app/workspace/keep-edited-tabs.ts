/** A preview stays open once something on its board is edited in this window. */
import type { Command } from '../../../shared/model/commands.ts';
import { boardLocationOf } from '../../records/record-location.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { keepTabOpen, readShownTabs } from '../../state/open-tabs.ts';
import { onCommand } from '../../state/send-command.ts';
import { boardOfTab } from '../../state/tab-layout.ts';

/** Returns a function that stops it. */
export const keepEditedTabs = (): (() => void) =>
  onCommand((command) => {
    for (const { preview } of readShownTabs().sides)
      if (preview !== null && changesBoard(command, boardOfTab(preview))) keepTabOpen(preview);
  });

/** Whether a command changes something on a board. */
export function changesBoard(command: Command, boardId: string | null): boolean {
  if (command.do === 'batch') return command.commands.some((each) => changesBoard(each, boardId));
  const { project } = openProjectStore.getState();
  if (command.do === 'create') return 'boardId' in command.fields && command.fields.boardId === boardId;
  return 'id' in command && boardLocationOf(project, command.id)?.boardId === boardId;
}
