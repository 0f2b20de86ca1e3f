/**
 * Routes the connections of a board around its items, and finds places for their labels. A connection keeps its direct line wherever that is free.
 * The router keeps its results: an update computes only the connections that the change concerns. Pure; runs in a worker.
 */

import { BoxIndex } from '../box-index.ts';
import { type Box, boundsOf, boxesOverlap, emptyBox, growBox, type Point } from '../geometry.ts';
import { findRoute, itemClearance, withoutCollinear } from './find-route.ts';
import { boundsOfPoints, ItemObstacles, type RoutedItem } from './item-obstacles.ts';
import { type LabelSurroundings, placeLabel } from './label-places.ts';
import { type LaneRoute, maxShift, separateLanes } from './lanes.ts';
import { type ConnectedLine, isVertical, LineEnds, type RoutedConnection } from './line-ends.ts';
import { curvedLine, type DrawnLine, faceDirections, type LineType, linesCross, MeasuredLine, type PathEnd, roundedLine } from './lines.ts';

export interface RoutingChange {
  readonly items: readonly RoutedItem[];
  readonly removedItems: readonly string[];
  readonly connections: readonly RoutedConnection[];
  readonly removedConnections: readonly string[];
}

/** A connection as it is drawn. */
export interface ConnectionRoute {
  readonly path: string;
  /** Where the line leaves and reaches the items. */
  readonly from: Point;
  readonly to: Point;
  /** The middle of the label, or where a label would be. */
  readonly labelAt: Point;
  /** The point of the line next to the label, for the dot that replaces a label. */
  readonly dotAt: Point;
  /** The width for which the label's place was chosen; null without a label. */
  readonly labelWidth: number | null;
  /** The area of the line and its label. */
  readonly bounds: Box;
}

/** A connection with its computed line, kept until something near it changes. */
interface RoutedLine extends ConnectedLine {
  /** The corners of a line of horizontal and vertical pieces; null for a direct line. */
  corners: Point[] | null;
  line: DrawnLine;
  chunks: readonly LineChunk[];
  /** The area of the direct line. */
  direct: Box;
  /** Where a change of an item may change the route. */
  reach: Box;
}

interface LineChunk {
  readonly id: string;
  readonly points: readonly Point[];
}

/** How far beyond the ends a way around boxes is searched. */
const searchMargins = [160, 700, 50_000];
/** The distance of direct lines to items that they do not connect. */
const directClearance = 6;
const cornerRadius: Readonly<Record<LineType, number>> = { Bezier: 32, Flowchart: 10, Straight: 8 };
/** A change of more items than this concerns all connections. */
const manyItems = 200;
const chunkPoints = 8;

export class ConnectionRouter {
  readonly #items = new ItemObstacles();
  readonly #lines = new Map<string, RoutedLine>();
  readonly #ends = new LineEnds<RoutedLine>(this.#items);
  readonly #labels = new BoxIndex<string>();
  readonly #chunks = new BoxIndex<LineChunk>();
  /** The connections from one item to another. */
  readonly #idsByItems = new Map<string, Set<string>>();

