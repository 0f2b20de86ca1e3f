/** Moves a record to another parent or to another position among its siblings ([Boards, Elements, Components, Assets] index routes). */

import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { anyKindOf, kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { findTemplateParentFault, isTemplateTree } from './asset-rules.ts';
import type { DecisionContext } from './decision-context.ts';
import { rankForInsert, rankForMove } from './sibling-ranks.ts';

export function moveRecord(command: Extract<SingleCommand, { do: 'move' }>, { draft }: DecisionContext): void {
  const kind = getKind(command.kind);
  const record = draft.getRecordOrThrow(command.kind, command.id);
  const order = command.list === 'outputs' ? kind.orders[1] : kind.orders[0];
  const { roots } = draft.getOrThrow('project', 'project');
  if (!order || isImmovable(record, roots, draft.project))
    throw new Problem('unsupported', message('problem.move.fixedKind', { kind: kindNoun(kind.kind) }));
  const currentParent = parentIdOf(record, order.parentField);
  const to = command.to === undefined ? currentParent : (command.to ?? draft.rootIdOf(record.kind));
  if (to === currentParent) {
    draft.put({ ...record, [order.rankField]: rankForMove(draft.project, record, order, command.at) });
    return;
  }
  if (order.parentField === null || to === null || !movableKinds.includes(kind.kind))
    throw new Problem('unsupported', message('problem.move.fixedParent', { kind: kindNoun(kind.kind) }));
  if (!draft.get(to)) throw notFoundProblem(anyKindOf(kind.references[order.parentField]?.targetKinds ?? [order.parentField]), to);
  const parentFault = record.kind === 'asset' ? findTemplateParentFault(to, draft.project) : undefined;
  if (parentFault) throw invalidFieldProblem('parentId', parentFault);
  draft.put({ ...record, [order.parentField]: to, [order.rankField]: rankForInsert(draft.project, record, order, to, command.at) });
}

/** Kinds whose records may move to another parent. */
const movableKinds: readonly string[] = ['board', 'component', 'asset', 'componentAttachment', 'audioAttachment'];

type Roots = StoryRecord<'project'>['roots'];

/** Root folders, template assets with their folders, and the `if` and `else` of a branch cannot be moved. */
function isImmovable(record: AnyRecord, roots: Roots, project: Project): boolean {
  if (Object.values(roots).includes(record.id)) return true;
  return (record.kind === 'condition' && record.role !== 'elseIf') || (record.kind === 'asset' && isTemplateTree(record.id, project));
}
