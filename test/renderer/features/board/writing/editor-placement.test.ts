/** The editor on a card: always readable, always within the visible part of the board. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legibleZoom, placeEditor } from '../../../../../renderer/features/board/writing/editor-placement.ts';

const board = { x: 100, y: 50, zoom: 1, width: 1200, height: 800 };
const card = { x: 200, y: 150, width: 301, height: 121 };

test('it covers its card exactly where the card can be read', () => {
  for (const zoom of [1, 1.5, legibleZoom]) {
    const { left, anchor, offset, scale, width, minHeight } = placeEditor(card, { ...board, zoom }, 200);
    expect({ left, anchor, offset, scale, width, minHeight }).toEqual({
      left: 200 * zoom + 100,
      anchor: 'top',
      offset: 150 * zoom + 50,
      scale: zoom,
      width: 301,
      minHeight: 121,
    });
  }
});

test('on a small card it has its full size, and begins where the card does', () => {
  const { left, anchor, offset, scale } = placeEditor({ ...card, x: 2000, y: 1200 }, { ...board, zoom: 0.2 }, 200);
  expect({ left, anchor, offset, scale }).toEqual({ left: 2000 * 0.2 + 100, anchor: 'top', offset: 1200 * 0.2 + 50, scale: 1 });
});

test('near the lower edge it ends where the card does, and grows upwards', () => {
  const low = { ...card, y: 1000 };
  const { anchor, offset } = placeEditor(low, { ...board, zoom: 0.6 }, 200);
  expect({ anchor, bottom: 800 - offset }).toEqual({ anchor: 'bottom', bottom: 728 });
  const higher = placeEditor({ ...card, y: 850, height: 150 }, { ...board, zoom: 0.6 }, 200);
  expect(higher.anchor).toBe('bottom');
  expect(800 - higher.offset).toBe(850 * 0.6 + 50 + 150);
});

test('the editor of a label is centered on it', () => {
  const label = { x: 2000, y: 1200, width: 200, height: 34 };
  const { left, offset, width } = placeEditor(label, { ...board, zoom: 0.2 }, 220, 'center');
  expect(left + width / 2).toBeCloseTo(2100 * 0.2 + 100);
  expect(offset + 34 / 2).toBeCloseTo(1217 * 0.2 + 50);
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
      const { left, anchor, offset, scale, width, minHeight, maxHeight } = placeEditor(place, visible, 300);
      const top = anchor === 'top' ? offset : visible.height - offset - maxHeight * scale;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + width * scale).toBeLessThanOrEqual(visible.width);
      expect(top + maxHeight * scale).toBeLessThanOrEqual(visible.height);
      expect(scale).toBeGreaterThanOrEqual(legibleZoom);
      expect(maxHeight).toBeGreaterThanOrEqual(minHeight);
      // A line can be added, unless the card already fills the board.
      expect(maxHeight - minHeight >= 20 || maxHeight * scale >= visible.height - 140).toBe(true);
    }),
  );
});
