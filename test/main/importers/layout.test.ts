/** [G28] Boards without positions: laid out from left to right, without overlaps, all inside the canvas, for any story. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf } from '../../../shared/layout/geometry.ts';
import { canvasSize } from '../../../shared/model/kinds/field-schemas.ts';
import { cases } from '../../rounds.ts';
import { boxOf, findOutside, findOverlaps, layOut, layoutItem } from './layout-checks.ts';
import { entryOf, ids, importFile, smallStory } from './small-story.ts';

test('[G28] the targets of an element are placed right of it, also in a cycle', async () => {
  const story = ['a', 'b', 'c', 'd'].map(layoutItem);
  const { boxes } = await layOut(story, [
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
  const { boxes } = await layOut([layoutItem('a'), layoutItem('b')], [{ from: 'a', to: 'b' }], [{ id: 'note', width: 301, height: 101 }]);
  expect(boxOf(boxes, 'note').y).toBeGreaterThan(boxOf(boxes, 'a').y + 121);
});

test('[G28] a story that would be a strip continues in rows below each other, so that it has about the shape of a screen', async () => {
  const chain = (count: number) => Array.from({ length: count }, (_, at) => layoutItem(`${at}`));
  const arrows = (count: number) => Array.from({ length: count - 1 }, (_, at) => ({ from: `${at}`, to: `${at + 1}` }));
  const { boxes } = await layOut(chain(300), arrows(300));
  const { width = 0, height = 1 } = boundsOf(boxes.values()) ?? {};
  expect(width / height).toBeGreaterThan(1.2);
  expect(width / height).toBeLessThan(2);
  expect(findOverlaps(boxes)).toEqual([]);
  const short = await layOut(chain(15), arrows(15));
  expect(new Set([...short.boxes.values()].map(({ y }) => y)).size).toBe(1);
});

test('[G28] any story is laid out inside the canvas without overlaps', async () => {
  const size = fc.oneof(
    { weight: 8, arbitrary: fc.constant({ width: 301, height: 121 }) },
    { weight: 2, arbitrary: fc.constant({ width: 288, height: 53, isFixed: true }) },
    {
      weight: 1,
      arbitrary: fc.record({
        width: fc.double({ min: 0, max: canvasSize, noNaN: true }),
        height: fc.double({ min: 0, max: canvasSize, noNaN: true }),
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
        const { boxes, isScaledDown } = await layOut(
          story,
          arrows.map(([from, to]) => ({ from: `e${from % count}`, to: `e${to % count}` })),
          apart,
        );
        expect(boxes.size).toBe(story.length + apart.length);
        expect(findOutside(boxes)).toEqual([]);
        expect(findOverlaps(boxes)).toEqual([]);
        for (const { id, width, height, isFixed } of [...story, ...apart].map((each) => ({ isFixed: false, ...each })))
          if (isFixed || !isScaledDown) expect(boxOf(boxes, id)).toMatchObject({ width, height });
      },
    ),
    { numRuns: cases(300) },
  );
});

test('[G28] a board whose items lack positions is laid out, and a note reports it', async () => {
  const file = smallStory();
  for (const items of [file.elements, file.jumpers, file.branches, file.notes])
    for (const item of Object.values(items)) {
      delete item.x;
      delete item.y;
    }
  const { project, notes } = await importFile(file);
  expect(notes).toContain('1 board had no positions and was laid out from left to right along its connections.');
  const [start, branch, end] = [project.find('element', ids.start), project.find('branch', ids.branch), project.find('element', ids.end)];
  expect(start?.x).toBeLessThan(branch?.x ?? 0);
  expect(branch?.x).toBeLessThan(end?.x ?? 0);
});

test('[G28] on a board with positions, an item without one is placed below the others, which stay, and a note reports it', async () => {
  const file = smallStory();
  const before = await importFile(file);
  expect(before.notes.join()).not.toMatch(/laid out|position/);
  for (const jumper of Object.values(file.jumpers)) {
    delete jumper.x;
    delete jumper.y;
  }
  const { project, notes } = await importFile(file);
  expect(notes).toContain('1 item had no position and was placed beside the others of its board.');
  for (const [kind, id] of [
    ['element', ids.start],
    ['element', ids.end],
    ['branch', ids.branch],
    ['note', ids.note],
  ] as const)
    expect(project.find(kind, id)).toMatchObject(before.project.find(kind, id) ?? {});
  const lowest = Math.max(
    ...[ids.start, ids.end].map((id) => (project.find('element', id)?.y ?? 0) + (project.find('element', id)?.height ?? 0)),
  );
  expect(project.find('jumper', ids.jumper)?.y).toBeGreaterThan(lowest);
});

test('[G28] where there is no room below, an item without a position is placed to the right of the others, inside the canvas', async () => {
  const file = smallStory();
  const { width = 0, height = 0 } = (await importFile(file)).project.find('jumper', ids.jumper) ?? {};
  delete entryOf(file.jumpers, ids.jumper).x;
  delete entryOf(file.jumpers, ids.jumper).y;
  Object.assign(entryOf(file.elements, ids.end), { x: 900, y: canvasSize - 200 });
  const beside = (await importFile(file)).project.find('jumper', ids.jumper);
  expect(beside?.x).toBeGreaterThan(900);
  Object.assign(entryOf(file.elements, ids.end), { x: canvasSize - 400, y: canvasSize - 200 });
  const inside = (await importFile(file)).project.find('jumper', ids.jumper);
  expect(inside?.x).toBeLessThanOrEqual(canvasSize - width);
  expect(inside?.y).toBeLessThanOrEqual(canvasSize - height);
});
