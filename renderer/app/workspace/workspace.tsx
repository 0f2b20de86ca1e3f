/** The open project: the open board, with the sidebar at its left and panes at its right and below it. */

import { useDeferredValue, useEffect, useRef } from 'react';
import { UploadList } from '../../features/assets/upload-list.tsx';
import { BoardEditor } from '../../features/board/board-editor.tsx';
import { OnboardingCard } from '../../features/first-start/onboarding-card.tsx';
import { useSpellingLanguages } from '../../features/spelling/use-spelling-languages.ts';
import { t } from '../../messages/translate.ts';
import { firstBoardId } from '../../records/trees/tree-nodes.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { openBoard, useSelection } from '../../state/selection.ts';
import { reportUnsavedDrafts } from './report-unsaved-drafts.ts';
import { Sidebar } from './sidebar.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';
import { WorkspacePanes } from './workspace-panes.tsx';
import './workspace.css';

export function Workspace() {
  const boardId = useSelection((state) => state.boardId);
  // Another board is drawn in slices; until it is ready the previous one stays.
  const drawn = useDeferredValue(boardId);
  const isThere = useProject((project) => boardId !== null && project.find('board', boardId)?.type === 'board');
  const isDrawn = useProject((project) => drawn !== null && project.find('board', drawn)?.type === 'board');
  const name = useProject((project) => project.projectRecord.name);
  useEffect(() => {
    document.title = t('workspace.windowTitle', { name });
  }, [name]);
  useEffect(reportUnsavedDrafts, []);
  useSpellingLanguages();
  // After the shortcut of the palette people type at once, so it has to be loaded by then.
  useEffect(() => {
    const idle = requestIdleCallback(() => void import('../../features/find/command-palette.tsx'));
    return () => cancelIdleCallback(idle);
  }, []);
  // When the open board is deleted, here or elsewhere, the first one opens. A board that was just created may not have arrived yet.
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (isThere) seen.current = boardId;
    else if (boardId === null || seen.current === boardId) openBoard(firstBoardId(openProjectStore.getState().project));
  }, [isThere, boardId]);
  return (
    <div className="workspace">
      <WorkspaceHeader />
      <div className="workspace-body">
        <Sidebar />
        <div className="workspace-middle">
          <main className="workspace-board" aria-label={t('workspace.board')} data-pane="board">
            {drawn !== null && isDrawn && <BoardEditor boardId={drawn} />}
            <UploadList />
            <OnboardingCard />
          </main>
          <WorkspacePanes side="bottom" />
        </div>
        <div className="workspace-right">
          <WorkspacePanes side="right" />
        </div>
      </div>
    </div>
  );
}
