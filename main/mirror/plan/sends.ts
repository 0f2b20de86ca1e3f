/**
 * The second half of the plan: what differs from theirs and is not in question goes out, one request each, in an order in which every
 * request finds what it needs: a graph of what must be done before what, and a fixed order where the graph leaves a choice.
 */
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { type Project, parentOf } from '../../../shared/project.ts';
import { referencesOf } from '../../../shared/references.ts';
import { afterRemovals } from './after.ts';
import { type Cell, cellsOf, fieldOf, isCopy, isReadOnly, isSent, mayChangeParent, parentField, refsIn, sameCell } from './cells.ts';
import { differentLists, mayReorder } from './places.ts';
import { isProvisional } from './provisional.ts';
import { fallsWith, needs, rootsOf } from './removals.ts';
import { uniqueKeys } from './rename.ts';
import { moved } from './sequence.ts';

/** What one request does. */
export type Op =
  | { readonly do: 'create'; readonly kind: KindName; readonly id: string }
  /** `part`: which of the requests that change such a record. */
  | { readonly do: 'change'; readonly kind: KindName; readonly id: string; readonly part: string; readonly cells: readonly Cell[] }
  | { readonly do: 'move'; readonly kind: KindName; readonly id: string; readonly list: string }
  | { readonly do: 'remove'; readonly kind: KindName; readonly id: string }
  /** Not a write: the remote has made something of its own with it whose id or name must be read first. */
  | { readonly do: 'look'; readonly kind: KindName; readonly id: string };

/** Fields that have a request of their own. */
const parts: { readonly [K in KindName]?: readonly string[] } = {
  project: ['name', 'startingElement', 'css'],
  element: ['cover', 'linkedBoard'],
  component: ['cover'],
};
export const partOf = (kind: KindName, cell: Cell): string => (parts[kind]?.includes(fieldOf(cell)) ? fieldOf(cell) : 'fields');

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
const doOrder = { look: 0, create: 1, change: 2, move: 3, remove: 4 } as const;

interface Node {
  readonly op: Op;
  readonly key: string;
  readonly sort: string;
  readonly after: Set<string>;
}

export function sends(mine: Project, theirs: Project, held: ReadonlySet<string>): Op[] {
  const removed = removedHere(mine, theirs, held);
  const roots = rootsOf(removed, theirs).filter((id) => {
    const t = theirs.at(id);
    return t !== undefined && hasRequests(t);
  });
  const future = afterRemovals(theirs, roots);
  const graph = new Graph(mine);
  for (const m of mine.records()) {
    if (held.has(m.id)) continue;
    const t = theirs.at(m.id);
    if (!t) {
      if (hasRequests(m)) graph.add({ do: 'create', kind: m.kind, id: m.id });
      continue;
    }
    if (isUnread(t, theirs)) graph.add({ do: 'look', kind: t.kind, id: t.id });
    if (!future.has(m.id) && isCopy(m, t)) continue;
    for (const op of changesOf(m, future.get(m.id) ?? t, held)) graph.add(op);
  }
  for (const op of movesOf(mine, theirs, held)) graph.add(op);
  for (const id of roots) graph.add({ do: 'remove', kind: theirs.at(id)?.kind ?? 'element', id });
  graph.lookFirst(theirs);
  return graph.join(theirs);
}

function removedHere(mine: Project, theirs: Project, held: ReadonlySet<string>): Set<string> {
  return new Set([...theirs.records()].flatMap(({ id }) => (mine.has(id) || held.has(id) ? [] : [id])));
}

/** [Branch and conditions] the if comes and goes with its branch. */
const hasRequests = (record: AnyRecord): boolean => record.kind !== 'project' && record.role !== 'if' && !isReadOnly(record);

/** Made by us a moment ago: what the remote gave it besides an id has not been read. */
export function isUnread(t: AnyRecord, theirs: Project): boolean {
  if (t.kind === 'branch') return !theirs.children('condition', t.id, 'conditions').some(({ role }) => role === 'if');
  return t.kind === 'component' && t.type === 'component' && t.customId === null;
}

