/** The selection stays visible when a pane makes the board smaller. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shiftToStayVisible } from '../../../../renderer/features/board/canvas/use-keep-selection-visible.ts';

const wide = { width: 1000, height: 600 };
const narrow = { width: 640, height: 600 };

test('a selection that the pane would cover moves just beside it', () => {
  expect(shiftToStayVisible({ x: 700, y: 100, width: 200, height: 80 }, wide, narrow)).toEqual({ x: -280, y: 0 });
});

test('a selection that the toolbar would cover moves above it when a pane opens below, but not when one opens beside', () => {
  const low = { width: 1000, height: 500 };
  const selection = { x: 100, y: 400, width: 200, height: 80 };
  expect(shiftToStayVisible(selection, wide, low)).toEqual({ x: 0, y: -64 });
  expect(shiftToStayVisible({ ...selection, y: 300 }, wide, low)).toBeNull();
  expect(shiftToStayVisible({ ...selection, y: 500 }, wide, narrow)).toBeNull();
});

test('in a low board, too, a selection is above the toolbar, whose upper edge is 60 pixels above the lower edge', () => {
  const selection = { x: 100, y: 400, width: 200, height: 80 };
  for (const height of [240, 300, 360]) {
    const { y } = shiftToStayVisible(selection, wide, { width: 1000, height }) ?? { y: 0 };
    expect(selection.y + y + selection.height).toBeLessThanOrEqual(height - 60 - 4);
  }
});

test('a selection that stays visible does not move', () => {
  expect(shiftToStayVisible({ x: 400, y: 100, width: 200, height: 80 }, wide, narrow)).toBeNull();
});

test('a selection that was not fully visible, or does not fit, does not move', () => {
  expect(shiftToStayVisible({ x: 900, y: 100, width: 200, height: 80 }, wide, narrow)).toBeNull();
  expect(shiftToStayVisible({ x: 100, y: 100, width: 700, height: 80 }, wide, narrow)).toBeNull();
});

test('what was beside the upper toolbar of a low board stays beside it when the board grows, and anything else stays', () => {
  const low = { width: 1000, height: 90 };
  const selection = { x: 100, y: 14, width: 200, height: 80 };
  expect(shiftToStayVisible(selection, low, wide)).toEqual({ x: 0, y: 54 });
  expect(shiftToStayVisible({ ...selection, y: 0.15 * 90 - 1e-9 }, low, wide)?.y).toBeCloseTo(54.5);
  expect(shiftToStayVisible({ ...selection, y: 5 }, low, wide)).toBeNull();
  expect(shiftToStayVisible({ ...selection, height: 500 }, low, wide)).toEqual({ x: 0, y: 2 });
  expect(shiftToStayVisible(selection, { width: 1000, height: 500 }, wide)).toBeNull();
});

test('whatever was fully visible and fits stays fully visible', () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 2000 }), height: fc.integer({ min: 1, max: 2000 }) });
  const box = fc.record({
    x: fc.integer({ min: 0, max: 2000 }),
    y: fc.integer({ min: 0, max: 2000 }),
    width: fc.integer({ min: 0, max: 900 }),
    height: fc.integer({ min: 0, max: 900 }),
  });
  const isIn = (seen: typeof box extends fc.Arbitrary<infer B> ? B : never, { width, height }: { width: number; height: number }) =>
    seen.x >= 0 && seen.y >= 0 && seen.x + seen.width <= width && seen.y + seen.height <= height;
  fc.assert(
    fc.property(box, size, size, (seen, before, now) => {
      fc.pre(isIn(seen, before) && seen.width <= now.width && seen.height <= now.height);
      const { x, y } = shiftToStayVisible(seen, before, now) ?? { x: 0, y: 0 };
      expect(isIn({ ...seen, x: seen.x + x, y: seen.y + y }, now)).toBe(true);
    }),
  );
});
