/**
 * Turns a board of the project into what xyflow draws. What has not changed keeps its identity, so that a change of one item, or a
 * drag of a few, costs the screen only those. Sizes and connection points are always given: xyflow then never has to measure.
 */
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { type Box, type Face, facesBetween, pointOn } from './geometry.ts';
import { BRANCH_HEAD, BRANCH_ROW, boxOf, endOf, faces, type ItemKind, itemsOn, pointName, rowBox } from './items.ts';
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

/** A mapper for one board on screen. It remembers what it gave last. */
export function boardMapper(): (project: Project, boardId: string, view: View) => Drawn {
  let nodes: ItemNode[] = [];
  let edges: ConnectionEdge[] = [];
  let boxes = new Map<string, Box>();
  let nodeAt = new Map<string, ItemNode>();
  let edgeAt = new Map<string, Known>();
  let last: Drawn | undefined;
  return (project, boardId, view) => {
    const nextBoxes = new Map<string, Box>();
    const nextNodes = new Map<string, ItemNode>();
    const nextEdges = new Map<string, Known>();
    for (const item of itemsOn(project, boardId)) {
      const box = keep(boxes.get(item.id), view.held.get(item.id) ?? boxOf(project, item));
      nextBoxes.set(item.id, box);
      const known = nodeAt.get(item.id);
      const rows = item.kind === 'branch' ? project.list(item.id, 'conditions') : none;
      const selected = view.selected.has(item.id);
      const same = known && boxes.get(item.id) === box && known.selected === selected && sameRows(known.handles, rows);
      nextNodes.set(item.id, same ? known : nodeOf(item.id, item.kind, box, selected, rows));
    }
    for (const connection of project.children('connection', boardId, 'connections')) {
      const known = edgeOf(project, connection, nextBoxes, view.selected.has(connection.id), edgeAt.get(connection.id));
      if (known) nextEdges.set(connection.id, known);
    }
    const listed = [...nextNodes.values()];
    const drawn = [...nextEdges.values()].map(({ edge }) => edge);
    nodes = sameList(nodes, listed) ? nodes : listed;
    edges = sameList(edges, drawn) ? edges : drawn;
    [boxes, nodeAt, edgeAt] = [nextBoxes, nextNodes, nextEdges];
    if (last?.nodes !== nodes || last.edges !== edges) last = { nodes, edges, boxes };
    return last;
  };
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

/** Where a connection starts and ends: at the sides it names, else at those that look at each other. */
export function endsOf(
  { sourceFace, targetFace, sourceid, targetid }: Pick<StoryRecord<'connection'>, 'sourceFace' | 'targetFace' | 'sourceid' | 'targetid'>,
  source: Box,
  target: Box,
  row: number | null,
): { from: End; to: End; around: Box | null } {
  if (sourceid === targetid) return { ...looseEnds(source, target, sourceFace ?? 'right', targetFace ?? 'top'), around: source };
  const free = facesBetween(row === null ? source : rowBox(source, row), target);
  const side = row === null ? free.source : rowSide(source, target);
  const from = sourceFace === null || (row !== null && sourceFace !== 'left' && sourceFace !== 'right') ? side : sourceFace;
  const start = row === null ? source : rowBox(source, row);
  return { ...looseEnds(start, target, from, targetFace ?? (row === null ? free.target : facing(from, start, target))), around: null };
}

const looseEnds = (source: Box, target: Box, from: Face, to: Face): { from: End; to: End } => ({
  from: { ...pointOn(source, from), face: from },
  to: { ...pointOn(target, to), face: to },
});

/** A condition leads out to the right, unless what it leads to lies wholly to its left. */
const rowSide = (source: Box, target: Box): Face => (target.x + target.width < source.x ? 'left' : 'right');

function facing(from: Face, source: Box, target: Box): Face {
  if (from === 'right' && target.x >= source.x + source.width) return 'left';
  if (from === 'left' && target.x + target.width <= source.x) return 'right';
  return target.y >= source.y ? 'top' : 'bottom';
}

/** The height of a branch's rows from its top, for those who draw them. */
export const rowTop = (row: number): number => BRANCH_HEAD + BRANCH_ROW * row;
