/** React Flow's events while items are selected. It only has the items near the visible area; its changes are applied to the other items here. */
import type { EdgeChange, NodeChange, ReactFlowInstance, useStoreApi } from '@xyflow/react';
import { boxBetween, containsBox, type Point } from '../../../../shared/layout/geometry.ts';
import { framesOn } from '../../../records/board/frames.ts';
import { findFrame, itemBox } from '../../../records/board/items.ts';
import { currentProject } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './flow-elements.ts';

export function createSelectionGestures(
  boardId: string,
  flow: ReactFlowInstance<ItemFlowNode, ConnectionFlowEdge>,
  store: ReturnType<typeof useStoreApi>,
) {
  const keepsOthers = () => store.getState().multiSelectionActive || store.getState().userSelectionActive;
  const isKnown = (id: string) => store.getState().nodeLookup.has(id) || store.getState().edgeLookup.has(id);
  const applySelection = (changes: readonly (NodeChange<ItemFlowNode> | EdgeChange<ConnectionFlowEdge>)[]) => {
    const chosen = changes.filter((change) => change.type === 'select');
    if (chosen.length === 0) return;
    const before = [...selectionStore.getState().ids];
    const ids = new Set(keepsOthers() ? before : before.filter(isKnown));
    for (const { id, selected } of chosen) {
      // A box that is drawn inside a frame touches the frame, too. It is selected at the end, if the box contains it.
      if (store.getState().userSelectionRect && findFrame(currentProject(), id)) continue;
      ids.delete(id);
      if (selected) ids.add(id);
    }
    selectItems(ids);
  };
  /** Where the box selection began, on the canvas. */
  let selectionStart: Point = { x: 0, y: 0 };
  return {
    applySelection,
    /** A new selection starts: the items that React Flow does not have are deselected here. */
    onSelectionStart: () => {
      const rect = store.getState().userSelectionRect;
      selectionStart = { x: rect?.startX ?? 0, y: rect?.startY ?? 0 };
      if (!store.getState().multiSelectionActive) selectItems([]);
    },
    onSelectionEnd: (event: { clientX: number; clientY: number }) => {
      const area = boxBetween(selectionStart, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      const frames = framesOn(currentProject(), boardId).filter((frame) => containsBox(area, itemBox(currentProject(), frame)));
      if (frames.length > 0) selectItems([...frames.map(({ id }) => id), ...selectionStore.getState().ids]);
    },
  };
}
