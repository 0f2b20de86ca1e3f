/** [G28] The largest boards without positions: they fit, at the default size where that is possible. */
import { expect, test } from 'vitest';
import type { LayoutEdge } from '../../../shared/layout/layered-sections.ts';
import { boxOf, findOutside, findOverlaps, layOut, layoutItem } from './layout-checks.ts';

const count = 20_000;
const shapes: Readonly<Record<string, (at: number) => LayoutEdge[]>> = {
  'a chain': (at) => [{ from: `${at}`, to: `${at + 1}` }],
  'a star': (at) => [{ from: '0', to: `${at}` }],
  'a tree': (at) => [{ from: `${(at - 1) >> 1}`, to: `${at}` }],
  'nothing joined': () => [],
  'everything joined': (at) => [
    { from: `${at}`, to: `${(at * 7919) % count}` },
    { from: `${at}`, to: `${at + 1}` },
  ],
  'many small stories': (at) => (at % 20 === 0 ? [] : [{ from: `${at - 1}`, to: `${at}` }]),
};

test.each(Object.keys(shapes))('[G28] 20,000 elements (%s) fit on one board at the default size', async (shape) => {
  const story = Array.from({ length: count }, (_, at) => layoutItem(`${at}`));
  const { boxes, isScaledDown } = await layOut(
    story,
    story.flatMap((_, at) => shapes[shape]?.(at) ?? []),
  );
  expect(isScaledDown).toBe(false);
  expect(findOutside(boxes)).toEqual([]);
  expect(findOverlaps(boxes)).toEqual([]);
});

test('[G28] stories that do not fit are scaled down, except for branches', async () => {
  const story = [
    ...Array.from({ length: 60_000 }, (_, at) => layoutItem(`${at}`)),
    { id: 'branch', width: 288, height: 53, isFixed: true },
  ];
  const { boxes, isScaledDown } = await layOut(story, []);
  expect(isScaledDown).toBe(true);
  expect(findOutside(boxes)).toEqual([]);
  expect(boxOf(boxes, 'branch')).toMatchObject({ width: 288, height: 53 });
});