  /** Returns the routes that have changed. */
  update(change: RoutingChange): Map<string, ConnectionRoute> {
    const affected = this.#applyItems(change);
    this.#applyConnections(change, affected);
    for (const id of affected) this.#clearDrawing(id);
    for (const id of affected) this.#findCorners(id);
    this.#uncrossOpposites(affected);
    this.#separateLanes(affected);
    // A piece that was moved to its lane may cross a direct line.
    if (this.#uncrossOpposites(affected)) this.#separateLanes(affected);
    for (const id of affected) this.#draw(id);
    return this.#placeLabels(affected);
  }

  /** Returns the connections that the changed items concern. */
  #applyItems({ items, removedItems }: RoutingChange): Set<string> {
    const areas: Box[] = [];
    for (const id of [...removedItems, ...items.map((item) => item.id)]) {
      const before = this.#items.boxes.boxOf(id);
      if (before) areas.push(before);
    }
    for (const id of removedItems) this.#items.delete(id);
    for (const item of items) {
      this.#items.set(item);
      areas.push(item.box);
    }
    const isAffected = ({ reach }: RoutedLine): boolean => areas.length > manyItems || areas.some((area) => boxesOverlap(area, reach));
    return new Set([...this.#lines].flatMap(([id, line]) => (isAffected(line) ? [id] : [])));
  }

  #applyConnections({ connections, removedConnections }: RoutingChange, affected: Set<string>): void {
    const sides = new Set<string>();
    for (const id of [...removedConnections, ...connections.map((connection) => connection.id)]) {
      const line = this.#lines.get(id);
      if (!line) continue;
      this.#clearDrawing(id);
      this.#ends.remove(line, sides);
      this.#lines.delete(id);
      this.#idsByItems.get(itemsOf(line.connection))?.delete(id);
      affected.delete(id);
      for (const opposite of this.#oppositesOf(line)) affected.add(opposite.connection.id);
    }
    for (const connection of connections) {
      if (!this.#items.boxes.boxOf(connection.sourceId) || !this.#items.boxes.boxOf(connection.targetId)) continue;
      this.#lines.set(connection.id, { connection, from: connection.from, to: connection.to, ...noDrawing });
      affected.add(connection.id);
      const items = itemsOf(connection);
      this.#idsByItems.set(items, (this.#idsByItems.get(items) ?? new Set()).add(connection.id));
    }
    for (const { id } of connections) {
      const line = this.#lines.get(id);
      if (line) for (const opposite of this.#oppositesOf(line)) affected.add(opposite.connection.id);
    }
    for (const id of affected) {
      const line = this.#lines.get(id);
      if (line) this.#ends.add(line, sides);
    }
    for (const { connection } of this.#ends.spread(sides)) affected.add(connection.id);
  }

  #clearDrawing(id: string): void {
    const line = this.#lines.get(id);
    for (const chunk of line?.chunks ?? []) this.#chunks.delete(chunk);
    this.#labels.delete(id);
  }

  /** The lines between the same two items in the opposite direction. */
  #oppositesOf({ connection: { sourceId, targetId } }: RoutedLine): RoutedLine[] {
    if (sourceId === targetId) return [];
    const ids = this.#idsByItems.get(itemsOf({ sourceId: targetId, targetId: sourceId })) ?? [];
    return [...ids].flatMap((id) => this.#lines.get(id) ?? []);
  }

  /** A direct line that crosses the line back is drawn in horizontal and vertical pieces instead, whose lanes are put in order. Returns whether there was one. */
  #uncrossOpposites(affected: ReadonlySet<string>): boolean {
    let isChanged = false;
    for (const id of affected) {
      const line = this.#lines.get(id);
      if (!line || line.corners) continue;
      const isCrossed = this.#oppositesOf(line).some((opposite) => linesCross(line.line.points, opposite.corners ?? opposite.line.points));
      if (!isCrossed) continue;
      this.#findWay(line);
      isChanged = true;
    }
    return isChanged;
  }

  /** Keeps the direct line if it is free, and finds the corners of a way around items otherwise. */
  #findCorners(id: string): void {
    const line = this.#lines.get(id);
    if (!line) return;
    const { connection, from, to } = line;
    line.corners = null;
    line.line = directLine(connection.type, from, to);
    line.direct = boundsOfPoints(line.line.points);
    const isLoop = connection.sourceId === connection.targetId;
    const isOnItself = !isLoop && boxesOverlap(this.#items.boxOf(connection.sourceId), this.#items.boxOf(connection.targetId));
    if (isOnItself || (connection.type !== 'Flowchart' && this.#items.isFree(line.line.points, connection, directClearance))) return;
    this.#findWay(line);
  }

  #findWay(line: RoutedLine): void {
    const { connection, from, to } = line;
    const [start, goal] = [this.#exit(connection, from), this.#exit(connection, to)];
    const span = boundsOfPoints([start, goal]);
    for (const margin of searchMargins) {
      const area = growBox(span, margin);
      const found = findRoute(
        { ...start, isHorizontal: !isVertical(from.face) },
        { ...goal, isHorizontal: !isVertical(to.face) },
        [...this.#items.inWayOf(connection, area)],
        area,
      );
      if (!found) continue;
      line.corners = withoutCollinear([from, ...found, to].map(({ x, y }) => ({ x, y })));
      return;
    }
  }

  /** The point in front of an end where the line may turn. */
  #exit(connection: RoutedConnection, end: PathEnd): Point {
    const { x, y } = faceDirections[end.face];
    const length = Math.min(itemClearance, this.#items.roomInFront(connection, end) / 2);
    return { x: end.x + x * length, y: end.y + y * length };
  }

  #separateLanes(affected: ReadonlySet<string>): void {
    const routes: LaneRoute[] = [];
    const areas: Box[] = [];
    for (const id of affected) {
      const line = this.#lines.get(id);
      if (!line?.corners || line.connection.type === 'Straight') continue;
      routes.push({ id, corners: [...line.corners], isMovable: true });
      areas.push(growBox(boundsOfPoints(line.corners), maxShift));
    }
    if (routes.length === 0) return;
    for (const [id, { corners, reach }] of this.#lines)
      if (corners && !affected.has(id) && areas.some((area) => boxesOverlap(area, reach)))
        routes.push({ id, corners: [...corners], isMovable: false });
    separateLanes(routes, (area, id) => {
      const line = this.#lines.get(id);
      return line ? this.#items.inWayOf(line.connection, area) : [];
    });
    for (const { id, corners, isMovable } of routes) {
      const line = this.#lines.get(id);
      if (line && isMovable && this.#items.isFree(corners, line.connection, 1)) line.corners = withoutCollinear(corners);
    }
  }

  #draw(id: string): void {
    const line = this.#lines.get(id);
    if (!line) return;
    const { connection, corners } = line;
    if (corners) {
      const points = connection.type === 'Straight' ? this.#shorten(corners, connection) : corners;
      line.line = roundedLine(points, cornerRadius[connection.type], (pieces) => this.#items.isFree(pieces, connection, 2));
    }
    const { points } = line.line;
    line.chunks = Array.from({ length: Math.ceil((points.length - 1) / chunkPoints) }, (_, at) => ({
      id,
      points: points.slice(at * chunkPoints, (at + 1) * chunkPoints + 1),
    }));
    for (const chunk of line.chunks) this.#chunks.set(chunk, boundsOfPoints(chunk.points));
  }

  /** A straight line is bent only if an item is in its way. */
  #shorten(corners: readonly Point[], connection: RoutedConnection): Point[] {
    const points: Point[] = [];
    for (let at = 0; at < corners.length; ) {
      const from = corners[at];
      if (!from) break;
      points.push(from);
      let next = corners.length - 1;
      while (next > at + 1 && !this.#items.isFree([from, corners[next] ?? from], connection, directClearance)) next--;
      at = next > at ? next : at + 1;
    }
    return points;
  }

  /** Labels of short lines first, because they have the fewest places. */
  #placeLabels(affected: ReadonlySet<string>): Map<string, ConnectionRoute> {
    const around: LabelSurroundings = {
      items: this.#items.boxes,
      labels: this.#labels,
      findPieces: (area) => this.#piecesIn(area),
    };
    const lines = [...affected]
      .flatMap((id) => this.#lines.get(id) ?? [])
      .map((line) => ({ line, measured: new MeasuredLine(line.line.points) }));
    lines.sort((one, two) => one.measured.length - two.measured.length);
    const routes = new Map<string, ConnectionRoute>();
    for (const { line, measured } of lines) {
      const { id, label, labelWidth, labelLocation } = line.connection;
      const { path, points } = line.line;
      const box =
        label === ''
          ? null
          : placeLabel(
              { id, text: label, maxWidth: labelWidth, location: labelLocation, line: measured, corners: line.corners ?? [] },
              around,
            );
      if (box) this.#labels.set(id, box);
      const bounds = boundsOf([boundsOfPoints(points), ...(box ? [box] : [])]) ?? emptyBox;
      line.reach = growBox(boundsOf([bounds, line.direct]) ?? bounds, itemClearance);
      const labelAt = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : measured.pointAt(measured.length * labelLocation);
      const dotAt = box ? measured.nearestTo(labelAt) : labelAt;
      routes.set(id, { path, from: line.from, to: line.to, labelAt, dotAt, labelWidth: box?.width ?? null, bounds });
    }
    return routes;
  }

  *#piecesIn(area: Box): Generator<{ id: string; from: Point; to: Point }> {
    for (const { value } of this.#chunks.search(area))
      for (let at = 0; at + 1 < value.points.length; at++) {
        const [from, to] = [value.points[at], value.points[at + 1]];
        if (from && to) yield { id: value.id, from, to };
      }
  }
}

const noDrawing = { corners: null, line: { path: '', points: [] }, chunks: [], direct: emptyBox, reach: emptyBox };

function directLine(type: LineType, from: PathEnd, to: PathEnd): DrawnLine {
  return type === 'Straight' ? roundedLine([from, to], 0, () => true) : curvedLine(from, to);
}

const itemsOf = ({ sourceId, targetId }: Pick<RoutedConnection, 'sourceId' | 'targetId'>): string => `${sourceId} ${targetId}`;
