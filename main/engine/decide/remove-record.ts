/** Removes a record; what goes with it is settled afterwards (removal.ts). */
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { conflictProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';

export function removeRecord(command: Extract<SingleCommand, { do: 'remove' }>, { draft }: DecisionContext): void {
  const record = draft.getOrThrow(command.kind, command.id);
  const roots: readonly string[] = Object.values(draft.getOrThrow('project', 'project').roots);
  if (record.kind === 'project' || roots.includes(record.id))
    throw new Problem('unsupported', message('problem.remove.rootRecord', { label: getKind(record.kind).label }));
  if (record.kind === 'asset' && record.type.startsWith('template-'))
    throw new Problem('unsupported', message('problem.remove.templateAsset'));
  if (record.kind === 'condition' && record.role === 'if') throw new Problem('unsupported', message('problem.remove.ifCondition'));
  if (record.kind === 'board' && !hasOtherPlayableBoard(record.id, draft.project))
    throw conflictProblem('invalid_target', 'The last board of a project cannot be deleted.', { kind: 'board', id: record.id });
  draft.remove(record.id);
}

/** [Boards] whether a playable board is left outside this board or folder: one that is found is enough. */
function hasOtherPlayableBoard(gone: string, project: Project): boolean {
  const queue = [project.projectRecord.roots.board];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === gone) continue;
    if (project.find('board', at)?.type === 'board') return true;
    queue.push(...project.childIds(at, 'boards'));
  }
  return false;
}
