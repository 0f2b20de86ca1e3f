/** What xyflow tells of the pointer, turned into boxes that are held and, at the drop, into one command. */
import {
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type HandleType,
  type NodeChange,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { useMemo } from 'react';
import { type Box, clampShift } from '../../../../shared/layout/geometry.ts';
import { connectItems, connectionSourceId, connectToNewElement, reconnectConnection } from '../../../records/board/change-board.ts';
import { canConnect, moveCommand, resizeCommand } from '../../../records/board/edit-commands.ts';
import { findItem, itemBox, parseHandleId } from '../../../records/board/items.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './board-scene.ts';
import { commitDrag, dragState, setDraggedBoxes } from './drag-state.ts';
import { createSnapper, type Snapper } from './snapper.ts';

const currentProject = () => openProjectStore.getState().project;

export function useCanvasGestures(boardId: string) {
  const flow = useReactFlow<ItemFlowNode, ConnectionFlowEdge>();
  const store = useStoreApi();
  return useMemo(() => {
    /** xyflow knows the items around what is seen only; what it says of a selection is meant for all others, too. */
    const keepsOthers = () => store.getState().multiSelectionActive || store.getState().userSelectionActive;
    const isKnown = (id: string) => store.getState().nodeLookup.has(id) || store.getState().edgeLookup.has(id);
    const takeSelection = (changes: readonly (NodeChange<ItemFlowNode> | EdgeChange<ConnectionFlowEdge>)[]) => {
      const chosen = changes.filter((change) => change.type === 'select');
      if (chosen.length === 0) return;
      const before = [...selectionStore.getState().ids];
      const ids = new Set(keepsOthers() ? before : before.filter(isKnown));
      for (const { id, selected } of chosen) {
        ids.delete(id);
        if (selected) ids.add(id);
      }
      selectItems(ids);
    };
    const snapping = createSnapper(boardId, () => store.getState());
    // xyflow tells the end of a reconnection as the end of a new connection, too.
    let reconnecting = false;
    const drop = () => {
      snapping.end();
      const { boxes } = dragState.getState();
      if (boxes.size > 0) void commitDrag(moveCommand(currentProject(), boxes));
    };
    return {
      onNodesChange: (changes: NodeChange<ItemFlowNode>[]) => {
        dragChangedNodes(changes, snapping);
        takeSelection(changes);
        for (const change of changes) if (change.type === 'dimensions' && change.resizing === false) commitResize(change.id);
      },
      onEdgesChange: (changes: EdgeChange<ConnectionFlowEdge>[]) => takeSelection(changes),
      /** A new selection begins: also for what xyflow does not know of. */
      onSelectionStart: () => !store.getState().multiSelectionActive && selectItems([]),
      onNodeDragStop: drop,
      onSelectionDragStop: drop,
      isValidConnection: (connection: Connection | ConnectionFlowEdge) => {
        const { from, to } = parseConnection(connection);
        return canConnect(currentProject(), from.id, to.id);
      },
      onConnect: (connection: Connection) => {
        const { from, to } = parseConnection(connection);
        void connectItems(from, to);
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
        if (reconnecting || state.isValid || !state.fromHandle || !state.fromNode || state.fromHandle.type !== 'source') return;
        const point = eventPoint(event);
        if (!point) return;
        const { face, conditionId } = parseHandleId(state.fromHandle.id);
        const from = { id: connectionSourceId(state.fromNode.id, conditionId), face };
        const under = document.elementFromPoint(point.clientX, point.clientY);
        const over = under?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
        // Let go over the item it began on: the writer has thought better of it.
        if (over === state.fromNode.id) return;
        if (over !== undefined) void connectItems(from, { id: over, face: null });
        else if (under?.closest('.react-flow__pane'))
          void connectToNewElement(boardId, from, flow.screenToFlowPosition({ x: point.clientX, y: point.clientY }));
      },
      onReconnectStart: () => {
        reconnecting = true;
      },
      onReconnect: (edge: ConnectionFlowEdge, connection: Connection) => {
        const { from, to } = parseConnection(connection);
        const sameSource = connection.source === edge.source && connection.sourceHandle === edge.sourceHandle;
        const sameTarget = connection.target === edge.target && connection.targetHandle === edge.targetHandle;
        void reconnectConnection(edge.id, sameSource ? null : from, sameTarget ? null : to);
      },
      /** Let go over an item, beside its points: it is meant all the same. `fixed` is the end that stays. */
      onReconnectEnd: (event: MouseEvent | TouchEvent, edge: ConnectionFlowEdge, fixed: HandleType, state: FinalConnectionState) => {
        reconnecting = false;
        const point = state.isValid ? undefined : eventPoint(event);
        const over =
          point && document.elementFromPoint(point.clientX, point.clientY)?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
        if (over === undefined) return;
        if (fixed === 'source') void reconnectConnection(edge.id, null, { id: over, face: null });
        else void reconnectConnection(edge.id, { id: over, face: null }, null);
      },
    };
  }, [boardId, flow, store]);
}

const eventPoint = (event: MouseEvent | TouchEvent) => ('changedTouches' in event ? event.changedTouches[0] : event);

function parseConnection({
  source,
  target,
  sourceHandle,
  targetHandle,
}: Pick<Connection, 'source' | 'target'> & { sourceHandle?: string | null; targetHandle?: string | null }) {
  const from = parseHandleId(sourceHandle);
  return {
    from: { id: connectionSourceId(source, from.conditionId), face: from.face },
    to: { id: target, face: parseHandleId(targetHandle).face },
  };
}

/** Moves and new sizes, as far as a finger makes them: what xyflow measures by itself is not taken. */
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

/** What is selected beyond the part that xyflow knows goes the same way; all of it stays on the canvas. */
function withRestOfSelection(boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const { ids } = selectionStore.getState();
  const [first] = boxes;
  if (!first || !ids.has(first[0])) return boxes;
  const others = [...ids].flatMap((id) => (boxes.has(id) ? [] : (findItem(currentProject(), id) ?? [])));
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

function draggedBox(id: string, boxes: ReadonlyMap<string, Box>): Box {
  const known = boxes.get(id) ?? dragState.getState().boxes.get(id);
  if (known) return known;
  const item = findItem(currentProject(), id);
  return item ? itemBox(currentProject(), item) : { x: 0, y: 0, width: 0, height: 0 };
}

function commitResize(id: string): void {
  const box = dragState.getState().boxes.get(id);
  if (box) void commitDrag(resizeCommand(currentProject(), id, box));
}
