/** Keeps the routes of the shown board up to date, except while items are dragged. Its cards are drawn first, with direct lines. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { BoxIndex } from '../../../../shared/layout/box-index.ts';
import { type Box, boxesOverlap } from '../../../../shared/layout/geometry.ts';
import type { ConnectionRoute, RoutingChange } from '../../../../shared/layout/routing/connection-router.ts';
import type { RoutedItem } from '../../../../shared/layout/routing/item-obstacles.ts';
import { defaultLabelWidth } from '../../../../shared/layout/routing/label-size.ts';
import type { RoutedConnection } from '../../../../shared/layout/routing/line-ends.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { resolveLocalizedText } from '../../../../shared/model/localized-text.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { trustScriptUrl } from '../../../platform/trusted-types.ts';
import { type BoardIndex, boardCellSize } from '../../../records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../records/board/connection-geometry.ts';
import { conditionRowBox, findFrame } from '../../../records/board/items.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { useRevised } from '../../../state/revised.ts';
import { runInSlices, waitForIdle } from '../../../state/run-in-slices.ts';
import { dragState } from '../canvas/drag-state.ts';
import type { RouteWorkerMessage } from './route-worker.ts';
import routeWorkerUrl from './route-worker.ts?worker&url';

interface RoutedBoard {
  readonly index: BoardIndex;
  /** Rises with each change of the index. */
  readonly indexRevision: number;
}

export function useConnectionRouting({ index, indexRevision }: RoutedBoard, isReady: boolean): void {
  const routes = connectionRoutesFor(index);
  const revisedRoutes = useRevised(routes, indexRevision);
  const isDragging = useStore(dragState, ({ boxes }) => boxes.size > 0);
  const { iso, locales } = useLanguage();
  const readLabel = useMemo<ReadLabel>(
    () =>
      ({ label }) =>
        richTextToPlainText(resolveLocalizedText(label, iso, locales).html),
    [iso, locales],
  );
  useEffect(() => {
    if (!isReady || isDragging) return;
    let isCurrent = true;
    void waitForIdle().then(() => isCurrent && revisedRoutes.value.update(readLabel));
    return () => {
      isCurrent = false;
    };
  }, [revisedRoutes, readLabel, isReady, isDragging]);
  useEffect(() => () => routes.close(), [routes]);
}

/** The plain text of a connection's label in the shown language: another function for another language. */
type ReadLabel = (connection: StoryRecord<'connection'>) => string;

/** What the board is drawn with. */
export interface RouteLookup {
  /** Increases with every change of the routes. */
  readonly version: number;
  /** Null while the connection is to be drawn as a direct line. */
  readonly routeOf: (geometry: ConnectionGeometry) => ConnectionRoute | null;
  /** The connections of which a part may be in the area, in the order in which they are drawn. */
  readonly connectionsIn: (area: Box) => ConnectionGeometry[];
}

/** Draws all connections of a board as direct lines. */
export const directLines = (index: BoardIndex): RouteLookup => ({
  version: 0,
  routeOf: () => null,
  connectionsIn: (area) => index.connectionsNear(area),
});

interface KnownRoute {
  readonly geometry: ConnectionGeometry;
  readonly route: ConnectionRoute;
}

/**
 * The routes of a board's connections. A worker computes them; this sends it the changes of the board and keeps the results. A connection that has
 * moved since has no route until the worker has answered, and is drawn as a direct line meanwhile.
 */
export class ConnectionRoutes implements RouteLookup {
  readonly #index: BoardIndex;
  readonly #routes = new Map<string, KnownRoute>();
  readonly #routePlaces = new BoxIndex<string>(boardCellSize);
  readonly #listeners = new Set<() => void>();
  /** The items and connections that the worker has received. */
  readonly #sentItems = new Map<string, Box>();
  readonly #sentConnections = new Map<string, { readonly geometry: ConnectionGeometry; readonly readLabel: ReadLabel }>();
  #worker: Worker | null = null;
  #isBusy = false;
  /** The label reader of the latest update that waits for the running one. */
  #waiting: ReadLabel | null = null;
  #version = 0;

  constructor(index: BoardIndex) {
    this.#index = index;
  }

