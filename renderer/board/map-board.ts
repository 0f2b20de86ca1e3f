/**
 * Turns a part of a board into what xyflow draws: the items around what is seen, since whatever xyflow is given it walks through at every
 * change. What has not changed keeps its identity. Sizes and connection points are always given: xyflow then never has to measure.
 */
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import type { Project } from '../../shared/project.ts';
import { boardWords } from '../words/en/board.ts';
import type { BoardIndex, Line } from './board-index.ts';
import { type Box, type Face, pointOn } from './geometry.ts';
import { indexOf } from './index-of.ts';
import { faces, type ItemKind, itemAt, pointName, rowBox } from './items.ts';
import type { End } from './line.ts';

export type ItemNode = Node<Record<string, never>, ItemKind>;
export type ConnectionEdge = Edge<{ from: End; to: End; around: Box | null }, 'connection'>;
export interface Drawn {
  readonly nodes: ItemNode[];
  readonly edges: ConnectionEdge[];
  /** Everything on the board, also what lies beyond. */
  readonly index: BoardIndex;
  /** The state of the index that this shows. */
  readonly stamp: number;
}
export interface View {
  /** Boxes that a finger is still on, or that are on their way to the engine. */
  readonly held: ReadonlyMap<string, Box>;
  readonly selected: ReadonlySet<string>;
  /** The part of the canvas to draw; nothing for null, everything without it. */
  readonly area?: Box | null;
  /** An item that stays, wherever it lies: a new connection starts on it. */
  readonly pinned?: string | null;
}

const everything: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
const noFields: Record<string, never> = {};
const sides: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

interface Basis extends View {
  readonly project: Project;
  readonly revision: number;
  readonly boardId: string;
}

/**
 * A mapper for one board on screen. It remembers what it gave last; when nothing but held boxes has changed since, which is every
 * frame of a drag, it touches those items and their connections only.
 */
export function boardMapper(): (project: Project, revision: number, boardId: string, view: View) => Drawn {
  let basis: Basis | undefined;
  let last: Drawn | undefined;
  let nodeAt = new Map<string, number>();
  let edgeAt = new Map<string, number>();
  let lineOf = new WeakMap<ConnectionEdge, Line>();

  function part(index: BoardIndex, { held, selected, area = everything, pinned }: View): Drawn {
    const nodes: ItemNode[] = [];
    const edges: ConnectionEdge[] = [];
    // xyflow draws no line without the items at both of its ends, and loses a drag whose item goes.
    const also = new Set([...held.keys()].filter((id) => nodeAt.has(id)));
    if (typeof pinned === 'string') also.add(pinned);
    if (area)
      for (const [id, line] of index.lines)
        if (line.crosses(area)) {
          also.add(line.item).add(line.record.targetid);
          edges.push(edge(line, selected.has(id)));
        }
    for (const id of area ? index.itemsIn(area, also) : []) {
      const box = index.boxes.get(id);
      const drawn = box && node(index.project, id, box, selected.has(id));
      if (drawn) nodes.push(drawn);
    }
    nodeAt = new Map(nodes.map(({ id }, at) => [id, at]));
    edgeAt = new Map(edges.map(({ id }, at) => [id, at]));
    return give(index, nodes, edges);
  }

  function heldOnly(index: BoardIndex, touched: readonly string[], selected: ReadonlySet<string>, before: Drawn): Drawn {
    const nodes = [...before.nodes];
    const edges = [...before.edges];
    const lines = new Set<string>();
    for (const id of touched) {
      const at = nodeAt.get(id);
      const box = index.boxes.get(id);
      const drawn = at === undefined || !box ? undefined : node(index.project, id, box, selected.has(id));
      if (at !== undefined && drawn) nodes[at] = drawn;
      for (const line of index.linesOf(id)) lines.add(line);
    }
    for (const id of lines) {
      const at = edgeAt.get(id);
      const line = index.lines.get(id);
      if (at !== undefined && line) edges[at] = edge(line, selected.has(id));
    }
    return give(index, nodes, edges);
  }

  /** The very same lists when all in them is the same. */
  function give(index: BoardIndex, nodes: ItemNode[], edges: ConnectionEdge[]): Drawn {
    const given = {
      nodes: last && sameList(last.nodes, nodes) ? last.nodes : nodes,
      edges: last && sameList(last.edges, edges) ? last.edges : edges,
    };
    const same = last?.index === index && last.stamp === index.stamp && last.nodes === given.nodes && last.edges === given.edges;
    return same && last ? last : { ...given, index, stamp: index.stamp };
  }

  function node(project: Project, id: string, box: Box, selected: boolean): ItemNode | undefined {
    const kind = itemAt(project, id)?.kind;
    if (!kind) return undefined;
    const rows = kind === 'branch' ? project.list(id, 'conditions') : none;
    const known = last?.nodes[nodeAt.get(id) ?? -1];
    return known && isAt(known, box) && known.selected === selected && sameRows(known.handles, rows)
      ? known
      : nodeOf(id, kind, box, selected, rows);
  }

  function edge(line: Line, selected: boolean): ConnectionEdge {
    const known = last?.edges[edgeAt.get(line.record.id) ?? -1];
    if (known && known.selected === selected && lineOf.get(known) === line) return known;
    const drawn = edgeOf(line, selected);
    lineOf.set(drawn, line);
    return drawn;
  }

  return (project, revision, boardId, view) => {
    const index = indexOf(project, boardId);
    const touched = index.hold(view.held);
    const onlyHeld =
      basis?.project === project &&
      basis.revision === revision &&
      basis.boardId === boardId &&
      basis.selected === view.selected &&
      basis.area === view.area &&
      basis.pinned === view.pinned;
    if (last && last.index !== index) {
      [nodeAt, edgeAt, lineOf, last] = [new Map(), new Map(), new WeakMap(), undefined];
    }
    if (!last || !onlyHeld) last = part(index, view);
    else if (basis?.held !== view.held) last = heldOnly(index, touched, view.selected, last);
    basis = { project, revision, boardId, ...view };
    return last;
  };
}

