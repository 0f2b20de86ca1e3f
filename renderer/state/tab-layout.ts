/**
 * Which tabs of a project are open, on one side or on two beside each other. Pure: each function returns the next layout, or the same one if nothing
 * changes. The invariants: there are one or two sides, a tab exists once, and if there are two sides, both have tabs.
 */
import { asRecordOf, asStrings } from './stored-state.ts';

/** A board, as `board/<id>`, or the name of a registered view. */
export type TabId = string;

export interface TabSide {
  /** In the order in which they are shown. */
  readonly tabs: readonly TabId[];
  /** The same tabs in the order of their last use; the last one is in front. */
  readonly byUse: readonly TabId[];
}

export interface TabLayout {
  readonly sides: readonly TabSide[];
  /** The index of the side that has the focus, or had it last. */
  readonly focused: number;
  /** The part of the width that the left one of two sides has. */
  readonly ratio: number;
}

const MIN_RATIO = 0.2;
const EVEN_RATIO = 0.5;
const BOARD_PREFIX = 'board/';

export const emptyTabLayout: TabLayout = { sides: [], focused: 0, ratio: EVEN_RATIO };

export const boardTab = (boardId: string): TabId => `${BOARD_PREFIX}${boardId}`;
/** null for a tab that is no board. */
export const boardOfTab = (tab: TabId): string | null => (tab.startsWith(BOARD_PREFIX) ? tab.slice(BOARD_PREFIX.length) : null);

export const frontTab = (side: TabSide | undefined): TabId | undefined => side?.byUse.at(-1);
/** The tab that has the focus, or had it last. */
export const activeTab = ({ sides, focused }: TabLayout): TabId | undefined => frontTab(sides[focused]);
export const sideOfTab = ({ sides }: TabLayout, tab: TabId): number => sides.findIndex(({ tabs }) => tabs.includes(tab));
export const countTabs = ({ sides }: TabLayout): number => sides.reduce((count, { tabs }) => count + tabs.length, 0);
export const isSplit = ({ sides }: TabLayout): boolean => sides.length > 1;

/** Brings a tab to the front of its side and focuses it. A new one is added after the active tab. */
export function openTab(layout: TabLayout, tab: TabId): TabLayout {
  if (activeTab(layout) === tab) return layout;
  const at = sideOfTab(layout, tab);
  if (at >= 0) return { ...replaceSide(layout, at, (side) => ({ ...side, byUse: toEnd(side.byUse, tab) })), focused: at };
  const front = activeTab(layout);
  if (front === undefined) return { ...layout, sides: [{ tabs: [tab], byUse: [tab] }], focused: 0 };
  return replaceSide(layout, layout.focused, ({ tabs, byUse }) => ({
    tabs: insertAt(tabs, tabs.indexOf(front) + 1, tab),
    byUse: [...byUse, tab],
  }));
}

/** The last tab stays. */
export const closeTab = (layout: TabLayout, tab: TabId): TabLayout =>
  countTabs(layout) > 1 ? keepTabs(layout, (each) => each !== tab) : layout;

/** Closes the other tabs of its side. */
export function closeOtherTabs(layout: TabLayout, tab: TabId): TabLayout {
  const side = layout.sides[sideOfTab(layout, tab)];
  return side
    ? openTab(
        keepTabs(layout, (each) => each === tab || !side.tabs.includes(each)),
        tab,
      )
    : layout;
}

/** Whether the tab can be moved to the other side: not as the only one, because its own side would disappear. */
export const canMoveToOtherSide = (layout: TabLayout, tab: TabId): boolean => sideOfTab(layout, tab) >= 0 && countTabs(layout) > 1;

/** Moves a tab to the end of the other side, and focuses it there. If there is only one side, the other one opens on the right. */
export function moveToOtherSide(layout: TabLayout, tab: TabId): TabLayout {
  if (!canMoveToOtherSide(layout, tab)) return layout;
  const from = sideOfTab(layout, tab);
  const to = from === 0 ? 1 : 0;
  const target = layout.sides[to] ?? { tabs: [], byUse: [] };
  const source = layout.sides[from] ?? target;
  const sides: TabSide[] = [];
  sides[from] = withoutTab(source, tab);
  sides[to] = { tabs: [...target.tabs, tab], byUse: [...target.byUse, tab] };
  return dropEmptySides({ ...layout, sides, focused: to });
}

