/** Many cards that come at once come in portions, one a frame: a screen full of them would hold up everything else. */
import { useEffect, useReducer, useRef } from 'react';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { boxesOverlap } from '../../../../shared/layout/geometry.ts';
import type { BoardScene, ConnectionFlowEdge, ItemFlowNode } from './board-scene.ts';
import { useClearNodesInOverview } from './use-clear-nodes-in-overview.ts';
import { visiblePart } from './use-render-area.ts';

/** So many cards in sight a frame; those beside it are not drawn yet and cost next to nothing. */
const NODES_PER_FRAME = 12;

export function useProgressiveNodes(
  { nodes, edges, index }: BoardScene,
  area: Box | null,
): { nodes: ItemFlowNode[]; edges: ConnectionFlowEdge[] } {
  const shown = useRef<ReadonlySet<string>>(new Set());
  const [, more] = useReducer((count: number) => count + 1, 0);
  const ids = new Set<string>();
  const sight = area && visiblePart(area);
  let left = NODES_PER_FRAME;
  for (const { id } of nodes) {
    const box = index.boxes.get(id);
    const isNew = !shown.current.has(id) && sight !== null && box !== undefined && boxesOverlap(box, sight);
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
  useClearNodesInOverview(given);
  return given;
}
