/**
 * Where everything on a board lies. It is made once, piece by piece where the board is large, and then follows the changes of the
 * project: what one change or one frame of a drag costs does not grow with the board. Pure: it knows nothing of React or the screen.
 */
import type { Change } from '../../shared/changes.ts';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { endsOf } from './ends.ts';
import { type Box, boundsOf, holds, overlap, type Point } from './geometry.ts';
import { boxOf, endOf, itemAt, itemKinds, itemLists } from './items.ts';
import { inReadingOrder } from './reading-order.ts';

/** A connection between two boxes; another object as soon as anything about it has changed. */
export class Line {
  readonly record: StoryRecord<'connection'>;
  /** The item it starts on, and for a condition its row. */
  readonly item: string;
  readonly row: number | null;
  readonly source: Box;
  readonly target: Box;
  #ends: ReturnType<typeof endsOf> | undefined;

  constructor(record: StoryRecord<'connection'>, item: string, row: number | null, source: Box, target: Box) {
    this.record = record;
    this.item = item;
    this.row = row;
    this.source = source;
    this.target = target;
  }

  /** Reckoned when it is first drawn. */
  get ends(): ReturnType<typeof endsOf> {
    this.#ends ??= endsOf(this.record, this.source, this.target, this.row);
    return this.#ends;
  }

  /** Whether any of it may lie there; a bow goes somewhat beyond its ends. */
  crosses(area: Box): boolean {
    const { source, target } = this;
    return (
      Math.min(source.x, target.x) - BOW <= area.x + area.width &&
      Math.min(source.y, target.y) - BOW <= area.y + area.height &&
      Math.max(source.x + source.width, target.x + target.width) + BOW >= area.x &&
      Math.max(source.y + source.height, target.y + target.height) + BOW >= area.y
    );
  }
}

const BOW = 120;
const nobody: ReadonlyMap<string, Box> = new Map();
const none: ReadonlySet<string> = new Set();

export class BoardIndex {
  readonly project: Project;
  readonly boardId: string;
  readonly #boxes = new Map<string, Box>();
  readonly #lines = new Map<string, Line>();
  /** The connections that start or end on an item, those to nothing, too. */
  readonly #linesOf = new Map<string, Set<string>>();
  readonly #endsOfLine = new Map<string, readonly [string, string]>();
  #held = nobody;
  #seen = -1;
  #stamp = 0;
  #order: { stamp: number; ids: readonly string[] } | undefined;

  constructor(project: Project, boardId: string) {
    this.project = project;
    this.boardId = boardId;
  }

  get boxes(): ReadonlyMap<string, Box> {
    return this.#boxes;
  }

  get lines(): ReadonlyMap<string, Line> {
    return this.#lines;
  }

  /** Another number as soon as anything of the board would be drawn in another way. */
  get stamp(): number {
    return this.#stamp;
  }

  get isMade(): boolean {
    return this.#seen >= 0;
  }

  /** Makes it, a little each step; what changes meanwhile is taken in at the end. */
  *make(): Generator<void> {
    const seen = this.project.recent.count;
    for (const kind of itemKinds)
      for (const id of this.project.list(this.boardId, itemLists[kind])) {
        this.#setItem(id);
        yield;
      }
    for (const id of this.project.list(this.boardId, 'connections')) {
      this.#setLine(id);
      yield;
    }
    this.#seen = seen;
    this.follow();
  }

