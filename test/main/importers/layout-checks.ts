/** Lays out boards, and finds what would be wrong with the result: overlaps, and boxes outside of the canvas. */
import { layOutBoard } from '../../../shared/layout/board-layout.ts';
import type { Box } from '../../../shared/layout/geometry.ts';
import type { LayoutEdge, LayoutItem } from '../../../shared/layout/layered-sections.ts';
import { canvasSize } from '../../../shared/model/kinds/field-schemas.ts';

const atOnce = async () => {};
export const layoutItem = (id: string): LayoutItem => ({ id, width: 301, height: 121 });
export const layOut = async (story: LayoutItem[], arrows: LayoutEdge[], apart: LayoutItem[] = []) => {
  const layout = await layOutBoard(story, arrows, apart, atOnce);
  if (!layout) throw new Error('It did not fit');
  return layout;
};
export const boxOf = (boxes: ReadonlyMap<string, Box>, id: string): Box => boxes.get(id) ?? { x: -1, y: -1, width: 0, height: 0 };

/** Boxes that share more than a hair's breadth; sorted by x, so that long boards are fast too. */
export function findOverlaps(boxes: ReadonlyMap<string, Box>): string[] {
  const sorted = [...boxes].sort(([, one], [, two]) => one.x - two.x);
  const matches: string[] = [];
  for (const [at, [id, box]] of sorted.entries())
    for (const [other, next] of sorted.slice(at + 1, at + 2_000)) {
      if (next.x >= box.x + box.width - 1e-6) break;
      if (next.y < box.y + box.height - 1e-6 && box.y < next.y + next.height - 1e-6) matches.push(`${id} ${other}`);
    }
  return matches;
}

export const findOutside = (boxes: ReadonlyMap<string, Box>): string[] =>
  [...boxes].filter(([, { x, y, width, height }]) => x < 0 || y < 0 || x + width > canvasSize || y + height > canvasSize).map(([id]) => id);
