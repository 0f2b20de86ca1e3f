/** The automatic layout: everything inside the canvas, nothing overlaps, targets to the right of their sources. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LayoutRequest, layoutItems } from '../../../../../renderer/features/board/layout/layout-items.ts';
import { type Box, boundsOf } from '../../../../../shared/layout/geometry.ts';
import { canvasSize } from '../../../../../shared/model/kinds/field-schemas.ts';
import { cases, expectEnough } from '../../../../rounds.ts';

type Item = LayoutRequest['items'][number];
const item = (id: string, x = 0, y = 0): Item => ({ id, x, y, width: 301, height: 121 });

async function placed(job: Partial<LayoutRequest> & { items: readonly Item[] }): Promise<Map<string, Box>> {
  const places = await layoutItems({ arrows: [], obstacles: [], ...job });
  if (!places) throw new Error('It did not fit');
  return new Map(job.items.map((each) => [each.id, { ...each, ...places.get(each.id) }]));
}

/** Pairs that share more than an edge; sorted, so that large boards are fast too. */
function overlaps(boxes: readonly Box[]): number {
  const sorted = [...boxes].sort((one, two) => one.x - two.x);
  let found = 0;
  for (const [at, box] of sorted.entries())
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other || other.x >= box.x + box.width) break;
      if (other.y < box.y + box.height && box.y < other.y + other.height && other.width > 0 && box.width > 0) found++;
    }
  return found;
}
const isInside = ({ x, y, width, height }: Box): boolean => x >= 0 && y >= 0 && x + width <= canvasSize && y + height <= canvasSize;
const chain = (length: number) => Array.from({ length: length - 1 }, (_, at) => ({ from: `i${at}`, to: `i${at + 1}` }));
const row = (length: number) => Array.from({ length }, (_, at) => item(`i${at}`, at * 10, 500));

