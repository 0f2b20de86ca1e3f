/** Handles drops on the canvas: items from the toolbar, and assets and components on elements. */
import { type DragEvent, useState } from 'react';
import { dropOnElement, highlightDropTarget, isDroppableOnElement } from '../../../navigation/element-drop.ts';
import { createItemAt } from '../../../records/board/change-board.ts';
import { itemTypes } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { itemMimeType } from './board-toolbar.tsx';
import type { CanvasPoints } from './canvas-points.ts';

const elementNodeAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.react-flow__node-element') : null;

export function useCanvasDrops(boardId: string, { toCanvas, hitAt }: CanvasPoints, isOverview: boolean) {
  const [dropTarget, setDropTarget] = useState<string | null>(null);
  const highlight = (event: DragEvent | null) => {
    highlightDropTarget(event && elementNodeAt(event));
    setDropTarget(event && isOverview ? elementUnder(event) : null);
  };
  /** The element on which an asset would be dropped. In the overview there are no nodes, so it is found by its position. */
  const elementUnder = (event: DragEvent): string | null => {
    const id = isOverview ? hitAt(event) : (elementNodeAt(event)?.dataset.id ?? null);
    return id !== null && openProjectStore.getState().project.find('element', id) ? id : null;
  };
  return {
    /** In the overview, the element on which an asset would be dropped. */
    dropTarget,
    onDragOver: (event: DragEvent) => {
      const isForElement = isDroppableOnElement(event.dataTransfer);
      if (isForElement) highlight(event);
      if (event.dataTransfer.types.includes(itemMimeType) || (isForElement && elementUnder(event) !== null)) event.preventDefault();
    },
    onDragLeave: () => highlight(null),
    onDrop: (event: DragEvent) => {
      highlight(null);
      const elementId = isDroppableOnElement(event.dataTransfer) ? elementUnder(event) : null;
      const type = itemTypes.find((each) => each === event.dataTransfer.getData(itemMimeType));
      if (elementId === null && !type) return;
      event.preventDefault();
      // The window's own drop zone must not handle it as well.
      event.stopPropagation();
      if (elementId !== null) dropOnElement(elementId, event.dataTransfer);
      else if (type) void createItemAt(type, boardId, toCanvas(event));
    },
  };
}
