/**
 * (G30) Sends held texts without the formatting that no request can contain: they are simplified locally, and sync sends them like any
 * other change.
 */
import { message } from '../../../shared/messages/message.ts';
import type { CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { simplifyTextCommand } from '../plan/held-texts.ts';
import { heldChangeId } from '../presenter/held-changes.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import type { SyncService } from './sync-service.ts';

/** Sends all texts as one undo step. If an id does not belong to a held text, throws a Problem `notFound`, and nothing is sent. */
export function sendSimplified({ deps }: SyncService, project: SyncedProject, ids: readonly string[]): CommandResult {
  const local = deps.engine.getProject(project.row.hash);
  const held = new Map(
    project
      .load()
      .runner.localChanges()
      .held.map((each) => [heldChangeId(each), each]),
  );
  const commands = [...new Set(ids)].map((id): SingleCommand => {
    const text = held.get(id);
    const record = text && local.get(text.recordId);
    const command = record && simplifyTextCommand(record, text.field);
    if (!command) throw notFoundProblem(message('problem.noun.heldChange'), id);
    return command;
  });
  return deps.engine.execute(project.row.hash, { do: 'batch', commands }, 'user');
}
