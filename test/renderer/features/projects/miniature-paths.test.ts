/** The shapes of a board in miniature. */
import { expect, test } from 'vitest';
import { miniatureLines, miniaturePaths, miniatureViewBox } from '../../../../renderer/features/projects/project-picture.tsx';
import type { OverviewItem } from '../../../../shared/contracts/ipc/results.ts';

const item = (fields: Partial<OverviewItem>): OverviewItem => ({
  x: 0,
  y: 0,
  width: 300,
  height: 100,
  theme: 'default',
  isNote: false,
  ...fields,
});

test('items of one theme share a path, and notes have their own', () => {
  const paths = miniaturePaths([item({}), item({ x: 400 }), item({ theme: 'red' }), item({ isNote: true })]);
  expect(paths.map(({ theme, isNote, path }) => [theme, isNote, path.split('z').length - 1])).toEqual([
    ['default', false, 2],
    ['red', false, 1],
    ['default', true, 1],
  ]);
});

test('a single card is not enlarged, and a large board is shown whole', () => {
  expect(miniatureViewBox([item({ x: 1000, y: 1000 })])).toBe('350 600 1600 900');
  const [x = 0, y = 0, width = 0, height = 0] = miniatureViewBox([item({}), item({ x: 9000, y: 5000 })])
    .split(' ')
    .map(Number);
  expect(x).toBeLessThan(0);
  expect(y).toBeLessThan(0);
  expect(x + width).toBeGreaterThan(9300);
  expect(y + height).toBeGreaterThan(5100);
});

test('connections are lines between the sides of their items', () => {
  const items = [item({}), item({ x: 400, y: 200 })];
  expect(miniatureLines({ items, connections: [[0, 1]] })).toBe('M300 50L400 250');
  expect(miniatureLines({ items, connections: [[0, 9]] })).toBe('');
});
