/**
 * Which tabs of a project are open, on one side or on two beside each other. Pure: each function returns the next layout, or the same one if nothing
 * changes. The invariants: there are one or two sides, a tab exists once, if there are two sides, both have tabs, and a closed tab is not open.
 */
import { asRecordOf, asStrings } from './stored-state.ts';

/** A board, as `board/<id>`, or the name of a registered view. */
export type TabId = string;

export interface TabSide {
  /** In the order in which they are shown. */
  readonly tabs: readonly TabId[];
  /** The same tabs in the order of their last use; the last one is in front. */
  readonly byUse: readonly TabId[];
  /** The tab that the next preview on this side replaces. */
  readonly preview: TabId | null;
}

export interface TabLayout {
  readonly sides: readonly TabSide[];
  /** The index of the side that has the focus, or had it last. */
  readonly focused: number;
  /** The part of the width that the left one of two sides has. */
  readonly ratio: number;
  /** Tabs that can be reopened, the one that was closed last comes last. */
  readonly closed: readonly TabId[];
}

export const minRatio = 0.2;
export const maxRatio = 0.8;
export const evenRatio = 0.5;
const maxClosed = 20;
const boardPrefix = 'board/';

export const emptyTabLayout: TabLayout = { sides: [], focused: 0, ratio: evenRatio, closed: [] };

export const boardTab = (boardId: string): TabId => `${boardPrefix}${boardId}`;
/** null for a tab that is no board. */
export const boardOfTab = (tab: TabId): string | null => (tab.startsWith(boardPrefix) ? tab.slice(boardPrefix.length) : null);

export const frontTab = (side: TabSide | undefined): TabId | undefined => side?.byUse.at(-1);
/** The tab that has the focus, or had it last. */
export const activeTab = ({ sides, focused }: TabLayout): TabId | undefined => frontTab(sides[focused]);
export const sideOfTab = ({ sides }: TabLayout, tab: TabId): number => sides.findIndex(({ tabs }) => tabs.includes(tab));
export const countTabs = ({ sides }: TabLayout): number => sides.reduce((count, { tabs }) => count + tabs.length, 0);

/** Brings a tab to the front of its side and focuses it. A new one is added after the active tab. */
export function openTab(layout: TabLayout, tab: TabId): TabLayout {
  if (activeTab(layout) === tab) return layout;
  const at = sideOfTab(layout, tab);
  if (at >= 0) return { ...replaceSide(layout, at, (side) => ({ ...side, byUse: toEnd(side.byUse, tab) })), focused: at };
  const closed = layout.closed.filter((each) => each !== tab);
  const front = activeTab(layout);
  if (front === undefined) return { ...layout, closed, sides: [{ tabs: [tab], byUse: [tab], preview: null }], focused: 0 };
  return replaceSide({ ...layout, closed }, layout.focused, ({ tabs, byUse, preview }) => ({
    tabs: withTabAt(tabs, tabs.indexOf(front) + 1, tab),
    byUse: [...byUse, tab],
    preview,
  }));
}

/**
 * Opens a board until another one is opened: a new tab replaces the preview of its side. While a view is in front on the focused side, that is the other side
 * if a board is in front there, so that both stay visible.
 */
export function previewBoard(layout: TabLayout, boardId: string): TabLayout {
  const tab = boardTab(boardId);
  if (sideOfTab(layout, tab) >= 0) return openTab(layout, tab);
  const isBoardInFront = (at: number) => boardOfTab(frontTab(layout.sides[at]) ?? '') !== null;
  const other = layout.focused === 0 ? 1 : 0;
  const at = !isBoardInFront(layout.focused) && isBoardInFront(other) ? other : layout.focused;
  const replaced = layout.sides[at]?.preview ?? null;
  const opened = openTab({ ...layout, focused: at }, tab);
  return replaceSide(opened, opened.focused, ({ tabs, byUse }) => ({
    tabs: replaced === null ? tabs : tabs.filter((each) => each !== tab).map((each) => (each === replaced ? tab : each)),
    byUse: byUse.filter((each) => each !== replaced),
    preview: tab,
  }));
}

/** A preview becomes a tab that stays. */
export function keepOpen(layout: TabLayout, tab: TabId): TabLayout {
  const at = layout.sides.findIndex(({ preview }) => preview === tab);
  return at < 0 ? layout : replaceSide(layout, at, (side) => ({ ...side, preview: null }));
}

/** Opens a tab on the other side, which opens on the right if there is only one. The only tab stays where it is. */
export function openBeside(layout: TabLayout, tab: TabId): TabLayout {
  const at = sideOfTab(layout, tab);
  const opened = openTab(layout, tab);
  return at < 0 || at === layout.focused ? moveToOtherSide(opened, tab) : opened;
}

/** The last tab stays. */
export const closeTab = (layout: TabLayout, tab: TabId): TabLayout =>
  countTabs(layout) > 1 && sideOfTab(layout, tab) >= 0 ? closeTabs(layout, [tab]) : layout;

/** Closes the other tabs of its side. */
export function closeOtherTabs(layout: TabLayout, tab: TabId): TabLayout {
  const others = layout.sides[sideOfTab(layout, tab)]?.tabs.filter((each) => each !== tab) ?? [];
  return others.length > 0 ? openTab(closeTabs(layout, others), tab) : layout;
}

const closeTabs = (layout: TabLayout, tabs: readonly TabId[]): TabLayout => ({
  ...keepTabs(layout, (each) => !tabs.includes(each)),
  closed: [...layout.closed, ...tabs].slice(-maxClosed),
});

