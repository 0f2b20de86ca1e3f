/** Finds places for labels: on their lines, as close as possible to where the writer put them, and never over a box or another label. Pure. */

import type { BoxIndex } from '../box-index.ts';
import { type Box, containsPoint, growBox, type Point } from '../geometry.ts';
import { labelSize, type Size } from './label-size.ts';
import { type MeasuredLine, segmentHitsBox } from './lines.ts';

/** The distance of a label to boxes and to other labels. */
const labelClearance = 3;
/** The distance between two places that are tried. */
const minStep = 8;
const maxTried = 200;
/** How much farther from its preferred place a label may be, to leave another line visible or to have its preferred width. */
const hiddenLineCost = 70;
const hiddenCornerCost = 50;
const narrowedCost = 60;
const cornerMargin = 16;
/** A label is not wrapped more narrowly than this while there is room beside the line. */
const easyWidth = 90;
const minWidth = 64;
/** The distance up to which a label is recognizable as that of its line. */
const nearLine = 20;

interface LabelRequest {
  readonly id: string;
  readonly text: string;
  readonly maxWidth: number;
  /** The fraction of the line at which the writer put the label. */
  readonly location: number;
  readonly line: MeasuredLine;
  /** The corners of the line, which the label leaves visible if it can. */
  readonly corners: readonly Point[];
}

export interface LabelSurroundings {
  readonly items: BoxIndex<string>;
  readonly labels: BoxIndex<string>;
  /** The pieces of lines near an area, with the ids of their connections. */
  readonly findPieces: (area: Box) => Iterable<{ readonly id: string; readonly from: Point; readonly to: Point }>;
}

export function placeLabel(request: LabelRequest, around: LabelSurroundings): Box {
  const sizes = possibleSizes(request);
  const easy = sizes.filter(({ width }, at) => at === 0 || width >= easyWidth);
  const narrow = sizes.slice(easy.length);
  const onLine = bestOnLine(request, easy, around) ?? freeBoxBeside(request, easy, around, nearLine);
  return onLine ?? bestOnLine(request, narrow, around) ?? freeBoxBeside(request, sizes, around) ?? centeredOnLine(request, sizes);
}

/** The preferred size first, then narrower ones with more lines of text. */
function possibleSizes({ text, maxWidth }: LabelRequest): Size[] {
  const preferred = labelSize(text, maxWidth);
  const narrower = [0.7, 0.5, 0.36].map((part) => preferred.width * part).filter((width) => width >= minWidth);
  return [preferred, ...narrower.map((width) => labelSize(text, width))];
}

function bestOnLine({ id, line, location, corners }: LabelRequest, sizes: readonly Size[], around: LabelSurroundings): Box | undefined {
  const places = placesOn(line, location, line.length / maxTried);
  let [best, bestCost]: [Box | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [narrowed, size] of sizes.entries())
    for (const { distance, away } of places) {
      const cost = away + narrowed * narrowedCost;
      if (cost >= bestCost) break;
      const box = centeredBox(line.pointAt(distance), size);
      if (!isFree(box, around)) continue;
      const hiddenCorners = corners.filter((corner) => containsPoint(growBox(box, cornerMargin), corner)).length;
      const total = cost + countHiddenLines(id, box, around) * hiddenLineCost + hiddenCorners * hiddenCornerCost;
      if (total < bestCost) [best, bestCost] = [box, total];
    }
  return best;
}

/** Places along the line, the nearest to the preferred one first. */
function placesOn({ length }: MeasuredLine, location: number, leastStep: number): { distance: number; away: number }[] {
  const preferred = location * length;
  const step = Math.max(minStep, leastStep);
  const places = [{ distance: preferred, away: 0 }];
  for (let away = step; away <= length; away += step)
    for (const distance of [preferred - away, preferred + away]) if (distance >= 0 && distance <= length) places.push({ distance, away });
  return places;
}

const directions: readonly Point[] = [
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
];
/** The distances between a label and its line that are tried. */
const itemGaps = [4, 10, 20, 40, 80, 160, 320, 640, 1280];

/** Places the label as close to the line as possible if there is no room on it, and where no other line is hidden if there is such a place. */
function freeBoxBeside(
  { id, line, location }: LabelRequest,
  sizes: readonly Size[],
  around: LabelSurroundings,
  farthest = Number.POSITIVE_INFINITY,
): Box | undefined {
  const tried = [...new Set([sizes[0], sizes.at(-1)])].filter((size) => size !== undefined);
  const places = placesOn(line, location, line.length / 12);
  for (const gap of itemGaps) {
    if (gap > farthest) return undefined;
    let first: Box | undefined;
    for (const size of tried)
      for (const { distance } of places)
        for (const { x, y } of directions) {
          const on = line.pointAt(distance);
          const box = centeredBox({ x: on.x + x * (size.width / 2 + gap), y: on.y + y * (size.height / 2 + gap) }, size);
          if (!isFree(box, around)) continue;
          if (countHiddenLines(id, box, around) === 0) return box;
          first ??= box;
        }
    if (first) return first;
  }
  return undefined;
}

const centeredOnLine = ({ line, location }: LabelRequest, [size]: readonly Size[]): Box =>
  centeredBox(line.pointAt(location * line.length), size ?? { width: 0, height: 0 });

const centeredBox = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: Math.round(x - width / 2),
  y: Math.round(y - height / 2),
  width,
  height,
});

function isFree(box: Box, { items, labels }: LabelSurroundings): boolean {
  const area = growBox(box, labelClearance);
  return !items.hasOverlap(area) && !labels.hasOverlap(area);
}

function countHiddenLines(id: string, box: Box, { findPieces }: LabelSurroundings): number {
  const hidden = new Set<string>();
  for (const piece of findPieces(box)) if (piece.id !== id && segmentHitsBox(piece.from, piece.to, box)) hidden.add(piece.id);
  return hidden.size;
}
