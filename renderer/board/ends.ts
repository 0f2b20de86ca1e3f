/** Where the line of a connection leaves and arrives: the sides it names, or those that look at each other. Pure. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { type Box, type Face, facesBetween, pointOn } from './geometry.ts';
import { rowBox } from './items.ts';
import type { End } from './line.ts';

/** Where a connection starts and ends: at the sides it names, else at those that look at each other. */
export function endsOf(
  { sourceFace, targetFace, sourceid, targetid }: Pick<StoryRecord<'connection'>, 'sourceFace' | 'targetFace' | 'sourceid' | 'targetid'>,
  source: Box,
  target: Box,
  row: number | null,
): { from: End; to: End; around: Box | null } {
  if (sourceid === targetid) return { ...looseEnds(source, target, sourceFace ?? 'right', targetFace ?? 'top'), around: source };
  const free = facesBetween(row === null ? source : rowBox(source, row), target);
  const side = row === null ? free.source : rowSide(source, target);
  const from = sourceFace === null || (row !== null && sourceFace !== 'left' && sourceFace !== 'right') ? side : sourceFace;
  const start = row === null ? source : rowBox(source, row);
  return { ...looseEnds(start, target, from, targetFace ?? (row === null ? free.target : facing(from, start, target))), around: null };
}

const looseEnds = (source: Box, target: Box, from: Face, to: Face): { from: End; to: End } => ({
  from: { ...pointOn(source, from), face: from },
  to: { ...pointOn(target, to), face: to },
});

/** A condition leads out to the right, unless what it leads to lies wholly to its left. */
const rowSide = (source: Box, target: Box): Face => (target.x + target.width < source.x ? 'left' : 'right');

function facing(from: Face, source: Box, target: Box): Face {
  if (from === 'right' && target.x >= source.x + source.width) return 'left';
  if (from === 'left' && target.x + target.width <= source.x) return 'right';
  return target.y >= source.y ? 'top' : 'bottom';
}
