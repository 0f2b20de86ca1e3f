/** Many cards that come at once come in portions, one a frame: a screen full of them would hold up everything else. */
import { useEffect, useReducer, useRef } from 'react';
import type { Box } from './geometry.ts';
import { overlap } from './geometry.ts';
import type { ConnectionEdge, Drawn, ItemNode } from './map-board.ts';
import { inner } from './use-area.ts';
import { useClearedFromAfar } from './use-cleared-from-afar.ts';

/** So many cards in sight a frame; those beside it are not drawn yet and cost next to nothing. */
const PORTION = 12;

export function usePortions({ nodes, edges, index }: Drawn, area: Box | null): { nodes: ItemNode[]; edges: ConnectionEdge[] } {
  const shown = useRef<ReadonlySet<string>>(new Set());
  const [, more] = useReducer((count: number) => count + 1, 0);
  const ids = new Set<string>();
  const sight = area && inner(area);
  let left = PORTION;
  for (const { id } of nodes) {
    const box = index.boxes.get(id);
    const isNew = !shown.current.has(id) && sight !== null && box !== undefined && overlap(box, sight);
    if (!isNew || left-- > 0) ids.add(id);
  }
  const isAll = ids.size === nodes.length;
  useEffect(() => {
    shown.current = ids;
    if (isAll) return;
    const frame = requestAnimationFrame(more);
    return () => cancelAnimationFrame(frame);
  });
  const given = isAll
    ? { nodes, edges }
    : { nodes: nodes.filter(({ id }) => ids.has(id)), edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
  useClearedFromAfar(given);
  return given;
}
