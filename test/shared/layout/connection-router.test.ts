/** Connections that can be read: around items, apart from each other, with labels that cover nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, boxesOverlap, faceMidpoint, facesBetween } from '../../../shared/layout/geometry.ts';
import { ConnectionRouter, type RoutingChange } from '../../../shared/layout/routing/connection-router.ts';
import type { RoutedItem } from '../../../shared/layout/routing/item-obstacles.ts';
import type { RoutedConnection } from '../../../shared/layout/routing/line-ends.ts';
import type { LineType } from '../../../shared/layout/routing/lines.ts';
import { cases } from '../../rounds.ts';
import { findCrossedPairs, findRouteFaults, pointsOf } from './route-faults.ts';

const item = (id: string, x: number, y: number, width = 300, height = 120): RoutedItem => ({
  id,
  box: { x, y, width, height },
  cornerRadius: 12,
});

function connect(
  items: readonly RoutedItem[],
  id: string,
  from: string,
  to: string,
  given: Partial<RoutedConnection> = {},
): RoutedConnection {
  const boxOf = (wanted: string): Box => items.find((each) => each.id === wanted)?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  const [source, target] = [boxOf(from), boxOf(to)];
  const faces = facesBetween(source, target);
  return {
    id,
    type: 'Bezier',
    sourceId: from,
    targetId: to,
    from: { ...faceMidpoint(source, faces.source), face: faces.source },
    to: { ...faceMidpoint(target, faces.target), face: faces.target },
    rowBox: null,
    label: '',
    labelWidth: 200,
    labelLocation: 0.5,
    ...given,
  };
}

const change = (given: Partial<RoutingChange>): RoutingChange => ({
  items: [],
  removedItems: [],
  connections: [],
  removedConnections: [],
  ...given,
});

function route(items: readonly RoutedItem[], connections: readonly RoutedConnection[]) {
  const router = new ConnectionRouter();
  const routes = router.update(change({ items, connections }));
  const pathOf = (id: string): string => routes.get(id)?.path ?? '';
  return { router, routes, pathOf, faults: findRouteFaults({ items, connections, routes }) };
}

const types: readonly LineType[] = ['Bezier', 'Straight', 'Flowchart'];

/** Items in a grid, so that none lies on another, each somewhere in its cell. */
const boards = fc
  .record({
    cells: fc.array(
      fc.record({ dx: fc.nat(120), dy: fc.nat(80), width: fc.integer({ min: 40, max: 300 }), height: fc.integer({ min: 28, max: 200 }) }),
      { minLength: 2, maxLength: 16 },
    ),
    pairs: fc.array(fc.record({ from: fc.nat(15), to: fc.nat(15), type: fc.constantFrom(...types), label: fc.boolean() }), {
      maxLength: 16,
    }),
  })
  .map(({ cells, pairs }) => {
    const items = cells.map(({ dx, dy, width, height }, at) =>
      item(`i${at}`, 1000 + (at % 4) * 470 + dx, 1000 + Math.floor(at / 4) * 330 + dy, width, height),
    );
    const connections = pairs.map(({ from, to, type, label }, at) =>
      connect(items, `c${at}`, `i${from % items.length}`, `i${to % items.length}`, { type, label: label ? 'Follow the path north' : '' }),
    );
    return { items, connections: connections.filter(({ sourceId, targetId }) => sourceId !== targetId) };
  });

describe('[Connection] routes', () => {
  test('opposite lines do not cross where they meet one of the items at different sides', () => {
    const items = [item('rocks', 300, 1140, 300, 216), item('house', 740, 660, 300, 415)];
    const [rocks, house] = items.map(({ box }) => box);
    if (!rocks || !house) throw new Error('no items');
    for (const ids of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const connections = [
        connect(items, ids[0], 'rocks', 'house', {
          from: { ...faceMidpoint(rocks, 'right'), face: 'right' },
          to: { ...faceMidpoint(house, 'left'), face: 'left' },
        }),
        connect(items, ids[1], 'house', 'rocks', {
          from: { ...faceMidpoint(house, 'left'), face: 'left' },
          to: { ...faceMidpoint(rocks, 'top'), face: 'top' },
          type: 'Flowchart',
        }),
      ];
      expect(findCrossedPairs({ items, connections, routes: route(items, connections).routes })).toEqual([]);
    }
  });

  test('opposite lines of different types do not cross', () => {
    const items = [item('one', 400, 780, 301, 152), item('two', 840, 1160, 301, 186)];
    const [one, two] = items.map(({ box }) => box);
    if (!one || !two) throw new Error('no items');
    const bottom = { ...faceMidpoint(one, 'bottom'), face: 'bottom' as const };
    const top = { ...faceMidpoint(two, 'top'), face: 'top' as const };
    const connections = [
      connect(items, 'a', 'one', 'two', { from: bottom, to: top }),
      connect(items, 'b', 'two', 'one', { from: top, to: bottom, type: 'Flowchart' }),
    ];
    const { routes } = route(items, connections);
    expect(findCrossedPairs({ items, connections, routes })).toEqual([]);
  });

  test('no line runs through an item and no label covers anything, whatever the board is like', () => {
    fc.assert(
      fc.property(boards, ({ items, connections }) => {
        expect(route(items, connections).faults).toEqual([]);
      }),
      { numRuns: cases(60) },
    );
  });

  test('the same holds after an item has moved, and what is far from it stays as it was', () => {
    fc.assert(
      fc.property(boards, fc.nat(15), fc.nat(300), ({ items, connections }, which, dx) => {
        const { router, routes } = route(items, connections);
        const old = items[which % items.length];
        if (!old) return;
        const moved = { ...old, box: { ...old.box, y: 200, x: old.box.x + dx } };
        const after = items.map((each) => (each === old ? moved : each));
        const again = connections.map((each) =>
          each.sourceId === old.id || each.targetId === old.id
            ? connect(after, each.id, each.sourceId, each.targetId, { type: each.type, label: each.label })
            : each,
        );
        const changed = router.update(change({ items: [moved], connections: again.filter((each, at) => each !== connections[at]) }));
        expect(findRouteFaults({ items: after, connections: again, routes: new Map([...routes, ...changed]) })).toEqual([]);
      }),
      { numRuns: cases(30) },
    );
  });

  test.each(types)('a %s line goes around an item that is in its way, and back when the item is gone', (type) => {
    const items = [item('a', 0, 0), item('wall', 500, -100, 200, 300), item('b', 1000, 0)];
    const connections = [connect(items, 'c', 'a', 'b', { type })];
    const { router, pathOf, faults } = route(items, connections);
    expect(faults).toEqual([]);
    const direct = route([...items.filter(({ id }) => id !== 'wall')], connections).pathOf('c');
    expect(pathOf('c')).not.toBe(direct);
    expect(router.update(change({ removedItems: ['wall'] })).get('c')?.path).toBe(direct);
  });

  test('a line keeps its type: curves and straight lines are bent only where something is in their way', () => {
    const items = [item('a', 0, 0), item('b', 700, 300)];
    expect(route(items, [connect(items, 'c', 'a', 'b')]).pathOf('c')).toMatch(/^M[^A-Z]+C[^A-Z]+$/);
    expect(route(items, [connect(items, 'c', 'a', 'b', { type: 'Straight' })]).pathOf('c')).toMatch(/^M[^A-Z]+L[^A-Z]+$/);
  });

  test('a change routes only what it concerns', () => {
    const items = Array.from({ length: 20 }, (_, at) => item(`i${at}`, at * 500, 0));
    const connections = items.slice(1).map(({ id }, at) => connect(items, `c${at}`, `i${at}`, id));
    const { router } = route(items, connections);
    const changed = router.update(change({ items: [item('new', 700, 300)] }));
    expect([...changed.keys()]).toEqual([]);
    expect([...router.update(change({ items: [item('new', 830, 40, 100, 40)] })).keys()]).toEqual(['c1']);
  });
});

