import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionPath } from '../../../../renderer/records/board/connection-geometry.ts';
import {
  type Box,
  boundsOf,
  clampShift,
  clampToCanvas,
  containsBox,
  facesBetween,
  openingViewport,
  visibleBox,
} from '../../../../shared/layout/geometry.ts';

const box = fc.record({
  x: fc.integer({ min: 0, max: 39_000 }),
  y: fc.integer({ min: 0, max: 39_000 }),
  width: fc.integer({ min: 1, max: 1000 }),
  height: fc.integer({ min: 1, max: 1000 }),
});

describe('boxes and lines', () => {
  test('[Common conventions] however far the arrow keys move a group, it stays on the canvas and keeps its shape', () => {
    fc.assert(
      fc.property(
        fc.array(box, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -50_000, max: 50_000 }),
        fc.integer({ min: -50_000, max: 50_000 }),
        (boxes, dx, dy) => {
          const shift = clampShift(boxes, dx, dy);
          for (const each of boxes)
            expect(clampToCanvas({ ...each, x: each.x + shift.x, y: each.y + shift.y })).toEqual({
              ...each,
              x: each.x + shift.x,
              y: each.y + shift.y,
            });
        },
      ),
    );
  });

  describe('a board that is too large to be drawn as a whole opens', () => {
    const size = { width: 800, height: 600 };
    const card = (x: number, y: number) => ({ x, y, width: 240, height: 120 });
    const view = (boxes: readonly ReturnType<typeof card>[], start: ReturnType<typeof card>) => {
      const viewport = openingViewport(boxes, start, size, 0.5);
      return { ...visibleBox(viewport, size), shows: (box: Box) => containsBox(visibleBox(viewport, size), box) };
    };
    const row = Array.from({ length: 12 }, (_, at) => card(1000 + at * 400, 1000));

    test('with its start at the left', () => {
      const { x, shows } = view(row, card(1000, 1000));
      expect(x).toBe(1000 - 40 / 0.5);
      expect(row.filter(shows)).toHaveLength(4);
      expect(view(row, card(2200, 1000)).x).toBe(2200 - 40 / 0.5);
    });
    test('without unnecessary empty space', () => {
      const last = card(1000 + 11 * 400, 1000);
      const { x, width } = view(row, last);
      expect(x + width).toBe(last.x + last.width + 40 / 0.5);
    });
    test('with as much as possible of what is beside the start, which stays in view', () => {
      const start = card(1000, 2000);
      const above = [card(1400, 1500), card(1400, 1700), card(1800, 1600)];
      const all = [...row.map((box) => ({ ...box, y: 4000 })), start, ...above, card(1000, 800)];
      const { shows } = view(all, start);
      expect([start, ...above].map(shows)).toEqual([true, true, true, true]);
    });
  });

  test('the part of the canvas that a viewport shows', () => {
    expect(visibleBox({ x: -100, y: 50, zoom: 0.5 }, { width: 800, height: 600 })).toEqual({ x: 200, y: -100, width: 1600, height: 1200 });
  });

  test('an arrow without a stored side starts at the side that faces its target', () => {
    const at = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
    expect(facesBetween(at(0, 0), at(300, 20))).toEqual({ source: 'right', target: 'left' });
    expect(facesBetween(at(300, 0), at(0, 20))).toEqual({ source: 'left', target: 'right' });
    expect(facesBetween(at(0, 0), at(40, 400))).toEqual({ source: 'bottom', target: 'top' });
  });

  test.each(['Straight', 'Bezier', 'Flowchart'] as const)('[Connection] a label at 0 and 1 of a %s line is at its ends', (type) => {
    fc.assert(
      fc.property(box, box, (source, target) => {
        const [from, to] = [
          { x: source.x, y: source.y, face: 'right' as const },
          { x: target.x, y: target.y, face: 'left' as const },
        ];
        const { pointAt } = connectionPath(type, from, to);
        expect(Math.hypot(pointAt(0).x - from.x, pointAt(0).y - from.y)).toBeLessThan(1);
        expect(Math.hypot(pointAt(1).x - to.x, pointAt(1).y - to.y)).toBeLessThan(1);
      }),
    );
  });

  test('without boxes there are no bounds', () => expect(boundsOf([])).toBeUndefined());
});
