/**
 * The conditions of a branch as the final state that `setConditions` takes ([Branches and conditions]). Pure.
 * A condition named without its script keeps the one it has: a script that is still on its way must not be written over.
 */
import type { ConditionsInput } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

export function branchConditionsInput(project: Project, branchId: string): ConditionsInput {
  const all = project.children('condition', branchId, 'conditions');
  const told = (role: string) => all.filter((each) => each.role === role).map(({ id }) => ({ id }));
  const [first] = told('if');
  const [last] = told('else');
  return { ...(first ? { ifCondition: first } : {}), elseIfConditions: told('elseIf'), ...(last ? { elseCondition: last } : {}) };
}

export const addElseIf = (now: ConditionsInput): ConditionsInput => ({
  ...now,
  elseIfConditions: [...(now.elseIfConditions ?? []), { script: null }],
});
export const addElse = (now: ConditionsInput): ConditionsInput => ({ ...now, elseCondition: now.elseCondition ?? { script: null } });

/** Without an `else if` or the `else`; the `if` stays, every branch has one. */
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
