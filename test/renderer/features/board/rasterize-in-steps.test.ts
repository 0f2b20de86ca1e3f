import { expect, test } from 'vitest';
import { rasterizeInSteps } from '../../../../renderer/features/board/canvas/use-board-painter.ts';

/** A painting of `steps` steps, and what is still to be rasterized after each of them. */
function paint(steps: number): number[] {
  let recorded = 0;
  const painting = (function* (): Generator<void> {
    for (let step = 0; step < steps; step++) {
      recorded++;
      yield;
    }
  })();
  const left: number[] = [];
  for (const _ of rasterizeInSteps(painting, () => {
    recorded = 0;
  }))
    left.push(recorded);
  return left;
}

test('of a large board, no more than a few hundred steps are left to be rasterized together', () => {
  const left = paint(3000);
  expect(left).toHaveLength(3000);
  expect(Math.max(...left)).toBeLessThan(300);
});

test('a small board is not rasterized while it is painted', () => {
  expect(paint(100).at(-1)).toBe(100);
});
