/** Finds boxes by area. The canvas is divided into squares, so that a search takes time for the boxes nearby only, however many there are. */
import { type Box, boxesOverlap } from './geometry.ts';

const defaultCellSize = 400;
/** A box in more squares than this, such as a line across the canvas, is kept apart and compared in each search. */
const maxCells = 64;
/** More than the number of squares in a column, so that each square has a number of its own. */
const columnFactor = 65_536;

interface Entry<T> {
  readonly box: Box;
  readonly value: T;
  /** The last search that found it, so that no search returns it twice. */
  search: number;
}

export class BoxIndex<T> {
  readonly #cellSize: number;
  readonly #cells = new Map<number, Set<Entry<T>>>();
  readonly #large = new Set<Entry<T>>();
  readonly #entries = new Map<T, Entry<T>>();
  #searches = 0;

  /** `cellSize` is the side of a square: about the size of most boxes, or of most areas if those are larger. */
  constructor(cellSize = defaultCellSize) {
    this.#cellSize = cellSize;
  }

  boxOf(value: T): Box | undefined {
    return this.#entries.get(value)?.box;
  }

  set(value: T, box: Box): void {
    this.delete(value);
    const entry = { box, value, search: 0 };
    this.#entries.set(value, entry);
    if (this.#cellCount(box) > maxCells) {
      this.#large.add(entry);
      return;
    }
    for (const cell of this.#cellsOf(box)) {
      const entries = this.#cells.get(cell);
      if (entries) entries.add(entry);
      else this.#cells.set(cell, new Set([entry]));
    }
  }

  delete(value: T): void {
    const entry = this.#entries.get(value);
    if (!entry) return;
    this.#entries.delete(value);
    if (this.#large.delete(entry)) return;
    for (const cell of this.#cellsOf(entry.box)) {
      const entries = this.#cells.get(cell);
      entries?.delete(entry);
      if (entries?.size === 0) this.#cells.delete(cell);
    }
  }

  /** The boxes that touch the area, each once. */
  search(area: Box): { readonly box: Box; readonly value: T }[] {
    const search = ++this.#searches;
    const found: Entry<T>[] = [];
    const add = (entry: Entry<T>): void => {
      if (entry.search === search || !boxesTouch(entry.box, area)) return;
      entry.search = search;
      found.push(entry);
    };
    // An area of many squares, such as the whole canvas, is compared with every box instead.
    if (this.#cellCount(area) > this.#entries.size) for (const entry of this.#entries.values()) add(entry);
    else {
      for (const entry of this.#large) add(entry);
      for (const cell of this.#cellsOf(area)) for (const entry of this.#cells.get(cell) ?? []) add(entry);
    }
    return found;
  }

  /** Whether a box overlaps the area by more than its border. */
  hasOverlap(area: Box): boolean {
    for (const { box } of this.#large) if (boxesOverlap(box, area)) return true;
    for (const cell of this.#cellsOf(area)) for (const { box } of this.#cells.get(cell) ?? []) if (boxesOverlap(box, area)) return true;
    return false;
  }

  clear(): void {
    for (const map of [this.#cells, this.#large, this.#entries]) map.clear();
  }

  #cellCount({ width, height }: Box): number {
    return (width / this.#cellSize + 1) * (height / this.#cellSize + 1);
  }

  #cellsOf({ x, y, width, height }: Box): number[] {
    const size = this.#cellSize;
    const [left, right] = [Math.floor(x / size), Math.floor((x + width) / size)];
    const [top, bottom] = [Math.floor(y / size), Math.floor((y + height) / size)];
    const cells: number[] = [];
    for (let column = left; column <= right; column++) for (let row = top; row <= bottom; row++) cells.push(column * columnFactor + row);
    return cells;
  }
}

const boxesTouch = (one: Box, two: Box): boolean =>
  one.x <= two.x + two.width && two.x <= one.x + one.width && one.y <= two.y + two.height && two.y <= one.y + one.height;
