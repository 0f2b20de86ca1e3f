/** The conditions of a branch: one `if`, ordered `else if`s, at most one `else` ([Branches and conditions]). */
import type { ConditionsInput } from '../../../shared/model/commands.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../../shared/model/rank.ts';
import { conflictProblem, invalidFieldProblem, notFoundProblem, type Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';
import { toStoredText } from './stored-texts.ts';

type Condition = StoryRecord<'condition'>;
type ConditionInput = { id?: string | undefined; script?: string | null | undefined };

/** A new branch always gets an `if`, and what else is asked for. Only the window may give ids, so that one batch can connect what it makes. */
export function createBranchConditions(branchId: string, input: ConditionsInput, context: DecisionContext): string[] {
  const wanted = { ...input, ifCondition: input.ifCondition ?? {} };
  const given = conditionEntries(wanted).flatMap(([path, each]) => (each ? [{ path, each }] : []));
  const ids = new Set<string>();
  for (const { path, each } of given) {
    if (each.id === undefined) continue;
    if (context.origin === 'api') context.errors.addInvalidField(`${path}.id`, 'is made by the program and cannot be given');
    else if (!uuidPattern.test(each.id) || ids.has(each.id) || context.draft.get(each.id))
      context.errors.addInvalidField(`${path}.id`, 'must be a new UUID that nothing else has');
    ids.add(each.id);
  }
  if (context.errors.hasInvalidFields) return [];
  const fresh = given.map(({ each }) => each.id);
  const bare = ({ script }: ConditionInput): ConditionInput => ({ script });
  return applyConditions(
    branchId,
    [],
    {
      ifCondition: bare(wanted.ifCondition),
      ...(input.elseIfConditions && { elseIfConditions: input.elseIfConditions.map(bare) }),
      ...(input.elseCondition && { elseCondition: bare(input.elseCondition) }),
    },
    context,
    () => fresh.shift(),
  );
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The final state as asked for: entries with an id stay or change, entries without are made, else-ifs that are left out go. */
export function setConditions(branchId: string, input: ConditionsInput, context: DecisionContext): string[] {
  const branch = context.draft.getOrThrow('branch', branchId);
  if (Object.keys(input).length === 0) throw invalidFieldProblem('conditions', 'at least one is needed');
  return applyConditions(branchId, context.draft.project.children('condition', branch.id, 'conditions'), input, context);
}

function applyConditions(
  branchId: string,
  now: readonly Condition[],
  input: ConditionsInput,
  context: DecisionContext,
  /** The id for the next one that is made, where one was given. */
  nextId: () => string | undefined = () => undefined,
): string[] {
  const [first] = now.filter(({ role }) => role === 'if');
  const middle = now.filter(({ role }) => role === 'elseIf');
  const [last] = now.filter(({ role }) => role === 'else');
  const made: string[] = [];
  const keep = (role: Condition['role'], wanted: ConditionInput, old: Condition | undefined, rank: string, path: string) => {
    const given = wanted.script;
    const script =
      given === undefined
        ? (old?.script ?? null)
        : toStoredText(given, { format: 'script' }, context.origin, `${path}.script`, context.errors);
    const id = old?.id ?? nextId() ?? context.environment.newId();
    if (!old) made.push(id);
    context.draft.put({ ...old, kind: 'condition', id, rank, branchId, role, script });
  };

  const ranks = conditionRanks(middle, input.elseIfConditions, first, last);
  if (input.ifCondition)
    keep(
      'if',
      input.ifCondition,
      matchExistingCondition(input.ifCondition, first, 'ifCondition', context),
      first?.rank ?? ranks.first,
      'conditions.ifCondition',
    );
  if (input.elseIfConditions) {
    const wanted = input.elseIfConditions;
    const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
    if (kept.size < wanted.filter(({ id }) => id !== undefined).length)
      context.errors.addInvalidField('conditions.elseIfConditions', 'names a condition twice');
    for (const old of middle) if (!kept.has(old.id)) context.draft.remove(old.id);
    for (const [index, each] of wanted.entries()) {
      const old = each.id === undefined ? undefined : middle.find(({ id }) => id === each.id);
      const path = `conditions.elseIfConditions.${index}`;
      if (each.id !== undefined && !old) context.errors.addProblem(`${path}.id`, unknownConditionProblem(each.id, context));
      keep('elseIf', each, old, ranks.middle[index] ?? '', path);
    }
  }
  if (input.elseCondition === null && last) context.draft.remove(last.id);
  else if (input.elseCondition)
    keep(
      'else',
      input.elseCondition,
      matchExistingCondition(input.elseCondition, last, 'elseCondition', context),
      last?.rank ?? ranks.last,
      'conditions.elseCondition',
    );
  return made;
}

/** New ranks only where the order changes; the same ids in the same order keep theirs. */
function conditionRanks(
  middle: readonly Condition[],
  wanted: ConditionsInput['elseIfConditions'],
  first: Condition | undefined,
  last: Condition | undefined,
) {
  const same = wanted && wanted.length === middle.length && wanted.every(({ id }, index) => id === middle[index]?.id);
  const [fresh = ''] = first ? [first.rank] : ranksBetween(null, null, 1);
  const inner = same || !wanted ? middle.map(({ rank }) => rank) : ranksBetween(fresh, last?.rank ?? null, wanted.length);
  const [end = ''] = ranksBetween(inner.at(-1) ?? fresh, null, 1);
  return { first: fresh, middle: inner, last: end };
}

function matchExistingCondition(
  wanted: ConditionInput,
  old: Condition | undefined,
  path: string,
  { errors }: DecisionContext,
): Condition | undefined {
  if (wanted.id !== undefined && wanted.id !== old?.id)
    errors.addInvalidField(`conditions.${path}.id`, 'is not the condition that the branch has there');
  return old;
}

/** An else-if that this branch does not have: unknown (404), or another branch's (409). */
function unknownConditionProblem(id: string, { draft }: DecisionContext): Problem {
  return draft.find('condition', id)
    ? conflictProblem('stale', 'The condition belongs elsewhere.', { kind: 'condition', id })
    : notFoundProblem('condition', id);
}

function conditionEntries(input: ConditionsInput): [string, ConditionInput | null | undefined][] {
  return [
    ['conditions.ifCondition', input.ifCondition],
    ...(input.elseIfConditions ?? []).map((each, index): [string, ConditionInput] => [`conditions.elseIfConditions.${index}`, each]),
    ['conditions.elseCondition', input.elseCondition],
  ];
}
