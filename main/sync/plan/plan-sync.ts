/**
 * Plans sync from base, local and remote: what to merge, what is in conflict, what to send. Pure: the same three trees produce the same
 * plan, whatever the order of their records. Operations are only sent if there is nothing to merge (docs/sync.md).
 *
 * First, mergeTreesInSteps merges remote changes. Then local changes without a conflict become operations, one request each, except for texts that no
 * request can contain, which are held (G30). The graph of operations determines the order in which they are sent.
 */

import { isReorderable } from '../../../shared/contracts/rest/routes/routes.ts';
import { addToList, appendAll, runSteps } from '../../../shared/lists.ts';
import { type AnyRecord, getKind, itemKinds, type KindName, kindNames } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import {
  canChangeParent,
  differingIds,
  type FieldPath,
  fieldNameOf,
  fieldPathsOf,
  hasIdenticalFields,
  isReadOnly,
  isSameField,
  isSendable,
  parentField,
  referencedIdsAt,
} from './field-paths.ts';
import { type HeldText, heldTextAt, isHeldCreate } from './held-texts.ts';
import {
  cascadeIds,
  differingLists,
  isMergeEmpty,
  type MergeResult,
  mergeTreesInSteps,
  removalRoots,
  requiredIds,
  rootIdsOf,
  type SyncTrees,
  uniqueKeysOf,
} from './merge-trees.ts';
import { minimalMoves } from './sibling-order.ts';
import { recordsAfterRemovals } from './write-effects.ts';

export interface SyncPlan {
  readonly mergeResult: MergeResult;
  /** Whether there are remote changes to apply; nothing is sent before that. */
  readonly hasIncoming: boolean;
  /** In the order in which they may be sent, each as one request. */
  readonly operations: readonly SyncOperation[];
  /** (G30) Only determined if there is nothing to merge. */
  readonly held: readonly HeldText[];
}

export const planSync = (trees: SyncTrees): SyncPlan => runSteps(planSyncInSteps(trees));

/** Like `planSync`, in short steps, between which the trees must not change. */
export function* planSyncInSteps(trees: SyncTrees): Generator<void, SyncPlan> {
  const mergeResult = yield* mergeTreesInSteps(trees);
  const hasIncoming = !isMergeEmpty(mergeResult);
  const { local, remote } = trees;
  const changes = hasIncoming ? { operations: [], held: [] } : planLocalChanges(local, remote, mergeResult.withheld);
  return { mergeResult, hasIncoming, ...changes };
}

/** Whether records of other kinds may belong to one of this kind, or refer to it. */
export const hasReferrers = (kind: KindName): boolean => kindsWithReferrers.has(kind);
const kindsWithReferrers: ReadonlySet<string> = new Set(
  kindNames.flatMap((name) => Object.values(getKind(name).references).flatMap(({ targetKinds }) => targetKinds)),
);

/** Held texts are compared with those that are stored, so their order must not depend on that of the comparison. */
function compareByRecord(one: HeldText, two: HeldText): number {
  if (one.recordId === two.recordId) return 0;
  return one.recordId < two.recordId ? -1 : 1;
}

/** The effect of one request. */
export type SyncOperation =
  | { readonly type: 'create'; readonly kind: KindName; readonly id: string }
  /** `part` identifies the request among several that change such a record. */
  | { readonly type: 'change'; readonly kind: KindName; readonly id: string; readonly part: string; readonly fields: readonly FieldPath[] }
  | { readonly type: 'move'; readonly kind: KindName; readonly id: string; readonly list: string }
  | { readonly type: 'remove'; readonly kind: KindName; readonly id: string }
  /** Not a write: the remote has created something together with the record, whose id or name must be read first. */
  | { readonly type: 'lookup'; readonly kind: KindName; readonly id: string };

/** The request that changes this field of a record: `fields` for most, or else one that is named after the field. */
export const requestPartOf = (kind: KindName, fieldPath: FieldPath): string =>
  getKind(kind).facets[fieldNameOf(fieldPath)]?.api.access === 'ownRoute' ? fieldNameOf(fieldPath) : 'fields';

export interface LocalChanges {
  /** In the order in which they may be sent. */
  readonly operations: readonly SyncOperation[];
  readonly held: readonly HeldText[];
}