  get version(): number {
    return this.#version;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getVersion = (): number => this.#version;

  readonly routeOf = (geometry: ConnectionGeometry): ConnectionRoute | null => {
    const known = this.#routes.get(geometry.record.id);
    return known && (known.geometry === geometry || known.geometry.hasSameLine(geometry)) ? known.route : null;
  };

  readonly connectionsIn = (area: Box): ConnectionGeometry[] => {
    const routed = this.#routePlaces.search(area).map(({ value }) => value);
    const near = this.#index.connectionsNear(area, routed);
    return near.filter((geometry) => boxesOverlap(this.routeOf(geometry)?.bounds ?? geometry.reach, area));
  };

  /** Routes what has changed on the board since the last update. */
  update(readLabel: ReadLabel): void {
    this.#waiting = readLabel;
    if (!this.#isBusy) void this.#run();
  }

  /** Ends the worker. The routes are kept for the next time that the board is shown. */
  close(): void {
    if (this.#worker) endWhenIdle(this.#worker);
    this.#worker = null;
    this.#waiting = null;
    this.#isBusy = false;
    this.#sentItems.clear();
    this.#sentConnections.clear();
  }

  async #run(): Promise<void> {
    const readLabel = this.#waiting;
    if (!readLabel) return;
    this.#waiting = null;
    this.#isBusy = true;
    const worker = this.#startedWorker();
    const change = { items: [], removedItems: [], connections: [], removedConnections: [] };
    const isCurrent = () => this.#worker === worker;
    if (!(await runInSlices(this.#collect(change, readLabel), { pause: waitForIdle, isCurrent })) || !isCurrent()) return;
    if (Object.values(change).some((list) => list.length > 0)) worker.postMessage(change);
    else this.#continue();
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(trustScriptUrl(routeWorkerUrl), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<RouteWorkerMessage>) => this.#receive(data);
    // Without a worker, all connections are direct lines; the next change of the board starts another one.
    worker.onerror = () => this.close();
    this.#worker = worker;
    return worker;
  }

  /** Adds the differences from what the worker has received to the change. */
  *#collect(change: Mutable<RoutingChange>, readLabel: ReadLabel): Generator<void> {
    const { boxes, connections } = this.#index;
    for (const id of this.#sentItems.keys()) if (!boxes.has(id)) change.removedItems.push(id);
    for (const id of this.#sentConnections.keys()) if (!connections.has(id)) change.removedConnections.push(id);
    for (const id of change.removedItems) this.#sentItems.delete(id);
    for (const id of change.removedConnections) {
      this.#sentConnections.delete(id);
      this.#routes.delete(id);
      this.#routePlaces.delete(id);
    }
    for (const [id, box] of boxes) {
      // Connections run through frames. A note may have become one.
      if (findFrame(this.#index.project, id)) {
        if (this.#sentItems.delete(id)) change.removedItems.push(id);
        continue;
      }
      if (this.#sentItems.get(id) !== box) change.items.push(toRoutedItem(this.#index, id, box));
      this.#sentItems.set(id, box);
      yield;
    }
    for (const [id, geometry] of connections) {
      const sent = this.#sentConnections.get(id);
      if (sent?.geometry !== geometry || sent.readLabel !== readLabel) {
        change.connections.push(toRoutedConnection(geometry, readLabel(geometry.record)));
        this.#sentConnections.set(id, { geometry, readLabel });
      }
      yield;
    }
  }

  #receive({ routes, isLast }: RouteWorkerMessage): void {
    for (const [id, route] of routes) {
      const sent = this.#sentConnections.get(id);
      if (!sent) continue;
      this.#routes.set(id, { geometry: sent.geometry, route });
      this.#routePlaces.set(id, route.bounds);
    }
    // Each message is drawn by itself, so that no frame has to draw all new routes at once.
    this.#version++;
    for (const listener of this.#listeners) listener();
    if (isLast) this.#continue();
  }

  #continue(): void {
    this.#isBusy = false;
    void this.#run();
  }
}

/** Ending a worker takes milliseconds, in which the window would not show what replaces the board. */
function endWhenIdle(worker: Worker): void {
  worker.onmessage = null;
  worker.onerror = null;
  void waitForIdle().then(() => worker.terminate());
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

const routesByIndex = new WeakMap<BoardIndex, ConnectionRoutes>();

/** The routes of a board, as long as its index is cached. */
export function connectionRoutesFor(index: BoardIndex): ConnectionRoutes {
  const routes = routesByIndex.get(index) ?? new ConnectionRoutes(index);
  routesByIndex.set(index, routes);
  return routes;
}

/** As in board.css. */
const cardCornerRadius = 12;

/** What the router needs of the records of a board. Pure. */
export function toRoutedItem({ project }: BoardIndex, id: string, box: Box): RoutedItem {
  const isJumper = project.find('jumper', id) !== undefined;
  return { id, box, cornerRadius: isJumper ? box.height / 2 : cardCornerRadius };
}

/** `label` is plain text. */
export function toRoutedConnection({ record, itemId, rowIndex, source, endpoints }: ConnectionGeometry, label: string): RoutedConnection {
  return {
    id: record.id,
    type: record.type,
    sourceId: itemId,
    targetId: record.targetid,
    from: endpoints.from,
    to: endpoints.to,
    rowBox: rowIndex === null ? null : conditionRowBox(source, rowIndex),
    label,
    labelWidth: record.labelWidth ?? defaultLabelWidth,
    labelLocation: record.labelLocation,
  };
}
