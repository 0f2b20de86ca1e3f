/**
 * Converts items and connections to the nodes and edges of React Flow. Sizes and handle positions are computed here, so that React Flow never
 * has to measure them.
 */

import type { Edge, Node, NodeHandle } from '@xyflow/react';
import { type Box, type Face, faceMidpoint } from '../../../../shared/layout/geometry.ts';
import type { ConnectionRoute } from '../../../../shared/layout/routing/connection-router.ts';
import { t } from '../../../messages/translate.ts';
import { type ConnectionGeometry, handlePositions } from '../../../records/board/connection-geometry.ts';
import { conditionRowBox, faces, handleId, type ItemType, isConnectable } from '../../../records/board/items.ts';

export type ItemFlowNode = Node<Record<string, never>, ItemType>;
export type ConnectionFlowEdge = Edge<{ geometry: ConnectionGeometry; route: ConnectionRoute | null }, 'connection'>;

const noData: Record<string, never> = {};

/** What a node is built from. `conditionIds` are the rows of a branch. */
interface FlowNodeSource {
  readonly id: string;
  readonly type: ItemType;
  readonly box: Box;
  readonly isSelected: boolean;
  readonly conditionIds: readonly string[];
}

export function toFlowNode({ id, type, box, isSelected, conditionIds }: FlowNodeSource): ItemFlowNode {
  const size = { width: Math.round(box.width), height: Math.round(box.height) };
  return {
    id,
    type,
    position: { x: box.x, y: box.y },
    ...size,
    measured: size,
    selected: isSelected,
    data: noData,
    focusable: false,
    zIndex: layerOf(type, size, isSelected),
    handles: nodeHandles(type, size, conditionIds),
    ...(type === 'frame' && frameStyle),
  };
}

/** Only the title of a frame takes the pointer: its area is like the empty canvas. */
const frameStyle = { style: { pointerEvents: 'none' } } as const;

/** Selected items are above all others. Frames are below connections and items, larger ones below smaller ones, also while they are selected. */
function layerOf(type: ItemType, { width, height }: { width: number; height: number }, isSelected: boolean): number {
  if (type === 'frame') return -1 - Math.round(Math.sqrt(width * height));
  return (isConnectable(type) ? 1 : 0) + (isSelected ? selectedLayer : 0);
}
const selectedLayer = 1000;

/** Whether the node was built from the same values. */
export function isUpToDate(node: ItemFlowNode, { type, box, isSelected, conditionIds }: FlowNodeSource): boolean {
  const { position, width, height } = node;
  const hasBox = position.x === box.x && position.y === box.y && width === Math.round(box.width) && height === Math.round(box.height);
  return hasBox && node.type === type && node.selected === isSelected && hasConditions(node.handles, conditionIds);
}

function nodeHandles(type: ItemType, size: { width: number; height: number }, conditionIds: readonly string[]): NodeHandle[] {
  if (!isConnectable(type)) return [];
  const box = { x: 0, y: 0, ...size };
  const itemHandles = faces.map((face) => nodeHandle(face, face, faceMidpoint(box, face), type === 'element' ? 'source' : 'target'));
  const rowHandles = conditionIds.flatMap((conditionId, row) =>
    (['left', 'right'] as const).map((face) =>
      nodeHandle(handleId(face, conditionId), face, faceMidpoint(conditionRowBox(box, row), face), 'source'),
    ),
  );
  return [...itemHandles, ...rowHandles];
}

const nodeHandle = (id: string, face: Face, { x, y }: { x: number; y: number }, type: 'source' | 'target'): NodeHandle => ({
  id,
  type,
  position: handlePositions[face],
  x: x - 0.5,
  y: y - 0.5,
  width: 1,
  height: 1,
});

/** Whether the handles after those of the item itself are the handles of these conditions. */
const hasConditions = (handles: readonly NodeHandle[] | undefined, conditionIds: readonly string[]): boolean =>
  (handles ?? []).length <= faces.length + conditionIds.length * 2 &&
  conditionIds.every((id, row) => handles?.[faces.length + row * 2]?.id === handleId('left', id)) &&
  (conditionIds.length === 0) === (handles?.length ?? 0) <= faces.length;

/** `route` is null while the connection is drawn as a direct line. */
export function toFlowEdge(geometry: ConnectionGeometry, route: ConnectionRoute | null, isSelected: boolean): ConnectionFlowEdge {
  const { record, itemId, rowIndex, endpoints } = geometry;
  return {
    id: record.id,
    type: 'connection',
    source: itemId,
    target: record.targetid,
    sourceHandle: handleId(endpoints.from.face, rowIndex === null ? undefined : record.sourceid),
    targetHandle: endpoints.to.face,
    selected: isSelected,
    data: { geometry, route },
    focusable: false,
    // By default, React Flow labels an edge with the ids of its ends.
    ariaLabel: t('board.kinds.connection'),
    ...(route && gripPositions(geometry, route)),
  };
}

/** React Flow draws the grips for dragging the ends of a line in the middle of the sides. lines.css moves them to where a routed line ends. */
function gripPositions({ endpoints: { from, to } }: ConnectionGeometry, route: ConnectionRoute): Pick<ConnectionFlowEdge, 'domAttributes'> {
  const style = {
    '--from-x': `${route.from.x - from.x}px`,
    '--from-y': `${route.from.y - from.y}px`,
    '--to-x': `${route.to.x - to.x}px`,
    '--to-y': `${route.to.y - to.y}px`,
  };
  // React Flow sets these attributes on the element of the edge, on which it sets no style of its own; its type allows no style.
  return { domAttributes: { style } } as Pick<ConnectionFlowEdge, 'domAttributes'>;
}
