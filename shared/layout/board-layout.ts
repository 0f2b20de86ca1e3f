/**
 * Lays out a board (G28, and large boards in the window): from left to right along the connections, in columns that wrap like lines
 * of text, so that the board has about the shape of a screen, and at the edge of the canvas at the latest. No two boxes overlap,
 * every box is inside the canvas, and the running time is not quadratic.
 */
import { canvasSize } from '../model/kinds/field-schemas.ts';
import { type Box, boundsOf } from './geometry.ts';
import { createGridSection, createLayeredSections, type LayoutEdge, type LayoutItem, type LayoutSection } from './layered-sections.ts';
import { screenShapedWidth } from './screen-shape.ts';

interface BoardLayout {
  readonly boxes: ReadonlyMap<string, Box>;
  /** Whether the items had to be scaled down to fit. */
  readonly isScaledDown: boolean;
}

/** Distances: to the edge of the canvas, between columns (wide enough for a label if there is room), and between the items of a column. */
interface Spacing {
  readonly margin: number;
  readonly columnGap: number;
  readonly itemGap: number;
}
const spacings: readonly Spacing[] = [
  { margin: 100, columnGap: 180, itemGap: 40 },
  { margin: 40, columnGap: 40, itemGap: 16 },
  { margin: 0, columnGap: 8, itemGap: 4 },
];
const minBoardScale = 0.01;

/** Lays out `story` (what connections join) with `unconnected` (notes) below it. Returns null if it does not fit at any scale. Calls `pause` between steps so that other work can run. */
export async function layOutBoard(
  story: readonly LayoutItem[],
  edges: readonly LayoutEdge[],
  unconnected: readonly LayoutItem[],
  pause: () => Promise<void>,
): Promise<BoardLayout | null> {
  const sections = [...(await createLayeredSections(story, edges, pause)), createGridSection(unconnected)];
  await pause();
  return packSections(sections, pause, minBoardScale);
}

/** Places sections on the canvas, at smaller and smaller scales until they fit, down to `minScale`. Returns null if they do not fit even then. */
export async function packSections(
  sections: readonly LayoutSection[],
  pause: () => Promise<void>,
  minScale: number,
): Promise<BoardLayout | null> {
  const depths = candidateRowHeights(sections);
  for (let scale = 1; scale >= minScale; scale *= 0.8)
    for (const spacing of spacings)
      for (const lines of ['own', 'shared'] as const)
        for (const depth of depths) {
          const pack = (width: number) => new SectionPacker(spacing, scale, width).pack(sections, depth * scale, lines);
          const boxes = pack(canvasSize);
          if (boxes) return { boxes: packIntoScreenShape(boxes, pack) ?? boxes, isScaledDown: scale < 1 };
          await pause();
        }
  return null;
}

type Boxes = ReadonlyMap<string, Box>;

/** Packs again in shorter rows if the result was a strip. Returns null if it was not, or if it does not fit in shorter rows. */
function packIntoScreenShape(boxes: Boxes, pack: (width: number) => Boxes | null): Boxes | null {
  const bounds = boundsOf(boxes.values());
  const width = bounds ? screenShapedWidth(bounds, 0, canvasSize) : null;
  return width === null ? null : pack(width);
}

/** Candidate heights of a row: first that of the tallest column, then half of it and so on, because lower rows waste less space. */
function candidateRowHeights(sections: readonly LayoutSection[]): number[] {
  let fullest = 0;
  for (const section of sections)
    for (const layer of section)
      fullest = Math.max(
        fullest,
        layer.reduce((sum, { height }) => sum + height + 40, 0),
      );
  const depths: number[] = [];
  for (let depth = Math.min(fullest, canvasSize); depth > 100; depth /= 2) depths.push(depth);
  return [...depths, 0];
}

interface Column {
  readonly items: LayoutItem[];
  width: number;
  height: number;
}

class SectionPacker {
  readonly #boxes = new Map<string, Box>();
  readonly #spacing: Spacing;
  readonly #scale: number;
  readonly #width: number;
  #line: Column[] = [];
  #right: number;
  #top: number;

  /** `width`: that of the rows, margins included. */
  constructor(spacing: Spacing, scale: number, width: number) {
    this.#spacing = spacing;
    this.#scale = scale;
    this.#width = width;
    this.#right = spacing.margin;
    this.#top = spacing.margin;
  }

  /** Places each section on rows of its own, or lets sections share rows. */
  pack(sections: readonly LayoutSection[], depth: number, lines: 'own' | 'shared'): Boxes | null {
    for (const section of sections) {
      for (const layer of section) for (const column of this.#columnsOf(layer, depth)) if (!this.#add(column)) return null;
      if (lines === 'own' && !this.#endLine()) return null;
    }
    return this.#endLine() ? this.#boxes : null;
  }

  #columnsOf(layer: readonly LayoutItem[], depth: number): Column[] {
    const columns: Column[] = [];
    let column: Column | undefined;
    for (const size of layer) {
      const item = this.#scaled(size);
      const below = column ? column.height + this.#spacing.itemGap : 0;
      if (!column || below + item.height > depth) {
        column = { items: [item], width: item.width, height: item.height };
        columns.push(column);
      } else {
        column.items.push(item);
        column.width = Math.max(column.width, item.width);
        column.height = below + item.height;
      }
    }
    return columns;
  }

  #scaled(size: LayoutItem): LayoutItem {
    return this.#scale === 1 || size.isFixed ? size : { id: size.id, width: size.width * this.#scale, height: size.height * this.#scale };
  }

  #add(column: Column): boolean {
    if (this.#line.length > 0 && this.#right + column.width > this.#width - this.#spacing.margin && !this.#endLine()) return false;
    this.#line.push(column);
    this.#right += column.width + this.#spacing.columnGap;
    return column.width <= this.#width - 2 * this.#spacing.margin && this.#top + column.height <= canvasSize - this.#spacing.margin;
  }

  /** Places the columns of the current row, each centred vertically. Returns false if the row does not fit on the canvas. */
  #endLine(): boolean {
    const height = this.#line.reduce((most, column) => Math.max(most, column.height), 0);
    let x = this.#spacing.margin;
    for (const column of this.#line) {
      let y = this.#top + Math.floor((height - column.height) / 2);
      for (const { id, width, height: own } of column.items) {
        this.#boxes.set(id, { x: Math.min(x, canvasSize - width), y: Math.min(y, canvasSize - own), width, height: own });
        y += own + this.#spacing.itemGap;
      }
      x += column.width + this.#spacing.columnGap;
    }
    const isInside = this.#line.length === 0 || this.#top + height <= canvasSize - this.#spacing.margin;
    if (this.#line.length > 0) this.#top += height + this.#spacing.itemGap * 2;
    this.#line = [];
    this.#right = this.#spacing.margin;
    return isInside;
  }
}
