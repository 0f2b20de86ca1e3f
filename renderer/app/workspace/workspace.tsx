/** The open project: its boards at the left, the open board in the middle, what is selected at the right, the targets below. */

import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { UploadList } from '../../features/assets/upload-list.tsx';
import { BoardEditor } from '../../features/board/board-editor.tsx';
import { OnboardingCard } from '../../features/first-start/onboarding-card.tsx';
import { Inspector } from '../../features/inspector/inspector.tsx';
import { useSpellingLanguages } from '../../features/spelling/use-spelling-languages.ts';
import { TargetsPanel } from '../../features/targets/targets-panel.tsx';
import { t } from '../../messages/translate.ts';
import { firstBoardId } from '../../records/trees/tree-nodes.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { openBoard, useSelection } from '../../state/selection.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import { Pane } from './pane.tsx';
import { reportUnsavedDrafts } from './report-unsaved-drafts.ts';
import { SidePane } from './side-pane.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';
import './workspace.css';

const SyncPanel = lazy(async () => ({ default: (await import('../../features/sync/sync-panel.tsx')).SyncPanel }));
const CommentsPanel = lazy(async () => ({ default: (await import('../../features/comments/comments-panel.tsx')).CommentsPanel }));
const PlayPanel = lazy(async () => ({ default: (await import('../../features/play/play-panel.tsx')).PlayPanel }));

export function Workspace() {
  const boardId = useSelection((state) => state.boardId);
  // Another board is drawn in slices while the one before stays.
  const drawn = useDeferredValue(boardId);
  const isThere = useProject((project) => boardId !== null && project.find('board', boardId)?.type === 'board');
  const isDrawn = useProject((project) => drawn !== null && project.find('board', drawn)?.type === 'board');
  const name = useProject((project) => project.projectRecord.name);
  const isMirrored = useSyncStatus(useStore(openProjectStore, ({ hash }) => hash)) !== undefined;
  useEffect(() => {
    document.title = t('workspace.windowTitle', { name });
  }, [name]);
  useEffect(reportUnsavedDrafts, []);
  useSpellingLanguages();
  // Who presses the key for the palette goes on typing at once: it must be there by then.
  useEffect(() => {
    const idle = requestIdleCallback(() => void import('../../features/find/command-palette.tsx'));
    return () => cancelIdleCallback(idle);
  }, []);
  // A board may also be deleted by someone else, or by an undo. One that has just been made may not have come yet: that is waited for.
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (isThere) seen.current = boardId;
    else if (boardId === null || seen.current === boardId) openBoard(firstBoardId(openProjectStore.getState().project));
  }, [isThere, boardId]);
  return (
    <div className="workspace">
      <WorkspaceHeader />
      <div className="workspace-body">
        <SidePane />
        <div className="workspace-middle">
          <main className="workspace-board" aria-label={t('workspace.board')} data-pane="board">
            {drawn !== null && isDrawn && <BoardEditor boardId={drawn} />}
            <UploadList />
            <OnboardingCard />
          </main>
          <Pane name="targets" label={t('workspace.targets')} side="bottom">
            <TargetsPanel />
          </Pane>
          {isMirrored && (
            <Pane name="mirror" label={t('sync.title')} side="bottom">
              <Suspense>
                <SyncPanel />
              </Suspense>
            </Pane>
          )}
        </div>
        <div className="workspace-right">
          <Pane name="comments" label={t('workspace.comments')} side="right">
            <Suspense>
              <CommentsPanel />
            </Suspense>
          </Pane>
          <Pane name="play" label={t('workspace.play')} side="right">
            <Suspense>
              <PlayPanel />
            </Suspense>
          </Pane>
          <Pane name="inspector" label={t('workspace.inspector')} side="right">
            <Inspector />
          </Pane>
        </div>
      </div>
    </div>
  );
}
