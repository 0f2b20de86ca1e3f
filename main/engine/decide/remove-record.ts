/** Removes a record. The records that depend on it are then removed or changed by cascade-removals.ts. */

import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictProblem, Problem } from '../../../shared/problem.ts';
import { isTemplateTree } from './asset-rules.ts';
import type { DecisionContext } from './decision-context.ts';

export function removeRecord(command: Extract<SingleCommand, { do: 'remove' }>, { draft }: DecisionContext): void {
  const record = draft.getOrThrow(command.kind, command.id);
  const roots: readonly string[] = Object.values(draft.getOrThrow('project', 'project').roots);
  if (record.kind === 'project' || roots.includes(record.id))
    throw new Problem('unsupported', message('problem.remove.rootRecord', { kind: kindNoun(record.kind) }));
  if (record.kind === 'asset' && isTemplateTree(record.id, draft.project))
    throw new Problem('unsupported', message('problem.remove.templateAsset'));
  if (record.kind === 'condition' && record.role === 'if') throw new Problem('unsupported', message('problem.remove.ifCondition'));
  if (record.kind === 'board' && !hasOtherPlayableBoard(record.id, draft.project))
    throw conflictProblem('invalid_target', message('problem.remove.lastBoard'), { kind: 'board', id: record.id });
  draft.remove(record.id);
}

/** [Boards] whether a playable board remains outside this board or folder. Stops at the first one found. */
function hasOtherPlayableBoard(removedId: string, project: Project): boolean {
  const queue = [project.projectRecord.roots.board];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === removedId) continue;
    if (project.find('board', id)?.type === 'board') return true;
    queue.push(...project.childIds(id, 'boards'));
  }
  return false;
}
