/** Decides when an automatic layout is folded into rows, so that a whole board has about the shape of a screen. */
import { clamp } from './geometry.ts';
import type { Size } from './routing/label-size.ts';

/** Boards up to this width keep their single row, because they can be read as they are. */
const shortestRow = 6_000;
/** A board that is wider in relation to its height is folded. */
const widestShape = 4;
/** The width of the result in relation to its height. */
const screenShape = 1.6;

/** The width of the rows into which a layout is folded, `gap` apart and at most `longest`; null if it is not folded. */
export function screenShapedWidth({ width, height }: Size, gap: number, longest: number): number | null {
  const isStrip = width > shortestRow * 1.5 && width > height * widestShape;
  return isStrip ? clamp(Math.sqrt(screenShape * width * (height + gap)), shortestRow, longest) : null;
}
