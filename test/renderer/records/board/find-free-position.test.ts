import { expect, test } from 'vitest';
import { findFreePosition } from '../../../../renderer/records/board/find-free-position.ts';

const size = { width: 300, height: 120 };

test('a new item is placed where it was requested if there is room', () =>
  expect(findFreePosition({ x: 500, y: 500 }, size, [])).toEqual({ x: 500, y: 500 }));

test('many new items in one place are placed beside each other', () => {
  const boxes: { x: number; y: number; width: number; height: number }[] = [];
  for (let count = 0; count < 20; count++) {
    const spot = { ...findFreePosition({ x: 2000, y: 2000 }, size, boxes), ...size };
    for (const other of boxes) expect(Math.abs(spot.x - other.x) >= 300 || Math.abs(spot.y - other.y) >= 120).toBe(true);
    boxes.push(spot);
  }
});

test('[Common conventions] at the corner of the canvas a new item stays on it', () => {
  expect(findFreePosition({ x: -100, y: -100 }, size, [])).toEqual({ x: 0, y: 0 });
});
