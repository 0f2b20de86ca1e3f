/** Deletes records and reports it. */
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { sendCommand, sendOrShowError } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { findFrame } from '../board/items.ts';
import { recordName } from '../names/record-names.ts';

/** `command` deletes the records `ids`, which the toast names or counts. Throws the Problem with which the command is rejected. */
export async function removeRecords(ids: readonly string[], command: Command): Promise<void> {
  const done = deletionLabel(openProjectStore.getState().project, ids);
  const showDone = prepareUndoToast();
  await sendCommand(command);
  showDone(done);
}

/** Sends a command that takes something off records, and reports it by `done` with Undo. Shows a Problem with which it is rejected. */
export async function detachFromRecords(command: Command | null, done: string): Promise<void> {
  const showDone = prepareUndoToast();
  if (await sendOrShowError(command)) showDone(done);
}

/** The text of the toast after the deletion: one record is named, several are counted. To be called before they are deleted. */
export function deletionLabel(project: Project, ids: readonly string[]): string {
  const [first = ''] = ids;
  if (ids.length !== 1) return t('common.deleted.several', { count: ids.length });
  if (findFrame(project, first)) return t('common.deleted.frame');
  const name = project.find('attribute', first)?.name ?? recordName(project, first);
  return name === '' ? t('common.deleted.several', { count: 1 }) : t('common.deleted.named', { name });
}
