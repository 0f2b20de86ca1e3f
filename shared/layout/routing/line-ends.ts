/** Where lines leave and reach items: on which side, and at which point of it. Several lines at one side are spread along it. Pure. */
import { type Box, boxCenter, type Face, faceMidpoint, type Point } from '../geometry.ts';
import type { ItemObstacles } from './item-obstacles.ts';
import { faceDirections, type LineType, type PathEnd } from './lines.ts';

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

/** The distance between two lines at a side that has enough room. */
const portGap = 32;

/** An end of a connection at a side of an item. */
interface PortRequest {
  readonly connectionId: string;
  readonly itemId: string;
  readonly itemBox: Box;
  /** The radius of the item's corners, which lines do not meet. */
  readonly cornerRadius: number;
  readonly end: PathEnd;
  readonly otherItemId: string;
  readonly otherBox: Box;
  /** The middle of the side where the line meets the other item. */
  readonly otherEnd: PathEnd;
}

export const isVertical = (face: Face): boolean => face === 'top' || face === 'bottom';

/** The ends of one side, in the order of `requests`. A single line meets the middle. */
function spreadPorts(requests: readonly PortRequest[]): PathEnd[] {
  const [first] = requests;
  if (!first || requests.length === 1) return requests.map(({ end }) => end);
  const places = new Map([...requests].sort(comparePorts).map((request, place) => [request, place]));
  const isAlongX = isVertical(first.end.face);
  const length = isAlongX ? first.itemBox.width : first.itemBox.height;
  const room = Math.max(0, length - first.cornerRadius * 1.2);
  const gap = Math.min(portGap, room / (requests.length - 1));
  return requests.map((request) => {
    const offset = ((places.get(request) ?? 0) - (requests.length - 1) / 2) * gap;
    return isAlongX ? { ...request.end, x: request.end.x + offset } : { ...request.end, y: request.end.y + offset };
  });
}

/**
 * From left to right, or from top to bottom, by the direction in which the other items are. Lines between the same two items follow the sides at which
 * they meet the other one, and where these are the same, keep their order at both ends, so that they do not cross.
 */
function comparePorts(one: PortRequest, two: PortRequest): number {
  const difference = turnTowards(one, boxCenter(one.otherBox)) - turnTowards(two, boxCenter(two.otherBox));
  if (Math.abs(difference) > 1e-9) return difference;
  const sideDifference = turnTowards(one, one.otherEnd) - turnTowards(two, two.otherEnd);
  if (Math.abs(sideDifference) > 1e-9) return sideDifference;
  const order = one.connectionId < two.connectionId ? -1 : 1;
  return isReversed(one) ? -order : order;
}

/** The angle between the direction straight out of the side and the direction of a point, positive to the right and downwards. */
function turnTowards({ end }: PortRequest, point: Point): number {
  const [dx, dy] = [point.x - end.x, point.y - end.y];
  const { x, y } = faceDirections[end.face];
  return Math.atan2(isVertical(end.face) ? dx : dy, dx * x + dy * y);
}

/** Whether lines that turn on their way arrive at this end in the opposite order. */
function isReversed({ end: { face }, otherEnd: { face: otherFace }, itemId, otherItemId }: PortRequest): boolean {
  if (face === otherFace) return itemId > otherItemId;
  const faces = [face, otherFace].sort().join(' ');
  return isVertical(face) && (faces === 'right top' || faces === 'bottom left');
}
