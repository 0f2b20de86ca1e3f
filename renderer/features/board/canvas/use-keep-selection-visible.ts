/** A pane that opens takes room from the board: what is selected and was seen whole is still seen, by the smallest move. */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { type Box, boundsOf } from '../../../../shared/layout/geometry.ts';
import { selectedBoxes } from './use-viewport-actions.ts';

interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** So many pixels are left beside it, as where the board goes to an item. */
const EDGE_MARGIN = 20;

export function useKeepSelectionVisible(): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.width >= before.width && now.height >= before.height) return;
        const bounds = boundsOf(selectedBoxes());
        if (!bounds) return;
        const { x, y, zoom } = flow.getViewport();
        const seen = { x: bounds.x * zoom + x, y: bounds.y * zoom + y, width: bounds.width * zoom, height: bounds.height * zoom };
        const move = shiftToStayVisible(seen, before, now);
        if (move) void flow.setViewport({ x: x + move.x, y: y + move.y, zoom }, { duration: 0 });
      }),
    [flow, store],
  );
}

/** By how many pixels `seen` has to go; null where it stays inside, was not whole before, or has no room. */
export function shiftToStayVisible(seen: Box, before: ViewSize, now: ViewSize): { readonly x: number; readonly y: number } | null {
  const wasWhole = seen.x >= 0 && seen.y >= 0 && seen.x + seen.width <= before.width && seen.y + seen.height <= before.height;
  if (!wasWhole || seen.width > now.width || seen.height > now.height) return null;
  const x = overflowShift(seen.x + seen.width, now.width, seen.x);
  const y = overflowShift(seen.y + seen.height, now.height, seen.y);
  return x === 0 && y === 0 ? null : { x, y };
}

/** Back from the far edge, with room beside it as far as there is any on the near side. */
const overflowShift = (end: number, size: number, start: number): number => (end <= size ? 0 : -Math.min(end - size + EDGE_MARGIN, start));
