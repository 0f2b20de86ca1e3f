/** The open project: its boards at the left, the open board in the middle, what is selected at the right, the targets below. */

import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { UploadList } from '../assets/upload-list.tsx';
import { firstBoard } from '../board-tree/board-nodes.ts';
import { FirstStartCard } from '../first-start/first-start-card.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { tellLeftDrafts } from '../inspector/tell-left-drafts.ts';
import { useSpelling } from '../spelling/use-spelling.ts';
import { useMirror } from '../state/mirrors.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { openBoard, useSelection } from '../state/selection.ts';
import { TargetsPanel } from '../targets/targets-panel.tsx';
import { Pane } from '../ui/split.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { workspaceWords } from '../words/en/workspace.ts';
import { OpenBoard } from './open-board.tsx';
import { SidePane } from './side-pane.tsx';
import { WorkspaceHeader } from './workspace-header.tsx';
import './workspace.css';

const MirrorPanel = lazy(async () => ({ default: (await import('../mirror/mirror-panel.tsx')).MirrorPanel }));
const CommentsPanel = lazy(async () => ({ default: (await import('../comments/comments-panel.tsx')).CommentsPanel }));
const PlayPanel = lazy(async () => ({ default: (await import('../play/play-panel.tsx')).PlayPanel }));

export function Workspace() {
  const boardId = useSelection((state) => state.boardId);
  // Another board is drawn in slices while the one before stays.
  const drawn = useDeferredValue(boardId);
  const isThere = useProject((project) => boardId !== null && project.find('board', boardId)?.type === 'board');
  const isDrawn = useProject((project) => drawn !== null && project.find('board', drawn)?.type === 'board');
  const name = useProject((project) => project.root.name);
  const isMirrored = useMirror(useStore(openProject, ({ hash }) => hash)) !== undefined;
  useEffect(() => {
    document.title = workspaceWords.windowTitle(name);
  }, [name]);
  useEffect(tellLeftDrafts, []);
  useSpelling();
  // Who presses the key for the palette goes on typing at once: it must be there by then.
  useEffect(() => {
    const idle = requestIdleCallback(() => void import('../find/palette.tsx'));
    return () => cancelIdleCallback(idle);
  }, []);
  // A board may also be deleted by someone else, or by an undo. One that has just been made may not have come yet: that is waited for.
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (isThere) seen.current = boardId;
    else if (boardId === null || seen.current === boardId) openBoard(firstBoard(openProject.getState().project));
  }, [isThere, boardId]);
  return (
    <div className="workspace">
      <WorkspaceHeader />
      <div className="workspace-body">
        <SidePane />
        <div className="workspace-middle">
          <main className="workspace-board" aria-label={workspaceWords.board} data-pane="board">
            {drawn !== null && isDrawn && <OpenBoard boardId={drawn} />}
            <UploadList />
            <FirstStartCard />
          </main>
          <Pane name="targets" label={workspaceWords.targets} side="bottom">
            <TargetsPanel />
          </Pane>
          {isMirrored && (
            <Pane name="mirror" label={mirrorWords.title} side="bottom">
              <Suspense>
                <MirrorPanel />
              </Suspense>
            </Pane>
          )}
        </div>
        <div className="workspace-right">
          <Pane name="comments" label={workspaceWords.comments} side="right">
            <Suspense>
              <CommentsPanel />
            </Suspense>
          </Pane>
          <Pane name="play" label={workspaceWords.play} side="right">
            <Suspense>
              <PlayPanel />
            </Suspense>
          </Pane>
          <Pane name="inspector" label={workspaceWords.inspector} side="right">
            <Inspector />
          </Pane>
        </div>
      </div>
    </div>
  );
}
