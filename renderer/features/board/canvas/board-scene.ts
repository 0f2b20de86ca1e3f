/**
 * Turns a part of a board into what xyflow draws: the items around what is seen, since whatever xyflow is given it walks through at every
 * change. What has not changed keeps its identity. Sizes and connection points are always given: xyflow then never has to measure.
 */

import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { type Box, type Face, faceMidpoint } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import type { BoardIndex, ConnectionGeometry } from '../../../records/board/board-index.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import type { PathEnd } from '../../../records/board/connection-path.ts';
import { conditionRowBox, faces, findItem, handleId, type ItemKind } from '../../../records/board/items.ts';

export type ItemFlowNode = Node<Record<string, never>, ItemKind>;
export type ConnectionFlowEdge = Edge<{ from: PathEnd; to: PathEnd; selfLoopBox: Box | null }, 'connection'>;
export interface BoardScene {
  readonly nodes: ItemFlowNode[];
  readonly edges: ConnectionFlowEdge[];
  /** Everything on the board, also what lies beyond. */
  readonly index: BoardIndex;
  /** The state of the index that this shows. */
  readonly indexRevision: number;
}
export interface SceneOptions {
  /** Boxes that a finger is still on, or that are on their way to the engine. */
  readonly draggedBoxes: ReadonlyMap<string, Box>;
  readonly selected: ReadonlySet<string>;
  /** The part of the canvas to draw; nothing for null, everything without it. */
  readonly visibleArea?: Box | null;
  /** An item that stays, wherever it lies: a new connection starts on it. */
  readonly pinnedId?: string | null;
}

const wholeCanvas: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
const noData: Record<string, never> = {};
const handlePositions: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

interface SceneInput extends SceneOptions {
  readonly project: Project;
  readonly revision: number;
  readonly boardId: string;
}

/**
 * A mapper for one board on screen. It remembers what it gave last; when nothing but held boxes has changed since, which is every
 * frame of a drag, it touches those items and their connections only.
 */
export function createSceneBuilder(): (project: Project, revision: number, boardId: string, view: SceneOptions) => BoardScene {
  let basis: SceneInput | undefined;
  let last: BoardScene | undefined;
  let nodeAt = new Map<string, number>();
  let edgeAt = new Map<string, number>();
  let lineOf = new WeakMap<ConnectionFlowEdge, ConnectionGeometry>();

  function part(index: BoardIndex, { draggedBoxes, selected, visibleArea = wholeCanvas, pinnedId }: SceneOptions): BoardScene {
    const nodes: ItemFlowNode[] = [];
    const edges: ConnectionFlowEdge[] = [];
    // xyflow draws no line without the items at both of its ends, and loses a drag whose item goes.
    const also = new Set([...draggedBoxes.keys()].filter((id) => nodeAt.has(id)));
    if (typeof pinnedId === 'string') also.add(pinnedId);
    if (visibleArea)
      for (const [id, line] of index.connections)
        if (line.mayIntersect(visibleArea)) {
          also.add(line.itemId).add(line.record.targetid);
          edges.push(edge(line, selected.has(id)));
        }
    for (const id of visibleArea ? index.itemsIn(visibleArea, also) : []) {
      const box = index.boxes.get(id);
      const drawn = box && node(index.project, id, box, selected.has(id));
      if (drawn) nodes.push(drawn);
    }
    nodeAt = new Map(nodes.map(({ id }, at) => [id, at]));
    edgeAt = new Map(edges.map(({ id }, at) => [id, at]));
    return give(index, nodes, edges);
  }

  function heldOnly(index: BoardIndex, touched: readonly string[], selected: ReadonlySet<string>, before: BoardScene): BoardScene {
    const nodes = [...before.nodes];
    const edges = [...before.edges];
    const lines = new Set<string>();
    for (const id of touched) {
      const at = nodeAt.get(id);
      const box = index.boxes.get(id);
      const drawn = at === undefined || !box ? undefined : node(index.project, id, box, selected.has(id));
      if (at !== undefined && drawn) nodes[at] = drawn;
      for (const line of index.connectionsOf(id)) lines.add(line);
    }
    for (const id of lines) {
      const at = edgeAt.get(id);
      const line = index.connections.get(id);
      if (at !== undefined && line) edges[at] = edge(line, selected.has(id));
    }
    return give(index, nodes, edges);
  }

  /** The very same lists when all in them is the same. */
  function give(index: BoardIndex, nodes: ItemFlowNode[], edges: ConnectionFlowEdge[]): BoardScene {
    const given = {
      nodes: last && isSameList(last.nodes, nodes) ? last.nodes : nodes,
      edges: last && isSameList(last.edges, edges) ? last.edges : edges,
    };
    const same = last?.index === index && last.indexRevision === index.revision && last.nodes === given.nodes && last.edges === given.edges;
    return same && last ? last : { ...given, index, indexRevision: index.revision };
  }

  function node(project: Project, id: string, box: Box, selected: boolean): ItemFlowNode | undefined {
    const kind = findItem(project, id)?.kind;
    if (!kind) return undefined;
    const rows = kind === 'branch' ? project.childIds(id, 'conditions') : noRows;
    const known = last?.nodes[nodeAt.get(id) ?? -1];
    return known && hasBox(known, box) && known.selected === selected && hasSameRows(known.handles, rows)
      ? known
      : toFlowNode(id, kind, box, selected, rows);
  }

  function edge(line: ConnectionGeometry, selected: boolean): ConnectionFlowEdge {
    const known = last?.edges[edgeAt.get(line.record.id) ?? -1];
    if (known && known.selected === selected && lineOf.get(known) === line) return known;
    const drawn = toFlowEdge(line, selected);
    lineOf.set(drawn, line);
    return drawn;
  }

  return (project, revision, boardId, view) => {
    const index = boardIndexFor(project, boardId);
    const touched = index.setDraggedBoxes(view.draggedBoxes);
    const onlyHeld =
      basis?.project === project &&
      basis.revision === revision &&
      basis.boardId === boardId &&
      basis.selected === view.selected &&
      basis.visibleArea === view.visibleArea &&
      basis.pinnedId === view.pinnedId;
    if (last && last.index !== index) {
      [nodeAt, edgeAt, lineOf, last] = [new Map(), new Map(), new WeakMap(), undefined];
    }
    if (!last || !onlyHeld) last = part(index, view);
    else if (basis?.draggedBoxes !== view.draggedBoxes) last = heldOnly(index, touched, view.selected, last);
    basis = { project, revision, boardId, ...view };
    return last;
  };
}

