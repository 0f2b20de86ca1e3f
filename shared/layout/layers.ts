/** Sorts what connections join into layers: everything stands right of what leads to it, arrows that run in a circle aside. Linear but for sorting. */
export interface Size {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** A branch: its size is not ours to change. */
  readonly isFixed?: boolean;
  /** Where the story starts: leftmost, even if something leads back to it. */
  readonly isStart?: boolean;
}
export interface Arrow {
  readonly from: string;
  readonly to: string;
}
/** Layers from left to right of what hangs together. */
export type Section = readonly (readonly Size[])[];

interface Node {
  readonly size: Size;
  readonly next: Node[];
  readonly before: Node[];
  section: number;
  layer: number;
  row: number;
  state: 'new' | 'open' | 'done';
}

/** One section for each part that hangs together, in the order given, and one for all that stands alone. It rests between its steps. */
export async function sectionsOf(story: readonly Size[], arrows: readonly Arrow[], rest: () => Promise<void>): Promise<Section[]> {
  const nodes = new Map(
    story.map((size) => [size.id, { size, next: [], before: [], section: -1, layer: 0, row: 0, state: 'new' } as Node]),
  );
  for (const { from, to } of arrows) {
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (!source || !target || source === target) continue;
    source.next.push(target);
    target.before.push(source);
  }
  const all = [...nodes.values()];
  const joined = all.filter(({ next, before }) => next.length + before.length > 0);
  await rest();
  layer(joined);
  await rest();
  const sections = split(joined).map((part) => order(part));
  return [...sections, inGrid(all.filter(({ next, before }) => next.length + before.length === 0).map(({ size }) => size))];
}

/** What has no order stands in a square. */
export function inGrid(sizes: readonly Size[]): Section {
  const rows = Math.ceil(Math.sqrt(sizes.length));
  const columns: Size[][] = [];
  for (let at = 0; at < sizes.length; at += rows) columns.push(sizes.slice(at, at + rows));
  return columns;
}

/** Layer = the longest way from a beginning, without the arrows that lead back. */
function layer(nodes: readonly Node[]): void {
  const finished: Node[] = [];
  // Where the story starts may be in a circle; elsewhere a circle is best entered from what leads into it.
  const start = nodes.filter(({ size }) => size.isStart);
  const beginnings = nodes.filter(({ before }) => before.length === 0);
  for (const from of [...start, ...beginnings, ...nodes]) walk(from, finished);
  const position = new Map(finished.reverse().map((node, at) => [node, at]));
  const at = (node: Node): number => position.get(node) ?? 0;
  for (const node of finished) for (const next of node.next) if (at(next) > at(node)) next.layer = Math.max(next.layer, node.layer + 1);
}

/** Goes deep first, without recursion: a story may be a chain of any length. */
function walk(start: Node, finished: Node[]): void {
  if (start.state !== 'new') return;
  start.state = 'open';
  const way: { node: Node; at: number }[] = [{ node: start, at: 0 }];
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const next = here.node.next[here.at++];
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
function split(nodes: readonly Node[]): Node[][] {
  const parts: Node[][] = [];
  for (const start of nodes) {
    if (start.section >= 0) continue;
    start.section = parts.length;
    const part = [start];
    for (const node of part)
      for (const other of [...node.next, ...node.before])
        if (other.section < 0) {
          other.section = parts.length;
          part.push(other);
        }
    parts.push(part);
  }
  return parts;
}

/** The layers of a part; in a layer everything stands about as high as what leads to it. */
function order(part: readonly Node[]): Section {
  const layers: Node[][] = [];
  for (const node of part) {
    const layer = layers[node.layer] ?? [];
    layer.push(node);
    layers[node.layer] = layer;
  }
  for (let at = 0; at < layers.length; at++) layers[at] ??= [];
  for (const nodes of layers) {
    const heights = new Map(nodes.map((node) => [node, height(node)]));
    nodes.sort((one, two) => (heights.get(one) ?? 0) - (heights.get(two) ?? 0));
    for (const [row, node] of nodes.entries()) node.row = (row + 0.5) / nodes.length;
  }
  return layers.map((nodes) => nodes.map(({ size }) => size));
}

function height(node: Node): number {
  const before = node.before.filter((other) => other.layer < node.layer);
  return before.length === 0 ? 0 : before.reduce((sum, { row }) => sum + row, 0) / before.length;
}
