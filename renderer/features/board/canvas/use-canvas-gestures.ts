/** Handles React Flow's pointer events: a drag changes the dragged boxes, and its end sends one command. */
import { type EdgeChange, type NodeChange, useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import { type Box, clampShift } from '../../../../shared/layout/geometry.ts';
import { moveCommand, resizeCommand } from '../../../records/board/edit-commands.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import { findItem, itemBox } from '../../../records/board/items.ts';
import { currentProject, openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';
import { createConnectionGestures } from './connection-gestures.ts';
import { commitDrag, dragState, setDraggedBoxes } from './drag-state.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './flow-elements.ts';
import { createSelectionGestures } from './selection-gestures.ts';
import { createSnapper, type Snapper } from './snapper.ts';

export function useCanvasGestures(boardId: string) {
  const flow = useReactFlow<ItemFlowNode, ConnectionFlowEdge>();
  const store = useStoreApi();
  return useMemo(() => {
    const { applySelection, ...selectionGestures } = createSelectionGestures(boardId, flow, store);
    const snapping = createSnapper(boardId, () => store.getState());
    const drop = () => {
      snapping.end();
      const { boxes } = dragState.getState();
      if (boxes.size > 0) void commitDrag(moveCommand(currentProject(), boxes));
    };
    return {
      onNodesChange: (changes: NodeChange<ItemFlowNode>[]) => {
        dragChangedNodes(changes, snapping);
        applySelection(changes);
        for (const change of changes) if (change.type === 'dimensions' && change.resizing === false) commitResize(change.id);
      },
      onEdgesChange: (changes: EdgeChange<ConnectionFlowEdge>[]) => applySelection(changes),
      ...selectionGestures,
      ...createConnectionGestures(flow),
      onNodeDragStop: drop,
      onSelectionDragStop: drop,
    };
  }, [boardId, flow, store]);
}

/** Moves and resizes by the user. Sizes that React Flow has measured are ignored. */
function dragChangedNodes(changes: readonly NodeChange<ItemFlowNode>[], snapping: Snapper): void {
  const boxes = new Map<string, Box>();
  const resizing = changes.some((change) => change.type === 'dimensions' && change.resizing === true);
  for (const change of changes) {
    if (change.type === 'position' && change.position && (change.dragging === true || resizing))
      boxes.set(change.id, { ...draggedBox(change.id, boxes), ...change.position });
    if (change.type === 'dimensions' && change.resizing === true && change.dimensions)
      boxes.set(change.id, { ...draggedBox(change.id, boxes), ...change.dimensions });
  }
  if (boxes.size > 0) setDraggedBoxes(resizing ? boxes : snapping.snap(withRestOfSelection(boxes)));
}

/** Selected items that React Flow does not have, and what frames hold, move by the same distance. No item may leave the canvas. */
function withRestOfSelection(boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const { ids } = selectionStore.getState();
  const [first] = boxes;
  if (!first) return boxes;
  const moving = movingIds(ids.has(first[0]) ? ids : new Set(boxes.keys()));
  const others = [...moving].flatMap((id) => (boxes.has(id) ? [] : (findItem(currentProject(), id) ?? [])));
  if (others.length === 0) return boxes;
  const start = (id: string): Box => {
    const item = findItem(currentProject(), id);
    return item ? itemBox(currentProject(), item) : first[1];
  };
  const from = start(first[0]);
  const all = new Map([...boxes.keys(), ...others.map(({ id }) => id)].map((id) => [id, start(id)]));
  const shift = clampShift([...all.values()], first[1].x - from.x, first[1].y - from.y);
  return new Map([...all].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
}

/** The selection with what its frames hold, found once for each drag. */
const movingIds = (ids: ReadonlySet<string>): ReadonlySet<string> => {
  const { project, revision } = openProjectStore.getState();
  if (lastMoving.ids !== ids || lastMoving.revision !== revision) lastMoving = { ids, revision, moving: withFrameContents(project, ids) };
  return lastMoving.moving;
};
let lastMoving: { ids?: ReadonlySet<string>; revision?: number; moving: ReadonlySet<string> } = { moving: new Set() };

function draggedBox(id: string, boxes: ReadonlyMap<string, Box>): Box {
  const dragged = boxes.get(id) ?? dragState.getState().boxes.get(id);
  if (dragged) return dragged;
  const item = findItem(currentProject(), id);
  return item ? itemBox(currentProject(), item) : { x: 0, y: 0, width: 0, height: 0 };
}

function commitResize(id: string): void {
  const box = dragState.getState().boxes.get(id);
  if (box) void commitDrag(resizeCommand(currentProject(), id, box));
}
