/** Keeps the selection on the board that is in front. */

import type { Command } from '../../../shared/model/commands.ts';
import { boardLocationOf } from '../../records/record-location.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeTabLayout, keepTabOpen, openTabsStore, readShownTabs } from '../../state/open-tabs.ts';
import { isSameRecord } from '../../state/renamed-records.ts';
import { emptySelection, selectionStore } from '../../state/selection.ts';
import { onCommand } from '../../state/send-command.ts';
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
    // The selection follows another id by itself.
    if (isSameRecord(board, boardId)) return;
    const isDeleted = boardId !== null && !openProjectStore.getState().project.has(boardId);
    if (board !== null || isDeleted) selectionStore.setState({ boardId: board, ids: emptySelection, component: null, revealId: null });
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

/** Keeps a preview open once something on its board is edited in this window. Returns a function that stops it. */
export const keepEditedTabs = (): (() => void) =>
  onCommand((command) => {
    for (const { preview } of readShownTabs().sides)
      if (preview !== null && changesBoard(command, boardOfTab(preview))) keepTabOpen(preview);
  });

/** Whether a command changes something on a board. */
export function changesBoard(command: Command, boardId: string | null): boolean {
  if (command.do === 'batch') return command.commands.some((each) => changesBoard(each, boardId));
  const { project } = openProjectStore.getState();
  if (command.do === 'create') return 'boardId' in command.fields && command.fields.boardId === boardId;
  return 'id' in command && boardLocationOf(project, command.id)?.boardId === boardId;
}
