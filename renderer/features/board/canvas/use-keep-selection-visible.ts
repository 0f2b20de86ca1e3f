/**
 * When an opened pane or a split makes the board smaller, moves the view just enough that a selection that was fully visible stays so, above the toolbar.
 * When the pane is closed, the upper toolbar, which is let less room in a low board, does not cover what was beside it.
 */
import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect } from 'react';
import { type Box, boundsOf } from '../../../../shared/layout/geometry.ts';
import type { ViewSize } from '../../../state/board-viewports.ts';
import { selectedBoxes, toolbarMargins } from './use-viewport-actions.ts';

/** The margin in pixels, the same as when the board moves to an item. */
const edgeMargin = 20;

/** `isOpen`: whether the selection is on this board. */
export function useKeepSelectionVisible(isOpen: boolean): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (!isOpen || (now.width === before.width && now.height === before.height)) return;
        const viewport = flow.getViewport();
        const moved = keepSelectionVisible(viewport, before, now);
        if (moved !== viewport) void flow.setViewport(moved, { duration: 0 });
      }),
    [flow, store, isOpen],
  );
}

/** The viewport that shows the selection in a view of another size, if it was fully visible before; otherwise the same viewport. */
export function keepSelectionVisible(viewport: Viewport, before: ViewSize, now: ViewSize): Viewport {
  const bounds = boundsOf(selectedBoxes());
  if (!bounds) return viewport;
  const { x, y, zoom } = viewport;
  const selection = { x: bounds.x * zoom + x, y: bounds.y * zoom + y, width: bounds.width * zoom, height: bounds.height * zoom };
  const move = shiftToStayVisible(selection, before, now);
  return move ? { x: x + move.x, y: y + move.y, zoom } : viewport;
}

/** The offset in pixels by which the view moves; null if the selection stays visible, was not fully visible before, or does not fit. */
export function shiftToStayVisible(selection: Box, before: ViewSize, now: ViewSize): { readonly x: number; readonly y: number } | null {
  const wasWhole =
    selection.x >= 0 &&
    selection.y >= 0 &&
    selection.x + selection.width <= before.width &&
    selection.y + selection.height <= before.height;
  const staysWhole = wasWhole && selection.width <= now.width && selection.height <= now.height;
  const x = staysWhole ? shiftBefore(now.width, selection.x, selection.width, edgeMargin) : 0;
  // The toolbar moves up with the lower edge.
  const isLower = staysWhole && now.height < before.height;
  const lower = isLower ? shiftBefore(now.height - toolbarMargins(now.height).bottom, selection.y, selection.height, 0) : 0;
  const y = now.height > before.height ? shiftBelowToolbar(selection, before, now) : lower;
  return x === 0 && y === 0 ? null : { x, y };
}

/** The offset in a board that has become higher: only what was beside the upper toolbar moves. */
function shiftBelowToolbar({ y, height }: Box, before: ViewSize, now: ViewSize): number {
  const [{ top: topBefore }, { top, bottom }] = [toolbarMargins(before.height), toolbarMargins(now.height)];
  // Where the board moved to an item, it begins exactly there, apart from rounding.
  const wasBeside = y > topBefore - 1 && y < before.height;
  return wasBeside && y < top ? Math.max(0, Math.min(top - y, now.height - bottom - y - height)) : 0;
}

/** The offset that ends the selection before an edge, with as much of the margin as there is room for on the other side. */
const shiftBefore = (edge: number, start: number, size: number, margin: number): number =>
  start + size <= edge ? 0 : -Math.min(start + size - edge + margin, start);