function changesOf(m: AnyRecord, t: AnyRecord, held: ReadonlySet<string>): Op[] {
  const byPart = new Map<string, Cell[]>();
  for (const cell of cellsOf(m, t)) {
    if (!isSent(m.kind, cell) || held.has(`${m.id}#${cell}`) || sameCell(m.kind, cell, m, t)) continue;
    const part = partOf(m.kind, cell);
    byPart.set(part, [...(byPart.get(part) ?? []), cell]);
  }
  return [...byPart].map(([part, cells]) => ({ do: 'change', kind: m.kind, id: m.id, part, cells: cells.sort() }));
}

function* movesOf(mine: Project, theirs: Project, held: ReadonlySet<string>): Generator<Op> {
  for (const { parent, order, kind } of differentLists(mine, theirs)) {
    if (!mayReorder(order.list)) continue;
    const now = mine.list(parent, order.list);
    const here = new Set(now.filter((id) => !held.has(id) && !held.has(`${id}#place`)));
    for (const id of here) {
      const t = theirs.at(id);
      if (t && parentOf(t, order.by) !== parent && order.rank === 'rank' && mayChangeParent(kind))
        yield { do: 'move', kind, id, list: order.list };
    }
    for (const id of outOfPlace(mine, theirs, parent, order.list)) {
      const m = mine.at(id);
      if (m && here.has(id) && isMovable(m, order.list)) yield { do: 'move', kind, id, list: order.list };
    }
  }
}

/** What stands in this list on both sides, and is to be moved for theirs to be as ours. */
export function outOfPlace(mine: Project, theirs: Project, parent: string | null, list: string): string[] {
  const [now, there] = [mine.list(parent, list), theirs.list(parent, list)];
  const [own, other] = [new Set(now), new Set(there)];
  return moved(
    there.filter((id) => own.has(id)),
    now.filter((id) => other.has(id)),
  );
}

/** [Elements] only outputs of elements have an order of their own; [Branches] only else-ifs move. */
function isMovable(m: AnyRecord, list: string): boolean {
  if (list === 'outputs') return m.sourceType === 'elements';
  return (m.kind !== 'condition' || m.role === 'elseIf') && !isReadOnly(m);
}

const keyOf = (op: Op): string => `${op.do} ${op.id}${op.do === 'change' ? ` ${op.part}` : op.do === 'move' ? ` ${op.list}` : ''}`;

class Graph {
  readonly #nodes = new Map<string, Node>();
  readonly #mine: Project;

  constructor(mine: Project) {
    this.#mine = mine;
  }

  add(op: Op): void {
    const key = keyOf(op);
    this.#nodes.set(key, { op, key, sort: this.#sortOf(op), after: new Set() });
  }

