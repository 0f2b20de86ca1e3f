/**
 * The second half of the plan: local changes without a conflict become operations, one request each, except for texts that no request can
 * contain, which are held (G30). operation-graph.ts determines the order in which operations are sent.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { canChangeParent, type FieldPath, fieldPathsOf, hasIdenticalFields, isReadOnly, isSameField, isSendable } from './field-paths.ts';
import { type HeldText, heldTextAt, isHeldCreate } from './held-texts.ts';
import { differingLists, isReorderable } from './merge-placements.ts';
import { removalRoots } from './merge-removals.ts';
import { OperationGraph } from './operation-graph.ts';
import { recordsAfterRemovals } from './removal-effects.ts';
import { minimalMoves } from './sibling-order.ts';
import { requestPartOf, type SyncOperation } from './sync-operation.ts';

export interface LocalChanges {
  /** In the order in which they may be sent. */
  readonly operations: readonly SyncOperation[];
  readonly held: readonly HeldText[];
}

export function planLocalChanges(local: Project, remote: Project, withheld: ReadonlySet<string>): LocalChanges {
  const removed = locallyRemovedIds(local, remote, withheld);
  const roots = removalRoots(removed, remote).filter((id) => {
    const remoteRecord = remote.get(id);
    return remoteRecord !== undefined && isWritable(remoteRecord, remote);
  });
  const future = recordsAfterRemovals(remote, roots);
  const graph = new OperationGraph(local);
  const held: HeldText[] = [];
  for (const localRecord of local.records()) {
    if (withheld.has(localRecord.id)) continue;
    const remoteRecord = remote.get(localRecord.id);
    if (!remoteRecord) {
      if (!isWritable(localRecord, remote) || isSentWithBranch(localRecord, remote)) continue;
      held.push(...fieldPathsToSend(localRecord, undefined, withheld).flatMap((fieldPath) => heldTextAt(localRecord, fieldPath) ?? []));
      if (!isHeldCreate(localRecord)) graph.add({ type: 'create', kind: localRecord.kind, id: localRecord.id });
      continue;
    }
    if (needsLookup(remoteRecord, remote)) graph.add({ type: 'lookup', kind: remoteRecord.kind, id: remoteRecord.id });
    if (!future.has(localRecord.id) && hasIdenticalFields(localRecord, remoteRecord)) continue;
    const changes = recordChanges(localRecord, fieldPathsToSend(localRecord, future.get(localRecord.id) ?? remoteRecord, withheld));
    for (const op of changes.operations) graph.add(op);
    held.push(...changes.held);
  }
  for (const op of moveOperations(local, remote, withheld)) graph.add(op);
  for (const id of roots) graph.add({ type: 'remove', kind: remote.get(id)?.kind ?? 'element', id });
  graph.addLookups(remote);
  return { operations: graph.toSortedOperations(remote), held };
}

function locallyRemovedIds(local: Project, remote: Project, withheld: ReadonlySet<string>): Set<string> {
  const removed = new Set<string>();
  for (const { id } of remote.records()) if (!local.has(id) && !withheld.has(id)) removed.add(id);
  return removed;
}

/**
 * Whether a create or a removal of the record is planned. [Branch and conditions] neither is planned for an `if`, which is created and
 * removed together with its branch. But until its remote id has been read, its create is planned, so that operations that refer to it wait.
 */
function isWritable(record: AnyRecord, remote: Project): boolean {
  if (record.kind === 'project' || isReadOnly(record)) return false;
  return record.role !== 'if' || hasUnreadConditions(String(record.branchId), remote);
}

const isSentWithBranch = (record: AnyRecord, remote: Project): boolean =>
  record.kind === 'condition' && !remote.has(String(record.branchId));

/** Whether the branch was just created by a request, so that the `if` that every branch has must be read. */
export const hasUnreadConditions = (branchId: string, remote: Project): boolean =>
  !remote.children('condition', branchId, 'conditions').some(({ role }) => role === 'if');

/** Whether the record was just created by a request, and what the remote added to it besides an id must be read. */
function needsLookup(remoteRecord: AnyRecord, remote: Project): boolean {
  if (remoteRecord.kind === 'branch') return hasUnreadConditions(remoteRecord.id, remote);
  return remoteRecord.kind === 'component' && remoteRecord.type === 'component' && remoteRecord.customId === null;
}

/** The field paths whose local value a request can set, and that differ from the remote's. */
function fieldPathsToSend(localRecord: AnyRecord, remoteRecord: AnyRecord | undefined, withheld: ReadonlySet<string>): FieldPath[] {
  return [...fieldPathsOf(localRecord, remoteRecord)].filter(
    (fieldPath) =>
      isSendable(localRecord.kind, fieldPath) &&
      !withheld.has(`${localRecord.id}#${fieldPath}`) &&
      !(remoteRecord && isSameField(localRecord.kind, fieldPath, localRecord, remoteRecord)),
  );
}

function recordChanges(localRecord: AnyRecord, fieldPaths: readonly FieldPath[]): LocalChanges {
  const byPart = new Map<string, FieldPath[]>();
  const held: HeldText[] = [];
  for (const fieldPath of fieldPaths) {
    const heldText = heldTextAt(localRecord, fieldPath);
    if (heldText) {
      held.push(heldText);
      continue;
    }
    const part = requestPartOf(localRecord.kind, fieldPath);
    byPart.set(part, [...(byPart.get(part) ?? []), fieldPath]);
  }
  const { kind, id } = localRecord;
  const operations = [...byPart].map(([part, fields]) => ({ type: 'change' as const, kind, id, part, fields: fields.sort() }));
  return { operations, held };
}

function* moveOperations(local: Project, remote: Project, withheld: ReadonlySet<string>): Generator<SyncOperation> {
  for (const { parent, order, kind } of differingLists(local, remote)) {
    if (!isReorderable(order.list)) continue;
    const localIds = local.childIds(parent, order.list);
    const sendableIds = new Set(localIds.filter((id) => !withheld.has(id) && !withheld.has(`${id}#place`)));
    for (const id of sendableIds) {
      const remoteRecord = remote.get(id);
      if (remoteRecord && parentIdOf(remoteRecord, order.parentField) !== parent && order.rankField === 'rank' && canChangeParent(kind))
        yield { type: 'move', kind, id, list: order.list };
    }
    for (const id of misplacedIds(local, remote, parent, order.list)) {
      const localRecord = local.get(id);
      if (localRecord && sendableIds.has(id) && isMovable(localRecord, order.list)) yield { type: 'move', kind, id, list: order.list };
    }
  }
}

/** The records of this list on both sides that must be moved on the remote for its order to match the local one. */
export function misplacedIds(local: Project, remote: Project, parent: string | null, list: string): string[] {
  const [localIds, remoteIds] = [local.childIds(parent, list), remote.childIds(parent, list)];
  const [localIdSet, remoteIdSet] = [new Set(localIds), new Set(remoteIds)];
  return minimalMoves(
    remoteIds.filter((id) => localIdSet.has(id)),
    localIds.filter((id) => remoteIdSet.has(id)),
  );
}

/** [Elements] only outputs of elements have an order of their own; [Branches] only else-ifs can move. */
function isMovable(localRecord: AnyRecord, list: string): boolean {
  if (list === 'outputs') return localRecord.sourceType === 'elements';
  return (localRecord.kind !== 'condition' || localRecord.role === 'elseIf') && !isReadOnly(localRecord);
}
