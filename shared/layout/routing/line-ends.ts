/** Where lines leave and reach items: on which side, and at which point of it. Pure. */
import { type Box, type Face, faceMidpoint } from '../geometry.ts';
import type { ItemObstacles } from './item-obstacles.ts';
import type { LineType, PathEnd } from './lines.ts';
import { type PortRequest, spreadPorts } from './ports.ts';

export interface RoutedConnection {
  readonly id: string;
  readonly type: LineType;
  readonly sourceId: string;
  readonly targetId: string;
  /** The ends of the line, in the middle of their sides. */
  readonly from: PathEnd;
  readonly to: PathEnd;
  /** The row of a branch at which the line starts, whose end is never moved along its side; null for other items. */
  readonly rowBox: Box | null;
  /** Empty if the connection has no label. */
  readonly label: string;
  readonly labelWidth: number;
  /** The fraction of the line where the writer put the label. */
  readonly labelLocation: number;
}

/** A connection and the ends of its line. */
export interface ConnectedLine {
  readonly connection: RoutedConnection;
  from: PathEnd;
  to: PathEnd;
}

type End = 'from' | 'to';
const ends: readonly End[] = ['from', 'to'];

/** A side with less room than this in front of it is not used. */
const minExit = 16;
const rowFaces: readonly Face[] = ['left', 'right'];
const itemFaces: readonly Face[] = ['left', 'right', 'top', 'bottom'];

/** Sides are named by their item and face. */
export class LineEnds<T extends ConnectedLine> {
  readonly #items: ItemObstacles;
  readonly #linesBySide = new Map<string, Set<T>>();

  constructor(items: ItemObstacles) {
    this.#items = items;
  }

  /** Chooses the sides of a line. Adds the sides whose lines have changed to `changed`. */
  add(line: T, changed: Set<string>): void {
    this.remove(line, changed);
    for (const end of ends) line[end] = this.#usableEnd(line.connection, end);
    for (const side of ends.map((end) => sideOf(line, end))) {
      this.#linesBySide.set(side, (this.#linesBySide.get(side) ?? new Set()).add(line));
      changed.add(side);
    }
  }

  remove(line: T, changed: Set<string>): void {
    for (const side of ends.map((end) => sideOf(line, end))) {
      const lines = this.#linesBySide.get(side);
      if (!lines?.delete(line)) continue;
      if (lines.size === 0) this.#linesBySide.delete(side);
      changed.add(side);
    }
  }

  /** Spreads the lines of these sides along them. Returns the lines whose ends have moved. */
  *spread(sides: ReadonlySet<string>): Generator<T> {
    for (const side of sides) {
      const movable = [...(this.#linesBySide.get(side) ?? [])].flatMap((line) =>
        ends.filter((end) => sideOf(line, end) === side && !(end === 'from' && line.connection.rowBox)).map((end) => ({ line, end })),
      );
      const ports = spreadPorts(movable.map(({ line, end }) => this.#portRequest(line, end)));
      for (const [at, { line, end }] of movable.entries()) {
        const port = ports[at];
        if (!port || (port.x === line[end].x && port.y === line[end].y)) continue;
        line[end] = port;
        yield line;
      }
    }
  }

  #portRequest({ connection, from, to }: ConnectedLine, end: End): PortRequest {
    const [own, other] = end === 'from' ? [from, to] : [to, from];
    const { sourceId, targetId, rowBox } = connection;
    const [itemId, otherItemId] = end === 'from' ? [sourceId, targetId] : [targetId, sourceId];
    const itemBox = this.#items.boxOf(itemId);
    const otherBox = end === 'to' && rowBox ? rowBox : this.#items.boxOf(otherItemId);
    return {
      connectionId: connection.id,
      itemId,
      itemBox,
      cornerRadius: this.#items.cornerRadiusOf(itemId),
      end: { ...faceMidpoint(itemBox, own.face), face: own.face },
      otherItemId,
      otherBox,
      otherEnd: { ...faceMidpoint(otherBox, other.face), face: other.face },
    };
  }

  /** The end at its own side, or at the next one if an item directly in front of that side leaves no room for a line. */
  #usableEnd(connection: RoutedConnection, end: End): PathEnd {
    const preferred = connection[end];
    if (this.#items.roomInFront(connection, preferred) >= minExit) return preferred;
    const row = end === 'from' ? connection.rowBox : null;
    const box = row ?? this.#items.boxOf(end === 'from' ? connection.sourceId : connection.targetId);
    const other = connection[end === 'from' ? 'to' : 'from'];
    const distanceTo = ({ x, y }: PathEnd): number => Math.hypot(x - other.x, y - other.y);
    const candidates = (row ? rowFaces : itemFaces).map((face): PathEnd => ({ ...faceMidpoint(box, face), face }));
    candidates.sort((one, two) => distanceTo(one) - distanceTo(two));
    return candidates.find((each) => this.#items.roomInFront(connection, each) >= minExit) ?? preferred;
  }
}

const sideOf = ({ connection, from, to }: ConnectedLine, end: End): string =>
  end === 'from' ? `${connection.sourceId} ${from.face}` : `${connection.targetId} ${to.face}`;