/** `differing`: the ids of the records that differ between both sides. Records that are equal are only looked at if it is omitted, for lookups. */
export function planLocalChanges(
  local: Project,
  remote: Project,
  withheld: ReadonlySet<string>,
  differing: Iterable<string> = [...differingIds(local, remote), ...idsForLookup(remote)],
): LocalChanges {
  const removed = removalRoots(locallyRemovedIds(local, remote, differing), remote).filter((id) => {
    const remoteRecord = remote.get(id);
    return remoteRecord !== undefined && isWritable(remoteRecord, remote);
  });
  const roots = removed.filter((id) => !withheld.has(id));
  // What other records lose by a removal is part of it: it is not sent either while the removal is in conflict.
  const future = recordsAfterRemovals(remote, removed);
  const graph = new OperationGraph(local);
  const held: HeldText[] = [];
  const rootIds = rootIdsOf(remote);
  for (const id of new Set([...differing, ...future.keys()])) {
    const localRecord = local.get(id);
    if (!localRecord || withheld.has(id) || rootIds.has(id)) continue;
    const remoteRecord = remote.get(id);
    if (!remoteRecord) {
      if (!isWritable(localRecord, remote) || isSentWithBranch(localRecord, remote)) continue;
      appendAll(
        held,
        fieldPathsToSend(localRecord, undefined, withheld).flatMap((fieldPath) => heldTextAt(localRecord, fieldPath) ?? []),
      );
      if (!isHeldCreate(localRecord)) graph.add({ type: 'create', kind: localRecord.kind, id });
      continue;
    }
    if (needsLookup(remoteRecord, remote)) graph.add({ type: 'lookup', kind: remoteRecord.kind, id });
    if (!future.has(id) && hasIdenticalFields(localRecord, remoteRecord)) continue;
    const changes = recordChanges(localRecord, fieldPathsToSend(localRecord, future.get(id) ?? remoteRecord, withheld));
    for (const op of changes.operations) graph.add(op);
    appendAll(held, changes.held);
  }
  for (const op of moveOperations(local, remote, differing, withheld)) graph.add(op);
  for (const id of roots) graph.add({ type: 'remove', kind: remote.get(id)?.kind ?? 'element', id });
  graph.addLookups(remote);
  return { operations: graph.toSortedOperations(remote), held: held.sort(compareByRecord) };
}

