/** The canvas of a board: React Flow with toolbars around it. It renders the scene and forwards pointer and key events; it changes nothing itself. */

import { ReactFlowProvider, useStore as useFlow, useReactFlow, useStoreApi } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { Point } from '../../../../shared/layout/geometry.ts';
import { fillMessage } from '../../../messages/fill-message.tsx';
import { t } from '../../../messages/translate.ts';
import { lazyComponent } from '../../../platform/lazy-code.ts';
import { usePreparedBoard } from '../../../records/board/board-index.ts';
import { createItemForEditing } from '../../../records/board/change-board.ts';
import { registerBoardView } from '../../../state/board-view.ts';
import { useEditingPreferences } from '../../../state/editing-preferences.ts';
import { recordKey } from '../../../state/renamed-records.ts';
import { clearReveal, useIsOpenBoard, useSelection } from '../../../state/selection.ts';
import { Announcer } from '../frame/announcer.tsx';
import { BoardContextMenu, useContextMenu } from '../frame/board-context-menu.tsx';
import { BoardHeader } from '../frame/board-header.tsx';
import { useConnectionRouting } from '../routing/connection-routes.ts';
import { startEditingOnCanvas, stopCardEditing } from '../writing/card-editing.ts';
import { SelectionTyping } from '../writing/selection-typing.tsx';
import { BoardOverview } from './board-overview.tsx';
import { type BoardScene, useBoardScene } from './board-scene.ts';
import { BoardToolbar, type CanvasTool } from './board-toolbar.tsx';
import { isCanvasEvent, isCanvasTarget, useCanvasPoints } from './canvas-points.ts';
import { ConnectionDropMenu } from './connection-drop.tsx';
import { DetailLevelContext, handleScaleAt, nameSizeAt, overviewZoom, simplifiedZoom } from './detail-level.ts';
import { clearDrag, holdPointer } from './drag-state.ts';
import { Minimap } from './minimap.tsx';
import { StoryFlow } from './story-flow.tsx';
import { useCanvasDrops } from './use-canvas-drops.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useKeepSelectionVisible } from './use-keep-selection-visible.ts';
import { useProgressiveNodes, useRenderArea } from './use-progressive-nodes.ts';
import { useViewportActions } from './use-viewport-actions.ts';
import { ZoomBar } from './zoom-bar.tsx';
import '@xyflow/react/dist/base.css';
import './board.css';

/** Loaded after the board has been drawn; it contains the text editors. */
const CardEditor = lazyComponent(async () => (await import('../writing/card-editor.tsx')).CardEditor);

export function BoardCanvas({ boardId }: { boardId: string }) {
  const ready = usePreparedBoard(boardId, 'places');
  return (
    ready !== null && (
      <ReactFlowProvider key={recordKey(ready)}>
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
  const points = useCanvasPoints(scene);
  const view = useViewportActions(boardId);
  const { menu, openMenu, openMenuByKey, closeMenu } = useContextMenu(index, points, view);
  const { dropTarget, ...drops } = useCanvasDrops(boardId, points, isOverview);
  const onKeyDown = useCanvasKeys(boardId);
  const setPointer = useRegisterBoardView({ boardId, setTool });
  useRevealRequest(boardId, view.bringIntoView);
  useKeepSelectionVisible(isOpen);
  useEffect(() => clearDrag, []);
  useEffect(() => stopCardEditing, []);

  const focusBoard = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('.react-flow')) board.current?.focus({ preventScroll: true });
  };
  /** A double click creates an element on the empty canvas; in the overview it zooms to the item under the pointer, or edits the label of the connection. */
  const handleDoubleClick = (event: MouseEvent) => {
    if (!isCanvasTarget(event.target)) return;
    const hit = isOverview ? points.hitAt(event) : null;
    const box = index.boxes.get(hit ?? '');
    if (box) view.fitBox(box, 0.9);
    else if (hit !== null) startEditingOnCanvas(hit);
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
      onPointerDownCapture={holdPointer}
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
      {isOverview && <BoardOverview boardId={boardId} scene={scene} points={points} tool={tool} dropTarget={dropTarget} />}
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

/**
 * Registers the canvas as the current view of the board (board-view.ts), and returns a function that receives the pointer's position in window
 * pixels, or null when it leaves the canvas.
 */
function useRegisterBoardView({
  boardId,
  setTool,
}: {
  boardId: string;
  setTool: (tool: 'select' | 'hand') => void;
}): (at: Point | null) => void {
  const view = useViewportActions(boardId);
  const flow = useReactFlow();
  const store = useStoreApi();
  const pointer = useRef<Point | null>(null);
  useEffect(
    () =>
      registerBoardView({
        boardId,
        middle: () => flow.screenToFlowPosition(view.middle()),
        pointer: () => pointer.current && flow.screenToFlowPosition(pointer.current),
        bringIntoView: view.bringIntoView,
        startEditing: startEditingOnCanvas,
        focus: () => store.getState().domNode?.closest<HTMLElement>('.board')?.focus(),
        canvas: { ...view, setTool },
      }),
    [boardId, flow, store, view, setTool],
  );
  return (at) => {
    pointer.current = at;
  };
}

/** Brings the record into view that another part of the window has requested. */
function useRevealRequest(boardId: string, bringIntoView: (id: string) => void): void {
  const isOpen = useIsOpenBoard(boardId);
  const requested = useSelection((state) => (isOpen ? state.revealId : null));
  useEffect(() => {
    if (requested === null) return;
    // After a newly opened board has been fitted into the view.
    const frame = requestAnimationFrame(() => {
      bringIntoView(requested);
      clearReveal();
    });
    return () => cancelAnimationFrame(frame);
  }, [requested, bringIntoView]);
}
