import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionPath } from '../../../../renderer/records/board/connection-path.ts';
import { boundsOf, clampedViewport, clampShift, clampToCanvas, facesBetween, visibleBox } from '../../../../shared/layout/geometry.ts';

const box = fc.record({
  x: fc.integer({ min: 0, max: 39_000 }),
  y: fc.integer({ min: 0, max: 39_000 }),
  width: fc.integer({ min: 1, max: 1000 }),
  height: fc.integer({ min: 1, max: 1000 }),
});

describe('boxes and lines', () => {
  test('[Common conventions] whatever the arrows ask for, a group stays on the canvas and keeps its shape', () => {
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

  test('a board that is too large to be read opens around its start, with no emptiness that need not be', () => {
    const size = { width: 800, height: 600 };
    const middle = (bounds: { x: number; y: number; width: number; height: number }, point: { x: number; y: number }) => {
      const { x, y, zoom } = clampedViewport(bounds, point, size, 0.5);
      return { x: (size.width / 2 - x) / zoom, y: (size.height / 2 - y) / zoom };
    };
    const wide = { x: 1000, y: 1000, width: 4000, height: 200 };
    expect(middle(wide, { x: 3000, y: 1100 })).toEqual({ x: 3000, y: 1100 });
    // A start near the left edge stays near the left edge of the view.
    expect(middle(wide, { x: 1100, y: 1100 })).toEqual({ x: 1000 + 800 - 80, y: 1100 });
    expect(middle(wide, { x: 4900, y: 1100 })).toEqual({ x: 5000 - 800 + 80, y: 1100 });
  });

  test('what a viewport shows, on the canvas', () => {
    expect(visibleBox({ x: -100, y: 50, zoom: 0.5 }, { width: 800, height: 600 })).toEqual({ x: 200, y: -100, width: 1600, height: 1200 });
  });

  test('a free arrow leaves towards what it leads to', () => {
    const at = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
    expect(facesBetween(at(0, 0), at(300, 20))).toEqual({ source: 'right', target: 'left' });
    expect(facesBetween(at(300, 0), at(0, 20))).toEqual({ source: 'left', target: 'right' });
    expect(facesBetween(at(0, 0), at(40, 400))).toEqual({ source: 'bottom', target: 'top' });
  });

  test.each(['Straight', 'Bezier', 'Flowchart'] as const)('[Connection] a label at 0 and 1 of a %s line lies on its ends', (type) => {
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

  test('bounds of nothing are none', () => expect(boundsOf([])).toBeUndefined());
});
