/**
 * Where everything on a board lies. It is made once, piece by piece where the board is large, and then follows the changes of the
 * project: what one change or one frame of a drag costs does not grow with the board. Pure: it knows nothing of React or the screen.
 */

import { type Box, boundsOf, boxesOverlap, containsPoint, type Point } from '../../../shared/layout/geometry.ts';
import type { Change } from '../../../shared/model/change-set.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { connectionEndpoints } from './connection-endpoints.ts';
import { connectionEnd, findItem, itemBox, itemKinds, itemLists } from './items.ts';
import { sortByReadingOrder } from './reading-order.ts';

/** A connection between two boxes; another object as soon as anything about it has changed. */
export class ConnectionGeometry {
  readonly record: StoryRecord<'connection'>;
  /** The item it starts on, and for a condition its row. */
  readonly itemId: string;
  readonly rowIndex: number | null;
  readonly source: Box;
  readonly target: Box;
  #ends: ReturnType<typeof connectionEndpoints> | undefined;

  constructor(record: StoryRecord<'connection'>, item: string, row: number | null, source: Box, target: Box) {
    this.record = record;
    this.itemId = item;
    this.rowIndex = row;
    this.source = source;
    this.target = target;
  }

  /** Reckoned when it is first drawn. */
  get endpoints(): ReturnType<typeof connectionEndpoints> {
    this.#ends ??= connectionEndpoints(this.record, this.source, this.target, this.rowIndex);
    return this.#ends;
  }

  /** Whether any of it may lie there; a bow goes somewhat beyond its ends. */
  mayIntersect(area: Box): boolean {
    const { source, target } = this;
    return (
      Math.min(source.x, target.x) - CURVE_MARGIN <= area.x + area.width &&
      Math.min(source.y, target.y) - CURVE_MARGIN <= area.y + area.height &&
      Math.max(source.x + source.width, target.x + target.width) + CURVE_MARGIN >= area.x &&
      Math.max(source.y + source.height, target.y + target.height) + CURVE_MARGIN >= area.y
    );
  }
}

const CURVE_MARGIN = 120;
const noBoxes: ReadonlyMap<string, Box> = new Map();
const noIds: ReadonlySet<string> = new Set();

export class BoardIndex {
  readonly project: Project;
  readonly boardId: string;
  readonly #boxes = new Map<string, Box>();
  readonly #lines = new Map<string, ConnectionGeometry>();
  /** The connections that start or end on an item, those to nothing, too. */
  readonly #linesOf = new Map<string, Set<string>>();
  readonly #endsOfLine = new Map<string, readonly [string, string]>();
  #held = noBoxes;
  #seen = -1;
  #stamp = 0;
  #order: { revision: number; ids: readonly string[] } | undefined;

  constructor(project: Project, boardId: string) {
    this.project = project;
    this.boardId = boardId;
  }

  get boxes(): ReadonlyMap<string, Box> {
    return this.#boxes;
  }

  get connections(): ReadonlyMap<string, ConnectionGeometry> {
    return this.#lines;
  }

  /** Another number as soon as anything of the board would be drawn in another way. */
  get revision(): number {
    return this.#stamp;
  }

  get isBuilt(): boolean {
    return this.#seen >= 0;
  }

  /** Makes it, a little each step; what changes meanwhile is taken in at the end. */
  *build(): Generator<void> {
    const seen = this.project.recentChanges.count;
    for (const kind of itemKinds)
      for (const id of this.project.childIds(this.boardId, itemLists[kind])) {
        this.#setItem(id);
        yield;
      }
    for (const id of this.project.childIds(this.boardId, 'connections')) {
      this.#setLine(id);
      yield;
    }
    this.#seen = seen;
    this.update();
  }

