/** The rules of tabs and of the split, as functions of a layout. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjacentPlace, placeOnSide, placeTab } from '../../../renderer/app/workspace/tab-arrangement.ts';
import {
  activeTab,
  boardOfTab,
  boardTab,
  canMoveToOtherSide,
  closeOtherTabs,
  closeTab,
  countTabs,
  emptyTabLayout,
  keepOpen,
  keepTabs,
  limitRatio,
  moveToOtherSide,
  openBeside,
  openTab,
  parseTabLayout,
  previewBoard,
  reopenTab,
  stepTab,
  type TabLayout,
} from '../../../renderer/state/tab-layout.ts';
import { cases, expectEnough } from '../../rounds.ts';

const open = (...tabs: string[]): TabLayout => tabs.reduce(openTab, emptyTabLayout);
const rows = ({ sides }: TabLayout) => sides.map(({ tabs }) => tabs.join(' '));

describe('tabs', () => {
  test('a new tab opens after the active one, and an open one comes to the front', () => {
    const layout = openTab(openTab(open('a', 'b', 'c'), 'a'), 'new');
    expect(rows(layout)).toEqual(['a new b c']);
    expect(activeTab(openTab(layout, 'c'))).toBe('c');
    expect(rows(openTab(layout, 'c'))).toEqual(['a new b c']);
  });

  test('closing the active tab brings the one to the front that was used before', () => {
    const layout = openTab(open('a', 'b', 'c'), 'a');
    expect(activeTab(closeTab(layout, 'a'))).toBe('c');
    expect(activeTab(closeTab(layout, 'b'))).toBe('a');
  });

  test('a preview is replaced by the next one, in its place, until it is kept', () => {
    const preview = previewBoard(openTab(open('a', 'b'), 'a'), 'x');
    expect(rows(preview)).toEqual(['a board/x b']);
    const next = previewBoard(preview, 'y');
    expect(rows(next)).toEqual(['a board/y b']);
    expect(next.closed).toEqual([]);
    expect(rows(previewBoard(keepOpen(next, 'board/y'), 'z'))).toEqual(['a board/y board/z b']);
    expect(rows(previewBoard(moveToOtherSide(next, 'board/y'), 'z'))).toEqual(['a b', 'board/y board/z']);
  });

  test('while a view is in front, a board opens on the other side, if a board is in front there', () => {
    const split = moveToOtherSide(open('board/a', 'view'), 'view');
    expect(rows(previewBoard(split, 'x'))).toEqual(['board/a board/x', 'view']);
    expect(rows(previewBoard(moveToOtherSide(open('other', 'view'), 'view'), 'x'))).toEqual(['other', 'view board/x']);
  });

  test('closed tabs are reopened, the last one first, and only while they are not open', () => {
    const closed = closeTab(closeTab(open('a', 'b', 'c'), 'b'), 'c');
    expect(rows(reopenTab(closed))).toEqual(['a c']);
    expect(rows(reopenTab(reopenTab(closed)))).toEqual(['a c b']);
    expect(openTab(closed, 'c').closed).toEqual(['b']);
    expect(closeOtherTabs(open('a', 'b', 'c'), 'b').closed).toEqual(['a', 'c']);
    expect(reopenTab(open('a'))).toEqual(open('a'));
  });

  test('a tab opens to the side: on the right, or on the side without the focus', () => {
    const split = openBeside(open('a', 'b'), 'x');
    expect(rows(split)).toEqual(['a b', 'x']);
    expect(rows(openBeside(split, 'y'))).toEqual(['a b y', 'x']);
    expect(rows(openBeside(split, 'x'))).toEqual(['a b x']);
    expect(rows(openBeside(open('a'), 'a'))).toEqual(['a']);
    expect(activeTab(openBeside(split, 'a'))).toBe('a');
  });

  test('the last tab cannot be closed', () => {
    expect(closeTab(open('a'), 'a')).toEqual(open('a'));
  });

  test('the tabs that are left keep their side when the others of a side are closed', () => {
    const split = moveToOtherSide(open('a', 'b', 'c', 'd'), 'd');
    expect(rows(closeOtherTabs(split, 'b'))).toEqual(['b', 'd']);
    expect(activeTab(closeOtherTabs(split, 'b'))).toBe('b');
  });

  test('a split opens on the right; a side that loses its last tab closes', () => {
    const split = moveToOtherSide(open('a', 'b'), 'a');
    expect(rows(split)).toEqual(['b', 'a']);
    expect(activeTab(split)).toBe('a');
    expect(rows(moveToOtherSide(split, 'a'))).toEqual(['b a']);
    expect(rows(closeTab(split, 'b'))).toEqual(['a']);
    expect(activeTab(closeTab(split, 'a'))).toBe('b');
    expect(rows(moveToOtherSide(split, 'b'))).toEqual(['a b']);
  });

  test('the only tab cannot be split off', () => {
    expect(canMoveToOtherSide(open('a'), 'a')).toBe(false);
    expect(moveToOtherSide(open('a'), 'a')).toEqual(open('a'));
  });

  test('a tab is moved beside another one, on its own side and on the other', () => {
    const layout = open('a', 'b', 'c');
    expect(rows(placeTab(layout, 'a', { beside: 'c', position: 'after' }))).toEqual(['b c a']);
    expect(rows(placeTab(layout, 'c', { beside: 'a', position: 'before' }))).toEqual(['c a b']);
    const split = moveToOtherSide(layout, 'c');
    expect(rows(placeTab(split, 'a', { beside: 'c', position: 'before' }))).toEqual(['b', 'a c']);
    expect(rows(placeTab(placeTab(split, 'a', { beside: 'c', position: 'before' }), 'b', { beside: 'c', position: 'after' }))).toEqual([
      'a c b',
    ]);
  });

  test('a tab dropped on the content opens a split on that half, or moves to that side of a split', () => {
    const layout = open('a', 'b', 'c');
    expect([placeOnSide(layout, 'b', 0), placeOnSide(layout, 'b', 1)].map(rows)).toEqual([
      ['b', 'a c'],
      ['a c', 'b'],
    ]);
    expect([placeOnSide(layout, 'b', 0), placeOnSide(layout, 'b', 1)].map(activeTab)).toEqual(['b', 'b']);
    const split = placeOnSide(layout, 'b', 0);
    expect(rows(placeOnSide(split, 'a', 0))).toEqual(['b a', 'c']);
    expect(rows(placeOnSide(split, 'a', 1))).toEqual(['b', 'a c']);
    expect(activeTab(placeOnSide(split, 'a', 1))).toBe('a');
    expect(rows(placeOnSide(split, 'b', 1))).toEqual(['a c b']);
    expect(placeOnSide(open('a'), 'a', 1)).toEqual(open('a'));
  });

  test('one step to the side ends at the ends of the row', () => {
    expect(adjacentPlace(open('a', 'b'), 'a', 1)).toEqual({ beside: 'b', position: 'after' });
    expect(adjacentPlace(open('a', 'b'), 'b', -1)).toEqual({ beside: 'a', position: 'before' });
    expect(adjacentPlace(open('a', 'b'), 'b', 1)).toBeUndefined();
  });

  test('stepping goes through the tabs of both sides, and from the last one to the first', () => {
    const split = moveToOtherSide(open('a', 'b', 'c'), 'c');
    const seen = [split];
    for (let step = 0; step < 3; step++) seen.push(stepTab(seen.at(-1) ?? split, 1));
    expect(seen.map(activeTab)).toEqual(['c', 'a', 'b', 'c']);
    expect(activeTab(stepTab(split, -1))).toBe('b');
    expect(stepTab(emptyTabLayout, 1)).toEqual(emptyTabLayout);
  });

  test('the tab of a board that is missing is hidden, and returns at its place and in front', () => {
    const layout = openTab(open('a', 'b', 'c'), 'b');
    const without = keepTabs(layout, (tab) => tab !== 'b');
    expect(rows(without)).toEqual(['a c']);
    expect(activeTab(without)).toBe('c');
    expect(keepTabs(layout, () => true)).toBe(layout);
  });

  test('each side keeps at least a fifth of the width', () => {
    expect([0, 0.3, 1].map(limitRatio)).toEqual([0.2, 0.3, 0.8]);
  });

  test('a tab is a board or a view', () => {
    expect(boardOfTab(boardTab('b1'))).toBe('b1');
    expect(boardOfTab('variables')).toBeNull();
  });
});

const tab = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  tab.map((each) => (layout: TabLayout) => openTab(layout, each)),
  tab.map((each) => (layout: TabLayout) => closeTab(layout, each)),
  tab.map((each) => (layout: TabLayout) => closeOtherTabs(layout, each)),
  tab.map((each) => (layout: TabLayout) => moveToOtherSide(layout, each)),
  tab.map((each) => (layout: TabLayout) => keepTabs(layout, (other) => other !== each)),
  fc.constantFrom(1 as const, -1 as const).map((by) => (layout: TabLayout) => stepTab(layout, by)),
  fc.tuple(tab, tab, fc.constantFrom('before' as const, 'after' as const)).map(
    ([each, beside, position]) =>
      (layout: TabLayout) =>
        placeTab(layout, each, { beside, position }),
  ),
  fc.tuple(tab, fc.constantFrom(0 as const, 1 as const)).map(
    ([each, side]) =>
      (layout: TabLayout) =>
        placeOnSide(layout, each, side),
  ),
  tab.map((each) => (layout: TabLayout) => previewBoard(layout, each)),
  tab.map((each) => (layout: TabLayout) => keepOpen(layout, boardTab(each))),
  tab.map((each) => (layout: TabLayout) => openBeside(layout, each)),
  fc.constant(reopenTab),
);

function expectInvariants(layout: TabLayout): void {
  const { sides, focused, ratio, closed } = layout;
  const all = [...sides.flatMap(({ tabs }) => tabs), ...closed];
  expect(new Set(all).size).toBe(all.length);
  for (const { tabs, byUse, preview } of sides) {
    expect([null, ...tabs]).toContain(preview);
    expect(tabs.length).toBeGreaterThan(0);
    expect(byUse.toSorted()).toEqual(tabs.toSorted());
  }
  expect(sides.length).toBeLessThanOrEqual(2);
  expect(focused).toBeLessThan(Math.max(1, sides.length));
  expect(ratio).toBeGreaterThanOrEqual(0.2);
  expect(ratio).toBeLessThanOrEqual(0.8);
}

describe('every layout', () => {
  test('has one or two sides with tabs, and each tab once, whatever is done; it is stored and read unchanged', () => {
    let splits = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let layout = emptyTabLayout;
        let isSplit = false;
        for (const apply of steps) {
          layout = apply(layout);
          expectInvariants(layout);
          isSplit ||= layout.sides.length === 2;
        }
        if (isSplit) splits++;
        expect(parseTabLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
      }),
      { numRuns: cases(300) },
    );
    expectEnough(splits, cases(300), 0.05);
  });

  test('is read from whatever is stored', () => {
    const side = fc.record(
      { tabs: fc.oneof(fc.array(fc.oneof(tab, fc.integer())), fc.string()), byUse: fc.oneof(fc.array(tab), fc.constant(null)) },
      { requiredKeys: [] },
    );
    const stored = fc.record(
      {
        sides: fc.oneof(fc.array(fc.oneof(side, fc.jsonValue()), { maxLength: 4 }), fc.jsonValue()),
        focused: fc.jsonValue(),
        ratio: fc.jsonValue(),
        closed: fc.oneof(fc.array(tab), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(stored, fc.jsonValue()), (value) => {
        const layout = parseTabLayout(value);
        expectInvariants(layout);
        if (countTabs(layout) > 0) accepted++;
      }),
      { numRuns: cases(300) },
    );
    expectEnough(accepted, cases(300), 0.01);
  });
});
