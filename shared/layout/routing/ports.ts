/** Where lines meet the sides of items: several lines at one side are spread along it, in the order of what they lead to. Pure. */
import { type Box, boxCenter, type Face, type Point } from '../geometry.ts';
import { faceDirections, type PathEnd } from './lines.ts';

/** The distance between two lines at a side that has enough room. */
const portGap = 32;

/** An end of a connection at a side of an item. */
export interface PortRequest {
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
export function spreadPorts(requests: readonly PortRequest[]): PathEnd[] {
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
