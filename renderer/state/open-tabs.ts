/** The open tabs of the open project. They are kept by project between starts. Views are identified by name (commands/feature.ts). */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Project } from '../../shared/model/project.ts';
import { openProjectStore, useProject } from './open-project.ts';
import { onRecordsRenamed } from './renamed-records.ts';
import { asRecordOf, createStoredState } from './stored-state.ts';
import {
  activeTab,
  allTabs,
  openBeside as beside,
  boardOfTab,
  boardTab,
  closeTab as close,
  closeOtherTabs as closeOthers,
  countTabs,
  emptyTabLayout,
  frontTab,
  keepOpen as keep,
  keepTabs,
  moveToOtherSide,
  openTab as open,
  parseTabLayout,
  previewBoard as preview,
  reopenTab as reopen,
  sideOfTab,
  stepTab as step,
  type TabId,
  type TabLayout,
  withCurrentBoards,
} from './tab-layout.ts';

/** Projects whose tabs are stored; of more, the ones that were opened last. */
const maxProjects = 100;

/** By the hash of the project. The one that was changed last comes last. */
export const openTabsStore = createStoredState<{ readonly layouts: Readonly<Record<string, TabLayout>> }>({
  topic: 'tabs',
  scope: 'window',
  parse: ({ layouts }) => ({ layouts: asRecordOf(layouts, parseTabLayout) }),
  upgrade: () => ({}),
});

const viewNames = new Set<string>();
/** Registers the name of a view that can be a tab. Returns a function that removes it again. */
export function registerViewName(name: string): () => void {
  viewNames.add(name);
  return () => viewNames.delete(name);
}

const exists = (project: Project, tab: TabId): boolean => {
  const boardId = boardOfTab(tab);
  return boardId === null ? viewNames.has(tab) : project.find('board', boardId)?.type === 'board';
};

const layoutOf = (hash: string | null): TabLayout => openTabsStore.getState().layouts[hash ?? ''] ?? emptyTabLayout;

/** The tabs that are shown: the layout without deleted boards, and without boards that have not arrived yet. */
export function readShownTabs(): TabLayout {
  const { hash, project } = openProjectStore.getState();
  return keepTabs(layoutOf(hash), (tab) => exists(project, tab));
}

/** The same as a hook; the same object as long as the same tabs are shown. */
export function useShownTabs(): TabLayout {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const layout = useStore(openTabsStore, () => layoutOf(hash));
  const missing = useProject((project) =>
    allTabs(layout)
      .filter((tab) => !exists(project, tab))
      .join('\n'),
  );
  return useMemo(() => {
    const hidden = new Set(missing.split('\n'));
    return keepTabs(layout, (tab) => !hidden.has(tab));
  }, [layout, missing]);
}

/** Whether views hide the boards: with two sides, on both of them. */
export function areOnlyViewsInFront(): boolean {
  const { sides } = readShownTabs();
  return sides.length > 0 && sides.every((side) => boardOfTab(frontTab(side) ?? '') === null);
}

/** Changes the tabs of the open project. */
export function changeTabLayout(change: (layout: TabLayout) => TabLayout): void {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  const before = layoutOf(hash);
  const after = change(before);
  if (after === before) return;
  const { [hash]: _, ...others } = openTabsStore.getState().layouts;
  openTabsStore.setState({ layouts: { ...Object.fromEntries(Object.entries(others).slice(1 - maxProjects)), [hash]: after } });
}

onRecordsRenamed((names) => changeTabLayout((layout) => withCurrentBoards(layout, names)));

/** What a tab is opened in: the shown tabs if it is a new one, so that it does not open on a side that is hidden. */
const layoutFor = (layout: TabLayout, tab: TabId): TabLayout => (sideOfTab(layout, tab) < 0 ? readShownTabs() : layout);

/** A new tab stays open. */
export const openTab = (tab: TabId): void => changeTabLayout((layout) => open(layoutFor(layout, tab), tab));
/** A new tab is a preview. */
export const previewBoard = (boardId: string): void => changeTabLayout((layout) => preview(layoutFor(layout, boardTab(boardId)), boardId));
export const openTabBeside = (tab: TabId): void => changeTabLayout(() => beside(readShownTabs(), tab));
export const keepTabOpen = (tab: TabId): void => changeTabLayout((layout) => keep(layout, tab));
export const reopenTab = (): void => changeTabLayout(() => reopen(readShownTabs()));
export const closeTab = (tab: TabId): void => {
  if (canCloseTab()) changeTabLayout((layout) => close(layout, tab));
};
export const closeOtherTabs = (tab: TabId): void => changeTabLayout(() => closeOthers(readShownTabs(), tab));
/** With only one side, the other one opens on the right. */
export const moveTabToOtherSide = (tab: TabId): void => changeTabLayout(() => moveToOtherSide(readShownTabs(), tab));
export const stepTab = (by: 1 | -1): void => {
  const next = activeTab(step(readShownTabs(), by));
  if (next !== undefined) openTab(next);
};

export const readActiveTab = (): TabId | undefined => activeTab(readShownTabs());
export const canCloseTab = (): boolean => countTabs(readShownTabs()) > 1;
export const canReopenTab = (): boolean => readShownTabs().closed.length > 0;
export const isTabPreview = (tab: TabId): boolean => readShownTabs().sides.some(({ preview }) => preview === tab);
export const hasTabsBeside = (tab: TabId): boolean => readShownTabs().sides.some(({ tabs }) => tabs.length > 1 && tabs.includes(tab));
