/** Sorts connected items into layers: each item is to the right of its predecessors, except along edges that close a cycle. Takes linear time, apart from sorting. */
import type { Size } from './routing/label-size.ts';

export interface LayoutItem {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** A branch: its size is computed from its conditions, so the layout does not scale it. */
  readonly isFixed?: boolean;
  /** The starting element: placed leftmost, even if a connection leads back to it. */
  readonly isStart?: boolean;
}
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
  /** The size of the label, for which automatic layout leaves room. */
  readonly label?: Size | undefined;
}
/** The layers of a group of connected items, from left to right. */
export type LayoutSection = readonly (readonly LayoutItem[])[];

interface LayoutNode {
  readonly item: LayoutItem;
  readonly successors: LayoutNode[];
  readonly predecessors: LayoutNode[];
  section: number;
  layer: number;
  row: number;
  state: 'new' | 'open' | 'done';
}

/** Returns one section for each group of connected items, in the order of `story`, and one for all unconnected items. Calls `pause` between steps so that other work can run. */
export async function createLayeredSections(
  story: readonly LayoutItem[],
  edges: readonly LayoutEdge[],
  pause: () => Promise<void>,
): Promise<LayoutSection[]> {
  const nodes = new Map<string, LayoutNode>(
    story.map((item) => [item.id, { item, successors: [], predecessors: [], section: -1, layer: 0, row: 0, state: 'new' }]),
  );
  for (const { from, to } of edges) {
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (!source || !target || source === target) continue;
    source.successors.push(target);
    target.predecessors.push(source);
  }
  const all = [...nodes.values()];
  const joined = all.filter(({ successors, predecessors }) => successors.length + predecessors.length > 0);
  await pause();
  assignLayers(joined);
  await pause();
  const sections = findConnectedParts(joined).map((part) => orderLayers(part));
  return [
    ...sections,
    createGridSection(all.filter(({ successors, predecessors }) => successors.length + predecessors.length === 0).map(({ item }) => item)),
  ];
}

/** Arranges unconnected items in a square, to be read row by row. */
export function createGridSection(sizes: readonly LayoutItem[]): LayoutSection {
  const count = Math.ceil(Math.sqrt(sizes.length));
  const columns = Array.from({ length: Math.min(count, sizes.length) }, (): LayoutItem[] => []);
  for (const [at, size] of sizes.entries()) columns[at % count]?.push(size);
  return columns;
}

/** An item's layer is the length of the longest path to it from an item without predecessors, ignoring edges that lead back. */
function assignLayers(nodes: readonly LayoutNode[]): void {
  const finished: LayoutNode[] = [];
  // The start may be part of a cycle; any other cycle is best entered from an item that leads into it.
  const start = nodes.filter(({ item }) => item.isStart);
  const beginnings = nodes.filter(({ predecessors }) => predecessors.length === 0);
  for (const from of [...start, ...beginnings, ...nodes]) visitDepthFirst(from, finished);
  const position = new Map(finished.reverse().map((node, at) => [node, at]));
  const at = (node: LayoutNode): number => position.get(node) ?? 0;
  for (const node of finished)
    for (const next of node.successors) if (at(next) > at(node)) next.layer = Math.max(next.layer, node.layer + 1);
}

/** A depth-first search without recursion, because a story may be a chain of any length. */
function visitDepthFirst(start: LayoutNode, finished: LayoutNode[]): void {
  if (start.state !== 'new') return;
  start.state = 'open';
  const path: { node: LayoutNode; at: number }[] = [{ node: start, at: 0 }];
  for (let current = path.at(-1); current; current = path.at(-1)) {
    const next = current.node.successors[current.at++];
    if (next?.state === 'new') {
      next.state = 'open';
      path.push({ node: next, at: 0 });
    } else if (!next) {
      current.node.state = 'done';
      finished.push(current.node);
      path.pop();
    }
  }
}

/** The connected components of the graph, ignoring the direction of its edges. */
function findConnectedParts(nodes: readonly LayoutNode[]): LayoutNode[][] {
  const parts: LayoutNode[][] = [];
  for (const start of nodes) {
    if (start.section >= 0) continue;
    start.section = parts.length;
    const part = [start];
    for (const node of part)
      for (const other of [...node.successors, ...node.predecessors])
        if (other.section < 0) {
          other.section = parts.length;
          part.push(other);
        }
    parts.push(part);
  }
  return parts;
}

/** The layers of a connected component; within a layer, items are sorted by the average height of their predecessors. */
function orderLayers(part: readonly LayoutNode[]): LayoutSection {
  const layers: LayoutNode[][] = [];
  for (const node of part) {
    const layer = layers[node.layer] ?? [];
    layer.push(node);
    layers[node.layer] = layer;
  }
  for (let at = 0; at < layers.length; at++) layers[at] ??= [];
  for (const nodes of layers) {
    const heights = new Map(nodes.map((node) => [node, averagePredecessorRow(node)]));
    nodes.sort((one, two) => (heights.get(one) ?? 0) - (heights.get(two) ?? 0));
    for (const [row, node] of nodes.entries()) node.row = (row + 0.5) / nodes.length;
  }
  return layers.map((nodes) => nodes.map(({ item }) => item));
}

function averagePredecessorRow(node: LayoutNode): number {
  const before = node.predecessors.filter((other) => other.layer < node.layer);
  return before.length === 0 ? 0 : before.reduce((sum, { row }) => sum + row, 0) / before.length;
}
