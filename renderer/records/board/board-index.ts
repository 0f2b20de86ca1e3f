/**
 * The positions of everything on a board. The index is built once, in steps if the board is large, and then follows the changes of the project: the
 * cost of a change, of a frame of a drag, or of finding what is in an area does not grow with the board. The class depends on neither React nor the DOM.
 */

import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { BoxIndex } from '../../../shared/layout/box-index.ts';
import {
  type Box,
  boundsOf,
  boxesOverlap,
  containsPoint,
  emptyBox,
  growBox,
  isSameBox,
  type Point,
} from '../../../shared/layout/geometry.ts';
import { runSteps } from '../../../shared/lists.ts';
import type { Change } from '../../../shared/model/change-set.ts';
import { isItemKind, kinds } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { isSameRecord } from '../../state/renamed-records.ts';
import { runInSlices, yieldToMain } from '../../state/run-in-slices.ts';
import { ConnectionGeometry } from './connection-geometry.ts';
import { framesOn, frameTitleHeight } from './frames.ts';
import { connectionEnd, findFrame, findItem, itemBox, itemKinds } from './items.ts';
import { sortByReadingOrder } from './reading-order.ts';

const noBoxes: ReadonlyMap<string, Box> = new Map();
const noIds: ReadonlySet<string> = new Set();
const notBuilt = -1;
/** The side of a square of the canvas by which items and lines are found: about a screen at normal zoom. */
export const boardCellSize = 2000;

export class BoardIndex {
  readonly project: Project;
  readonly boardId: string;
  readonly #boxes = new Map<string, Box>();
  readonly #connections = new Map<string, ConnectionGeometry>();
  readonly #itemPlaces = new BoxIndex<string>(boardCellSize);
  /** Where the direct lines may be. */
  readonly #linePlaces = new BoxIndex<string>(boardCellSize);
  /** By item: the ids of its incoming and outgoing connections, including those with a missing end. */
  readonly #connectionIdsByItem = new Map<string, Set<string>>();
  /** By connection: its source item and its target. */
  readonly #endsByConnection = new Map<string, readonly [string, string]>();
  #building: Iterator<void> | null = null;
  #draggedBoxes = noBoxes;
  /** The number of changes of the project that the index contains. */
  #appliedChanges = notBuilt;
  #revision = 0;
  #order: { revision: number; ids: readonly string[] } | undefined;

  constructor(project: Project, boardId: string) {
    this.project = project;
    this.boardId = boardId;
  }

  get boxes(): ReadonlyMap<string, Box> {
    return this.#boxes;
  }

  get connections(): ReadonlyMap<string, ConnectionGeometry> {
    return this.#connections;
  }

  /** Increases whenever the board would be drawn differently. */
  get revision(): number {
    return this.#revision;
  }

  get isBuilt(): boolean {
    return this.#appliedChanges !== notBuilt;
  }

  /**
   * Builds the index in small steps. A second build, also one after this has been cancelled, continues the same work. Changes made meanwhile are applied at
   * the end.
   */
  *build(): Generator<void> {
    this.#building ??= this.#buildFromStart();
    for (const work = this.#building; !this.isBuilt && !work.next().done; ) yield;
    this.#building = null;
  }

  *#buildFromStart(): Generator<void> {
    const changesAtStart = this.project.recentChanges.count;
    for (const kind of itemKinds)
      for (const id of this.project.childIds(this.boardId, kinds[kind].plural)) {
        this.#updateItem(id);
        yield;
      }
    for (const id of this.project.childIds(this.boardId, 'connections')) {
      this.#updateConnection(id);
      yield;
    }
    this.#appliedChanges = changesAtStart;
    this.update();
  }

