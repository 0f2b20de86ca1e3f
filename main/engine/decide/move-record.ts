/** Moves a record: to another parent, or to another place among its siblings ([Boards, Elements, Components, Assets] index routes). */
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { parentIdOf } from '../../../shared/model/project.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';
import { rankForInsert, rankForMove } from './sibling-ranks.ts';

export function moveRecord(command: Extract<SingleCommand, { do: 'move' }>, { draft }: DecisionContext): void {
  const kind = getKind(command.kind);
  const record: AnyRecord = draft.getOrThrow(command.kind, command.id) as unknown as AnyRecord;
  const order = command.list === 'outputs' ? kind.orders[1] : kind.orders[0];
  if (!order || isImmovable(record, draft.getOrThrow('project', 'project').roots))
    throw new Problem('unsupported', message('problem.move.fixedKind', { label: kind.label }));
  const here = parentIdOf(record, order.parentField);
  const to = command.to === undefined ? here : (command.to ?? rootIdFor(record, draft.getOrThrow('project', 'project').roots));
  if (to === here) {
    draft.put({ ...record, [order.rankField]: rankForMove(draft.project, record, order, command.at) });
    return;
  }
  if (order.parentField === null || to === null || !movableKinds.includes(kind.kind))
    throw new Problem('unsupported', message('problem.move.fixedParent', { label: kind.label }));
  if (!draft.get(to)) throw notFoundProblem(kind.references[order.parentField]?.targetKinds.join(' or ') ?? 'parent', to);
  draft.put({ ...record, [order.parentField]: to, [order.rankField]: rankForInsert(draft.project, record, order, to, command.at) });
}

/** Kinds that may change their parent. */
const movableKinds: readonly string[] = ['board', 'component', 'asset', 'componentAttachment', 'audioAttachment'];

type Roots = { board: string; component: string; asset: string };

/** Roots, template assets and the if and else of a branch stay where they are. */
function isImmovable(record: AnyRecord, roots: Roots): boolean {
  if (Object.values(roots).includes(record.id)) return true;
  return (
    (record.kind === 'condition' && record.role !== 'elseIf') || (record.kind === 'asset' && String(record.type).startsWith('template-'))
  );
}

function rootIdFor(record: AnyRecord, roots: Roots): string | null {
  if (record.kind === 'board') return roots.board;
  return record.kind === 'component' ? roots.component : record.kind === 'asset' ? roots.asset : null;
}
