/** The geometry of connections: the boxes they connect, and the ends of their lines. Pure. */

import { type Box, type Face, faceMidpoint, facesBetween, isSameBox } from '../../../shared/layout/geometry.ts';
import type { PathEnd } from '../../../shared/layout/routing/lines.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { conditionRowBox } from './items.ts';

/** How far a curved line may extend beyond the boxes that it connects. */
const curveMargin = 120;

/** The geometry of a connection between two boxes. Immutable: a new object replaces it when anything about the connection changes. */
export class ConnectionGeometry {
  readonly record: StoryRecord<'connection'>;
  /** The item at which the connection starts and, if that is a branch, the row of its condition. */
  readonly itemId: string;
  readonly rowIndex: number | null;
  readonly source: Box;
  readonly target: Box;
  #endpoints: ReturnType<typeof connectionEndpoints> | undefined;

  constructor(record: StoryRecord<'connection'>, item: string, row: number | null, source: Box, target: Box) {
    this.record = record;
    this.itemId = item;
    this.rowIndex = row;
    this.source = source;
    this.target = target;
  }

  /** Computed when it is first needed, because most connections of a large board are never drawn. */
  get endpoints(): ReturnType<typeof connectionEndpoints> {
    this.#endpoints ??= connectionEndpoints(this.record, this.source, this.target, this.rowIndex);
    return this.#endpoints;
  }

  /** Whether the line of another geometry of the connection is the same. */
  hasSameLine({ record, itemId, rowIndex, source, target }: ConnectionGeometry): boolean {
    const own = this.record;
    return (
      itemId === this.itemId &&
      rowIndex === this.rowIndex &&
      record.targetid === own.targetid &&
      record.type === own.type &&
      record.sourceFace === own.sourceFace &&
      record.targetFace === own.targetFace &&
      isSameBox(source, this.source) &&
      isSameBox(target, this.target)
    );
  }

  /** Whether a part of the direct line may be in the area. */
  mayIntersect(area: Box): boolean {
    const { source, target } = this;
    return (
      Math.min(source.x, target.x) - curveMargin <= area.x + area.width &&
      Math.min(source.y, target.y) - curveMargin <= area.y + area.height &&
      Math.max(source.x + source.width, target.x + target.width) + curveMargin >= area.x &&
      Math.max(source.y + source.height, target.y + target.height) + curveMargin >= area.y
    );
  }
}

/** The positions and sides of both ends: the stored sides, or those that face each other. */
function connectionEndpoints(
  { sourceFace, targetFace, sourceid, targetid }: Pick<StoryRecord<'connection'>, 'sourceFace' | 'targetFace' | 'sourceid' | 'targetid'>,
  source: Box,
  target: Box,
  row: number | null,
): { from: PathEnd; to: PathEnd } {
  if (sourceid === targetid) return endpointsOnFaces(source, target, sourceFace ?? 'right', targetFace ?? 'top');
  const free = facesBetween(row === null ? source : conditionRowBox(source, row), target);
  const side = row === null ? free.source : conditionFace(source, target);
  const from = sourceFace === null || (row !== null && sourceFace !== 'left' && sourceFace !== 'right') ? side : sourceFace;
  const start = row === null ? source : conditionRowBox(source, row);
  return endpointsOnFaces(start, target, from, targetFace ?? (row === null ? free.target : facingFace(from, start, target)));
}

const endpointsOnFaces = (source: Box, target: Box, from: Face, to: Face): { from: PathEnd; to: PathEnd } => ({
  from: { ...faceMidpoint(source, from), face: from },
  to: { ...faceMidpoint(target, to), face: to },
});

/** A condition's connection starts on the right, unless its target is entirely to the left. */
const conditionFace = (source: Box, target: Box): Face => (target.x + target.width < source.x ? 'left' : 'right');

function facingFace(from: Face, source: Box, target: Box): Face {
  if (from === 'right' && target.x >= source.x + source.width) return 'left';
  if (from === 'left' && target.x + target.width <= source.x) return 'right';
  return target.y >= source.y ? 'top' : 'bottom';
}
