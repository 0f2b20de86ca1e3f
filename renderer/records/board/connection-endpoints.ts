/** Where the line of a connection leaves and arrives: the sides it names, or those that look at each other. Pure. */

import { type Box, type Face, faceMidpoint, facesBetween } from '../../../shared/layout/geometry.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { PathEnd } from './connection-path.ts';
import { conditionRowBox } from './items.ts';

/** Where a connection starts and ends: at the sides it names, else at those that look at each other. */
export function connectionEndpoints(
  { sourceFace, targetFace, sourceid, targetid }: Pick<StoryRecord<'connection'>, 'sourceFace' | 'targetFace' | 'sourceid' | 'targetid'>,
  source: Box,
  target: Box,
  row: number | null,
): { from: PathEnd; to: PathEnd; selfLoopBox: Box | null } {
  if (sourceid === targetid)
    return { ...endpointsOnFaces(source, target, sourceFace ?? 'right', targetFace ?? 'top'), selfLoopBox: source };
  const free = facesBetween(row === null ? source : conditionRowBox(source, row), target);
  const side = row === null ? free.source : conditionFace(source, target);
  const from = sourceFace === null || (row !== null && sourceFace !== 'left' && sourceFace !== 'right') ? side : sourceFace;
  const start = row === null ? source : conditionRowBox(source, row);
  return {
    ...endpointsOnFaces(start, target, from, targetFace ?? (row === null ? free.target : facingFace(from, start, target))),
    selfLoopBox: null,
  };
}

const endpointsOnFaces = (source: Box, target: Box, from: Face, to: Face): { from: PathEnd; to: PathEnd } => ({
  from: { ...faceMidpoint(source, from), face: from },
  to: { ...faceMidpoint(target, to), face: to },
});

/** A condition leads out to the right, unless what it leads to lies wholly to its left. */
const conditionFace = (source: Box, target: Box): Face => (target.x + target.width < source.x ? 'left' : 'right');

function facingFace(from: Face, source: Box, target: Box): Face {
  if (from === 'right' && target.x >= source.x + source.width) return 'left';
  if (from === 'left' && target.x + target.width <= source.x) return 'right';
  return target.y >= source.y ? 'top' : 'bottom';
}
