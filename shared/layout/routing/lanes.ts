/** Separates lines that run on top of each other: each gets a lane of its own in the gap between the boxes beside it. Pure. */
import { addToList } from '../../lists.ts';
import type { Box, Point } from '../geometry.ts';
import { minItemClearance } from './find-route.ts';

/** The distance between two lanes if there is room. */
const laneGap = 14;
/** How far a piece of a line is moved at most. */
export const maxShift = 160;
/** Pieces that are further apart than this cannot meet, wherever both are moved. */
const bandSize = 2 * maxShift + laneGap;
/** How far the lines at both ends of a moved piece stay away from boxes. */
const endMargin = 10;
/** More pieces than this beside each other are not sorted by their crossings. */
const maxSorted = 40;
/** More pieces than this are left where they are. */
const maxPlaced = 400;

/** A line of horizontal and vertical pieces. Its first and last piece stay where they are. */
export interface LaneRoute {
  readonly id: string;
  readonly corners: Point[];
  /** Whether its pieces are moved. The lanes of other lines stay free. */
  readonly isMovable: boolean;
}

/** The boxes in an area that are in the way of a connection. */
type BoxSearch = (area: Box, connectionId: string) => Iterable<Box>;

/** A piece of a line. For vertical pieces, `at` is x, and `low` and `high` are y. */
interface Piece {
  readonly route: LaneRoute;
  readonly index: number;
  readonly at: number;
  readonly low: number;
  readonly high: number;
  /** The free interval for `at`. */
  readonly least: number;
  readonly most: number;
  readonly preferred: number;
  /** On which side the line continues at both ends: -1 before, 1 after. */
  readonly lowTurn: number;
  readonly highTurn: number;
}

/** Moves pieces of the movable routes in place. */
export function separateLanes(routes: readonly LaneRoute[], findBoxes: BoxSearch): void {
  for (const axis of ['x', 'y'] as const) {
    const pieces = routes.flatMap((route) => piecesOf(route, axis, findBoxes));
    for (const group of groupNeighbors(pieces)) if (group.length > 1 || isOffCenter(group[0])) placeGroup(group, axis);
  }
}

function piecesOf(route: LaneRoute, axis: 'x' | 'y', findBoxes: BoxSearch): Piece[] {
  const { corners } = route;
  const cross = axis === 'x' ? 'y' : 'x';
  const pieces: Piece[] = [];
  for (let index = 0; index + 1 < corners.length; index++) {
    const [from, to] = [corners[index], corners[index + 1]];
    if (!from || !to || from[axis] !== to[axis] || from[cross] === to[cross]) continue;
    const at = from[axis];
    const [low, high] = [Math.min(from[cross], to[cross]), Math.max(from[cross], to[cross])];
    const [turnFrom, turnTo] = [Math.sign((corners[index - 1]?.[axis] ?? at) - at), Math.sign((corners[index + 2]?.[axis] ?? at) - at)];
    const [lowTurn, highTurn] = from[cross] < to[cross] ? [turnFrom, turnTo] : [turnTo, turnFrom];
    const isFixed = !route.isMovable || index === 0 || index + 2 === corners.length;
    const [least, most] = isFixed ? [at, at] : freeInterval(axis, { at, low, high }, (area) => findBoxes(area, route.id));
    const isStep = lowTurn * highTurn < 0;
    // A step between two columns is drawn in the middle of the gap; a line around a box stays beside the box.
    const preferred =
      isStep && !isFixed ? Math.max(at - maxShift, Math.min(at + maxShift, stepCenter(corners, index, axis, least, most))) : at;
    pieces.push({ route, index, at, low, high, least, most, preferred, lowTurn, highTurn });
  }
  return pieces;
}

/** The middle of the gap and of the line's own two ends. */
function stepCenter(corners: readonly Point[], index: number, axis: 'x' | 'y', least: number, most: number): number {
  const [before, after] = [corners[index - 1]?.[axis] ?? least, corners[index + 2]?.[axis] ?? most];
  const [low, high] = [Math.max(least, Math.min(before, after)), Math.min(most, Math.max(before, after))];
  return low <= high ? (low + high) / 2 : (least + most) / 2;
}

type PiecePosition = Pick<Piece, 'at' | 'low' | 'high'>;

/** Where the piece may be moved. Where there is room, what follows it at its ends keeps its distance from boxes too. */
function freeInterval(axis: 'x' | 'y', { at, low, high }: PiecePosition, findBoxes: (area: Box) => Iterable<Box>): [number, number] {
  const [least, most] = intervalBetweenBoxes(axis, { at, low: low - endMargin, high: high + endMargin }, findBoxes);
  return least < most ? [least, most] : intervalBetweenBoxes(axis, { at, low, high }, findBoxes);
}

function intervalBetweenBoxes(
  axis: 'x' | 'y',
  { at, low, high }: PiecePosition,
  findBoxes: (area: Box) => Iterable<Box>,
): [number, number] {
  const across = { x: at - maxShift, y: low, width: 2 * maxShift, height: high - low };
  const area = axis === 'x' ? across : { x: across.y, y: across.x, width: across.height, height: across.width };
  let [least, most] = [at - maxShift, at + maxShift];
  for (const { x, y, width, height } of findBoxes(area)) {
    const [start, end] = axis === 'x' ? [x, x + width] : [y, y + height];
    if (end <= at) least = Math.max(least, end + Math.min(minItemClearance * 3, at - end));
    else if (start >= at) most = Math.min(most, start - Math.min(minItemClearance * 3, start - at));
    else return [at, at];
  }
  return [least, most];
}

