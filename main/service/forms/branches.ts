/** Branches and their conditions as the service shows them ([Branch and conditions]). */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { found, itemBoard } from './found.ts';

type Condition = StoryRecord<'condition'>;

/** The list form names conditions by id only. */
export function boardBranches(project: Project, boardId: string) {
  const board = itemBoard(project, boardId);
  return project.children('branch', board.id, 'branches').map(({ id, x, y, theme }) => ({
    id,
    boardId: board.id,
    x,
    y,
    theme,
    conditions: conditionsOf(project, id, (condition) => condition.id),
  }));
}

/** The read form expands each condition. */
export function storedBranch(project: Project, branchId: string) {
  const { id, boardId, x, y, theme } = found(project, 'branch', branchId);
  const expanded = (condition: Condition) => ({
    id: condition.id,
    output: project.list(condition.id, 'outputs')[0] ?? null,
    script: condition.script === '' ? null : condition.script,
  });
  return { id, boardId, x, y, theme, conditions: conditionsOf(project, id, expanded) };
}

function conditionsOf<Shown>(project: Project, branchId: string, shown: (condition: Condition) => Shown) {
  const all = project.children('condition', branchId, 'conditions');
  const only = (wanted: Condition['role']) => all.filter(({ role }) => role === wanted).map(shown);
  return { ifCondition: only('if')[0] ?? null, elseIfConditions: only('elseIf'), elseCondition: only('else')[0] ?? null };
}
