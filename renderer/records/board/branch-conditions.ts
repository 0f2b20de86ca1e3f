/**
 * The conditions of a branch as the complete list that `setConditions` expects ([Branches and conditions]). Pure.
 * A condition that is passed without a script keeps its current one, so that a script that is still being saved is not overwritten.
 */
import type { ConditionsInput } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

export function branchConditionsInput(project: Project, branchId: string): ConditionsInput {
  const conditions = project.children('condition', branchId, 'conditions');
  const idsByRole = (role: string) => conditions.filter((each) => each.role === role).map(({ id }) => ({ id }));
  const [first] = idsByRole('if');
  const [last] = idsByRole('else');
  return { ...(first ? { ifCondition: first } : {}), elseIfConditions: idsByRole('elseIf'), ...(last ? { elseCondition: last } : {}) };
}

export const addElseIf = (now: ConditionsInput): ConditionsInput => ({
  ...now,
  elseIfConditions: [...(now.elseIfConditions ?? []), { script: null }],
});
export const addElse = (now: ConditionsInput): ConditionsInput => ({ ...now, elseCondition: now.elseCondition ?? { script: null } });

/** Removes an `else if` or the `else`. The `if` cannot be removed: every branch has one. */
export function removeCondition(now: ConditionsInput, id: string): ConditionsInput {
  if (now.elseCondition?.id === id) return { ...now, elseCondition: null };
  return { ...now, elseIfConditions: (now.elseIfConditions ?? []).filter((each) => each.id !== id) };
}

export function moveElseIf(now: ConditionsInput, id: string, step: 1 | -1): ConditionsInput {
  const list = [...(now.elseIfConditions ?? [])];
  const at = list.findIndex((each) => each.id === id);
  const [one, two] = [list[at], list[at + step]];
  if (!one || !two) return now;
  list[at] = two;
  list[at + step] = one;
  return { ...now, elseIfConditions: list };
}

export function setConditionScript(now: ConditionsInput, id: string, script: string | null): ConditionsInput {
  if (now.ifCondition?.id === id) return { ...now, ifCondition: { id, script } };
  return { ...now, elseIfConditions: (now.elseIfConditions ?? []).map((each) => (each.id === id ? { ...each, script } : each)) };
}