const none: readonly string[] = [];
const sameList = <T>(one: readonly T[], two: readonly T[]): boolean =>
  one.length === two.length && one.every((each, at) => each === two[at]);

const isAt = ({ position, width, height }: ItemNode, box: Box): boolean =>
  position.x === box.x && position.y === box.y && width === Math.round(box.width) && height === Math.round(box.height);

function nodeOf(id: string, type: ItemKind, { x, y, width, height }: Box, selected: boolean, rows: readonly string[]): ItemNode {
  const size = { width: Math.round(width), height: Math.round(height) };
  return {
    id,
    type,
    position: { x, y },
    ...size,
    measured: size,
    selected,
    data: noFields,
    focusable: false,
    zIndex: type === 'note' ? 0 : 1,
    handles: handlesOf(type, size, rows),
  };
}

function handlesOf(type: ItemKind, size: { width: number; height: number }, rows: readonly string[]): NodeHandle[] {
  if (type === 'note') return [];
  const box = { x: 0, y: 0, ...size };
  const own = faces.map((face) => handle(face, face, pointOn(box, face), type === 'element' ? 'source' : 'target'));
  const ofRows = rows.flatMap((conditionId, row) =>
    (['left', 'right'] as const).map((face) => handle(pointName(face, conditionId), face, pointOn(rowBox(box, row), face), 'source')),
  );
  return [...own, ...ofRows];
}

const handle = (id: string, face: Face, { x, y }: { x: number; y: number }, type: 'source' | 'target'): NodeHandle => ({
  id,
  type,
  position: sides[face],
  x: x - 0.5,
  y: y - 0.5,
  width: 1,
  height: 1,
});

/** Rows are told by the handles that a node was given. */
const sameRows = (handles: readonly NodeHandle[] | undefined, rows: readonly string[]): boolean =>
  (handles ?? []).length <= 4 + rows.length * 2 &&
  rows.every((id, row) => handles?.[4 + row * 2]?.id === pointName('left', id)) &&
  (rows.length === 0) === (handles?.length ?? 0) <= 4;

function edgeOf({ record, item, row, ends }: Line, selected: boolean): ConnectionEdge {
  return {
    id: record.id,
    type: 'connection',
    source: item,
    target: record.targetid,
    sourceHandle: pointName(ends.from.face, row === null ? undefined : record.sourceid),
    targetHandle: ends.to.face,
    selected,
    data: ends,
    focusable: false,
    // Else the canvas names a line by the ids of its ends.
    ariaLabel: boardWords.connection,
  };
}