/** Opens the tab that was closed last. */
export function reopenTab(layout: TabLayout): TabLayout {
  const last = layout.closed.at(-1);
  return last === undefined ? layout : openTab(layout, last);
}

/** Whether the tab can be moved to the other side: not as the only one, because its own side would disappear. */
export const canMoveToOtherSide = (layout: TabLayout, tab: TabId): boolean => sideOfTab(layout, tab) >= 0 && countTabs(layout) > 1;

/** Moves a tab to the end of the other side, and focuses it there. If there is only one side, the other one opens on the right. */
export function moveToOtherSide(layout: TabLayout, tab: TabId): TabLayout {
  if (!canMoveToOtherSide(layout, tab)) return layout;
  const from = sideOfTab(layout, tab);
  const to = from === 0 ? 1 : 0;
  const target = layout.sides[to] ?? emptySide;
  const source = layout.sides[from] ?? target;
  const sides: TabSide[] = [];
  sides[from] = withoutTab(source, tab);
  sides[to] = { ...target, tabs: [...target.tabs, tab], byUse: [...target.byUse, tab] };
  return dropEmptySides({ ...layout, sides, focused: to });
}

/** Opens the next or previous tab of all sides, from left to right; after the last one follows the first. */
export function stepTab(layout: TabLayout, step: 1 | -1): TabLayout {
  const all = layout.sides.flatMap(({ tabs }) => tabs);
  const at = all.indexOf(activeTab(layout) ?? '');
  const next = all[(at + step + all.length) % Math.max(1, all.length)];
  return next === undefined ? layout : openTab(layout, next);
}

export const limitRatio = (ratio: number): number => Math.min(maxRatio, Math.max(minRatio, ratio));
/** The layout without the tabs that `exists` rejects. */
export const keepTabs = (layout: TabLayout, exists: (tab: TabId) => boolean): TabLayout =>
  allTabs(layout).every(exists)
    ? layout
    : dropEmptySides({
        ...layout,
        sides: layout.sides.map(({ tabs, byUse, preview }) => ({
          tabs: tabs.filter(exists),
          byUse: byUse.filter(exists),
          preview: preview !== null && exists(preview) ? preview : null,
        })),
        closed: layout.closed.filter(exists),
      });

/** The layout with boards that have got other ids. */
export function withCurrentBoards(layout: TabLayout, names: ReadonlyMap<string, string>): TabLayout {
  const current = (tab: TabId): TabId => {
    const id = names.get(boardOfTab(tab) ?? '');
    return id === undefined ? tab : boardTab(id);
  };
  if (allTabs(layout).every((tab) => current(tab) === tab)) return layout;
  return {
    ...layout,
    sides: layout.sides.map(({ tabs, byUse, preview }) => ({
      tabs: tabs.map(current),
      byUse: byUse.map(current),
      preview: preview === null ? null : current(preview),
    })),
    closed: layout.closed.map(current),
  };
}

/** The open and the closed ones. */
export const allTabs = ({ sides, closed }: TabLayout): readonly TabId[] => [...sides.flatMap(({ tabs }) => tabs), ...closed];

/** Reads a stored layout. Whatever violates an invariant is left out. */
export function parseTabLayout(stored: unknown): TabLayout {
  const { sides, focused, ratio, closed } = asRecordOf(stored, (value) => value);
  const seen = new Set<TabId>();
  const unseen = (tabs: readonly TabId[] = []) => tabs.filter((tab) => !seen.has(tab) && seen.add(tab));
  const parsed = (Array.isArray(sides) ? sides.slice(0, 2) : []).map((side): TabSide => {
    const fields = asRecordOf(side, (value) => value);
    const tabs = unseen(asStrings(fields.tabs));
    const used = [...new Set(asStrings(fields.byUse))].filter((tab) => tabs.includes(tab));
    const preview = tabs.find((tab) => tab === fields.preview) ?? null;
    return { tabs, byUse: [...tabs.filter((tab) => !used.includes(tab)), ...used], preview };
  });
  const layout = { sides: parsed, focused: focused === 1 ? 1 : 0, ratio: evenRatio, closed: unseen(asStrings(closed)).slice(-maxClosed) };
  return dropEmptySides(Number.isFinite(ratio) ? { ...layout, ratio: limitRatio(Number(ratio)) } : layout);
}

/** If one of two sides is empty, the other one remains and has the focus. */
export function dropEmptySides(layout: TabLayout): TabLayout {
  const sides = layout.sides.filter(({ tabs }) => tabs.length > 0);
  return { ...layout, sides, focused: sides.length < 2 ? 0 : layout.focused };
}

const emptySide: TabSide = { tabs: [], byUse: [], preview: null };
const replaceSide = (layout: TabLayout, index: number, change: (side: TabSide) => TabSide): TabLayout => ({
  ...layout,
  sides: layout.sides.map((side, at) => (at === index ? change(side) : side)),
});
export const withoutTab = ({ tabs, byUse, preview }: TabSide, tab: TabId): TabSide => ({
  tabs: tabs.filter((each) => each !== tab),
  byUse: byUse.filter((each) => each !== tab),
  preview: preview === tab ? null : preview,
});
const toEnd = (tabs: readonly TabId[], tab: TabId): readonly TabId[] => [...tabs.filter((each) => each !== tab), tab];
export const withTabAt = (tabs: readonly TabId[], at: number, tab: TabId): readonly TabId[] => [
  ...tabs.slice(0, at),
  tab,
  ...tabs.slice(at),
];
