import fc from 'fast-check';
import { expect, test } from 'vitest';
import { besideWindow, fitToWorkArea } from '../../../../main/desktop/window/window-bounds.ts';
import { cases } from '../../../rounds.ts';
import { testRunSeed } from '../../../seed.ts';

const screen = { x: 0, y: 30, width: 1920, height: 1050 };

test('a window opens where it was', () => {
  expect(fitToWorkArea({ x: 100, y: 60, width: 1000, height: 700 }, screen)).toEqual({ x: 100, y: 60, width: 1000, height: 700 });
});

test('a window of a screen that was disconnected, or of a larger one, is moved onto the screen and made no larger than it', () => {
  expect(fitToWorkArea({ x: -1500, y: -400, width: 1000, height: 700 }, screen)).toEqual({ x: 0, y: 30, width: 1000, height: 700 });
  expect(fitToWorkArea({ x: 2500, y: 1060, width: 1000, height: 700 }, screen)).toEqual({ x: 920, y: 380, width: 1000, height: 700 });
  expect(fitToWorkArea({ x: 0, y: 0, width: 3840, height: 2160 }, screen)).toEqual(screen);
});

test('the first window is in the middle, and fits a small screen', () => {
  expect(fitToWorkArea(undefined, screen)).toEqual({ x: 280, y: 125, width: 1360, height: 860 });
  const small = { x: 0, y: 25, width: 1280, height: 695 };
  expect(fitToWorkArea(undefined, small)).toEqual(small);
});

test('whatever was stored, the whole window is on the screen', () => {
  const side = fc.integer({ min: 300, max: 10_000 });
  const at = fc.integer({ min: -20_000, max: 20_000 });
  const rectangle = fc.record({ x: at, y: at, width: side, height: side });
  fc.assert(
    fc.property(fc.option(rectangle, { nil: undefined }), rectangle, (stored, area) => {
      const { x, y, width, height } = fitToWorkArea(stored, area);
      expect(x).toBeGreaterThanOrEqual(area.x);
      expect(y).toBeGreaterThanOrEqual(area.y);
      expect(x + width).toBeLessThanOrEqual(area.x + area.width);
      expect(y + height).toBeLessThanOrEqual(area.y + area.height);
      expect(width > 0 && height > 0).toBe(true);
    }),
    { seed: testRunSeed(), numRuns: cases(300) },
  );
});

test('a second window is in the middle of another screen, or beside the first one where its title can be seen', () => {
  const first = { x: 100, y: 60, width: 1000, height: 700 };
  const other = { x: 1920, y: 0, width: 2560, height: 1440 };
  expect(besideWindow(first, screen, other)).toEqual({ x: 2700, y: 370, width: 1000, height: 700 });
  expect(besideWindow(first, screen, { x: 1920, y: 0, width: 800, height: 600 })).toEqual({ x: 1920, y: 0, width: 800, height: 600 });
  expect(besideWindow(first, screen, undefined)).toEqual({ x: 132, y: 92, width: 1000, height: 700 });
});
