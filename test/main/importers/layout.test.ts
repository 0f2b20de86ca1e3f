/** [G28] Boards without positions: laid out from left to right, without overlaps, all inside the canvas, for any story. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutBoard } from '../../../shared/layout/board-layout.ts';
import type { Box } from '../../../shared/layout/geometry.ts';
import type { LayoutEdge, LayoutItem } from '../../../shared/layout/layered-sections.ts';
import { CANVAS_SIZE } from '../../../shared/model/kinds/field-schemas.ts';
import { cases } from '../../rounds.ts';
import { entry, ids, smallStory, take } from './small-story.ts';

const atOnce = async () => {};
const element = (id: string): LayoutItem => ({ id, width: 301, height: 121 });
const place = async (story: LayoutItem[], arrows: LayoutEdge[], apart: LayoutItem[] = []) => {
  const layout = await layOutBoard(story, arrows, apart, atOnce);
  if (!layout) throw new Error('It did not fit');
  return layout;
};
const boxOf = (boxes: ReadonlyMap<string, Box>, id: string): Box => boxes.get(id) ?? { x: -1, y: -1, width: 0, height: 0 };

/** Boxes that share more than a hair's breadth; sorted by x, so that long boards are fast too. */
function overlaps(boxes: ReadonlyMap<string, Box>): string[] {
  const sorted = [...boxes].sort(([, one], [, two]) => one.x - two.x);
  const matches: string[] = [];
  for (const [at, [id, box]] of sorted.entries())
    for (const [other, next] of sorted.slice(at + 1, at + 2_000)) {
      if (next.x >= box.x + box.width - 1e-6) break;
      if (next.y < box.y + box.height - 1e-6 && box.y < next.y + next.height - 1e-6) matches.push(`${id} ${other}`);
    }
  return matches;
}

const outside = (boxes: ReadonlyMap<string, Box>): string[] =>
  [...boxes]
    .filter(([, { x, y, width, height }]) => x < 0 || y < 0 || x + width > CANVAS_SIZE || y + height > CANVAS_SIZE)
    .map(([id]) => id);

test('[G28] the targets of an element are placed right of it, also in a cycle', async () => {
  const story = ['a', 'b', 'c', 'd'].map(element);
  const { boxes } = await place(story, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'a', to: 'd' },
    { from: 'd', to: 'd' },
  ]);
  expect(boxOf(boxes, 'b').x).toBeGreaterThan(boxOf(boxes, 'a').x);
  expect(boxOf(boxes, 'c').x).toBeGreaterThan(boxOf(boxes, 'b').x);
  expect(boxOf(boxes, 'd').x).toBe(boxOf(boxes, 'b').x);
});

test('[G28] notes are placed below the story', async () => {
  const { boxes } = await place([element('a'), element('b')], [{ from: 'a', to: 'b' }], [{ id: 'note', width: 301, height: 101 }]);
  expect(boxOf(boxes, 'note').y).toBeGreaterThan(boxOf(boxes, 'a').y + 121);
});

test('[G28] any story is laid out inside the canvas without overlaps', async () => {
  const size = fc.oneof(
    { weight: 8, arbitrary: fc.constant({ width: 301, height: 121 }) },
    { weight: 2, arbitrary: fc.constant({ width: 288, height: 53, isFixed: true }) },
    {
      weight: 1,
      arbitrary: fc.record({
        width: fc.double({ min: 0, max: CANVAS_SIZE, noNaN: true }),
        height: fc.double({ min: 0, max: CANVAS_SIZE, noNaN: true }),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(size, { maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 120 }),
      fc.nat({ max: 20 }),
      async (sizes, arrows, notes) => {
        const story = sizes.map((at, index) => ({ id: `e${index}`, ...at }));
        const apart = Array.from({ length: notes }, (_, index) => ({ id: `n${index}`, width: 301, height: 101 }));
        const count = Math.max(1, story.length);
        const { boxes, isScaledDown } = await place(
          story,
          arrows.map(([from, to]) => ({ from: `e${from % count}`, to: `e${to % count}` })),
          apart,
        );
        expect(boxes.size).toBe(story.length + apart.length);
        expect(outside(boxes)).toEqual([]);
        expect(overlaps(boxes)).toEqual([]);
        for (const { id, width, height, isFixed } of [...story, ...apart].map((each) => ({ isFixed: false, ...each })))
          if (isFixed || !isScaledDown) expect(boxOf(boxes, id)).toMatchObject({ width, height });
      },
    ),
    { numRuns: cases(300) },
  );
});

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
  const story = Array.from({ length: count }, (_, at) => element(`${at}`));
  const { boxes, isScaledDown } = await place(
    story,
    story.flatMap((_, at) => shapes[shape]?.(at) ?? []),
  );
  expect(isScaledDown).toBe(false);
  expect(outside(boxes)).toEqual([]);
  expect(overlaps(boxes)).toEqual([]);
});

test('[G28] stories that do not fit are scaled down, except for branches', async () => {
  const story = [...Array.from({ length: 60_000 }, (_, at) => element(`${at}`)), { id: 'branch', width: 288, height: 53, isFixed: true }];
  const { boxes, isScaledDown } = await place(story, []);
  expect(isScaledDown).toBe(true);
  expect(outside(boxes)).toEqual([]);
  expect(boxOf(boxes, 'branch')).toMatchObject({ width: 288, height: 53 });
});

test('[G28] a board whose items lack positions is laid out, and a note reports it; a board with positions stays', async () => {
  const file = smallStory();
  const imported = await take(file);
  expect(imported.notes.join()).not.toContain('laid out');
  expect(imported.project.find('element', ids.end)).toMatchObject({ x: 900, y: 100 });
  delete entry(file.jumpers, ids.jumper).x;
  delete entry(file.jumpers, ids.jumper).y;
  const { project, notes } = await take(file);
  expect(notes).toContain('1 board had no positions and was laid out from left to right along its connections.');
  const [start, branch, end] = [project.find('element', ids.start), project.find('branch', ids.branch), project.find('element', ids.end)];
  expect(start?.x).toBeLessThan(branch?.x ?? 0);
  expect(branch?.x).toBeLessThan(end?.x ?? 0);
});
