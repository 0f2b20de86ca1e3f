/** The conditions of a branch: one `if`, ordered `else if`s, at most one `else` ([Branches and conditions]). */

import { message } from '../../../shared/messages/message.ts';
import type { ConditionsInput } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../../shared/model/rank.ts';
import { conflictFault, invalidFieldProblem, notFoundFault, type StateFault } from '../../../shared/problem.ts';
import type { DecisionContext } from './project-draft.ts';
import { toStoredText } from './stored-fields.ts';

type Condition = StoryRecord<'condition'>;
type ConditionInput = { id?: string | undefined; script?: string | null | undefined };

/**
 * Creates the requested conditions of a new branch, always with an `if`. Returns their ids. Only the window may choose ids, so that it can
 * also connect the conditions in the same batch.
 */
export function createBranchConditions(branchId: string, input: ConditionsInput, context: DecisionContext): string[] {
  const ifCondition = input.ifCondition ?? {};
  const requested = conditionEntries({ ...input, ifCondition }).flatMap(([path, each]) => (each ? [{ path, each }] : []));
  const ids = new Set<string>();
  for (const { path, each } of requested) {
    if (each.id === undefined) continue;
    if (context.origin === 'api') context.errors.addInvalidField(`${path}.id`, message('fault.conditions.idGiven'));
    else if (!uuidPattern.test(each.id) || ids.has(each.id) || context.draft.get(each.id))
      context.errors.addInvalidField(`${path}.id`, message('fault.conditions.newUuid'));
    ids.add(each.id);
  }
  if (context.errors.hasInvalidFields) return [];
  const newIds = requested.map(({ each }) => each.id).values();
  const withoutId = ({ script }: ConditionInput): ConditionInput => ({ script });
  return applyConditions(
    branchId,
    [],
    {
      ifCondition: withoutId(ifCondition),
      ...(input.elseIfConditions && { elseIfConditions: input.elseIfConditions.map(withoutId) }),
      ...(input.elseCondition && { elseCondition: withoutId(input.elseCondition) }),
    },
    context,
    () => newIds.next().value,
  );
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sets the requested final state: entries with an id are retained or changed, entries without one are created, and omitted else-ifs are
 * removed. Returns the ids of the created conditions.
 */
export function setConditions(branchId: string, input: ConditionsInput, context: DecisionContext): string[] {
  const branch = context.draft.getOrThrow('branch', branchId);
  if (Object.keys(input).length === 0) throw invalidFieldProblem('conditions', message('fault.oneFieldNeeded'));
  return applyConditions(branchId, context.draft.project.children('condition', branch.id, 'conditions'), input, context);
}

function applyConditions(
  branchId: string,
  existing: readonly Condition[],
  input: ConditionsInput,
  context: DecisionContext,
  /** Returns the requested id of the next created condition, if there is one. */
  nextId: () => string | undefined = () => undefined,
): string[] {
  const [first] = existing.filter(({ role }) => role === 'if');
  const middle = existing.filter(({ role }) => role === 'elseIf');
  const [last] = existing.filter(({ role }) => role === 'else');
  const createdIds: string[] = [];
  const put = (role: Condition['role'], requested: ConditionInput, old: Condition | undefined, rank: string, path: string) => {
    const script =
      requested.script === undefined
        ? (old?.script ?? null)
        : toStoredText(requested.script, { format: 'script' }, context.origin, `${path}.script`, context.errors);
    const id = old?.id ?? nextId() ?? context.environment.newId();
    if (!old) createdIds.push(id);
    context.draft.put({ ...old, kind: 'condition', id, rank, branchId, role, script });
  };

  const ranks = conditionRanks(middle, input.elseIfConditions, first, last);
  if (input.ifCondition)
    put(
      'if',
      input.ifCondition,
      matchExistingCondition(input.ifCondition, first, 'ifCondition', context),
      first?.rank ?? ranks.first,
      'conditions.ifCondition',
    );
  if (input.elseIfConditions) {
    const requested = input.elseIfConditions;
    const retainedIds = new Set(requested.flatMap(({ id }) => id ?? []));
    if (retainedIds.size < requested.filter(({ id }) => id !== undefined).length)
      context.errors.addInvalidField('conditions.elseIfConditions', message('fault.conditions.duplicate'));
    const middleById = new Map(middle.map((old) => [old.id, old]));
    for (const old of middle) if (!retainedIds.has(old.id)) context.draft.remove(old.id);
    for (const [index, each] of requested.entries()) {
      const old = each.id === undefined ? undefined : middleById.get(each.id);
      const path = `conditions.elseIfConditions.${index}`;
      if (each.id !== undefined && !old) context.errors.addState(`${path}.id`, unknownElseIfFault(each.id, branchId, context));
      put('elseIf', each, old, ranks.middle[index] ?? '', path);
    }
  }
  if (input.elseCondition === null && last) context.draft.remove(last.id);
  else if (input.elseCondition)
    put(
      'else',
      input.elseCondition,
      matchExistingCondition(input.elseCondition, last, 'elseCondition', context),
      last?.rank ?? ranks.last,
      'conditions.elseCondition',
    );
  return createdIds;
}

/** New ranks are only assigned if the order changes. */
function conditionRanks(
  middle: readonly Condition[],
  requested: ConditionsInput['elseIfConditions'],
  first: Condition | undefined,
  last: Condition | undefined,
) {
  const isSameOrder = requested && requested.length === middle.length && requested.every(({ id }, index) => id === middle[index]?.id);
  const [firstRank = ''] = first ? [first.rank] : ranksBetween(null, null, 1);
  const middleRanks =
    isSameOrder || !requested ? middle.map(({ rank }) => rank) : ranksBetween(firstRank, last?.rank ?? null, requested.length);
  const [lastRank = ''] = ranksBetween(middleRanks.at(-1) ?? firstRank, null, 1);
  return { first: firstRank, middle: middleRanks, last: lastRank };
}

function matchExistingCondition(
  requested: ConditionInput,
  old: Condition | undefined,
  path: string,
  { errors }: DecisionContext,
): Condition | undefined {
  if (requested.id !== undefined && requested.id !== old?.id)
    errors.addInvalidField(`conditions.${path}.id`, message('fault.conditions.notThere'));
  return old;
}

/**
 * The fault of an id that is no else-if of this branch: a 404 if the condition does not exist, a 409 if it belongs to another branch, or
 * is the if or else of this one.
 */
function unknownElseIfFault(id: string, branchId: string, { draft }: DecisionContext): StateFault {
  const condition = draft.find('condition', id);
  if (!condition) return notFoundFault(kindNoun('condition'), id);
  const text =
    condition.branchId === branchId
      ? message('problem.conditionNotElseIf', { role: condition.role })
      : message('problem.conditionElsewhere');
  return conflictFault('stale', text, { kind: 'condition', id });
}

function conditionEntries(input: ConditionsInput): [string, ConditionInput | null | undefined][] {
  return [
    ['conditions.ifCondition', input.ifCondition],
    ...(input.elseIfConditions ?? []).map((each, index): [string, ConditionInput] => [`conditions.elseIfConditions.${index}`, each]),
    ['conditions.elseCondition', input.elseCondition],
  ];
}
