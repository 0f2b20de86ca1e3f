/** React Flow's events while a connection is drawn, or one of its ends is moved. */
import type { Connection, FinalConnectionState, HandleType, OnConnectStartParams, ReactFlowInstance } from '@xyflow/react';
import { connectItems, connectionSourceId, reconnectConnection } from '../../../records/board/change-board.ts';
import { canConnect } from '../../../records/board/edit-commands.ts';
import { parseHandleId } from '../../../records/board/items.ts';
import { currentProject } from '../../../state/open-project.ts';
import { cardAt, connectionOnDrop, type FixedEnd, markDropTarget, openDropStore } from './connection-drop.ts';
import type { ConnectionFlowEdge, ItemFlowNode } from './flow-elements.ts';

export function createConnectionGestures(flow: ReactFlowInstance<ItemFlowNode, ConnectionFlowEdge>) {
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