  /** No export tells the ids of attachments: who carries them is read before one of them is touched. */
  lookFirst(theirs: Project): void {
    for (const { op } of [...this.#nodes.values()]) {
      const carrier = isProvisional(op.id) ? theirs.at(op.id)?.elementId : undefined;
      if (typeof carrier === 'string') this.add({ do: 'look', kind: 'element', id: carrier });
    }
  }

  /** Draws the edges and gives the ops in order; what runs in a circle comes last, for the remote to judge. */
  join(theirs: Project): Op[] {
    for (const node of this.#nodes.values()) this.#connect(node, theirs);
    const waiting = [...this.#nodes.values()].sort((one, two) => (one.sort < two.sort ? -1 : 1));
    const done = new Set<string>();
    const ops: Op[] = [];
    const visit = (node: Node, above: Set<string>) => {
      if (done.has(node.key) || above.has(node.key)) return;
      above.add(node.key);
      for (const key of [...node.after].sort()) {
        const before = this.#nodes.get(key);
        if (before) visit(before, above);
      }
      above.delete(node.key);
      done.add(node.key);
      ops.push(node.op);
    };
    for (const node of waiting) visit(node, new Set());
    return ops;
  }

  #connect({ op, after }: Node, theirs: Project): void {
    const m = this.#mine.at(op.id);
    if (op.do === 'create' && m) {
      for (const id of needs(m)) after.add(`create ${id}`);
      for (const cell of cellsOf(m))
        for (const id of refsIn(m, cell)) {
          const target = this.#mine.at(id);
          if (target && (kindOrder[target.kind] ?? 0) < (kindOrder[m.kind] ?? 0)) after.add(`create ${id}`);
        }
      this.#freed(m, undefined, after, theirs);
      if (m.kind === 'attribute') after.add(`change ${m.cId} fields`);
    }
    if (op.do === 'change' && m) {
      for (const cell of op.cells) for (const id of refsIn(m, cell)) after.add(`create ${id}`);
      this.#freed(m, theirs.at(op.id), after, theirs);
    }
    if (op.do === 'move' && m) {
      const by = parentField(m.kind);
      for (let at = by === null ? null : parentOf(m, by); at !== null; at = this.#above(at)) {
        after.add(`create ${at}`);
        after.add(`move ${at} ${op.list}`);
      }
      if (op.list === 'outputs') after.add(`change ${op.id} fields`);
    }
    if (m && (op.do === 'create' || op.do === 'change')) this.#assetTypes(op, m, after, theirs);
    if (op.do === 'remove') this.#leave(op, after, theirs);
  }

  /** An asset has its type before it is used so, and until it is no longer. */
  #assetTypes(op: Op, m: AnyRecord, after: Set<string>, theirs: Project): void {
    for (const { id } of referencesOf(m)) if (this.#mine.at(id)?.kind === 'asset') after.add(`change ${id} fields`);
    if (m.kind !== 'asset' || op.do !== 'change' || !op.cells.includes('type')) return;
    for (const user of theirs.holdersOf(m.id))
      for (const key of ['remove', 'change']) after.add(`${key} ${user}${key === 'change' ? ' cover' : ''}`);
  }

  #above(id: string): string | null {
    const record = this.#mine.at(id);
    return record && 'parentId' in record ? parentOf(record, 'parentId') : null;
  }

  /** What has the name that this one takes gives it up before. */
  #freed(m: AnyRecord, t: AnyRecord | undefined, after: Set<string>, theirs: Project): void {
    const had = t ? uniqueKeys(t) : [];
    for (const key of uniqueKeys(m)) {
      const holder = had.includes(key) ? undefined : theirs.holderOf(key);
      if (holder === undefined || holder === m.id) continue;
      after.add(`change ${holder} fields`);
      for (let at: string | undefined = holder; at !== undefined; at = [...needs(theirs.at(at))].find((id) => !this.#mine.has(id)))
        after.add(`remove ${at}`);
    }
  }

  /** What stays leaves before what it stands in is removed, and the last board goes when there is another. */
  #leave(op: Op, after: Set<string>, theirs: Project): void {
    const falls = fallsWith(op.id, theirs);
    for (const id of falls) {
      const m = this.#mine.at(id);
      if (!m) continue;
      for (const { list } of kindNamed(m.kind).orders) after.add(`move ${id} ${list}`);
      after.add(`change ${id} fields`);
    }
    for (const id of falls)
      for (const user of theirs.holdersOf(id))
        if (this.#mine.has(user) && !falls.has(user))
          for (const part of ['fields', 'cover', 'linkedBoard']) after.add(`change ${user} ${part}`);
    if (op.kind !== 'board') return;
    const isLast = [...theirs.all('board')].every(({ id, type }) => type !== 'board' || !this.#mine.has(id));
    if (isLast) for (const { id, type } of this.#mine.all('board')) if (type === 'board') after.add(`create ${id}`);
  }

  #sortOf(op: Op): string {
    const m = this.#mine.at(op.id);
    const order = m && kindNamed(m.kind).orders[0];
    const place = m && order ? this.#mine.indexIn(parentOf(m, order.by), order.list, m) : 0;
    const depth = m && 'parentId' in m ? this.#depth(m.id) : 0;
    const number = (value: number) => String(value).padStart(6, '0');
    return [
      doOrder[op.do],
      number(kindOrder[op.kind] ?? 99),
      number(depth),
      m && order ? parentOf(m, order.by) : '',
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
