/** The open project: the open board, with the sidebar on its left and panes to its right and below it. */

import { useDeferredValue, useEffect, useRef } from 'react';
import { UploadList } from '../../features/assets/upload-list.tsx';
import { BoardEditor } from '../../features/board/board-editor.tsx';
import { OnboardingCard } from '../../features/first-start/onboarding-card.tsx';
import { useSpellingLanguages } from '../../features/spelling/use-spelling-languages.ts';
import { t } from '../../messages/translate.ts';
import { runWhenIdle } from '../../platform/idle.ts';
import { watchProblems } from '../../records/problems/problems-store.ts';
import { firstBoardId } from '../../records/trees/tree-nodes.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { watchWindowWidth } from '../../state/pane-layout.ts';
import { openBoard, useSelection } from '../../state/selection.ts';
import { Dock } from './dock.tsx';
import { reportUnsavedDrafts } from './report-unsaved-drafts.ts';
import { Sidebar } from './sidebar.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';
import { WorkspacePanes } from './workspace-panes.tsx';
import './workspace.css';

export function Workspace() {
  const boardId = useSelection((state) => state.boardId);
  // A newly opened board is rendered in slices; the previous one stays visible until then.
  const renderedBoardId = useDeferredValue(boardId);
  const isThere = useProject((project) => boardId !== null && project.find('board', boardId)?.type === 'board');
  const isBoard = useProject((project) => renderedBoardId !== null && project.find('board', renderedBoardId)?.type === 'board');
  const name = useProject((project) => project.projectRecord.name);
  useEffect(() => {
    document.title = t('workspace.windowTitle', { name });
  }, [name]);
  useEffect(reportUnsavedDrafts, []);
  useEffect(watchProblems, []);
  useEffect(watchWindowWidth, []);
  useSpellingLanguages();
  useEffect(() => runWhenIdle(preloadTypingDialogs), []);
  // When the open board is deleted, here or elsewhere, the first one opens. A board that was just created may not have arrived yet.
  const lastShownBoard = useRef<string | null>(null);
  useEffect(() => {
    if (isThere) lastShownBoard.current = boardId;
    else if (boardId === null || lastShownBoard.current === boardId) openBoard(firstBoardId(openProjectStore.getState().project));
  }, [isThere, boardId]);
  return (
    <div className="workspace">
      <WorkspaceHeader />
      <div className="workspace-body">
        <Sidebar />
        <div className="workspace-middle">
          <main className="workspace-board" aria-label={t('workspace.board')} data-pane="board">
            {renderedBoardId !== null && isBoard && <BoardEditor boardId={renderedBoardId} />}
            <UploadList />
            <OnboardingCard />
          </main>
          <Dock />
        </div>
        <div className="workspace-right">
          <WorkspacePanes />
        </div>
      </div>
    </div>
  );
}

/** Loads the dialogs that users type into immediately after a shortcut: a key pressed while the code is loading would be lost. */
function preloadTypingDialogs(): void {
  void import('../../features/find/command-palette.tsx');
  void import('../../features/find/find-dialog.tsx');
  void import('../../features/board/actions/connect-dialog.tsx');
  void import('../../features/record-trees/boards/board-row-handlers.ts');
  void import('../../features/record-trees/components/component-row-handlers.ts');
  void import('../../features/assets/asset-name-dialogs.tsx');
  void import('../../features/assets/asset-row-handlers.ts');
}
