/**
 * Turns a board of the project into what xyflow draws. What has not changed keeps its identity, so that a change of one item, or a
 * drag of a few, costs the screen only those. Sizes and connection points are always given: xyflow then never has to measure.
 */
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { endsOf } from './ends.ts';
import { type Box, type Face, pointOn } from './geometry.ts';
import { boxOf, endOf, faces, type ItemKind, itemAt, itemsOn, pointName, rowBox } from './items.ts';
import type { End } from './line.ts';

export type ItemNode = Node<Record<string, never>, ItemKind>;
export type ConnectionEdge = Edge<{ from: End; to: End; around: Box | null }, 'connection'>;
export interface Drawn {
  readonly nodes: ItemNode[];
  readonly edges: ConnectionEdge[];
  readonly boxes: ReadonlyMap<string, Box>;
}
export interface View {
  /** Boxes that a finger is still on, or that are on their way to the engine. */
  readonly held: ReadonlyMap<string, Box>;
  readonly selected: ReadonlySet<string>;
}

const noFields: Record<string, never> = {};
const sides: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

/**
 * A mapper for one board on screen. It remembers what it gave last; when nothing but held boxes has changed since, which is every
 * frame of a drag, it touches those items and their connections only.
 */
export function boardMapper(): (project: Project, revision: number, boardId: string, view: View) => Drawn {
  let basis: { project: Project; revision: number; boardId: string; selected: ReadonlySet<string>; held: View['held'] } | undefined;
  let last: Drawn = { nodes: [], edges: [], boxes: new Map() };
  let nodeAt = new Map<string, number>();
  let edgeAt = new Map<string, { known: Known; at: number }>();
  let edgesOf = new Map<string, string[]>();

  function whole(project: Project, boardId: string, { held, selected }: View): Drawn {
    const boxes = new Map<string, Box>();
    const nodes: ItemNode[] = [];
    const edges: ConnectionEdge[] = [];
    const nextNodeAt = new Map<string, number>();
    const nextEdgeAt = new Map<string, { known: Known; at: number }>();
    edgesOf = new Map();
    for (const item of itemsOn(project, boardId)) {
      const box = keep(last.boxes.get(item.id), held.get(item.id) ?? boxOf(project, item));
      const rows = item.kind === 'branch' ? project.list(item.id, 'conditions') : none;
      const known = last.nodes[nodeAt.get(item.id) ?? -1];
      const same = known && last.boxes.get(item.id) === box && known.selected === selected.has(item.id) && sameRows(known.handles, rows);
      boxes.set(item.id, box);
      nextNodeAt.set(item.id, nodes.length);
      nodes.push(same ? known : nodeOf(item.id, item.kind, box, selected.has(item.id), rows));
    }
    for (const connection of project.children('connection', boardId, 'connections')) {
      const known = edgeOf(project, connection, boxes, selected.has(connection.id), edgeAt.get(connection.id)?.known);
      if (!known) continue;
      nextEdgeAt.set(connection.id, { known, at: edges.length });
      edges.push(known.edge);
      for (const end of new Set([known.edge.source, known.edge.target])) listIn(edgesOf, end).push(connection.id);
    }
    [nodeAt, edgeAt] = [nextNodeAt, nextEdgeAt];
    const steadyNodes = sameList(last.nodes, nodes) ? last.nodes : nodes;
    const steadyEdges = sameList(last.edges, edges) ? last.edges : edges;
    return steadyNodes === last.nodes && steadyEdges === last.edges ? last : { nodes: steadyNodes, edges: steadyEdges, boxes };
  }

  function heldOnly(project: Project, { held, selected }: View, before: View['held']): Drawn {
    const boxes = new Map(last.boxes);
    const nodes = [...last.nodes];
    const edges = [...last.edges];
    const touched = new Set<string>();
    for (const id of new Set([...held.keys(), ...before.keys()])) {
      const item = itemAt(project, id);
      const at = nodeAt.get(id);
      const box = item && keep(boxes.get(id), held.get(id) ?? boxOf(project, item));
      if (!item || at === undefined || !box || box === boxes.get(id)) continue;
      boxes.set(id, box);
      nodes[at] = nodeOf(id, item.kind, box, selected.has(id), item.kind === 'branch' ? project.list(id, 'conditions') : none);
      for (const edge of edgesOf.get(id) ?? none) touched.add(edge);
    }
    for (const id of touched) {
      const entry = edgeAt.get(id);
      const known = entry && edgeOf(project, entry.known.record, boxes, selected.has(id), entry.known);
      if (!entry || !known) continue;
      edgeAt.set(id, { known, at: entry.at });
      edges[entry.at] = known.edge;
    }
    return { nodes, edges: touched.size > 0 ? edges : last.edges, boxes };
  }

  return (project, revision, boardId, view) => {
    const onlyHeld =
      basis?.project === project && basis.revision === revision && basis.boardId === boardId && basis.selected === view.selected;
    if (!onlyHeld) last = whole(project, boardId, view);
    else if (basis && basis.held !== view.held) last = heldOnly(project, view, basis.held);
    basis = { project, revision, boardId, ...view };
    return last;
  };
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const none: readonly string[] = [];
const sameList = <T>(one: readonly T[], two: readonly T[]): boolean =>
  one.length === two.length && one.every((each, at) => each === two[at]);

function keep(known: Box | undefined, box: Box): Box {
  const same = known && known.x === box.x && known.y === box.y && known.width === box.width && known.height === box.height;
  return same ? known : box;
}

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

interface Known {
  readonly edge: ConnectionEdge;
  readonly record: StoryRecord<'connection'>;
  readonly source: Box;
  readonly target: Box;
  readonly row: number | null;
}

function edgeOf(
  project: Project,
  record: StoryRecord<'connection'>,
  boxes: ReadonlyMap<string, Box>,
  selected: boolean,
  known: Known | undefined,
): Known | undefined {
  const start = endOf(project, record.sourceid);
  const source = boxes.get(start.item);
  const target = boxes.get(record.targetid);
  if (!source || !target) return undefined;
  const unchanged = known && known.record === record && known.source === source && known.target === target && known.row === start.row;
  if (unchanged && known.edge.selected === selected) return known;
  const ends = unchanged && known.edge.data ? known.edge.data : endsOf(record, source, target, start.row);
  const conditionId = start.row === null ? undefined : record.sourceid;
  const edge: ConnectionEdge = {
    id: record.id,
    type: 'connection',
    source: start.item,
    target: record.targetid,
    sourceHandle: pointName(ends.from.face, conditionId),
    targetHandle: ends.to.face,
    selected,
    data: ends,
    focusable: false,
  };
  return { edge, record, source, target, row: start.row };
}
