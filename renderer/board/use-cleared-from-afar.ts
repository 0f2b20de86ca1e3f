/**
 * Takes all items away from xyflow in the very step that turns the board into one picture. Left to React they would go one step later,
 * and xyflow would first draw all that has come into its view, hundreds of cards around what was seen, to drop them at once.
 */
import { useStoreApi } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { OVERVIEW } from './detail.ts';
import type { ConnectionEdge, ItemNode } from './map-board.ts';

interface Items {
  readonly nodes: ItemNode[];
  readonly edges: ConnectionEdge[];
}

const nothing: Items = { nodes: [], edges: [] };

/** `given` is what React has xyflow draw. */
export function useClearedFromAfar(given: Items): void {
  const store = useStoreApi<ItemNode, ConnectionEdge>();
  const last = useRef(given);
  useEffect(() => {
    last.current = given;
  });
  useLayoutEffect(
    () =>
      store.subscribe((now, before) => {
        const isFar = now.transform[2] < OVERVIEW;
        if (isFar === before.transform[2] < OVERVIEW) return;
        // Back again before React has seen that it was far: it will give nothing new.
        const { nodes, edges } = isFar ? nothing : last.current;
        now.setNodes(nodes);
        now.setEdges(edges);
      }),
    [store],
  );
}
