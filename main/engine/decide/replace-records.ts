/**
 * Replaces records with those of the remote, and applies the ids that it has assigned. Like any command, it is accepted or rejected as a
 * whole.
 */
import { message } from '../../../shared/messages/message.ts';
import type { ReplaceRecordsCommand } from '../../../shared/model/commands.ts';
import { applyIdMapping } from '../../../shared/model/id-mapping.ts';
import { conflictProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';
import { withLocalComments } from './local-comments.ts';

export function replaceRecords({ renamedIds, put, removedIds }: ReplaceRecordsCommand, { draft, origin }: DecisionContext): void {
  if (origin !== 'remote') throw new Problem('unsupported', message('problem.change.remoteOnly'));
  for (const [, to] of renamedIds)
    if (draft.get(to)) throw conflictProblem('duplicate', message('problem.idTaken', { id: to }), { id: to });
  const touched = applyIdMapping(draft.project, renamedIds);
  for (const record of touched.put) draft.put(record);
  for (const id of touched.removedIds) draft.remove(id);
  // The remote does not have the comments that stay on this computer, so they are retained.
  for (const record of put) draft.put(withLocalComments(record, draft.get(record.id)?.localComments));
  for (const id of removedIds) if (draft.get(id)) draft.remove(id);
}