  /** Takes in what has changed in the project since. */
  follow(): void {
    const { recent } = this.project;
    if (this.#seen === recent.count) return;
    const changes = this.isMade ? recent.since(this.#seen) : undefined;
    this.#seen = recent.count;
    if (changes) for (const change of changes) this.#take(change);
    else this.#makeAnew();
  }

  /** Items that are held lie where they are held, all others where the project says. Gives those that lie elsewhere than before. */
  hold(held: ReadonlyMap<string, Box>): string[] {
    if (held === this.#held) return [];
    const ids = new Set([...this.#held.keys(), ...held.keys()]);
    this.#held = held;
    return [...ids].filter((id) => this.#setItem(id));
  }

  linesOf(item: string): ReadonlySet<string> {
    return this.#linesOf.get(item) ?? none;
  }

  bounds(): Box | undefined {
    return boundsOf(this.#boxes.values());
  }

  /** The topmost item at a point. */
  itemAt(point: Point): string | null {
    for (const kind of itemKinds.toReversed()) {
      const ids = this.project.list(this.boardId, itemLists[kind]);
      const id = ids.findLast((each) => {
        const box = this.#boxes.get(each);
        return box !== undefined && holds(box, point);
      });
      if (id !== undefined) return id;
    }
    return null;
  }

  /** The ids of the items that lie there, lowest first, those of `also` wherever they lie. */
  itemsIn(area: Box, also: ReadonlySet<string>): string[] {
    const found: string[] = [];
    for (const kind of itemKinds)
      for (const id of this.project.list(this.boardId, itemLists[kind])) {
        const box = this.#boxes.get(id);
        if (box && (overlap(box, area) || also.has(id))) found.push(id);
      }
    return found;
  }

  readingOrder(): readonly string[] {
    if (this.#order?.stamp !== this.#stamp) this.#order = { stamp: this.#stamp, ids: inReadingOrder(this.#boxes) };
    return this.#order.ids;
  }

  #makeAnew(): void {
    for (const map of [this.#boxes, this.#lines, this.#linesOf, this.#endsOfLine]) map.clear();
    this.#stamp++;
    for (const _ of this.make());
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
    const item = itemAt(this.project, id);
    const known = this.#boxes.get(id);
    const box = item?.boardId === this.boardId ? (this.#held.get(id) ?? boxOf(this.project, item)) : undefined;
    if (known === box || (known && box && sameBox(known, box))) return false;
    if (box) this.#boxes.set(id, box);
    else this.#boxes.delete(id);
    this.#stamp++;
    for (const line of this.linesOf(id)) this.#drawLine(line);
    return true;
  }

  #setRows(branchId: string): void {
    this.#setItem(branchId);
    for (const condition of this.project.list(branchId, 'conditions'))
      for (const line of this.project.list(condition, 'outputs')) this.#setLine(line);
  }

  #setLine(id: string): void {
    for (const end of this.#endsOfLine.get(id) ?? []) {
      const lines = this.#linesOf.get(end);
      lines?.delete(id);
      if (lines?.size === 0) this.#linesOf.delete(end);
    }
    const record = this.project.find('connection', id);
    if (record?.boardId === this.boardId) {
      const ends = [endOf(this.project, record.sourceid).item, record.targetid] as const;
      this.#endsOfLine.set(id, ends);
      for (const end of ends) this.#linesOf.set(end, (this.#linesOf.get(end) ?? new Set()).add(id));
    } else this.#endsOfLine.delete(id);
    this.#drawLine(id);
  }

  /** A connection to or from nothing is not drawn. */
  #drawLine(id: string): void {
    const record = this.#endsOfLine.has(id) ? this.project.find('connection', id) : undefined;
    const { item, row } = record ? endOf(this.project, record.sourceid) : { item: '', row: null };
    const [source, target] = record ? [this.#boxes.get(item), this.#boxes.get(record.targetid)] : [];
    const known = this.#lines.get(id);
    if (!record || !source || !target) {
      if (this.#lines.delete(id)) this.#stamp++;
    } else if (known?.record !== record || known.row !== row || known.source !== source || known.target !== target) {
      this.#lines.set(id, new Line(record, item, row, source, target));
      this.#stamp++;
    }
  }
}

const sameBox = (one: Box, two: Box): boolean => one.x === two.x && one.y === two.y && one.width === two.width && one.height === two.height;
