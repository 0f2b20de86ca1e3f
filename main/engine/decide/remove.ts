/** Removes a record; what goes with it is settled afterwards (removal.ts). */
import type { SingleCommand } from '../../../shared/commands.ts';
import { kindNamed } from '../../../shared/kinds/all.ts';
import { conflict, Problem } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import type { Context } from './context.ts';

export function remove(command: Extract<SingleCommand, { do: 'remove' }>, { stage }: Context): void {
  const record = stage.get(command.kind, command.id);
  const roots: readonly string[] = Object.values(stage.get('project', 'project').roots);
  if (record.kind === 'project' || roots.includes(record.id))
    throw new Problem('unsupported', `The root ${kindNamed(record.kind).label} cannot be deleted.`);
  if (record.kind === 'asset' && record.type.startsWith('template-'))
    throw new Problem('unsupported', 'Template assets cannot be deleted.');
  if (record.kind === 'condition' && record.role === 'if') throw new Problem('unsupported', 'A branch always has its if condition.');
  if (record.kind === 'board' && !keepsABoard(record.id, stage.project))
    throw conflict('invalid_target', 'The last board of a project cannot be deleted.', { kind: 'board', id: record.id });
  stage.remove(record.id);
}

/** [Boards] whether a playable board is left outside this board or folder: one that is found is enough. */
function keepsABoard(gone: string, project: Project): boolean {
  const queue = [project.root.roots.board];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === gone) continue;
    if (project.find('board', at)?.type === 'board') return true;
    queue.push(...project.list(at, 'boards'));
  }
  return false;
}
