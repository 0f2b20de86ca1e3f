/** Where connections have labels that are too small to be read: each is drawn as a dot on its line. Pure. */
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import type { ConnectionGeometry } from '../../../records/board/connection-geometry.ts';
import type { RouteLookup } from '../routing/connection-routes.ts';

/** null for a connection without a label, or while it is not routed. */
export function labelDotPosition(geometry: ConnectionGeometry, routeOf: RouteLookup['routeOf']): Point | null {
  const hasLabel = Object.values(geometry.record.label).some(({ text }) => text !== null && text !== '');
  return hasLabel ? (routeOf(geometry)?.dotAt ?? null) : null;
}

/** The connection whose dot is nearest to a point, at most `reach` canvas pixels from it. */
export function findLabelDotAt(
  { connections }: Pick<BoardIndex, 'connections'>,
  routeOf: RouteLookup['routeOf'],
  point: Point,
  reach: number,
): { readonly id: string; readonly at: Point } | null {
  let nearest: { id: string; at: Point } | null = null;
  let distance = reach;
  for (const [id, geometry] of connections) {
    const at = labelDotPosition(geometry, routeOf);
    const own = at ? Math.hypot(at.x - point.x, at.y - point.y) : Number.POSITIVE_INFINITY;
    if (!at || own > distance) continue;
    nearest = { id, at };
    distance = own;
  }
  return nearest;
}
