/** The canvas of a board: React Flow with toolbars around it. It renders the scene and forwards pointer and key events; it changes nothing itself. */
import { t } from '../../../messages/translate.ts';
import '@xyflow/react/dist/base.css';
import './board.css';
import { ReactFlowProvider, useStore as useFlow } from '@xyflow/react';
import { lazy, type MouseEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { fillMessage } from '../../../messages/fill-message.tsx';
import { usePreparedBoard } from '../../../records/board/board-index-cache.ts';
import { createItemForEditing } from '../../../records/board/change-board.ts';
import { useEditingPreferences } from '../../../state/editing-preferences.ts';
import { useIsOpenBoard } from '../../../state/selection.ts';
import { Announcer } from '../frame/announcer.tsx';
import { BoardContextMenu } from '../frame/board-context-menu.tsx';
import { BoardHeader } from '../frame/board-header.tsx';
import { ConnectionDropMenu } from '../frame/connection-drop-menu.tsx';
import { useConnectionRouting } from '../routing/use-connection-routing.ts';
import { stopCardEditing } from '../writing/card-editing.ts';
import { SelectionTyping } from '../writing/selection-typing.tsx';
import { BoardOverview } from './board-overview.tsx';
import { type BoardScene, useBoardScene } from './board-scene.ts';
import { BoardToolbar, type CanvasTool } from './board-toolbar.tsx';
import { isCanvasEvent, isCanvasTarget, useCanvasPoints } from './canvas-points.ts';
import { DetailLevelContext, handleScaleAt, nameSizeAt, overviewZoom, simplifiedZoom } from './detail-level.ts';
import { clearDrag } from './drag-state.ts';
import { Minimap } from './minimap.tsx';
import { StoryFlow } from './story-flow.tsx';

import { useCanvasDrops } from './use-canvas-drops.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useContextMenu } from './use-context-menu.ts';
import { useKeepSelectionVisible } from './use-keep-selection-visible.ts';
import { useProgressiveNodes } from './use-progressive-nodes.ts';
import { useRegisterBoardView } from './use-register-board-view.ts';
import { useRenderArea } from './use-render-area.ts';
import { useRevealRequest, useSelectionPruning } from './use-selection-upkeep.ts';
import { useViewportActions } from './use-viewport-actions.ts';
import { ZoomBar } from './zoom-bar.tsx';

/** Loaded after the board has been drawn; it contains the text editors. */
const CardEditor = lazy(async () => ({ default: (await import('../writing/card-editor.tsx')).CardEditor }));

export function BoardCanvas({ boardId }: { boardId: string }) {
  const ready = usePreparedBoard(boardId);
  return (
    ready !== null && (
      <ReactFlowProvider key={ready}>
        <Canvas boardId={ready} />
      </ReactFlowProvider>
    )
  );
}

function Canvas({ boardId }: { boardId: string }) {
  const [tool, setTool] = useState<CanvasTool>('select');
  const [isReady, setReady] = useState(false);
  const board = useRef<HTMLDivElement>(null);
  /** Whether a click has begun on this board. */
  const isPressed = useRef(false);
  const area = useRenderArea(isReady);
  const scene = useBoardScene(boardId, area);
  const visibleScene = useProgressiveNodes(scene, area);
  useConnectionRouting(scene, isReady);
  const { index } = scene;
  // The selection, the edited text and the announcements are those of one board, even if another one is shown beside it.
  const isOpen = useIsOpenBoard(boardId);
  const detail = useFlow(({ transform: [, , zoom] }) => detailLevelAt(zoom));
  const handleScale = useFlow(({ transform: [, , zoom] }) => handleScaleAt(zoom));
  const nameSize = useFlow(({ transform: [, , zoom] }) => nameSizeAt(zoom));
  const isOverview = detail === 'overview';
  const covers = useEditingPreferences(({ coverSize }) => coverSize);
  const points = useCanvasPoints(index);
  const view = useViewportActions(boardId);
  const { menu, openMenu, openMenuByKey, closeMenu } = useContextMenu(index, points, view);
  const drops = useCanvasDrops(boardId, points, isOverview);
  const onKeyDown = useCanvasKeys(boardId);
  const setPointer = useRegisterBoardView({ boardId, setTool });
  useRevealRequest(boardId, view.bringIntoView);
  useKeepSelectionVisible(isOpen);
  useSelectionPruning();
  useEffect(() => clearDrag, []);
  useEffect(() => stopCardEditing, []);

  const focusBoard = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('.react-flow')) board.current?.focus({ preventScroll: true });
  };
  /** A double click creates an element on the empty canvas; in the overview it zooms to the item under the pointer. */
  const handleDoubleClick = (event: MouseEvent) => {
    if (!isCanvasTarget(event.target)) return;
    const box = isOverview ? index.boxes.get(points.itemAt(event) ?? '') : undefined;
    if (box) view.fitBox(box, 0.9);
    else void createItemForEditing('element', boardId, points.toCanvas(event));
  };
  return (
    <div
      ref={board}
      className="board"
      role="application"
      aria-label={t('board.canvasLabel')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas handles the keyboard
      tabIndex={0}
      data-ready={isReady || undefined}
      data-tool={tool}
      data-detail={detail}
      data-covers={covers}
      data-board-keys
      data-names={nameSize === null ? undefined : 'large'}
      style={{ '--handle-scale': handleScale, ...(nameSize !== null && { '--name-size': `${nameSize}px` }) }}
      onKeyDown={onKeyDown}
      onContextMenu={openMenuByKey}
      onPointerMove={(event) => isCanvasEvent(event) && setPointer({ x: event.clientX, y: event.clientY })}
      onPointerLeave={() => setPointer(null)}
      onPointerDown={focusBoard}
      // The second click of a double click that has opened the project or the board is not meant for the board.
      onMouseDownCapture={({ detail }) => {
        if (detail === 1) isPressed.current = true;
      }}
      onDoubleClickCapture={(event) => !isPressed.current && event.stopPropagation()}
      onDoubleClick={handleDoubleClick}
      {...drops}
    >
      <DetailLevelContext value={detail === 'near' ? 'near' : 'far'}>
        <StoryFlow
          boardId={boardId}
          scene={visibleScene}
          tool={tool}
          isOverview={isOverview}
          points={points}
          openMenu={openMenu}
          open={view.open}
          onReady={() => setReady(true)}
        />
      </DetailLevelContext>
      {isOverview && <BoardOverview scene={scene} />}
      <Suspense>{isOpen && <CardEditor scene={scene} />}</Suspense>
      {isOpen && <SelectionTyping board={board} scene={scene} />}
      {index.boxes.size === 0 && <EmptyBoard />}
      <BoardBars boardId={boardId} scene={scene} tool={tool} setTool={setTool} />
      {isOpen && <ConnectionDropMenu boardId={boardId} />}
      {menu && <BoardContextMenu boardId={boardId} target={menu} close={closeMenu} />}
      {isOpen && <Announcer />}
    </div>
  );
}

function detailLevelAt(zoom: number): 'overview' | 'far' | 'near' {
  if (zoom < overviewZoom) return 'overview';
  return zoom < simplifiedZoom ? 'far' : 'near';
}

interface BoardBarsProps {
  readonly boardId: string;
  readonly scene: BoardScene;
  readonly tool: CanvasTool;
  readonly setTool: (tool: CanvasTool) => void;
}

const BoardBars = ({ boardId, scene, tool, setTool }: BoardBarsProps) => (
  <div className="board-bars">
    <BoardHeader boardId={boardId} />
    <BoardToolbar tool={tool} setTool={setTool} />
    <div className="board-corner">
      {scene.index.boxes.size > 1 && <Minimap scene={scene} />}
      <ZoomBar boardId={boardId} />
    </div>
  </div>
);

const EmptyBoard = () => (
  <div className="empty-board">
    <h2>{t('board.empty.title')}</h2>
    <p>{fillMessage('board.empty.hint', { key: <kbd>E</kbd> })}</p>
  </div>
);
