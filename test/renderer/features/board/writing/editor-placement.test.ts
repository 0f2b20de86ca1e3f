/** The editor on a card: always readable, always within the visible part of the board. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEGIBLE_ZOOM, placeEditor } from '../../../../../renderer/features/board/writing/editor-placement.ts';

const board = { x: 100, y: 50, zoom: 1, width: 1200, height: 800 };
const card = { x: 200, y: 150, width: 301, height: 121 };

test('it covers its card exactly where the card can be read', () => {
  for (const zoom of [1, 1.5, LEGIBLE_ZOOM]) {
    const { left, top, scale, width, minHeight } = placeEditor(card, { ...board, zoom }, 200);
    expect({ left, top, scale, width, minHeight }).toEqual({
      left: 200 * zoom + 100,
      top: 150 * zoom + 50,
      scale: zoom,
      width: 301,
      minHeight: 121,
    });
  }
});

test('on a small card it has its full size, centered on the card', () => {
  const { left, top, scale } = placeEditor({ ...card, x: 2000, y: 1200 }, { ...board, zoom: 0.2 }, 200);
  expect(scale).toBe(1);
  expect(left + 301 / 2).toBeCloseTo((2000 + 301 / 2) * 0.2 + 100);
  expect(top + 121 / 2).toBeCloseTo((1200 + 121 / 2) * 0.2 + 50);
});

test('a narrow card gets an editor of the least width', () => {
  expect(placeEditor({ ...card, width: 120 }, board, 300).width).toBe(300);
});

test('wherever the card is, the editor stays inside the board, is readable and has room to grow', () => {
  const box = fc.record({
    x: fc.integer({ min: -5000, max: 30_000 }),
    y: fc.integer({ min: -5000, max: 30_000 }),
    width: fc.integer({ min: 40, max: 500 }),
    height: fc.integer({ min: 28, max: 2000 }),
  });
  const view = fc.record({
    x: fc.integer({ min: -20_000, max: 20_000 }),
    y: fc.integer({ min: -20_000, max: 20_000 }),
    zoom: fc.double({ min: 0.02, max: 2.5, noNaN: true }),
    width: fc.integer({ min: 700, max: 2000 }),
    height: fc.integer({ min: 400, max: 1200 }),
  });
  fc.assert(
    fc.property(box, view, (place, visible) => {
      const { left, top, scale, width, minHeight, maxHeight } = placeEditor(place, visible, 300);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + width * scale).toBeLessThanOrEqual(visible.width);
      expect(top + maxHeight * scale).toBeLessThanOrEqual(visible.height);
      expect(scale).toBeGreaterThanOrEqual(LEGIBLE_ZOOM);
      expect(maxHeight).toBeGreaterThanOrEqual(minHeight);
      // A line can be added, unless the card already fills the board.
      expect(maxHeight - minHeight >= 20 || maxHeight * scale >= visible.height - 140).toBe(true);
    }),
  );
});