  /** Takes in what has changed in the project since. */
  update(): void {
    const { recentChanges } = this.project;
    if (this.#seen === recentChanges.count) return;
    const changes = this.isBuilt ? recentChanges.since(this.#seen) : undefined;
    this.#seen = recentChanges.count;
    if (changes) for (const change of changes) this.#take(change);
    else this.#makeAnew();
  }

  /** Items that are held lie where they are held, all others where the project says. Gives those that lie elsewhere than before. */
  setDraggedBoxes(held: ReadonlyMap<string, Box>): string[] {
    if (held === this.#held) return [];
    const ids = new Set([...this.#held.keys(), ...held.keys()]);
    this.#held = held;
    return [...ids].filter((id) => this.#setItem(id));
  }

  connectionsOf(item: string): ReadonlySet<string> {
    return this.#linesOf.get(item) ?? noIds;
  }

  bounds(): Box | undefined {
    return boundsOf(this.#boxes.values());
  }

  /** The topmost item at a point. */
  itemAtPoint(point: Point): string | null {
    for (const kind of itemKinds.toReversed()) {
      const ids = this.project.childIds(this.boardId, itemLists[kind]);
      const id = ids.findLast((each) => {
        const box = this.#boxes.get(each);
        return box !== undefined && containsPoint(box, point);
      });
      if (id !== undefined) return id;
    }
    return null;
  }

  /** The ids of the items that lie there, lowest first, those of `also` wherever they lie. */
  itemsIn(area: Box, also: ReadonlySet<string>): string[] {
    const found: string[] = [];
    for (const kind of itemKinds)
      for (const id of this.project.childIds(this.boardId, itemLists[kind])) {
        const box = this.#boxes.get(id);
        if (box && (boxesOverlap(box, area) || also.has(id))) found.push(id);
      }
    return found;
  }

  readingOrder(): readonly string[] {
    if (this.#order?.revision !== this.#stamp) this.#order = { revision: this.#stamp, ids: sortByReadingOrder(this.#boxes) };
    return this.#order.ids;
  }

  #makeAnew(): void {
    for (const map of [this.#boxes, this.#lines, this.#linesOf, this.#endsOfLine]) map.clear();
    this.#stamp++;
    for (const _ of this.build());
  }

  /** The state of the project counts, not the change: so the same change may come twice. */
  #take({ before, after }: Change): void {
    const record = after ?? before;
    if (!record) return;
    if (record.kind === 'connection') this.#setLine(record.id);
    else if (record.kind === 'condition') {
      const owners = new Set([before?.branchId, after?.branchId]);
      for (const branchId of owners) if (typeof branchId === 'string' && this.project.has(branchId)) this.#setRows(branchId);
    } else if (record.kind in itemLists) {
      if (!this.#setItem(record.id) && this.#boxes.has(record.id)) this.#stamp++;
    } else if (record.kind === 'project') this.#stamp++;
  }

  /** Whether it lies elsewhere than before. */
  #setItem(id: string): boolean {
    const item = findItem(this.project, id);
    const known = this.#boxes.get(id);
    const box = item?.boardId === this.boardId ? (this.#held.get(id) ?? itemBox(this.project, item)) : undefined;
    if (known === box || (known && box && isSameBox(known, box))) return false;
    if (box) this.#boxes.set(id, box);
    else this.#boxes.delete(id);
    this.#stamp++;
    for (const line of this.connectionsOf(id)) this.#drawLine(line);
    return true;
  }

  #setRows(branchId: string): void {
    this.#setItem(branchId);
    for (const condition of this.project.childIds(branchId, 'conditions'))
      for (const line of this.project.childIds(condition, 'outputs')) this.#setLine(line);
  }

  #setLine(id: string): void {
    for (const end of this.#endsOfLine.get(id) ?? []) {
      const lines = this.#linesOf.get(end);
      lines?.delete(id);
      if (lines?.size === 0) this.#linesOf.delete(end);
    }
    const record = this.project.find('connection', id);
    if (record?.boardId === this.boardId) {
      const ends = [connectionEnd(this.project, record.sourceid).itemId, record.targetid] as const;
      this.#endsOfLine.set(id, ends);
      for (const end of ends) this.#linesOf.set(end, (this.#linesOf.get(end) ?? new Set()).add(id));
    } else this.#endsOfLine.delete(id);
    this.#drawLine(id);
  }

  /** A connection to or from nothing is not drawn. */
  #drawLine(id: string): void {
    const record = this.#endsOfLine.has(id) ? this.project.find('connection', id) : undefined;
    const { itemId, rowIndex } = record ? connectionEnd(this.project, record.sourceid) : { itemId: '', rowIndex: null };
    const [source, target] = record ? [this.#boxes.get(itemId), this.#boxes.get(record.targetid)] : [];
    const known = this.#lines.get(id);
    if (!record || !source || !target) {
      if (this.#lines.delete(id)) this.#stamp++;
    } else if (known?.record !== record || known.rowIndex !== rowIndex || known.source !== source || known.target !== target) {
      this.#lines.set(id, new ConnectionGeometry(record, itemId, rowIndex, source, target));
      this.#stamp++;
    }
  }
}

const isSameBox = (one: Box, two: Box): boolean =>
  one.x === two.x && one.y === two.y && one.width === two.width && one.height === two.height;
