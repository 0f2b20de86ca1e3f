/**
 * Sorts operations such that every request finds the records that it needs. The graph contains the dependencies; a fixed order decides
 * wherever they allow several.
 */
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { fieldPathsOf, parentField, referencedIdsAt } from './field-paths.ts';
import { cascadeIds, requiredIds } from './merge-removals.ts';
import { isProvisionalId } from './provisional-ids.ts';
import { uniqueKeysOf } from './rename-ids.ts';
import type { SyncOperation } from './sync-operation.ts';

const kindOrder = Object.fromEntries(
  (
    [
      'project',
      'board',
      'component',
      'asset',
      'variable',
      'element',
      'note',
      'jumper',
      'branch',
      'condition',
      'connection',
      'componentAttachment',
      'audioAttachment',
      'attribute',
    ] as const
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

export class OperationGraph {
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
