/**
 * Takes all items away from xyflow in the very step that turns the board into one picture. Left to React they would go one step later,
 * and xyflow would first draw all that has come into its view, hundreds of cards around what was seen, to drop them at once.
 */
import { useStoreApi } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ConnectionFlowEdge, ItemFlowNode } from './board-scene.ts';
import { OVERVIEW_ZOOM } from './detail-level.ts';

interface FlowItems {
  readonly nodes: ItemFlowNode[];
  readonly edges: ConnectionFlowEdge[];
}

const noItems: FlowItems = { nodes: [], edges: [] };

/** `given` is what React has xyflow draw. */
export function useClearNodesInOverview(given: FlowItems): void {
  const store = useStoreApi<ItemFlowNode, ConnectionFlowEdge>();
  const last = useRef(given);
  useEffect(() => {
    last.current = given;
  });
  useLayoutEffect(
    () =>
      store.subscribe((now, before) => {
        const isFar = now.transform[2] < OVERVIEW_ZOOM;
        if (isFar === before.transform[2] < OVERVIEW_ZOOM) return;
        // Back again before React has seen that it was far: it will give nothing new.
        const { nodes, edges } = isFar ? noItems : last.current;
        now.setNodes(nodes);
        now.setEdges(edges);
      }),
    [store],
  );
}