  /** Applies the changes of the project since the last update. */
  update(): void {
    const { recentChanges } = this.project;
    if (this.#appliedChanges === recentChanges.count) return;
    const changes = this.isBuilt ? recentChanges.since(this.#appliedChanges) : undefined;
    this.#appliedChanges = recentChanges.count;
    if (changes) for (const change of changes) this.#applyChange(change);
    else this.#rebuild();
  }

  /** Moves dragged items to these boxes and all others to those of their records. Returns the ids of the items that have moved. */
  setDraggedBoxes(boxes: ReadonlyMap<string, Box>): string[] {
    if (boxes === this.#draggedBoxes) return [];
    const ids = new Set([...this.#draggedBoxes.keys(), ...boxes.keys()]);
    this.#draggedBoxes = boxes;
    return [...ids].filter((id) => this.#updateItem(id));
  }

  connectionsOf(item: string): ReadonlySet<string> {
    return this.#connectionIdsByItem.get(item) ?? noIds;
  }

  bounds(): Box | undefined {
    return boundsOf(this.#boxes.values());
  }

  /** The boxes of the items that take up room. Frames do not: other items lie in them. */
  *occupiedBoxes(): Generator<Box> {
    for (const [id, box] of this.#boxes) if (!findFrame(this.project, id)) yield box;
  }

  /** The topmost item at a point; below all others the smallest frame. */
  itemAtPoint(point: Point): string | null {
    const found = this.#itemPlaces.search({ ...point, width: 0, height: 0 }).map(({ value }) => value);
    const item = this.#inDrawingOrder(found).findLast((id) => !findFrame(this.project, id));
    if (item !== undefined || found.length === 0) return item ?? null;
    const frames = framesOn(this.project, this.boardId).map(({ id }) => id);
    return frames.findLast((id) => containsPoint(this.#boxes.get(id) ?? emptyBox, point)) ?? null;
  }

  /**
   * The item that is hit at a point: one there, or else the nearest of those that are smaller than `least`, in canvas pixels, and are hit around them, too. Of a
   * frame only the title is hit, as its area is like the empty canvas.
   */
  itemHitAt(point: Point, least: number): string | null {
    const at = this.itemAtPoint(point);
    if (at !== null && !findFrame(this.project, at)) return at;
    const around = this.#itemPlaces.search(growBox({ ...point, width: 0, height: 0 }, least / 2));
    let nearest: string | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const id of this.#inDrawingOrder(around.map(({ value }) => value))) {
      const box = this.#boxes.get(id) ?? emptyBox;
      // The title of a frame is painted larger, too (paint-board.ts).
      const title = findFrame(this.project, id)
        ? { ...box, height: Math.min(box.height / 2, Math.max(frameTitleHeight, least * 1.7)) }
        : box;
      const [dx, dy] = [distanceOutside(title.x, title.width, point.x), distanceOutside(title.y, title.height, point.y)];
      const isHit = dx <= Math.max(0, (least - title.width) / 2) && dy <= Math.max(0, (least - title.height) / 2);
      if (!isHit || Math.hypot(dx, dy) >= distance) continue;
      distance = Math.hypot(dx, dy);
      nearest = id;
    }
    return nearest;
  }

  hasItemIn(area: Box): boolean {
    return this.#itemPlaces.hasOverlap(area);
  }

  /** The ids of the items in the area, and those of `also` wherever they are; in drawing order. */
  itemsIn(area: Box, also: ReadonlySet<string> = noIds): string[] {
    const found = new Set<string>();
    for (const { box, value } of this.#itemPlaces.search(area)) if (boxesOverlap(box, area)) found.add(value);
    for (const id of also) if (this.#boxes.has(id)) found.add(id);
    return this.#inDrawingOrder([...found]);
  }

  #inDrawingOrder(ids: readonly string[]): string[] {
    if (ids.length < 2) return [...ids];
    const byKind = new Map<string, string[]>(itemKinds.map((kind) => [kind, []]));
    for (const id of ids) byKind.get(findItem(this.project, id)?.kind ?? '')?.push(id);
    return itemKinds.flatMap((kind) => this.#inListOrder(byKind.get(kind) ?? [], kinds[kind].plural));
  }

  /** The connections whose direct line may be in the area, and those with these ids; in the order of their list, in which they are drawn. */
  connectionsNear(area: Box, also: Iterable<string> = noIds): ConnectionGeometry[] {
    const ids = new Set(also);
    for (const { box, value } of this.#linePlaces.search(area)) if (boxesOverlap(box, area)) ids.add(value);
    return this.#inListOrder([...ids], kinds.connection.plural).flatMap((id) => this.#connections.get(id) ?? []);
  }

  /** These records of a list of the board in its order. Many of them are found by reading the list, a few by their places in it. */
  #inListOrder(ids: readonly string[], list: string): string[] {
    if (ids.length * placeCost > this.project.listSize(this.boardId, list)) {
      const wanted = new Set(ids);
      return this.project.childIds(this.boardId, list).filter((id) => wanted.has(id));
    }
    const placed = ids.map((id) => {
      const record = this.project.get(id);
      return { id, at: record ? this.project.indexInList(this.boardId, list, record) : -1 };
    });
    return placed.sort((one, two) => one.at - two.at).map(({ id }) => id);
  }

  readingOrder(): readonly string[] {
    if (this.#order?.revision !== this.#revision)
      this.#order = { revision: this.#revision, ids: runSteps(sortByReadingOrder(this.#boxes)) };
    return this.#order.ids;
  }

  get isOrdered(): boolean {
    return this.isBuilt && this.#order?.revision === this.#revision;
  }

  /**
   * Builds the index and sorts its items in small steps, so that the reading order is known, and returns it. Of a board that changes meanwhile it is the order of
   * before.
   */
  *buildOrder(): Generator<void, readonly string[]> {
    if (!this.isBuilt) yield* this.build();
    if (this.#order?.revision === this.#revision) return this.#order.ids;
    const revision = this.#revision;
    const ids = yield* sortByReadingOrder(this.#boxes);
    if (revision === this.#revision) this.#order = { revision, ids };
    return ids;
  }

  #rebuild(): void {
    const all = [this.#boxes, this.#connections, this.#connectionIdsByItem, this.#endsByConnection, this.#itemPlaces, this.#linePlaces];
    for (const each of all) each.clear();
    this.#revision++;
    this.#building = null;
    for (const _ of this.#buildFromStart());
  }

  /** Reads the current state of the changed record from the project, so that applying a change twice is harmless. */
  #applyChange({ before, after }: Change): void {
    const record = after ?? before;
    if (!record) return;
    if (record.kind === 'connection') this.#updateConnection(record.id);
    else if (record.kind === 'condition') {
      const owners = new Set([before?.branchId, after?.branchId]);
      for (const branchId of owners) if (typeof branchId === 'string' && this.project.has(branchId)) this.#updateBranch(branchId);
    } else if (isItemKind(record.kind)) {
      if (!this.#updateItem(record.id) && this.#boxes.has(record.id)) this.#revision++;
    } else if (record.kind === 'project') this.#revision++;
  }

  /** Returns whether the box of the item has changed. */
  #updateItem(id: string): boolean {
    const item = findItem(this.project, id);
    const previous = this.#boxes.get(id);
    const box = item?.boardId === this.boardId ? (this.#draggedBoxes.get(id) ?? itemBox(this.project, item)) : undefined;
    if (previous === box || (previous && box && isSameBox(previous, box))) return false;
    if (box) {
      this.#boxes.set(id, box);
      this.#itemPlaces.set(id, box);
    } else {
      this.#boxes.delete(id);
      this.#itemPlaces.delete(id);
    }
    this.#revision++;
    for (const connection of this.connectionsOf(id)) this.#updateGeometry(connection);
    return true;
  }

  #updateBranch(branchId: string): void {
    this.#updateItem(branchId);
    for (const condition of this.project.childIds(branchId, 'conditions'))
      for (const connection of this.project.childIds(condition, 'outputs')) this.#updateConnection(connection);
  }

  #updateConnection(id: string): void {
    for (const end of this.#endsByConnection.get(id) ?? []) {
      const ids = this.#connectionIdsByItem.get(end);
      ids?.delete(id);
      if (ids?.size === 0) this.#connectionIdsByItem.delete(end);
    }
    const record = this.project.find('connection', id);
    if (record?.boardId === this.boardId) {
      const ends = [connectionEnd(this.project, record.sourceid).itemId, record.targetid] as const;
      this.#endsByConnection.set(id, ends);
      for (const end of ends) this.#connectionIdsByItem.set(end, (this.#connectionIdsByItem.get(end) ?? new Set()).add(id));
    } else this.#endsByConnection.delete(id);
    this.#updateGeometry(id);
  }

  /** A connection has a geometry only if both of its ends exist. */
  #updateGeometry(id: string): void {
    const record = this.#endsByConnection.has(id) ? this.project.find('connection', id) : undefined;
    const { itemId, rowIndex } = record ? connectionEnd(this.project, record.sourceid) : { itemId: '', rowIndex: null };
    const [source, target] = record ? [this.#boxes.get(itemId), this.#boxes.get(record.targetid)] : [];
    const previous = this.#connections.get(id);
    if (!record || !source || !target) {
      this.#linePlaces.delete(id);
      if (this.#connections.delete(id)) this.#revision++;
    } else if (previous?.record !== record || previous.rowIndex !== rowIndex || previous.source !== source || previous.target !== target) {
      const geometry = new ConnectionGeometry(record, itemId, rowIndex, source, target);
      this.#connections.set(id, geometry);
      this.#linePlaces.set(id, geometry.reach);
      this.#revision++;
    }
  }
}

/** Finding the place of a record in a list takes about as long as comparing it with so many others. */
const placeCost = 16;

/** How far a position is outside of a range; 0 inside. */
const distanceOutside = (start: number, length: number, at: number): number => Math.max(start - at, at - start - length, 0);

/** The boards of a story together have as many items as the story, and its comments may be on any of them. */
const maxCachedIndexes = 100;
const indexCache = new WeakMap<Project, Map<string, BoardIndex>>();

/** The up-to-date index of a board. Those of the most recently used boards of the open project are cached. */
export function boardIndexFor(project: Project, boardId: string): BoardIndex {
  const index = cachedIndexFor(project, boardId);
  index.update();
  return index;
}

function cachedIndexFor(project: Project, boardId: string): BoardIndex {
  const all = indexCache.get(project) ?? new Map<string, BoardIndex>();
  indexCache.set(project, all);
  const index = all.get(boardId) ?? new BoardIndex(project, boardId);
  // A map keeps the order of insertion, so the most recently used index is the last.
  all.delete(boardId);
  all.set(boardId, index);
  for (const oldest of all.keys()) if (all.size > maxCachedIndexes) all.delete(oldest);
  return index;
}

/** How far the index of a board has to be built before a view of it can be shown. */
type BoardReadiness = 'places' | 'order';

const isPrepared = (index: BoardIndex, needed: BoardReadiness): boolean => (needed === 'places' ? index.isBuilt : index.isOrdered);

/** The board to render: the requested one once its index is built, in slices if it is large, until then the previous one. */
export function usePreparedBoard(boardId: string, needed: BoardReadiness): string | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const [ready, setReady] = useState<string | null>(() => (isPrepared(cachedIndexFor(project, boardId), needed) ? boardId : null));
  useEffect(() => {
    let isCurrent = true;
    const index = cachedIndexFor(project, boardId);
    const work: Generator<void, unknown> = needed === 'places' ? index.build() : index.buildOrder();
    const building = isPrepared(index, needed)
      ? Promise.resolve(true)
      : runInSlices(work, { pause: yieldToMain, isCurrent: () => isCurrent });
    // React renders a transition in interruptible slices.
    void building.then((isBuilt) => isBuilt && isCurrent && startTransition(() => setReady(boardId)));
    return () => {
      isCurrent = false;
    };
  }, [project, boardId, needed]);
  // Under its former id, a board that has got another one is empty.
  return isSameRecord(ready, boardId) ? boardId : ready;
}
