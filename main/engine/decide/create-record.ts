/** Creates a record ([Common conventions]) with its defaults, its position among its siblings and, for a branch, its conditions. */
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { conflictProblem, Problem } from '../../../shared/problem.ts';
import { createBranchConditions } from './conditions.ts';
import type { DecisionContext } from './decision-context.ts';
import { fillDefaults, withDefaultParent } from './fill-defaults.ts';
import { rankForInsert } from './sibling-ranks.ts';
import { pickDefinedFields, toStoredFields, validateShape } from './stored-fields.ts';

type CreateCommand = Extract<SingleCommand, { do: 'create' }>;

export function createRecord(command: CreateCommand, context: DecisionContext): readonly string[] {
  const { draft, environment, errors } = context;
  const kind = getKind(command.kind);
  if (kind.kind === 'project') throw new Problem('unsupported', message('problem.create.projectInProject'));
  const id = command.id ?? environment.newId();
  if (draft.get(id)) throw conflictProblem('duplicate', message('problem.idTaken', { id }), { kind: kind.kind, id });
  const requested = withDefaultParent(kind, pickDefinedFields(command.fields), context);
  const fields = fillDefaults(kind, { ...kind.defaults, ...toStoredFields(kind, requested, undefined, context) }, context);
  if (command.conditions && kind.kind !== 'branch') errors.addInvalidField('conditions', message('fault.conditions.branchesOnly'));
  validateShape(kind, fields, { ...kind.defaults }, errors);
  const conditions = kind.kind === 'branch' ? createBranchConditions(id, command.conditions ?? {}, context) : [];
  if (errors.hasInvalidFields) return [];
  const record: AnyRecord = { ...fields, kind: kind.kind, id, rank: '' };
  const ranks = kind.orders.map((order) => {
    const at = order.rankField === 'rank' ? command.at : '-';
    return [order.rankField, rankForInsert(draft.project, record, order, parentIdOf(record, order.parentField), at)];
  });
  draft.put({ ...record, ...Object.fromEntries(ranks) });
  return [id, ...conditions];
}
