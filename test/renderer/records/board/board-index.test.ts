import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SceneBuilder } from '../../../../renderer/features/board/canvas/board-scene.ts';
import { BoardIndex } from '../../../../renderer/records/board/board-index.ts';
import { type Box, boxesOverlap, containsPoint, emptyBox } from '../../../../shared/layout/geometry.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { countOperations } from '../../../count-operations.ts';
import { cases, expectEnough } from '../../../rounds.ts';
import { arrow, elementAt, projectOf, record } from '../../../story-records.ts';

const items = ['one', 'two', 'three', 'four'];
const arrows = ['a', 'b', 'c-out'];
const place = { x: fc.nat(3000), y: fc.nat(3000) };
const boards = ['board', 'other'];

/** All changes of a board: items are created, moved and removed, connections are drawn and reconnected, conditions are added and removed. */
const step = fc.oneof(
  fc.record({ do: fc.constant('item' as const), id: fc.constantFrom(...items), boardId: fc.constantFrom(...boards), ...place }),
  fc.record({
    do: fc.constant('arrow' as const),
    id: fc.constantFrom('a', 'b'),
    from: fc.constantFrom(...items),
    to: fc.constantFrom(...items, 'fork'),
  }),
  fc.record({ do: fc.constant('condition' as const), id: fc.constantFrom('c-1', 'c-2') }),
  fc.record({ do: fc.constant('out' as const), from: fc.constantFrom('c-if', 'c-2'), to: fc.constantFrom(...items) }),
  fc.record({ do: fc.constant('removed' as const), id: fc.constantFrom(...items, ...arrows, 'c-1', 'c-2') }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function recordOf(each: Exclude<Step, { do: 'removed' }>): AnyRecord {
  if (each.do === 'item') return { ...elementAt(each.id, each.x, each.y), boardId: each.boardId };
  if (each.do === 'arrow') return arrow(each.id, each.from, each.to, each.to === 'fork' ? 'branches' : 'elements');
  if (each.do === 'out') return arrow('c-out', each.from, each.to);
  return record('condition', each.id, { branchId: 'fork', role: 'elseIf' });
}

function happen(project: Project, each: Step): void {
  if (each.do === 'removed') {
    const before = project.get(each.id);
    if (before) project.apply([{ before }]);
    return;
  }
  const after = recordOf(each);
  const before = project.get(after.id);
  project.apply([before ? { before, after } : { after }]);
}

const start = () =>
  projectOf(
    record('board', 'other', { parentId: 'root', name: 'Other' }),
    elementAt('one', 0, 0),
    elementAt('three', 600, 0),
    arrow('a', 'one', 'three'),
    record('branch', 'fork', { boardId: 'board', x: 900, y: 900 }),
    record('condition', 'c-if', { branchId: 'fork', role: 'if' }),
  );

function made(project: Project, boardId = 'board'): BoardIndex {
  const index = new BoardIndex(project, boardId);
  for (const _ of index.build());
  return index;
}

const seen = (index: BoardIndex) => ({
  boxes: new Map([...index.boxes].sort()),
  lines: new Map(
    [...index.connections].sort().map(([id, line]) => [id, { record: line.record, row: line.rowIndex, ends: line.endpoints }]),
  ),
});

/** What is found in an area, and what is there when everything on the board is compared with it. */
function foundIn(index: BoardIndex, area: Box) {
  const items = [...index.boxes].filter(([, box]) => boxesOverlap(box, area)).map(([id]) => id);
  const lines = [...index.connections].filter(([, { reach }]) => boxesOverlap(reach, area)).map(([id]) => id);
  const found = {
    items: index.itemsIn(area).sort(),
    lines: index
      .connectionsNear(area)
      .map(({ record }) => record.id)
      .sort(),
    has: index.hasItemIn(area),
  };
  return { found, there: { items: items.sort(), lines: lines.sort(), has: items.length > 0 } };
}

describe('the index of a board', () => {
  test('following the changes gives the same index as building it again, also if they arrive while it is built', () => {
    let many = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), fc.nat(6), (steps, early) => {
        const project = start();
        const index = new BoardIndex(project, 'board');
        const making = index.build();
        for (const [at, each] of steps.entries()) {
          happen(project, each);
          if (at < early) making.next();
        }
        while (!making.next().done);
        let drawn = false;
        for (const each of steps) {
          happen(project, each);
          index.update();
          drawn ||= index.connections.size > 0;
          expect(seen(index)).toEqual(seen(made(project)));
        }
        if (drawn) many++;
      }),
      { numRuns: cases(300) },
    );
    expectEnough(many, cases(300), 0.3);
  });

  test('a build that is cancelled, and continued after changes, contains nothing that was removed meanwhile', () => {
    const project = projectOf(elementAt('one', 0, 0), elementAt('two', 400, 0), arrow('a', 'one', 'two'));
    const index = new BoardIndex(project, 'board');
    const cancelled = index.build();
    cancelled.next();
    cancelled.next();
    project.apply(['a', 'one'].flatMap((id) => project.get(id) ?? []).map((before) => ({ before })));
    for (const _ of index.build());
    expect([[...index.boxes.keys()], index.isBuilt]).toEqual([['two'], true]);
    for (const _ of cancelled);
    expect([...index.boxes.keys()]).toEqual(['two']);
  });

  test('after any changes it finds in an area what is there, and at a point the last item drawn', () => {
    let many = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), fc.record(place), (steps, corner) => {
        const project = start();
        const index = made(project);
        for (const each of steps) {
          happen(project, each);
          index.update();
        }
        const { found, there } = foundIn(index, { ...corner, width: 900, height: 600 });
        expect(found).toEqual(there);
        const drawn = index.itemsIn({ x: -1e6, y: -1e6, width: 2e6, height: 2e6 });
        expect(index.itemAtPoint(corner)).toBe(drawn.findLast((id) => containsPoint(index.boxes.get(id) ?? emptyBox, corner)) ?? null);
        if (found.items.length > 0 && found.lines.length > 0) many++;
      }),
      { numRuns: cases(200) },
    );
    expectEnough(many, cases(200), 0.15);
  });

  test('finding what is in an area takes as many steps on a board of ten times as many items', () => {
    const steps = [400, 4000].map((count) => {
      const at = (id: number) => elementAt(`e${id}`, (id % 20) * 400, Math.floor(id / 20) * 200);
      const index = made(
        projectOf(...Array.from({ length: count }, (_, id) => at(id)), arrow('a', 'e0', 'e1'), arrow('b', 'e0', `e${count - 1}`)),
      );
      const area = { x: 500, y: 500, width: 1500, height: 900 };
      return countOperations(() => [
        index.itemsIn(area),
        index.connectionsNear(area),
        index.itemHitAt({ x: 700, y: 700 }, 40),
        index.hasItemIn(area),
      ]);
    });
    expect(steps[1]).toBeLessThan((steps[0] ?? 0) * 1.5);
  });

  test('the reading order is built in many short steps, row by row from the top', () => {
    // In each row from the right, and the rows from the bottom; items of a row lie up to 60 pixels lower than its first one.
    const count = 5000;
    const items = Array.from({ length: count }, (_, id) => {
      const [column, row] = [id % 50, Math.floor(id / 50)];
      return elementAt(`e${id}`, (49 - column) * 400, (99 - row) * 500 + (column % 7) * 10);
    });
    const index = made(projectOf(...items));
    expect(index.isOrdered).toBe(false);
    expect([...index.buildOrder()].length).toBeGreaterThan(count / 1000);
    expect(index.isOrdered).toBe(true);
    expect(index.readingOrder()).toEqual(items.map(({ id }) => id).reverse());
  });

  test('the reading order is not kept if the board has changed, also while it is built', () => {
    const index = made(projectOf(elementAt('left', 0, 0), elementAt('right', 500, 0)));
    const building = index.buildOrder();
    building.next();
    const move = (id: string, x: number) => index.setDraggedBoxes(new Map([[id, { x, y: 0, width: 9, height: 9 }]]));
    move('left', 900);
    for (const _ of building);
    expect([index.isOrdered, index.readingOrder()]).toEqual([false, ['right', 'left']]);
    move('right', 900);
    expect([index.isOrdered, index.readingOrder()]).toEqual([false, ['left', 'right']]);
  });

  test('its revision changes only if anything would be drawn differently', () => {
    const project = start();
    const index = made(project);
    const { revision } = index;
    happen(project, { do: 'item', id: 'two', boardId: 'other', x: 0, y: 0 });
    index.update();
    expect(index.revision).toBe(revision);
    const before = project.get('one');
    if (before) project.apply([{ before, after: { ...before, theme: 'red' } }]);
    index.update();
    expect(index.revision).not.toBe(revision);
  });

  test('a part of the board has every visible item and both ends of every line that crosses it', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 24 }), fc.record(place), (steps, corner) => {
        const project = start();
        for (const each of steps) happen(project, each);
        const visibleArea: Box = { ...corner, width: 900, height: 600 };
        const view = { draggedBoxes: new Map(), selected: new Set<string>() };
        const whole = new SceneBuilder().build(project, 1, 'board', view);
        const part = new SceneBuilder().build(project, 1, 'board', { ...view, visibleArea });
        const ids = new Set(part.nodes.map(({ id }) => id));
        for (const node of whole.nodes) {
          const box = whole.index.boxes.get(node.id);
          const inside =
            box &&
            box.x < visibleArea.x + 900 &&
            box.x + box.width > visibleArea.x &&
            box.y < visibleArea.y + 600 &&
            box.y + box.height > visibleArea.y;
          if (inside) expect(ids).toContain(node.id);
        }
        for (const { source, target } of part.edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
        expect(whole.nodes.filter(({ id }) => ids.has(id))).toEqual(part.nodes);
      }),
      { numRuns: cases(200) },
    );
  });
});
