/** Moves a record: to another parent, or to another place among its siblings ([Boards, Elements, Components, Assets] index routes). */
import type { SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { notFound, Problem } from '../../../shared/problem.ts';
import { parentOf } from '../../../shared/project.ts';
import type { Context } from './context.ts';
import { rankFor, rankWithin } from './placing.ts';

export function move(command: Extract<SingleCommand, { do: 'move' }>, { stage }: Context): void {
  const kind = kindNamed(command.kind);
  const record: AnyRecord = stage.get(command.kind, command.id) as unknown as AnyRecord;
  const order = command.list === 'outputs' ? kind.orders[1] : kind.orders[0];
  if (!order || isFixed(record, stage.get('project', 'project').roots))
    throw new Problem('unsupported', `This ${kind.label} cannot be moved.`);
  const here = parentOf(record, order.by);
  const to = command.to === undefined ? here : (command.to ?? rootFor(record, stage.get('project', 'project').roots));
  if (to === here) {
    stage.put({ ...record, [order.rank]: rankWithin(stage.project, record, order, command.at) });
    return;
  }
  if (order.by === null || to === null || !movable.includes(kind.kind))
    throw new Problem('unsupported', `A ${kind.label} stays where it is.`);
  if (!stage.at(to)) throw notFound(kind.refs[order.by]?.to.join(' or ') ?? 'parent', to);
  stage.put({ ...record, [order.by]: to, [order.rank]: rankFor(stage.project, record, order, to, command.at) });
}

/** Kinds that may change their parent. */
const movable: readonly string[] = ['board', 'component', 'asset', 'componentAttachment', 'audioAttachment'];

type Roots = { board: string; component: string; asset: string };

/** Roots, template assets and the if and else of a branch stay where they are. */
function isFixed(record: AnyRecord, roots: Roots): boolean {
  if (Object.values(roots).includes(record.id)) return true;
  return (
    (record.kind === 'condition' && record.role !== 'elseIf') || (record.kind === 'asset' && String(record.type).startsWith('template-'))
  );
}

function rootFor(record: AnyRecord, roots: Roots): string | null {
  if (record.kind === 'board') return roots.board;
  return record.kind === 'component' ? roots.component : record.kind === 'asset' ? roots.asset : null;
}
