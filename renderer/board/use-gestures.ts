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
import { openProject } from '../state/open-project.ts';
import { select, selection } from '../state/selection.ts';
import { connect, connectToNew, reconnect, startOf } from './act.ts';
import { canConnect, moved, resized } from './edits.ts';
import { allowedShift, type Box } from './geometry.ts';
import { hold, holding, settle } from './holding.ts';
import { boxOf, itemAt, readPoint } from './items.ts';
import type { ConnectionEdge, ItemNode } from './map-board.ts';
import { type Snapper, snapper } from './snapper.ts';

const project = () => openProject.getState().project;

export function useGestures(boardId: string) {
  const flow = useReactFlow<ItemNode, ConnectionEdge>();
  const store = useStoreApi();
  return useMemo(() => {
    /** xyflow knows the items around what is seen only; what it says of a selection is meant for all others, too. */
    const keepsOthers = () => store.getState().multiSelectionActive || store.getState().userSelectionActive;
    const isKnown = (id: string) => store.getState().nodeLookup.has(id) || store.getState().edgeLookup.has(id);
    const takeSelection = (changes: readonly (NodeChange<ItemNode> | EdgeChange<ConnectionEdge>)[]) => {
      const chosen = changes.filter((change) => change.type === 'select');
      if (chosen.length === 0) return;
      const before = [...selection.getState().ids];
      const ids = new Set(keepsOthers() ? before : before.filter(isKnown));
      for (const { id, selected } of chosen) {
        ids.delete(id);
        if (selected) ids.add(id);
      }
      select(ids);
    };
    const snapping = snapper(boardId, () => store.getState());
    // xyflow tells the end of a reconnection as the end of a new connection, too.
    let reconnecting = false;
    const drop = () => {
      snapping.end();
      const { boxes } = holding.getState();
      if (boxes.size > 0) void settle(moved(project(), boxes));
    };
    return {
      onNodesChange: (changes: NodeChange<ItemNode>[]) => {
        takeBoxes(changes, snapping);
        takeSelection(changes);
        for (const change of changes) if (change.type === 'dimensions' && change.resizing === false) endResize(change.id);
      },
      onEdgesChange: (changes: EdgeChange<ConnectionEdge>[]) => takeSelection(changes),
      /** A new selection begins: also for what xyflow does not know of. */
      onSelectionStart: () => !store.getState().multiSelectionActive && select([]),
      onNodeDragStop: drop,
      onSelectionDragStop: drop,
      isValidConnection: (connection: Connection | ConnectionEdge) => {
        const { from, to } = endsOf(connection);
        return canConnect(project(), from.id, to.id);
      },
      onConnect: (connection: Connection) => {
        const { from, to } = endsOf(connection);
        void connect(from, to);
      },
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
        if (reconnecting || state.isValid || !state.fromHandle || !state.fromNode || state.fromHandle.type !== 'source') return;
        const point = pointOf(event);
        if (!point) return;
        const { face, conditionId } = readPoint(state.fromHandle.id);
        const from = { id: startOf(state.fromNode.id, conditionId), face };
        const under = document.elementFromPoint(point.clientX, point.clientY);
        const over = under?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
        // Let go over the item it began on: the writer has thought better of it.
        if (over === state.fromNode.id) return;
        if (over !== undefined) void connect(from, { id: over, face: null });
        else if (under?.closest('.react-flow__pane'))
          void connectToNew(boardId, from, flow.screenToFlowPosition({ x: point.clientX, y: point.clientY }));
      },
      onReconnectStart: () => {
        reconnecting = true;
      },
      onReconnect: (edge: ConnectionEdge, connection: Connection) => {
        const { from, to } = endsOf(connection);
        const sameSource = connection.source === edge.source && connection.sourceHandle === edge.sourceHandle;
        const sameTarget = connection.target === edge.target && connection.targetHandle === edge.targetHandle;
        void reconnect(edge.id, sameSource ? null : from, sameTarget ? null : to);
      },
      /** Let go over an item, beside its points: it is meant all the same. `fixed` is the end that stays. */
      onReconnectEnd: (event: MouseEvent | TouchEvent, edge: ConnectionEdge, fixed: HandleType, state: FinalConnectionState) => {
        reconnecting = false;
        const point = state.isValid ? undefined : pointOf(event);
        const over =
          point && document.elementFromPoint(point.clientX, point.clientY)?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
        if (over === undefined) return;
        if (fixed === 'source') void reconnect(edge.id, null, { id: over, face: null });
        else void reconnect(edge.id, { id: over, face: null }, null);
      },
    };
  }, [boardId, flow, store]);
}

const pointOf = (event: MouseEvent | TouchEvent) => ('changedTouches' in event ? event.changedTouches[0] : event);

function endsOf({
  source,
  target,
  sourceHandle,
  targetHandle,
}: Pick<Connection, 'source' | 'target'> & { sourceHandle?: string | null; targetHandle?: string | null }) {
  const from = readPoint(sourceHandle);
  return { from: { id: startOf(source, from.conditionId), face: from.face }, to: { id: target, face: readPoint(targetHandle).face } };
}

/** Moves and new sizes, as far as a finger makes them: what xyflow measures by itself is not taken. */
function takeBoxes(changes: readonly NodeChange<ItemNode>[], snapping: Snapper): void {
  const boxes = new Map<string, Box>();
  const resizing = changes.some((change) => change.type === 'dimensions' && change.resizing === true);
  for (const change of changes) {
    if (change.type === 'position' && change.position && (change.dragging === true || resizing))
      boxes.set(change.id, { ...held(change.id, boxes), ...change.position });
    if (change.type === 'dimensions' && change.resizing === true && change.dimensions)
      boxes.set(change.id, { ...held(change.id, boxes), ...change.dimensions });
  }
  if (boxes.size > 0) hold(resizing ? boxes : snapping.snap(withOthers(boxes)));
}

/** What is selected beyond the part that xyflow knows goes the same way; all of it stays on the canvas. */
function withOthers(boxes: ReadonlyMap<string, Box>): ReadonlyMap<string, Box> {
  const { ids } = selection.getState();
  const [first] = boxes;
  if (!first || !ids.has(first[0])) return boxes;
  const others = [...ids].flatMap((id) => (boxes.has(id) ? [] : (itemAt(project(), id) ?? [])));
  if (others.length === 0) return boxes;
  const start = (id: string): Box => {
    const item = itemAt(project(), id);
    return item ? boxOf(project(), item) : first[1];
  };
  const from = start(first[0]);
  const all = new Map([...boxes.keys(), ...others.map(({ id }) => id)].map((id) => [id, start(id)]));
  const shift = allowedShift([...all.values()], first[1].x - from.x, first[1].y - from.y);
  return new Map([...all].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
}

function held(id: string, boxes: ReadonlyMap<string, Box>): Box {
  const known = boxes.get(id) ?? holding.getState().boxes.get(id);
  if (known) return known;
  const item = itemAt(project(), id);
  return item ? boxOf(project(), item) : { x: 0, y: 0, width: 0, height: 0 };
}

function endResize(id: string): void {
  const box = holding.getState().boxes.get(id);
  if (box) void settle(resized(project(), id, box));
}