/** Moves a tab before or after another one, which may be on the other side, and focuses it. */
export function placeTab(layout: TabLayout, tab: TabId, { beside, position }: TabPlace): TabLayout {
  const to = sideOfTab(layout, beside);
  if (tab === beside || to < 0 || sideOfTab(layout, tab) < 0) return layout;
  const sides = layout.sides.map((side, at) => {
    const { tabs, byUse } = withoutTab(side, tab);
    if (at !== to) return { tabs, byUse };
    return { tabs: insertAt(tabs, tabs.indexOf(beside) + (position === 'after' ? 1 : 0), tab), byUse: [...byUse, tab] };
  });
  return dropEmptySides({ ...layout, sides, focused: to });
}

export interface TabPlace {
  readonly beside: TabId;
  readonly position: 'before' | 'after';
}

/** The place one step to the left or right in its row; undefined at the end. */
export function adjacentPlace(layout: TabLayout, tab: TabId, step: 1 | -1): TabPlace | undefined {
  const { tabs } = layout.sides[sideOfTab(layout, tab)] ?? { tabs: [] };
  const beside = tabs[tabs.indexOf(tab) + step];
  return beside === undefined ? undefined : { beside, position: step === 1 ? 'after' : 'before' };
}

/** Opens the next or previous tab of all sides, from left to right and around. */
export function stepTab(layout: TabLayout, step: 1 | -1): TabLayout {
  const all = layout.sides.flatMap(({ tabs }) => tabs);
  const at = all.indexOf(activeTab(layout) ?? '');
  const next = all[(at + step + all.length) % Math.max(1, all.length)];
  return next === undefined ? layout : openTab(layout, next);
}

export const setRatio = (layout: TabLayout, ratio: number): TabLayout => ({
  ...layout,
  ratio: Math.min(1 - MIN_RATIO, Math.max(MIN_RATIO, ratio)),
});

/** The layout without the tabs that `exists` rejects. */
export const keepTabs = (layout: TabLayout, exists: (tab: TabId) => boolean): TabLayout =>
  layout.sides.every(({ tabs }) => tabs.every(exists))
    ? layout
    : dropEmptySides({
        ...layout,
        sides: layout.sides.map(({ tabs, byUse }) => ({ tabs: tabs.filter(exists), byUse: byUse.filter(exists) })),
      });

/** Reads a stored layout. Whatever violates an invariant is left out. */
export function parseTabLayout(stored: unknown): TabLayout {
  const { sides, focused, ratio } = asRecordOf(stored, (value) => value);
  const seen = new Set<TabId>();
  const parsed = (Array.isArray(sides) ? sides.slice(0, 2) : []).map((side): TabSide => {
    const fields = asRecordOf(side, asStrings);
    const tabs = (fields.tabs ?? []).filter((tab) => !seen.has(tab) && seen.add(tab));
    const used = [...new Set(fields.byUse ?? [])].filter((tab) => tabs.includes(tab));
    return { tabs, byUse: [...tabs.filter((tab) => !used.includes(tab)), ...used] };
  });
  const layout = { sides: parsed, focused: focused === 1 ? 1 : 0, ratio: EVEN_RATIO };
  return dropEmptySides(Number.isFinite(ratio) ? setRatio(layout, Number(ratio)) : layout);
}

/** If one of two sides is empty, the other one remains and has the focus. */
function dropEmptySides(layout: TabLayout): TabLayout {
  const sides = layout.sides.filter(({ tabs }) => tabs.length > 0);
  return { ...layout, sides, focused: sides.length < 2 ? 0 : layout.focused };
}

const replaceSide = (layout: TabLayout, index: number, change: (side: TabSide) => TabSide): TabLayout => ({
  ...layout,
  sides: layout.sides.map((side, at) => (at === index ? change(side) : side)),
});
const withoutTab = ({ tabs, byUse }: TabSide, tab: TabId): TabSide => ({
  tabs: tabs.filter((each) => each !== tab),
  byUse: byUse.filter((each) => each !== tab),
});
const toEnd = (tabs: readonly TabId[], tab: TabId): readonly TabId[] => [...tabs.filter((each) => each !== tab), tab];
const insertAt = (tabs: readonly TabId[], at: number, tab: TabId): readonly TabId[] => [...tabs.slice(0, at), tab, ...tabs.slice(at)];
