/** Handles React Flow's pointer events: a drag changes the dragged boxes, and its end sends one command. */
import {
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type HandleType,
  type NodeChange,
  type OnConnectStartParams,
  type ReactFlowInstance,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { useMemo } from 'react';
import { type Box, boxBetween, clampShift, containsBox, type Point } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { lazyCode } from '../../../platform/lazy-code.ts';
import { connectItems, connectionSourceId, reconnectConnection } from '../../../records/board/change-board.ts';
import { canConnect, moveCommand, resizeCommand } from '../../../records/board/edit-commands.ts';
import { framesOn, withFrameContents } from '../../../records/board/frames.ts';
import { findFrame, findItem, itemBox, parseHandleId } from '../../../records/board/items.ts';
import { currentProject, openProjectStore } from '../../../state/open-project.ts';
import { presentId } from '../../../state/renamed-records.ts';
import { selectItems, selectionStore } from '../../../state/selection.ts';
import { cardAt, connectionOnDrop, type FixedEnd, markDropTarget, openDropStore } from './connection-drop.tsx';
import { clearDrag, commitDrag, dragState, setDraggedBoxes } from './drag-state.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './flow-elements.ts';
import { createSnapper, type Snapper } from './snapper.tsx';

export function useCanvasGestures(boardId: string) {
  const flow = useReactFlow<ItemFlowNode, ConnectionFlowEdge>();
  const store = useStoreApi();
  return useMemo(() => {
    const { applySelection, ...selectionGestures } = createSelectionGestures(boardId, flow, store);
    const snapping = createSnapper(boardId, () => store.getState());
    let isDropMissing = false;
    const drop = ({ altKey }: Pick<MouseEvent, 'altKey'>) => {
      isDropMissing = false;
      snapping.end();
      const { boxes } = dragState.getState();
      if (boxes.size === 0) return;
      if (altKey) void dropCopies(boxes);
      else void commitDrag(moveCommand(currentProject(), boxes), boxes);
    };
    return {
      onNodesChange: (changes: NodeChange<ItemFlowNode>[]) => {
        dragChangedNodes(changes, snapping);
        applySelection(changes);
        // React Flow takes the item under the pointer for deleted, and may report no drop.
        if (changes.some(isDragEndOfRenamed)) {
          isDropMissing = true;
          queueMicrotask(() => isDropMissing && drop({ altKey: false }));
        }
        for (const change of changes) if (change.type === 'dimensions' && change.resizing === false) commitResize(change.id);
      },
      onEdgesChange: (changes: EdgeChange<ConnectionFlowEdge>[]) => applySelection(changes),
      ...selectionGestures,
      ...createConnectionGestures(flow),
      onNodeDragStop: drop,
    };
  }, [boardId, flow, store]);
}

const isDragEndOfRenamed = (change: NodeChange<ItemFlowNode>): boolean =>
  change.type === 'position' && change.dragging === false && presentId(change.id, currentProject()) !== change.id;

/** With Alt, copies are dropped, and the items are back where they were. */
async function dropCopies(boxes: ReadonlyMap<string, Box>): Promise<void> {
  const [moved] = boxes;
  const item = moved && findItem(currentProject(), moved[0]);
  clearDrag();
  if (!item) return;
  const from = itemBox(currentProject(), item);
  await selectionEdits.run((edits) => edits.duplicateItems(new Set(boxes.keys()), { x: moved[1].x - from.x, y: moved[1].y - from.y }));
}

const selectionEdits = lazyCode(() => import('../actions/selection-edits.ts'), 'idle');

/** Moves and resizes by the user. Sizes that React Flow has measured are ignored. */
function dragChangedNodes(changes: readonly NodeChange<ItemFlowNode>[], snapping: Snapper): void {
  const project = currentProject();
  const boxes = new Map<string, Box>();
  const resizing = changes.some((change) => change.type === 'dimensions' && change.resizing === true);
  for (const change of changes) {
    if (change.type !== 'position' && change.type !== 'dimensions') continue;
    const id = presentId(change.id, project);
    if (change.type === 'position' && change.position && (change.dragging === true || resizing))
      boxes.set(id, { ...draggedBox(id, boxes), ...change.position });
    if (change.type === 'dimensions' && change.resizing === true && change.dimensions)
      boxes.set(id, { ...draggedBox(id, boxes), ...change.dimensions });
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
  const known = movingBySelection.get(ids);
  if (known?.project === project && known.revision === revision) return known.moving;
  const moving = withFrameContents(project, ids);
  movingBySelection.set(ids, { project, revision, moving });
  return moving;
};
const movingBySelection = new WeakMap<
  ReadonlySet<string>,
  { readonly project: Project; readonly revision: number; readonly moving: ReadonlySet<string> }
>();

function draggedBox(id: string, boxes: ReadonlyMap<string, Box>): Box {
  const dragged = boxes.get(id) ?? dragState.getState().boxes.get(id);
  if (dragged) return dragged;
  const item = findItem(currentProject(), id);
  return item ? itemBox(currentProject(), item) : { x: 0, y: 0, width: 0, height: 0 };
}

function commitResize(nodeId: string): void {
  const id = presentId(nodeId, currentProject());
  const { boxes } = dragState.getState();
  const box = boxes.get(id);
  if (box) void commitDrag(resizeCommand(currentProject(), id, box), boxes);
}

/** React Flow's events while a connection is drawn, or one of its ends is moved. */
function createConnectionGestures(flow: ReactFlowInstance<ItemFlowNode, ConnectionFlowEdge>) {
  // React Flow reports the end of a reconnection as the end of a new connection as well.
  let reconnecting = false;
  let stopMarking = () => {};
  /** Marks the card below the pointer until the connection is dropped. */
  const startMarking = (fixed: FixedEnd) => {
    stopMarking();
    const mark = (event: PointerEvent) => {
      const card = cardAt(event);
      markDropTarget(card?.dataset.id !== undefined && connectionOnDrop(currentProject(), fixed, card.dataset.id) ? card : null);
    };
    window.addEventListener('pointermove', mark);
    stopMarking = () => {
      window.removeEventListener('pointermove', mark);
      markDropTarget(null);
    };
  };
  return {
    isValidConnection: (connection: Connection | ConnectionFlowEdge) => {
      const { from, to } = parseConnection(connection);
      return canConnect(currentProject(), from.id, to.id);
    },
    onConnect: (connection: Connection) => {
      const { from, to } = parseConnection(connection);
      void connectItems(from, to);
    },
    onConnectStart: (_: MouseEvent | TouchEvent, { nodeId, handleId, handleType }: OnConnectStartParams) => {
      if (nodeId !== null && handleType !== null)
        startMarking({ id: connectionSourceId(nodeId, parseHandleId(handleId).conditionId), type: handleType });
    },
    onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      if (reconnecting) return;
      stopMarking();
      const point = eventPoint(event);
      if (state.isValid || !state.fromHandle || !state.fromNode || !point) return;
      const { face, conditionId } = parseHandleId(state.fromHandle.id);
      const fixed = { id: connectionSourceId(state.fromNode.id, conditionId), type: state.fromHandle.type };
      const over = cardAt(point)?.dataset.id;
      // Dropped on its own card: the user has changed their mind.
      if (over === state.fromNode.id) return;
      const ends = over === undefined ? null : connectionOnDrop(currentProject(), fixed, over);
      if (ends) {
        const faces = fixed.type === 'source' ? { from: face, to: null } : { from: null, to: face };
        void connectItems({ id: ends.from, face: faces.from }, { id: ends.to, face: faces.to });
      } else if (over === undefined && fixed.type === 'source' && isCanvasAt(point)) {
        const screenPoint = { x: point.clientX, y: point.clientY };
        openDropStore.setState({
          drop: { from: { id: fixed.id, face }, screenPoint, canvasPoint: flow.screenToFlowPosition(screenPoint) },
        });
      }
    },
    /** `fixed` is the end that is not moved. */
    onReconnectStart: (_: unknown, edge: ConnectionFlowEdge, fixed: HandleType) => {
      reconnecting = true;
      const source = connectionSourceId(edge.source, parseHandleId(edge.sourceHandle).conditionId);
      startMarking(fixed === 'source' ? { id: source, type: fixed } : { id: edge.target, type: fixed });
    },
    onReconnect: (edge: ConnectionFlowEdge, connection: Connection) => {
      const { from, to } = parseConnection(connection);
      const sameSource = connection.source === edge.source && connection.sourceHandle === edge.sourceHandle;
      const sameTarget = connection.target === edge.target && connection.targetHandle === edge.targetHandle;
      void reconnectConnection(edge.id, sameSource ? null : from, sameTarget ? null : to);
    },
    /** Dropped on an item beside its handles: connects to the item. `fixed` is the end that is not moved. */
    onReconnectEnd: (event: MouseEvent | TouchEvent, edge: ConnectionFlowEdge, fixed: HandleType, state: FinalConnectionState) => {
      reconnecting = false;
      stopMarking();
      const point = state.isValid ? undefined : eventPoint(event);
      const over = point && cardAt(point)?.dataset.id;
      if (over === undefined) return;
      if (fixed === 'source') void reconnectConnection(edge.id, null, { id: over, face: null });
      else void reconnectConnection(edge.id, { id: over, face: null }, null);
    },
  };
}

const isCanvasAt = ({ clientX, clientY }: { clientX: number; clientY: number }): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('.react-flow__pane') !== null;

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

/** React Flow's events while items are selected. It only has the items near the visible area; its changes are applied to the other items here. */
function createSelectionGestures(
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