describe('[Canvas] automatic layout', () => {
  test('is inside the canvas and without overlaps, whatever the board is like', async () => {
    let fitted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            x: fc.nat(canvasSize - 3000),
            y: fc.nat(canvasSize - 3000),
            width: fc.integer({ min: 40, max: 3000 }),
            height: fc.integer({ min: 28, max: 1500 }),
            isNote: fc.boolean(),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 60 }),
        fc.nat(10),
        async (boxes, pairs, stay) => {
          const all = boxes.map((box, at) => ({
            ...box,
            id: `i${at}`,
            isNote: box.isNote && pairs.every(([from, to]) => from % boxes.length !== at && to % boxes.length !== at),
          }));
          const items = all.slice(Math.min(stay, all.length - 1));
          const obstacles = all.slice(0, all.length - items.length);
          const arrows = pairs.map(([from, to]) => ({ from: `i${from % all.length}`, to: `i${to % all.length}` }));
          const places = await layoutItems({ items, arrows, obstacles });
          if (!places) return;
          fitted++;
          const now = items.map((each) => ({ ...each, ...places.get(each.id) }));
          expect(places.size).toBe(items.length);
          expect(now.every(isInside)).toBe(true);
          expect(overlaps(now)).toBe(0);
          expect(overlaps([...now, ...obstacles])).toBe(overlaps(obstacles));
        },
      ),
      { numRuns: cases(60) },
    );
    expectEnough(fitted, cases(60), 0.3);
  });

  test('targets are to the right of their sources', async () => {
    const boxes = await placed({ items: row(4), arrows: [...chain(4), { from: 'i3', to: 'i0' }] });
    const xs = row(4).map(({ id }) => boxes.get(id)?.x ?? -1);
    expect(xs).toEqual([...xs].sort((one, two) => one - two));
    expect(new Set(xs).size).toBe(4);
  });

  test('targets are ordered from top to bottom like the outputs, unless that makes more lines cross', async () => {
    const items = ['s', 'c', 'b', 'a', 'd', 'e'].map((id) => item(id));
    const to = (from: string, ...targets: string[]) => targets.map((target) => ({ from, to: target }));
    const arrows = [...to('s', 'a', 'b', 'c'), ...to('a', 'd'), ...to('b', 'e'), ...to('c', 'e')];
    const boxes = await placed({ items, arrows });
    const y = (id: string) => boxes.get(id)?.y ?? -1;
    expect(['a', 'b', 'c'].toSorted((one, two) => y(one) - y(two))).toEqual(['a', 'b', 'c']);
    // Without a crossing, only one of the two sources can have its targets in order.
    const both = await placed({ items: ['s', 't', 'a', 'b'].map((id) => item(id)), arrows: [...to('s', 'a', 'b'), ...to('t', 'b', 'a')] });
    expect(both.size).toBe(4);
  });

  test('the starting element is leftmost, even if something leads back to it', async () => {
    const items = row(3).map((each) => (each.id === 'i2' ? { ...each, isStart: true } : each));
    const boxes = await placed({ items, arrows: [...chain(3), { from: 'i2', to: 'i0' }] });
    expect(Math.min(...[...boxes.values()].map(({ x }) => x))).toBe(boxes.get('i2')?.x);
  });

  test('a note near a card keeps its position beside it', async () => {
    const note = (id: string, x: number, y: number) => ({ ...item(id, x, y), height: 80, isNote: true });
    const cards = [item('i0', 500, 800), item('i1', 500, 2400), item('i2', 2400, 800)];
    const notes = [note('above', 520, 660), note('beside', 2760, 820), note('on', 480, 2380), note('far', 4000, 4000)];
    const boxes = await placed({ items: [...cards, ...notes], arrows: chain(3) });
    const shift = (id: string, from: string) => {
      const [one, other] = [boxes.get(id), boxes.get(from)];
      return { x: (one?.x ?? 0) - (other?.x ?? 0), y: (one?.y ?? 0) - (other?.y ?? 0) };
    };
    expect(shift('above', 'i0')).toEqual({ x: 20, y: -140 });
    expect(shift('beside', 'i2')).toEqual({ x: 360, y: 20 });
    // It was on its card.
    expect(shift('on', 'i1')).toEqual({ x: 0, y: -24 - 80 });
    expect(boxes.size).toBe(7);
  });

  test('notes that belong to no card keep their rows and columns', async () => {
    const places = [
      [900, 5000],
      [100, 5010],
      [500, 4990],
      [120, 5400],
      [510, 5420],
    ] as const;
    const notes = places.map(([x, y], at) => ({ ...item(`n${at}`, x, y), isNote: true }));
    const boxes = await placed({ items: [...row(2), ...notes], arrows: chain(2) });
    const at = (id: string) => boxes.get(id) ?? { x: 0, y: 0 };
    expect(new Set([at('n0').y, at('n1').y, at('n2').y]).size).toBe(1);
    expect(at('n3').y).toBe(at('n4').y);
    expect(at('n3').y).toBeGreaterThan(at('n0').y);
    expect([at('n1').x < at('n2').x, at('n2').x < at('n0').x, at('n1').x === at('n3').x, at('n2').x === at('n4').x]).toEqual(
      Array(4).fill(true),
    );
  });

  test('a chain longer than the canvas is folded', async () => {
    const boxes = [...(await placed({ items: row(380), arrows: chain(380) })).values()];
    expect(boxes.every(isInside)).toBe(true);
    expect(overlaps(boxes)).toBe(0);
  });

  test('a board that would be a strip continues in rows below each other, so that it has about the shape of a screen', async () => {
    const boxes = await placed({ items: row(300), arrows: chain(300) });
    const { width = 0, height = 1 } = boundsOf(boxes.values()) ?? {};
    expect(width / height).toBeGreaterThan(1.2);
    expect(width / height).toBeLessThan(2);
    const rows = [...Map.groupBy(boxes.values(), ({ y }) => y).values()];
    const lengths = rows.map(({ length }) => length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    // Each row continues the one above it, from the left.
    const inReadingOrder = [...boxes.values()].toSorted((one, two) => one.y - two.y || one.x - two.x);
    expect(inReadingOrder).toEqual([...boxes.values()]);
    expect(new Set(rows.map(([first]) => first?.x)).size).toBe(1);
  });

  test('a board that can be read as one row stays in one row', async () => {
    expect(new Set([...(await placed({ items: row(15), arrows: chain(15) })).values()].map(({ y }) => y)).size).toBe(1);
  });

  test('rows end where the fewest connections are cut', async () => {
    // Three lanes that meet in one item, beside the middle of the board.
    const lanes = (from: number, to: number) =>
      [0, 1, 2].flatMap((lane) =>
        Array.from({ length: to - from }, (_, at) => ({ from: `l${lane} ${from + at}`, to: `l${lane} ${from + at + 1}` })),
      );
    const arrows = [
      ...lanes(0, 10),
      ...lanes(13, 22),
      ...[0, 1, 2].flatMap((lane) => [
        { from: `l${lane} 10`, to: 'middle' },
        { from: 'next', to: `l${lane} 13` },
      ]),
      { from: 'middle', to: 'next' },
    ];
    const items = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].map((id) => item(id));
    const boxes = await placed({ items, arrows });
    const y = (id: string) => boxes.get(id)?.y ?? -1;
    expect(y('next')).toBeGreaterThan(Math.max(y('middle'), y('l0 10'), y('l1 10'), y('l2 10')));
    expect(boxes.get('next')?.x).toBe(Math.min(...[...boxes.values()].map(({ x }) => x)));
  });

  test('10,000 items are laid out', async () => {
    const boxes = [...(await placed({ items: row(10_000), arrows: chain(10_000) })).values()];
    expect(boxes.every(isInside)).toBe(true);
    expect(overlaps(boxes)).toBe(0);
  });

  test('a board that does not fit is not laid out', async () => {
    const large = Array.from({ length: 5 }, (_, at) => ({ ...item(`i${at}`), width: 30_000, height: 30_000 }));
    expect(await layoutItems({ items: large, arrows: [], obstacles: [] })).toBeNull();
  });

  test('it reports its progress', async () => {
    const parts: number[] = [];
    const arrows = [
      { from: 'i0', to: 'i1' },
      { from: 'i2', to: 'i3' },
    ];
    await layoutItems({ items: row(4), arrows, obstacles: [] }, (part) => parts.push(part));
    expect(parts).toEqual([0.5, 1]);
  });
});
