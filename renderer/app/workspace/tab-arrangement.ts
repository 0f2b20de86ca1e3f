/** Where tabs are and how wide the sides are: changes with the pointer and their keys. The rules of tabs are in state/tab-layout.ts. */
import { changeTabLayout, readShownTabs } from '../../state/open-tabs.ts';
import {
  canMoveToOtherSide,
  dropEmptySides,
  limitRatio,
  moveToOtherSide,
  openTab,
  sideOfTab,
  type TabId,
  type TabLayout,
  withoutTab,
  withTabAt,
} from '../../state/tab-layout.ts';

/** What a dragged tab is for other programs: nothing. */
export const tabMimeType = 'application/x-taleport-tab';

/** Moves a tab before or after another one, which may be on the other side, and focuses it. */
export function placeTab(layout: TabLayout, tab: TabId, { beside, position }: TabPlace): TabLayout {
  const to = sideOfTab(layout, beside);
  if (tab === beside || to < 0 || sideOfTab(layout, tab) < 0) return layout;
  const sides = layout.sides.map((side, at) => {
    const { tabs, byUse, preview } = withoutTab(side, tab);
    if (at !== to) return { tabs, byUse, preview };
    return { preview, tabs: withTabAt(tabs, tabs.indexOf(beside) + (position === 'after' ? 1 : 0), tab), byUse: [...byUse, tab] };
  });
  return dropEmptySides({ ...layout, sides, focused: to });
}

/** Moves a tab to a side and focuses it there. If there is only one side, the other tabs stay on the other one. The only tab stays where it is. */
export function placeOnSide(layout: TabLayout, tab: TabId, to: 0 | 1): TabLayout {
  const isSplit = layout.sides.length > 1;
  if (!canMoveToOtherSide(layout, tab)) return layout;
  if (isSplit && sideOfTab(layout, tab) === to) return openTab(layout, tab);
  const moved = moveToOtherSide(layout, tab);
  return isSplit || to === 1 ? moved : { ...moved, sides: moved.sides.toReversed(), focused: 0 };
}

export interface TabPlace {
  readonly beside: TabId;
  readonly position: 'before' | 'after';
}

/** The place one step to the left or right in its row; undefined at the end. */
export function adjacentPlace(layout: TabLayout, tab: TabId, step: 1 | -1): TabPlace | undefined {
  const tabs = layout.sides[sideOfTab(layout, tab)]?.tabs ?? [];
  const beside = tabs[tabs.indexOf(tab) + step];
  return beside === undefined ? undefined : { beside, position: step === 1 ? 'after' : 'before' };
}

export const dropTab = (tab: TabId, at: TabPlace): void => changeTabLayout((layout) => placeTab(layout, tab, at));

export const dropTabOnSide = (tab: TabId, side: 0 | 1): void => changeTabLayout(() => placeOnSide(readShownTabs(), tab, side));

export function moveTabBy(tab: TabId, by: 1 | -1): void {
  const to = adjacentPlace(readShownTabs(), tab, by);
  if (to) dropTab(tab, to);
}

export const setSplitRatio = (ratio: number): void => changeTabLayout((layout) => ({ ...layout, ratio: limitRatio(ratio) }));
