import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapBox } from '../../../../renderer/features/board/canvas/snap-box.ts';
import { type Box, gridSize } from '../../../../shared/layout/geometry.ts';

const box = (x: number, y: number, width = 300, height = 120): Box => ({ x, y, width, height });

describe('[Canvas] snapping', () => {
  test('an edge near a neighbour snaps to it, and a guide shows where', () => {
    const { x, y, guides } = snapBox(box(405, 303), [box(400, 100)], 8);
    expect({ x, y }).toEqual({ x: -5, y: -3 });
    expect(guides).toEqual([{ direction: 'down', at: 400, from: 100, to: 420 }]);
  });

  test('centers are aligned, too', () => {
    const { y, guides } = snapBox(box(1000, 137, 300, 50), [box(400, 100)], 8);
    expect(y).toBe(-2);
    expect(guides).toContainEqual({ direction: 'across', at: 160, from: 400, to: 1300 });
  });

  test('without a neighbour nearby, the corner snaps to the grid, without a guide', () => {
    expect(snapBox(box(404, 307), [box(2000, 2000)], 8)).toEqual({ x: -4, y: 3, guides: [] });
  });

  test('it never moves farther than the reach or half a step of the grid', () => {
    const any = fc.record({
      x: fc.nat(3000),
      y: fc.nat(3000),
      width: fc.integer({ min: 40, max: 400 }),
      height: fc.integer({ min: 28, max: 300 }),
    });
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 8 }), (dragged, others) => {
        const { x, y, guides } = snapBox(dragged, others, 8);
        expect(Math.abs(x)).toBeLessThanOrEqual(Math.max(8, gridSize / 2));
        expect(Math.abs(y)).toBeLessThanOrEqual(Math.max(8, gridSize / 2));
        for (const { from, to } of guides) expect(from).toBeLessThanOrEqual(to);
      }),
    );
  });
});
