/**
 * The second half of the plan: what differs from theirs and is not in question goes out, one request each, in an order in which every
 * request finds what it needs: a graph of what must be done before what, and a fixed order where the graph leaves a choice.
 */
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { type Project, parentIdOf } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import {
  canChangeParent,
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
import { differingLists, isReorderable } from './merge-placements.ts';
import { cascadeIds, removalRoots, requiredIds } from './merge-removals.ts';
import { isProvisionalId } from './provisional-ids.ts';
import { recordsAfterRemovals } from './removal-effects.ts';
import { uniqueKeysOf } from './rename-ids.ts';
import { minimalMoves } from './sibling-order.ts';

/** What one request does. */
export type SyncOperation =
  | { readonly type: 'create'; readonly kind: KindName; readonly id: string }
  /** `part`: which of the requests that change such a record. */
  | { readonly type: 'change'; readonly kind: KindName; readonly id: string; readonly part: string; readonly fields: readonly FieldPath[] }
  | { readonly type: 'move'; readonly kind: KindName; readonly id: string; readonly list: string }
  | { readonly type: 'remove'; readonly kind: KindName; readonly id: string }
  /** Not a write: the remote has made something of its own with it whose id or name must be read first. */
  | { readonly type: 'look'; readonly kind: KindName; readonly id: string };

/** Which of the requests that change a record contains the field: `fields` for most, else the one that is named after the field. */
export const requestPartOf = (kind: KindName, cell: FieldPath): string =>
  getKind(kind).facets[fieldNameOf(cell)]?.api.access === 'ownRoute' ? fieldNameOf(cell) : 'fields';

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
const operationOrder = { look: 0, create: 1, change: 2, move: 3, remove: 4 } as const;

interface OperationNode {
  readonly operation: SyncOperation;
  readonly key: string;
  readonly sortKey: string;
  readonly dependencies: Set<string>;
}

export function planOperations(mine: Project, theirs: Project, held: ReadonlySet<string>): SyncOperation[] {
  const removed = locallyRemovedIds(mine, theirs, held);
  const roots = removalRoots(removed, theirs).filter((id) => {
    const t = theirs.get(id);
    return t !== undefined && isWritable(t);
  });
  const future = recordsAfterRemovals(theirs, roots);
  const graph = new OperationGraph(mine);
  for (const m of mine.records()) {
    if (held.has(m.id)) continue;
    const t = theirs.get(m.id);
    if (!t) {
      if (isWritable(m)) graph.add({ type: 'create', kind: m.kind, id: m.id });
      continue;
    }
    if (needsLookup(t, theirs)) graph.add({ type: 'look', kind: t.kind, id: t.id });
    if (!future.has(m.id) && hasIdenticalFields(m, t)) continue;
    for (const op of changeOperations(m, future.get(m.id) ?? t, held)) graph.add(op);
  }
  for (const op of moveOperations(mine, theirs, held)) graph.add(op);
  for (const id of roots) graph.add({ type: 'remove', kind: theirs.get(id)?.kind ?? 'element', id });
  graph.addLookups(theirs);
  return graph.toSortedOperations(theirs);
}

function locallyRemovedIds(mine: Project, theirs: Project, held: ReadonlySet<string>): Set<string> {
  return new Set([...theirs.records()].flatMap(({ id }) => (mine.has(id) || held.has(id) ? [] : [id])));
}

/** [Branch and conditions] the if comes and goes with its branch. */
const isWritable = (record: AnyRecord): boolean => record.kind !== 'project' && record.role !== 'if' && !isReadOnly(record);

/** Made by us a moment ago: what the remote gave it besides an id has not been read. */
export function needsLookup(t: AnyRecord, theirs: Project): boolean {
  if (t.kind === 'branch') return !theirs.children('condition', t.id, 'conditions').some(({ role }) => role === 'if');
  return t.kind === 'component' && t.type === 'component' && t.customId === null;
}

function changeOperations(m: AnyRecord, t: AnyRecord, held: ReadonlySet<string>): SyncOperation[] {
  const byPart = new Map<string, FieldPath[]>();
  for (const cell of fieldPathsOf(m, t)) {
    if (!isSendable(m.kind, cell) || held.has(`${m.id}#${cell}`) || isSameField(m.kind, cell, m, t)) continue;
    const part = requestPartOf(m.kind, cell);
    byPart.set(part, [...(byPart.get(part) ?? []), cell]);
  }
  return [...byPart].map(([part, cells]) => ({ type: 'change', kind: m.kind, id: m.id, part, fields: cells.sort() }));
}

function* moveOperations(mine: Project, theirs: Project, held: ReadonlySet<string>): Generator<SyncOperation> {
  for (const { parent, order, kind } of differingLists(mine, theirs)) {
    if (!isReorderable(order.list)) continue;
    const now = mine.childIds(parent, order.list);
    const here = new Set(now.filter((id) => !held.has(id) && !held.has(`${id}#place`)));
    for (const id of here) {
      const t = theirs.get(id);
      if (t && parentIdOf(t, order.parentField) !== parent && order.rankField === 'rank' && canChangeParent(kind))
        yield { type: 'move', kind, id, list: order.list };
    }
    for (const id of misplacedIds(mine, theirs, parent, order.list)) {
      const m = mine.get(id);
      if (m && here.has(id) && isMovable(m, order.list)) yield { type: 'move', kind, id, list: order.list };
    }
  }
}

/** What stands in this list on both sides, and is to be moved for theirs to be as ours. */
export function misplacedIds(mine: Project, theirs: Project, parent: string | null, list: string): string[] {
  const [now, there] = [mine.childIds(parent, list), theirs.childIds(parent, list)];
  const [own, other] = [new Set(now), new Set(there)];
  return minimalMoves(
    there.filter((id) => own.has(id)),
    now.filter((id) => other.has(id)),
  );
}

/** [Elements] only outputs of elements have an order of their own; [Branches] only else-ifs move. */
function isMovable(m: AnyRecord, list: string): boolean {
  if (list === 'outputs') return m.sourceType === 'elements';
  return (m.kind !== 'condition' || m.role === 'elseIf') && !isReadOnly(m);
}

const operationKey = (op: SyncOperation): string =>
  `${op.type} ${op.id}${op.type === 'change' ? ` ${op.part}` : op.type === 'move' ? ` ${op.list}` : ''}`;

class OperationGraph {
  readonly #nodes = new Map<string, OperationNode>();
  readonly #mine: Project;

  constructor(mine: Project) {
    this.#mine = mine;
  }

  add(operation: SyncOperation): void {
    const key = operationKey(operation);
    this.#nodes.set(key, { operation, key, sortKey: this.#sortOf(operation), dependencies: new Set() });
  }

  /** No export tells the ids of attachments: who carries them is read before one of them is touched. */
  addLookups(theirs: Project): void {
    for (const { operation } of [...this.#nodes.values()]) {
      const carrier = isProvisionalId(operation.id) ? theirs.get(operation.id)?.elementId : undefined;
      if (typeof carrier === 'string') this.add({ type: 'look', kind: 'element', id: carrier });
    }
  }

  /** Draws the edges and gives the ops in order; what runs in a circle comes last, for the remote to judge. */
  toSortedOperations(theirs: Project): SyncOperation[] {
    for (const node of this.#nodes.values()) this.#connect(node, theirs);
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

  #connect({ operation, dependencies }: OperationNode, theirs: Project): void {
    const m = this.#mine.get(operation.id);
    if (operation.type === 'create' && m) {
      for (const id of requiredIds(m)) dependencies.add(`create ${id}`);
      for (const cell of fieldPathsOf(m))
        for (const id of referencedIdsAt(m, cell)) {
          const target = this.#mine.get(id);
          if (target && (kindOrder[target.kind] ?? 0) < (kindOrder[m.kind] ?? 0)) dependencies.add(`create ${id}`);
        }
      this.#freed(m, undefined, dependencies, theirs);
      if (m.kind === 'attribute') dependencies.add(`change ${m.cId} fields`);
    }
    if (operation.type === 'change' && m) {
      for (const cell of operation.fields) for (const id of referencedIdsAt(m, cell)) dependencies.add(`create ${id}`);
      this.#freed(m, theirs.get(operation.id), dependencies, theirs);
    }
    if (operation.type === 'move' && m) {
      const by = parentField(m.kind);
      for (let at = by === null ? null : parentIdOf(m, by); at !== null; at = this.#above(at)) {
        dependencies.add(`create ${at}`);
        dependencies.add(`move ${at} ${operation.list}`);
      }
      if (operation.list === 'outputs') dependencies.add(`change ${operation.id} fields`);
    }
    if (m && (operation.type === 'create' || operation.type === 'change')) this.#assetTypes(operation, m, dependencies, theirs);
    if (operation.type === 'remove') this.#leave(operation, dependencies, theirs);
  }

  /** An asset has its type before it is used so, and until it is no longer. */
  #assetTypes(op: SyncOperation, m: AnyRecord, after: Set<string>, theirs: Project): void {
    for (const { targetId } of referencesOf(m)) if (this.#mine.get(targetId)?.kind === 'asset') after.add(`change ${targetId} fields`);
    if (m.kind !== 'asset' || op.type !== 'change' || !op.fields.includes('type')) return;
    for (const user of theirs.referrersOf(m.id))
      for (const key of ['remove', 'change']) after.add(`${key} ${user}${key === 'change' ? ' cover' : ''}`);
  }

  #above(id: string): string | null {
    const record = this.#mine.get(id);
    return record && 'parentId' in record ? parentIdOf(record, 'parentId') : null;
  }

  /** What has the name that this one takes gives it up before. */
  #freed(m: AnyRecord, t: AnyRecord | undefined, after: Set<string>, theirs: Project): void {
    const had = t ? uniqueKeysOf(t) : [];
    for (const key of uniqueKeysOf(m)) {
      const holder = had.includes(key) ? undefined : theirs.recordIdByUniqueKey(key);
      if (holder === undefined || holder === m.id) continue;
      after.add(`change ${holder} fields`);
      for (let at: string | undefined = holder; at !== undefined; at = [...requiredIds(theirs.get(at))].find((id) => !this.#mine.has(id)))
        after.add(`remove ${at}`);
    }
  }

  /** What stays leaves before what it stands in is removed, and the last board goes when there is another. */
  #leave(op: SyncOperation, after: Set<string>, theirs: Project): void {
    const falls = cascadeIds(op.id, theirs);
    for (const id of falls) {
      const m = this.#mine.get(id);
      if (!m) continue;
      for (const { list } of getKind(m.kind).orders) after.add(`move ${id} ${list}`);
      after.add(`change ${id} fields`);
    }
    for (const id of falls)
      for (const user of theirs.referrersOf(id))
        if (this.#mine.has(user) && !falls.has(user))
          for (const part of ['fields', 'cover', 'linkedBoard']) after.add(`change ${user} ${part}`);
    if (op.kind !== 'board') return;
    const isLast = [...theirs.recordsOfKind('board')].every(({ id, type }) => type !== 'board' || !this.#mine.has(id));
    if (isLast) for (const { id, type } of this.#mine.recordsOfKind('board')) if (type === 'board') after.add(`create ${id}`);
  }

  #sortOf(op: SyncOperation): string {
    const m = this.#mine.get(op.id);
    const order = m && getKind(m.kind).orders[0];
    const place = m && order ? this.#mine.indexInList(parentIdOf(m, order.parentField), order.list, m) : 0;
    const depth = m && 'parentId' in m ? this.#depth(m.id) : 0;
    const number = (value: number) => String(value).padStart(6, '0');
    return [
      operationOrder[op.type],
      number(kindOrder[op.kind] ?? 99),
      number(depth),
      m && order ? parentIdOf(m, order.parentField) : '',
      number(place),
      op.id,
    ].join(' ');
  }

  #depth(id: string): number {
    let depth = 0;
    for (let at = this.#above(id); at !== null && depth < 1000; at = this.#above(at)) depth++;
    return depth;
  }
}