function locallyRemovedIds(local: Project, remote: Project, differing: Iterable<string>): Set<string> {
  const removed = new Set<string>();
  for (const id of differing) if (!local.has(id) && remote.has(id)) removed.add(id);
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

function* idsForLookup(remote: Project): Generator<string> {
  for (const record of remote.records()) if (needsLookup(record, remote)) yield record.id;
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

function* moveOperations(
  local: Project,
  remote: Project,
  differing: Iterable<string>,
  withheld: ReadonlySet<string>,
): Generator<SyncOperation> {
  // A record that one side lacks has no effect on the order of the others.
  const onBothSides = [...differing].filter((id) => local.has(id) && remote.has(id));
  for (const { parent, order, kind } of differingLists(local, remote, onBothSides)) {
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

/**
 * Sorts operations such that every request finds the records that it needs. The graph contains the dependencies; a fixed order decides
 * wherever they allow several.
 */
const kindOrder: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      'project',
      'board',
      'component',
      'asset',
      'variable',
      ...itemKinds,
      'condition',
      'connection',
      'componentAttachment',
      'audioAttachment',
      'attribute',
    ] satisfies readonly KindName[]
  ).map((kind, at) => [kind, at]),
);
const operationOrder = { lookup: 0, create: 1, change: 2, move: 3, remove: 4 } as const;

interface OperationNode {
  readonly operation: SyncOperation;
  readonly key: string;
  readonly sortKey: string;
  readonly dependencies: Set<string>;
}

function operationKey(op: SyncOperation): string {
  const key = `${op.type} ${op.id}`;
  if (op.type === 'change') return `${key} ${op.part}`;
  return op.type === 'move' ? `${key} ${op.list}` : key;
}

class OperationGraph {
  readonly #nodes = new Map<string, OperationNode>();
  readonly #local: Project;

  constructor(local: Project) {
    this.#local = local;
  }

  add(operation: SyncOperation): void {
    const key = operationKey(operation);
    this.#nodes.set(key, { operation, key, sortKey: this.#sortKeyOf(operation), dependencies: new Set() });
  }

  /** Exports do not contain the ids of attachments, so their element is read before one of them is changed. */
  addLookups(remote: Project): void {
    for (const { operation } of [...this.#nodes.values()]) {
      const carrier = isProvisionalId(operation.id) ? remote.get(operation.id)?.elementId : undefined;
      if (typeof carrier === 'string') this.add({ type: 'lookup', kind: 'element', id: carrier });
    }
  }

  /**
   * Adds the dependencies and sorts the operations by them. Operations in a cycle are sent nevertheless, and the remote accepts or rejects
   * them.
   */
  toSortedOperations(remote: Project): SyncOperation[] {
    for (const node of this.#nodes.values()) this.#connect(node, remote);
    const waiting = [...this.#nodes.values()].sort((one, two) => (one.sortKey < two.sortKey ? -1 : 1));
    const done = new Set<string>();
    const ops: SyncOperation[] = [];
    const visit = (node: OperationNode, above: Set<string>) => {
      if (done.has(node.key) || above.has(node.key)) return;
      above.add(node.key);
      for (const key of [...node.dependencies].sort()) {
        const before = this.#nodes.get(key);
        if (before) visit(before, above);
      }
      above.delete(node.key);
      done.add(node.key);
      ops.push(node.operation);
    };
    for (const node of waiting) visit(node, new Set());
    return ops;
  }

  #connect({ operation, dependencies }: OperationNode, remote: Project): void {
    const localRecord = this.#local.get(operation.id);
    if (operation.type === 'create' && localRecord) {
      for (const id of requiredIds(localRecord)) dependencies.add(`create ${id}`);
      for (const fieldPath of fieldPathsOf(localRecord))
        for (const id of referencedIdsAt(localRecord, fieldPath)) {
          const target = this.#local.get(id);
          if (target && (kindOrder[target.kind] ?? 0) < (kindOrder[localRecord.kind] ?? 0)) dependencies.add(`create ${id}`);
        }
      this.#addNameDependencies(localRecord, undefined, dependencies, remote);
      if (localRecord.kind === 'attribute') dependencies.add(`change ${localRecord.cId} fields`);
    }
    if (operation.type === 'change' && localRecord) {
      for (const fieldPath of operation.fields) for (const id of referencedIdsAt(localRecord, fieldPath)) dependencies.add(`create ${id}`);
      this.#addNameDependencies(localRecord, remote.get(operation.id), dependencies, remote);
    }
    if (operation.type === 'move' && localRecord) {
      const by = parentField(localRecord.kind);
      for (let at = by === null ? null : parentIdOf(localRecord, by); at !== null; at = this.#parentOf(at)) {
        dependencies.add(`create ${at}`);
        dependencies.add(`move ${at} ${operation.list}`);
      }
      if (operation.list === 'outputs') dependencies.add(`change ${operation.id} fields`);
    }
    if (localRecord && (operation.type === 'create' || operation.type === 'change'))
      this.#addAssetTypeDependencies(operation, localRecord, dependencies, remote);
    if (operation.type === 'remove') this.#addRemovalDependencies(operation, dependencies, remote);
  }

  /** An asset gets its type before a record uses it as that type, and changes its type only when no record does. */
  #addAssetTypeDependencies(op: SyncOperation, localRecord: AnyRecord, after: Set<string>, remote: Project): void {
    for (const { targetId } of referencesOf(localRecord))
      if (this.#local.get(targetId)?.kind === 'asset') after.add(`change ${targetId} fields`);
    if (localRecord.kind !== 'asset' || op.type !== 'change' || !op.fields.includes('type')) return;
    for (const user of remote.referrersOf(localRecord.id))
      for (const key of ['remove', 'change']) after.add(`${key} ${user}${key === 'change' ? ' cover' : ''}`);
  }

  #parentOf(id: string): string | null {
    const record = this.#local.get(id);
    return record && 'parentId' in record ? parentIdOf(record, 'parentId') : null;
  }

  /** A record with the unique name that this one takes is renamed or removed first. */
  #addNameDependencies(localRecord: AnyRecord, remoteRecord: AnyRecord | undefined, after: Set<string>, remote: Project): void {
    const had = remoteRecord ? uniqueKeysOf(remoteRecord) : [];
    for (const key of uniqueKeysOf(localRecord)) {
      const holder = had.includes(key) ? undefined : remote.recordIdByUniqueKey(key);
      if (holder === undefined || holder === localRecord.id) continue;
      after.add(`change ${holder} fields`);
      for (let at: string | undefined = holder; at !== undefined; at = [...requiredIds(remote.get(at))].find((id) => !this.#local.has(id)))
        after.add(`remove ${at}`);
    }
  }

  /** Remaining records are moved out before their container is removed, and the last board is only removed after another was created. */
  #addRemovalDependencies(op: SyncOperation, after: Set<string>, remote: Project): void {
    const removedIds = cascadeIds(op.id, remote);
    for (const id of removedIds) {
      const localRecord = this.#local.get(id);
      if (!localRecord) continue;
      for (const { list } of getKind(localRecord.kind).orders) after.add(`move ${id} ${list}`);
      after.add(`change ${id} fields`);
    }
    for (const id of removedIds)
      for (const user of remote.referrersOf(id))
        if (this.#local.has(user) && !removedIds.has(user))
          for (const part of ['fields', 'cover', 'linkedBoard']) after.add(`change ${user} ${part}`);
    if (op.kind !== 'board') return;
    const isLast = [...remote.recordsOfKind('board')].every(({ id, type }) => type !== 'board' || !this.#local.has(id));
    if (isLast) for (const { id, type } of this.#local.recordsOfKind('board')) if (type === 'board') after.add(`create ${id}`);
  }

  #sortKeyOf(op: SyncOperation): string {
    const localRecord = this.#local.get(op.id);
    const order = localRecord && getKind(localRecord.kind).orders[0];
    const place = localRecord && order ? this.#local.indexInList(parentIdOf(localRecord, order.parentField), order.list, localRecord) : 0;
    const depth = localRecord && 'parentId' in localRecord ? this.#depth(localRecord.id) : 0;
    const number = (value: number) => String(value).padStart(6, '0');
    return [
      operationOrder[op.type],
      number(kindOrder[op.kind] ?? 99),
      number(depth),
      localRecord && order ? parentIdOf(localRecord, order.parentField) : '',
      number(place),
      op.id,
    ].join(' ');
  }

  #depth(id: string): number {
    let depth = 0;
    for (let at = this.#parentOf(id); at !== null && depth < 1000; at = this.#parentOf(at)) depth++;
    return depth;
  }
}

/**
 * Ids for entries that exports contain without one: an element's components, and lists in attributes. The same entry gets the same id in
 * every read. They are never sent: the element is read before a request changes an attachment with such an id.
 */
const provisionalPrefix = '~';

export const isProvisionalId = (id: string): boolean => id.startsWith(provisionalPrefix);

/** The id of each entry: that in the base, matched by target and order, or else a new one. */
export function assignEntryIds(
  owner: string,
  targets: readonly string[],
  known: readonly { readonly id: string; readonly target: string }[],
): string[] {
  const free = new Map<string, string[]>();
  // In reverse, so that the first is taken from the end.
  for (const { id, target } of [...known].reverse()) {
    addToList(free, target, id);
  }
  const taken = new Set(known.map(({ id }) => id));
  const created = new Map<string, number>();
  return targets.map((target) => {
    const id = free.get(target)?.pop();
    if (id !== undefined) return id;
    const count = (created.get(target) ?? 0) + 1;
    const next = provisionalIdFrom(count, owner, target, (each) => taken.has(each));
    created.set(target, next.count);
    return next.id;
  });
}

export const createProvisionalId = (owner: string, target: string, isTaken: (id: string) => boolean): string =>
  provisionalIdFrom(1, owner, target, isTaken).id;

/** The first free id with this number or a higher one. */
function provisionalIdFrom(first: number, owner: string, target: string, isTaken: (id: string) => boolean): { id: string; count: number } {
  let count = first;
  while (isTaken(`${provisionalPrefix}${owner}:${target}:${count}`)) count++;
  return { id: `${provisionalPrefix}${owner}:${target}:${count}`, count };
}
