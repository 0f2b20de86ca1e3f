/** The context menu of the canvas: where it is open, and the pointer and keyboard events that open it. */
import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, useState } from 'react';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import type { ContextMenuTarget } from '../frame/board-context-menu.tsx';
import type { CanvasPoints, PointerPosition } from './canvas-points.ts';
import type { ViewportActions } from './use-viewport-actions.ts';

export const lastSelectedId = (): string | null => [...selectionStore.getState().ids].at(-1) ?? null;

export function useContextMenu(index: BoardIndex, { toCanvas }: CanvasPoints, view: ViewportActions) {
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);
  const flow = useReactFlow();
  const openMenu = (event: PointerPosition & { preventDefault: () => void }, id: string | null) => {
    event.preventDefault();
    if (id !== null && !selectionStore.getState().ids.has(id)) selectItems([id]);
    setMenu({ screenPoint: { x: event.clientX, y: event.clientY }, canvasPoint: toCanvas(event), id });
  };
  /** The menu key opens it at the most recently selected item, or else in the center. */
  const openMenuByKey = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const id = lastSelectedId();
    const box = index.boxes.get(id ?? '') ?? index.boxes.get(index.connections.get(id ?? '')?.itemId ?? '');
    const screenPoint = box ? flow.flowToScreenPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) : view.middle();
    setMenu({ screenPoint, canvasPoint: flow.screenToFlowPosition(screenPoint), id });
  };
  return { menu, openMenu, openMenuByKey, closeMenu: () => setMenu(null) };
}