describe('[Connection] lines beside each other', () => {
  const distanceBetween = (one: string, two: string): number =>
    Math.min(...pointsOf(one).flatMap((point) => pointsOf(two).map(({ x, y }) => Math.hypot(x - point.x, y - point.y))));

  test('opposite connections run side by side', () => {
    const items = [item('a', 0, 0), item('b', 600, 40)];
    const { pathOf } = route(items, [connect(items, 'there', 'a', 'b'), connect(items, 'back', 'b', 'a')]);
    expect(distanceBetween(pathOf('there'), pathOf('back'))).toBeGreaterThan(12);
  });

  test('opposite connections run side by side around an item too', () => {
    const items = [item('a', 0, 0), item('wall', 500, -100, 200, 300), item('b', 1000, 0)];
    const { pathOf } = route(items, [connect(items, 'there', 'a', 'b'), connect(items, 'back', 'b', 'a')]);
    expect(distanceBetween(pathOf('there'), pathOf('back'))).toBeGreaterThan(8);
  });

  test('lines that turn in the same gap get lanes of their own', () => {
    const items = [item('a', 0, 0), item('b', 0, 200), item('c', 700, 400), item('d', 700, 600)];
    const { pathOf } = route(items, [
      connect(items, 'upper', 'a', 'c', { type: 'Flowchart' }),
      connect(items, 'lower', 'b', 'd', { type: 'Flowchart' }),
    ]);
    expect(pathOf('upper')).toContain('Q');
    expect(distanceBetween(pathOf('upper'), pathOf('lower'))).toBeGreaterThan(8);
  });

  test('lines leave a side in the order of what they lead to', () => {
    const items = [item('a', 0, 300), item('low', 700, 700), item('high', 700, 0), item('middle', 700, 310)];
    const { routes } = route(
      items,
      ['low', 'high', 'middle'].map((to) => connect(items, to, 'a', to)),
    );
    const order = [...routes].sort(([, one], [, two]) => one.from.y - two.from.y).map(([id]) => id);
    expect(order).toEqual(['high', 'middle', 'low']);
  });

  test('a line does not use a side in front of which there is no room', () => {
    const items = [item('a', 0, 0), item('beside', 305, 0), item('b', 1000, 0)];
    const { routes, faults } = route(items, [connect(items, 'c', 'a', 'b')]);
    expect(faults).toEqual([]);
    expect(routes.get('c')?.from.x).toBe(150);
  });
});

describe('[Connection] labels', () => {
  test('a label stays where the writer put it, if there is room', () => {
    const items = [item('a', 0, 0), item('b', 1000, 0)];
    const { routes } = route(items, [connect(items, 'c', 'a', 'b', { label: 'Go', labelLocation: 0.25 })]);
    expect(Math.abs((routes.get('c')?.labelAt.x ?? 0) - (300 + 700 / 4))).toBeLessThan(1);
  });

  test('a label that is wider than the gap wraps', () => {
    const items = [item('a', 0, 0), item('b', 420, 0)];
    const { routes, faults } = route(items, [connect(items, 'c', 'a', 'b', { label: 'Follow the path to the north' })]);
    expect(faults).toEqual([]);
    expect(routes.get('c')?.labelWidth).toBeLessThan(120);
    expect(
      boxesOverlap({ x: 300, y: 0, width: 120, height: 120 }, { ...(routes.get('c')?.labelAt ?? { x: 0, y: 0 }), width: 1, height: 1 }),
    ).toBe(true);
  });
});
