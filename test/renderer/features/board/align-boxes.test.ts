import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignBoxes, distributeBoxes } from '../../../../renderer/features/board/actions/arrange-selection.ts';
import { type Box, boundsOf } from '../../../../shared/layout/geometry.ts';

const boxes = (list: readonly Box[]): Map<string, Box> => new Map(list.map((box, at) => [`i${at}`, box]));
const box = fc.record({
  x: fc.nat(5000),
  y: fc.nat(5000),
  width: fc.integer({ min: 1, max: 600 }),
  height: fc.integer({ min: 1, max: 600 }),
});
const many = fc.array(box, { minLength: 2, maxLength: 12 }).map(boxes);
const after = (before: ReadonlyMap<string, Box>, moved: ReadonlyMap<string, Box>): Box[] =>
  [...before].map(([id, each]) => moved.get(id) ?? each);

describe('[Canvas] align and distribute', () => {
  test('aligned boxes share an edge or center, and keep their size and their other coordinate', () => {
    fc.assert(
      fc.property(many, fc.constantFrom('left', 'centre', 'right', 'top', 'middle', 'bottom' as const), (before, to) => {
        const now = after(before, alignBoxes(before, to));
        const edge: Record<typeof to, (each: Box) => number> = {
          left: ({ x }) => x,
          centre: ({ x, width }) => x + width / 2,
          right: ({ x, width }) => x + width,
          top: ({ y }) => y,
          middle: ({ y, height }) => y + height / 2,
          bottom: ({ y, height }) => y + height,
        };
        const values = now.map(edge[to]);
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
        const stays = to === 'left' || to === 'centre' || to === 'right' ? 'y' : 'x';
        expect(now.map((each) => each[stays])).toEqual([...before.values()].map((each) => each[stays]));
      }),
    );
  });

  test('distributed boxes have equal gaps between the outermost two', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 3, maxLength: 10 }).map(boxes), (before) => {
        const order = [...before].sort(([, a], [, b]) => a.x + a.width / 2 - (b.x + b.width / 2)).map(([id]) => id);
        const moved = distributeBoxes(before, 'across');
        const now = order.map((id) => moved.get(id) ?? before.get(id)).filter((each) => each !== undefined);
        const gaps = now.slice(1).map((each, at) => each.x - ((now[at]?.x ?? 0) + (now[at]?.width ?? 0)));
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(2);
        expect(now[0]).toEqual(before.get(order[0] ?? ''));
        expect(now.at(-1)).toEqual(before.get(order.at(-1) ?? ''));
      }),
    );
  });

  test('boxes that are in place do not move, and a single one never does', () => {
    const row = boxes([0, 100, 200].map((x) => ({ x, y: 50, width: 40, height: 40 })));
    expect(alignBoxes(row, 'top').size).toBe(0);
    expect(distributeBoxes(row, 'across').size).toBe(0);
    expect(alignBoxes(boxes([{ x: 1, y: 2, width: 3, height: 4 }]), 'left').size).toBe(0);
    expect(boundsOf(row.values())?.width).toBe(240);
  });
});
