/** The conditions of a branch: one `if`, ordered `else if`s, at most one `else` ([Branches and conditions]). */
import type { ConditionsInput } from '../../../shared/commands.ts';
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import { conflict, invalid, notFound, type Problem } from '../../../shared/problem.ts';
import { ranksBetween } from '../../../shared/rank.ts';
import type { Context } from './context.ts';
import { readText } from './texts.ts';

type Condition = StoryRecord<'condition'>;
type Wanted = { id?: string | undefined; script?: string | null | undefined };

/** A new branch always gets an `if`, and what else is asked for. Only the window may give ids, so that one batch can connect what it makes. */
export function conditionsOfNewBranch(branchId: string, input: ConditionsInput, context: Context): string[] {
  const wanted = { ...input, ifCondition: input.ifCondition ?? {} };
  const given = entries(wanted).flatMap(([path, each]) => (each ? [{ path, each }] : []));
  const ids = new Set<string>();
  for (const { path, each } of given) {
    if (each.id === undefined) continue;
    if (context.origin === 'api') context.faults.wrong(`${path}.id`, 'is made by the program and cannot be given');
    else if (!uuid.test(each.id) || ids.has(each.id) || context.stage.at(each.id))
      context.faults.wrong(`${path}.id`, 'must be a new UUID that nothing else has');
    ids.add(each.id);
  }
  if (context.faults.hasInvalidFields) return [];
  const fresh = given.map(({ each }) => each.id);
  const bare = ({ script }: Wanted): Wanted => ({ script });
  return lay(
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

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The final state as asked for: entries with an id stay or change, entries without are made, else-ifs that are left out go. */
export function setConditions(branchId: string, input: ConditionsInput, context: Context): string[] {
  const branch = context.stage.get('branch', branchId);
  if (Object.keys(input).length === 0) throw invalid('conditions', 'at least one is needed');
  return lay(branchId, context.stage.project.children('condition', branch.id, 'conditions'), input, context);
}

function lay(
  branchId: string,
  now: readonly Condition[],
  input: ConditionsInput,
  context: Context,
  /** The id for the next one that is made, where one was given. */
  nextId: () => string | undefined = () => undefined,
): string[] {
  const [first] = now.filter(({ role }) => role === 'if');
  const middle = now.filter(({ role }) => role === 'elseIf');
  const [last] = now.filter(({ role }) => role === 'else');
  const made: string[] = [];
  const keep = (role: Condition['role'], wanted: Wanted, old: Condition | undefined, rank: string, path: string) => {
    const given = wanted.script;
    const script =
      given === undefined ? (old?.script ?? null) : readText(given, { holds: 'script' }, context.origin, `${path}.script`, context.faults);
    const id = old?.id ?? nextId() ?? context.world.newId();
    if (!old) made.push(id);
    context.stage.put({ ...old, kind: 'condition', id, rank, branchId, role, script });
  };

  const ranks = ranksFor(middle, input.elseIfConditions, first, last);
  if (input.ifCondition)
    keep(
      'if',
      input.ifCondition,
      named(input.ifCondition, first, 'ifCondition', context),
      first?.rank ?? ranks.first,
      'conditions.ifCondition',
    );
  if (input.elseIfConditions) {
    const wanted = input.elseIfConditions;
    const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
    if (kept.size < wanted.filter(({ id }) => id !== undefined).length)
      context.faults.wrong('conditions.elseIfConditions', 'names a condition twice');
    for (const old of middle) if (!kept.has(old.id)) context.stage.remove(old.id);
    for (const [index, each] of wanted.entries()) {
      const old = each.id === undefined ? undefined : middle.find(({ id }) => id === each.id);
      const path = `conditions.elseIfConditions.${index}`;
      if (each.id !== undefined && !old) context.faults.against(`${path}.id`, stale(each.id, context));
      keep('elseIf', each, old, ranks.middle[index] ?? '', path);
    }
  }
  if (input.elseCondition === null && last) context.stage.remove(last.id);
  else if (input.elseCondition)
    keep(
      'else',
      input.elseCondition,
      named(input.elseCondition, last, 'elseCondition', context),
      last?.rank ?? ranks.last,
      'conditions.elseCondition',
    );
  return made;
}

/** New ranks only where the order changes; the same ids in the same order keep theirs. */
function ranksFor(
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

function named(wanted: Wanted, old: Condition | undefined, path: string, { faults }: Context): Condition | undefined {
  if (wanted.id !== undefined && wanted.id !== old?.id)
    faults.wrong(`conditions.${path}.id`, 'is not the condition that the branch has there');
  return old;
}

/** An else-if that this branch does not have: unknown (404), or another branch's (409). */
function stale(id: string, { stage }: Context): Problem {
  return stage.find('condition', id)
    ? conflict('stale', 'The condition belongs elsewhere.', { kind: 'condition', id })
    : notFound('condition', id);
}

function entries(input: ConditionsInput): [string, Wanted | null | undefined][] {
  return [
    ['conditions.ifCondition', input.ifCondition],
    ...(input.elseIfConditions ?? []).map((each, index): [string, Wanted] => [`conditions.elseIfConditions.${index}`, each]),
    ['conditions.elseCondition', input.elseCondition],
  ];
}
