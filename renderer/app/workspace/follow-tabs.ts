/** Keeps the selection on the board that is in front. */
import { openProjectStore } from '../../state/open-project.ts';
import { changeTabLayout, openTabsStore, readShownTabs } from '../../state/open-tabs.ts';
import { emptySelection, selectionStore } from '../../state/selection.ts';
import { boardOfTab, frontTab } from '../../state/tab-layout.ts';

/**
 * Keeps `boardId` the board in front while tabs are opened, closed and moved, and while boards are deleted and restored. A board that was requested but has
 * not arrived yet stays requested. Tabs of boards that were deleted meanwhile are forgotten at the start. Returns a function that stops it.
 */
export function followTabs(): () => void {
  changeTabLayout(readShownTabs);
  let inFront: string | null = null;
  const follow = () => {
    const board = readBoardInFront();
    if (board === inFront) return;
    inFront = board;
    const { boardId } = selectionStore.getState();
    const isDeleted = boardId !== null && !openProjectStore.getState().project.has(boardId);
    if (board !== boardId && (board !== null || isDeleted))
      selectionStore.setState({ boardId: board, ids: emptySelection, component: null, revealId: null });
  };
  follow();
  const unsubscribes = [openTabsStore.subscribe(follow), openProjectStore.subscribe(follow)];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

/** The board in front on the side with the focus, else the one on the other side. */
function readBoardInFront(): string | null {
  const { sides, focused } = readShownTabs();
  const fronts = [sides[focused], ...sides].map(frontTab);
  return fronts.map((tab) => (tab === undefined ? null : boardOfTab(tab))).find((board) => board !== null) ?? null;
}
