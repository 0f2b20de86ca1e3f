/** Sorts what connections join into layers: everything stands right of what leads to it, arrows that run in a circle aside. Linear but for sorting. */
export interface LayoutItem {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** A branch: its size is not ours to change. */
  readonly isFixed?: boolean;
  /** Where the story starts: leftmost, even if something leads back to it. */
  readonly isStart?: boolean;
}
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}
/** Layers from left to right of what hangs together. */
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

/** One section for each part that hangs together, in the order given, and one for all that stands alone. It rests between its steps. */
export async function createLayeredSections(
  story: readonly LayoutItem[],
  arrows: readonly LayoutEdge[],
  rest: () => Promise<void>,
): Promise<LayoutSection[]> {
  const nodes = new Map(
    story.map((item) => [item.id, { item, successors: [], predecessors: [], section: -1, layer: 0, row: 0, state: 'new' } as LayoutNode]),
  );
  for (const { from, to } of arrows) {
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (!source || !target || source === target) continue;
    source.successors.push(target);
    target.predecessors.push(source);
  }
  const all = [...nodes.values()];
  const joined = all.filter(({ successors, predecessors }) => successors.length + predecessors.length > 0);
  await rest();
  assignLayers(joined);
  await rest();
  const sections = findConnectedParts(joined).map((part) => orderLayers(part));
  return [
    ...sections,
    createGridSection(all.filter(({ successors, predecessors }) => successors.length + predecessors.length === 0).map(({ item }) => item)),
  ];
}

/** What has no order stands in a square. */
export function createGridSection(sizes: readonly LayoutItem[]): LayoutSection {
  const rows = Math.ceil(Math.sqrt(sizes.length));
  const columns: LayoutItem[][] = [];
  for (let at = 0; at < sizes.length; at += rows) columns.push(sizes.slice(at, at + rows));
  return columns;
}

/** Layer = the longest way from a beginning, without the arrows that lead back. */
function assignLayers(nodes: readonly LayoutNode[]): void {
  const finished: LayoutNode[] = [];
  // Where the story starts may be in a circle; elsewhere a circle is best entered from what leads into it.
  const start = nodes.filter(({ item }) => item.isStart);
  const beginnings = nodes.filter(({ predecessors }) => predecessors.length === 0);
  for (const from of [...start, ...beginnings, ...nodes]) visitDepthFirst(from, finished);
  const position = new Map(finished.reverse().map((node, at) => [node, at]));
  const at = (node: LayoutNode): number => position.get(node) ?? 0;
  for (const node of finished)
    for (const next of node.successors) if (at(next) > at(node)) next.layer = Math.max(next.layer, node.layer + 1);
}

/** Goes deep first, without recursion: a story may be a chain of any length. */
function visitDepthFirst(start: LayoutNode, finished: LayoutNode[]): void {
  if (start.state !== 'new') return;
  start.state = 'open';
  const way: { node: LayoutNode; at: number }[] = [{ node: start, at: 0 }];
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const next = here.node.successors[here.at++];
    if (next?.state === 'new') {
      next.state = 'open';
      way.push({ node: next, at: 0 });
    } else if (!next) {
      here.node.state = 'done';
      finished.push(here.node);
      way.pop();
    }
  }
}

/** The parts that hang together, whichever way the arrows point. */
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

/** The layers of a part; in a layer everything stands about as high as what leads to it. */
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
