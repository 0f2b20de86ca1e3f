/** Branches and their conditions as the service shows them ([Branch and conditions]). */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { requireBoard, requireRecord } from './require-record.ts';

type ConditionRecord = StoryRecord<'condition'>;

/** The list form names conditions by id only. */
export function serializeBoardBranches(project: Project, boardId: string) {
  const board = requireBoard(project, boardId);
  return project.children('branch', board.id, 'branches').map(({ id, x, y, theme }) => ({
    id,
    boardId: board.id,
    x,
    y,
    theme,
    conditions: serializeConditions(project, id, (condition) => condition.id),
  }));
}

/** The read form expands each condition. */
export function serializeBranch(project: Project, branchId: string) {
  const { id, boardId, x, y, theme } = requireRecord(project, 'branch', branchId);
  const expanded = (condition: ConditionRecord) => ({
    id: condition.id,
    output: project.childIds(condition.id, 'outputs')[0] ?? null,
    script: condition.script === '' ? null : condition.script,
  });
  return { id, boardId, x, y, theme, conditions: serializeConditions(project, id, expanded) };
}

function serializeConditions<Shown>(project: Project, branchId: string, shown: (condition: ConditionRecord) => Shown) {
  const all = project.children('condition', branchId, 'conditions');
  const only = (wanted: ConditionRecord['role']) => all.filter(({ role }) => role === wanted).map(shown);
  return { ifCondition: only('if')[0] ?? null, elseIfConditions: only('elseIf'), elseCondition: only('else')[0] ?? null };
}