/** Groups of pieces that may not all stay where they are: they are beside each other, and could be on the same lane. */
function groupNeighbors(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((one, two) => one.low - two.low);
  const leader = new Map<Piece, Piece>(pieces.map((piece) => [piece, piece]));
  const leaderOf = (piece: Piece): Piece => {
    let at = piece;
    for (let next = leader.get(at); next && next !== at; next = leader.get(at)) at = next;
    leader.set(piece, at);
    return at;
  };
  // The pieces that the sweep has reached and not yet left, by bands: only those of the next bands can be near enough.
  const open = new Map<number, Piece[]>();
  for (const piece of sorted) {
    const band = Math.floor(piece.at / bandSize);
    for (const near of [band - 1, band, band + 1]) {
      const others = open.get(near)?.filter(({ high }) => high > piece.low) ?? [];
      for (const other of others)
        if (Math.abs(other.at - piece.at) < laneGap * 2 || mayMeet(other, piece)) leader.set(leaderOf(piece), leaderOf(other));
      if (near === band) others.push(piece);
      open.set(near, others);
    }
  }
  const groups = new Map<Piece, Piece[]>();
  for (const piece of sorted) {
    const first = leaderOf(piece);
    addToList(groups, first, piece);
  }
  return [...groups.values()].filter((group) => group.some(({ route }) => route.isMovable));
}

const mayMeet = (one: Piece, two: Piece): boolean =>
  one.route !== two.route && Math.abs(one.preferred - two.preferred) < laneGap && one.least < two.most && two.least < one.most;

const isOffCenter = (piece: Piece | undefined): boolean => piece !== undefined && piece.preferred !== piece.at;

function placeGroup(group: readonly Piece[], axis: 'x' | 'y'): void {
  const order = group.length <= maxSorted ? orderByCrossings(group) : [...group].sort((one, two) => one.preferred - two.preferred);
  const places = placeInOrder(order);
  for (const [at, { route, index }] of order.entries()) {
    const place = places[at];
    const [from, to] = [route.corners[index], route.corners[index + 1]];
    if (!route.isMovable || place === undefined || !from || !to || index === 0 || index + 2 === route.corners.length) continue;
    route.corners[index] = { ...from, [axis]: place };
    route.corners[index + 1] = { ...to, [axis]: place };
  }
}

/** Inserts each piece where it crosses the others least. */
function orderByCrossings(group: readonly Piece[]): Piece[] {
  const order: Piece[] = [];
  for (const piece of [...group].sort(
    (one, two) => one.preferred - two.preferred || one.lowTurn + one.highTurn - two.lowTurn - two.highTurn,
  )) {
    let [best, bestCost] = [order.length, Number.POSITIVE_INFINITY];
    for (let at = order.length; at >= 0; at--) {
      let cost = 0;
      for (const [index, other] of order.entries()) cost += index < at ? crossings(other, piece) : crossings(piece, other);
      if (cost < bestCost) [best, bestCost] = [at, cost];
    }
    order.splice(best, 0, piece);
  }
  return order;
}

/** How often two pieces cross the continuations of each other if `first` is before `second`. */
function crossings(first: Piece, second: Piece): number {
  // A fixed piece cannot change sides.
  if (first.least > second.most) return 10;
  const within = (at: number, { low, high }: Piece): number => Number(at > low && at < high);
  return (
    (first.lowTurn > 0 ? within(first.low, second) : 0) +
    (first.highTurn > 0 ? within(first.high, second) : 0) +
    (second.lowTurn < 0 ? within(second.low, first) : 0) +
    (second.highTurn < 0 ? within(second.high, first) : 0)
  );
}

/** Coordinates inside the free intervals, in order wherever pieces are beside each other, with the largest distance up to laneGap that fits. */
function placeInOrder(order: readonly Piece[]): number[] {
  if (order.length > maxPlaced) return order.map(({ at }) => at);
  for (let gap = laneGap; gap > 1; gap *= 0.75) {
    const places = tryGap(order, gap);
    if (places) return places;
  }
  return order.map(({ preferred, least, most }) => Math.max(least, Math.min(most, preferred)));
}

function tryGap(order: readonly Piece[], gap: number): number[] | null {
  const latest: number[] = [];
  for (let at = order.length - 1; at >= 0; at--) {
    const piece = order[at];
    if (!piece) continue;
    let limit = piece.most;
    for (let next = at + 1; next < order.length; next++)
      if (needDistance(piece, order[next])) limit = Math.min(limit, (latest[next] ?? limit) - gap);
    latest[at] = limit;
  }
  const middle = order.reduce((sum, { preferred }, at) => sum + preferred - at * gap, 0) / order.length;
  const places: number[] = [];
  for (const [at, piece] of order.entries()) {
    let low = piece.least;
    for (let before = 0; before < at; before++) if (needDistance(piece, order[before])) low = Math.max(low, (places[before] ?? low) + gap);
    const high = latest[at] ?? piece.most;
    if (low > high + 1e-6) return null;
    const spread = middle + at * gap;
    const target = Math.abs(piece.preferred - spread) > order.length * gap ? piece.preferred : spread;
    places.push(Math.min(high, Math.max(low, target)));
  }
  return places;
}

/** Whether two pieces run beside each other, and at least one of them can be moved. */
const needDistance = (one: Piece, two: Piece | undefined): boolean =>
  two !== undefined && one.low < two.high && two.low < one.high && (one.least < one.most || two.least < two.most);