const noRows: readonly string[] = [];
const isSameList = <T>(one: readonly T[], two: readonly T[]): boolean =>
  one.length === two.length && one.every((each, at) => each === two[at]);

const hasBox = ({ position, width, height }: ItemFlowNode, box: Box): boolean =>
  position.x === box.x && position.y === box.y && width === Math.round(box.width) && height === Math.round(box.height);

function toFlowNode(id: string, type: ItemKind, { x, y, width, height }: Box, selected: boolean, rows: readonly string[]): ItemFlowNode {
  const size = { width: Math.round(width), height: Math.round(height) };
  return {
    id,
    type,
    position: { x, y },
    ...size,
    measured: size,
    selected,
    data: noData,
    focusable: false,
    zIndex: type === 'note' ? 0 : 1,
    handles: nodeHandles(type, size, rows),
  };
}

function nodeHandles(type: ItemKind, size: { width: number; height: number }, rows: readonly string[]): NodeHandle[] {
  if (type === 'note') return [];
  const box = { x: 0, y: 0, ...size };
  const own = faces.map((face) => nodeHandle(face, face, faceMidpoint(box, face), type === 'element' ? 'source' : 'target'));
  const ofRows = rows.flatMap((conditionId, row) =>
    (['left', 'right'] as const).map((face) =>
      nodeHandle(handleId(face, conditionId), face, faceMidpoint(conditionRowBox(box, row), face), 'source'),
    ),
  );
  return [...own, ...ofRows];
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

/** Rows are told by the handles that a node was given. */
const hasSameRows = (handles: readonly NodeHandle[] | undefined, rows: readonly string[]): boolean =>
  (handles ?? []).length <= 4 + rows.length * 2 &&
  rows.every((id, row) => handles?.[4 + row * 2]?.id === handleId('left', id)) &&
  (rows.length === 0) === (handles?.length ?? 0) <= 4;

function toFlowEdge({ record, itemId, rowIndex, endpoints }: ConnectionGeometry, selected: boolean): ConnectionFlowEdge {
  return {
    id: record.id,
    type: 'connection',
    source: itemId,
    target: record.targetid,
    sourceHandle: handleId(endpoints.from.face, rowIndex === null ? undefined : record.sourceid),
    targetHandle: endpoints.to.face,
    selected,
    data: endpoints,
    focusable: false,
    // Else the canvas names a line by the ids of its ends.
    ariaLabel: t('board.kinds.connection'),
  };
}
