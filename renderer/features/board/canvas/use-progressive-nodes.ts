/** Adds many new nodes in portions, one per frame, because rendering a screen full of nodes at once would block the window. */
import { type ReactFlowState, useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { type Box, boxesOverlap, containsBox, visibleBox } from '../../../../shared/layout/geometry.ts';
import type { BoardScene } from './board-scene.ts';
import { overviewZoom } from './detail-level.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './flow-elements.ts';

/** The number of visible nodes per frame. Nodes outside the visible area are not rendered yet and cost almost nothing. */
const nodesPerFrame = 12;

export function useProgressiveNodes({ nodes, edges, index }: BoardScene, area: Box | null): FlowItems {
  const shown = useRef<ReadonlySet<string>>(new Set());
  const [, more] = useReducer((count: number) => count + 1, 0);
  const ids = new Set<string>();
  const visibleArea = area && visiblePart(area);
  let left = nodesPerFrame;
  for (const { id } of nodes) {
    const box = index.boxes.get(id);
    const isNew = !shown.current.has(id) && visibleArea !== null && box !== undefined && boxesOverlap(box, visibleArea);
    if (!isNew || left-- > 0) ids.add(id);
  }
  const isAll = ids.size === nodes.length;
  useEffect(() => {
    shown.current = ids;
    if (isAll) return;
    const frame = requestAnimationFrame(more);
    return () => cancelAnimationFrame(frame);
  });
  const rendered = isAll
    ? { nodes, edges }
    : { nodes: nodes.filter(({ id }) => ids.has(id)), edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
  useClearNodesInOverview(rendered);
  return rendered;
}

interface FlowItems {
  readonly nodes: ItemFlowNode[];
  readonly edges: ConnectionFlowEdge[];
}

const noItems: FlowItems = { nodes: [], edges: [] };

/**
 * Removes all nodes from React Flow in the same step in which the board switches to the overview. React would remove them one step later, and React
 * Flow would first render hundreds of nodes that have come into view, only to remove them again. `rendered` is what React passes to React Flow.
 */
function useClearNodesInOverview(rendered: FlowItems): void {
  const store = useStoreApi<ItemFlowNode, ConnectionFlowEdge>();
  const latest = useRef(rendered);
  useEffect(() => {
    latest.current = rendered;
  });
  useLayoutEffect(
    () =>
      store.subscribe((now, before) => {
        const isFar = now.transform[2] < overviewZoom;
        if (isFar === before.transform[2] < overviewZoom) return;
        // Zoomed in again before React rendered the overview: React will not pass the nodes again, so they are restored here.
        const { nodes, edges } = isFar ? noItems : latest.current;
        now.setNodes(nodes);
        now.setEdges(edges);
      }),
    [store],
  );
}

/** The margin at each side, as a fraction of the visible area. */
const areaMargin = 0.5;

/**
 * The area of the canvas whose items are rendered: the visible area and a margin of its size, so that small movements need no new nodes.
 * Null in the overview and until `ready`. The area stays the same while it contains the visible area.
 */
export function useRenderArea(ready: boolean): Box | null {
  const last = useRef<Box | null>(null);
  return useStore(({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
    if (!ready || zoom < overviewZoom || width === 0 || height === 0) last.current = null;
    else {
      const visible = visibleBox({ x, y, zoom }, { width, height });
      if (!last.current || !containsBox(last.current, visible) || last.current.width > visible.width * 4)
        last.current = withMargin(visible);
    }
    return last.current;
  });
}

const withMargin = ({ x, y, width, height }: Box): Box => ({
  x: x - width * areaMargin,
  y: y - height * areaMargin,
  width: width * (1 + 2 * areaMargin),
  height: height * (1 + 2 * areaMargin),
});

/** The visible area for which this area was computed. */
const visiblePart = ({ x, y, width, height }: Box): Box => ({
  x: x + (width * areaMargin) / (1 + 2 * areaMargin),
  y: y + (height * areaMargin) / (1 + 2 * areaMargin),
  width: width / (1 + 2 * areaMargin),
  height: height / (1 + 2 * areaMargin),
});
