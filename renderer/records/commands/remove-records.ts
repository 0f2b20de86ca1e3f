/** Deletes records and reports it. */
import type { Command } from '../../../shared/model/commands.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { deletionLabel } from '../names/deletion-label.ts';

/** `command` deletes the records `ids`, which the toast names or counts. Throws the Problem with which the command is rejected. */
export async function removeRecords(ids: readonly string[], command: Command): Promise<void> {
  const done = deletionLabel(openProjectStore.getState().project, ids);
  const showDone = prepareUndoToast();
  await sendCommand(command);
  showDone(done);
}
