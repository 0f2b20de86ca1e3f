/** Creates a record ([Common conventions]): defaults, a place among its siblings, and what comes with its kind. */
import type { SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { conflict, Problem } from '../../../shared/problem.ts';
import { parentOf } from '../../../shared/project.ts';
import { conditionsOfNewBranch } from './conditions.ts';
import type { Context } from './context.ts';
import { givenFields, shapeFaults, storedFields } from './fields.ts';
import { filledIn, withParent } from './filled-in.ts';
import { rankFor } from './placing.ts';

type Create = Extract<SingleCommand, { do: 'create' }>;

export function create(command: Create, context: Context): readonly string[] {
  const { stage, world, faults } = context;
  const kind = kindNamed(command.kind);
  if (kind.kind === 'project') throw new Problem('unsupported', 'A project cannot be created in a project.');
  const id = command.id ?? world.newId();
  if (stage.at(id)) throw conflict('duplicate', `The id ${id} is already taken.`, { kind: kind.kind, id });
  const given = withParent(kind, givenFields(command.fields), context);
  const fields = filledIn(kind, { ...kind.defaults, ...storedFields(kind, given, undefined, context) }, context);
  if (command.conditions && kind.kind !== 'branch') faults.wrong('conditions', 'goes with branches only');
  shapeFaults(kind, fields, { ...kind.defaults }, faults);
  const conditions = kind.kind === 'branch' ? conditionsOfNewBranch(id, command.conditions ?? {}, context) : [];
  if (faults.hasInvalidFields) return [];
  const record: AnyRecord = { ...fields, kind: kind.kind, id, rank: '' };
  const ranks = kind.orders.map((order) => {
    const at = order.rank === 'rank' ? command.at : '-';
    return [order.rank, rankFor(stage.project, record, order, parentOf(record, order.by), at)];
  });
  stage.put({ ...record, ...Object.fromEntries(ranks) });
  return [id, ...conditions];
}
