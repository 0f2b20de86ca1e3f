/** The canvas of a board. It draws what map-board.ts makes of the project and hands the pointer and the keys on; it changes nothing itself. */
import { t } from '../../../messages/translate.ts';
import { CommentPins } from '../../comments/comment-pins.tsx';
import '@xyflow/react/dist/base.css';
import './board.css';
import {
  Background,
  BackgroundVariant,
  ConnectionMode,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useStore as useFlow,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { type DragEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { CANVAS_SIZE } from '../../../../shared/model/kinds/field-schemas.ts';
import { dropOnElement, highlightDropTarget, isDroppableOnElement } from '../../../navigation/element-drop.ts';
import { usePreparedBoard } from '../../../records/board/board-index-cache.ts';
import { createItemAt, createItemForEditing } from '../../../records/board/change-board.ts';
import { itemKinds } from '../../../records/board/items.ts';
import { requestFocus } from '../../../state/focus-request.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { clearReveal, selectItems, selectionStore, useSelection } from '../../../state/selection.ts';
import { Announcer } from '../frame/announcer.tsx';
import { BoardContextMenu, type ContextMenuTarget } from '../frame/board-context-menu.tsx';
import { BoardHeader } from '../frame/board-header.tsx';
import { BoardOverview } from './board-overview.tsx';
import { type BoardScene, createSceneBuilder } from './board-scene.ts';
import { BoardToolbar, type CanvasTool, ITEM_MIME_TYPE } from './board-toolbar.tsx';
import { BranchNode } from './branch-node.tsx';
import { ARROWHEAD_ID, ConnectionEdge } from './connection-edge.tsx';
import { DetailLevelContext, OVERVIEW_ZOOM, SIMPLIFIED_ZOOM } from './detail-level.ts';
import { clearDrag, dragState } from './drag-state.ts';
import { ElementNode } from './element-node.tsx';
import { EmptyBoard } from './empty-board.tsx';
import { JumperNode } from './jumper-node.tsx';
import { Minimap } from './minimap.tsx';
import { NoteNode } from './note-node.tsx';
import { SnapGuides } from './snap-guides.tsx';
import { useCanvasGestures } from './use-canvas-gestures.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useKeepSelectionVisible } from './use-keep-selection-visible.ts';
import { useProgressiveNodes } from './use-progressive-nodes.ts';
import { useRegisterBoardView } from './use-register-board-view.ts';
import { useRenderArea } from './use-render-area.ts';
import { MAX_ZOOM, MIN_ZOOM, useViewportActions } from './use-viewport-actions.ts';
import { ZoomBar } from './zoom-bar.tsx';

const nodeTypes = { element: ElementNode, note: NoteNode, jumper: JumperNode, branch: BranchNode };
const edgeTypes = { connection: ConnectionEdge };
const canvasExtent: [[number, number], [number, number]] = [
  [0, 0],
  [CANVAS_SIZE, CANVAS_SIZE],
];
const panExtent: [[number, number], [number, number]] = [
  [-2000, -2000],
  [CANVAS_SIZE + 2000, CANVAS_SIZE + 2000],
];
const multiSelectKeys = ['Meta', 'Control', 'Shift'];

/** Where each board was looked at last, as long as the window lives. Projects made from one file share the ids of their boards. */
const savedViewports = new Map<string, Viewport>();

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
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);
  const [ready, setReady] = useState(false);
  const area = useRenderArea(ready);
  const drawn = useBoardScene(boardId, area);
  const { nodes, edges } = useProgressiveNodes(drawn, area);
  const { index } = drawn;
  const detail = useFlow(({ transform }) => (transform[2] < OVERVIEW_ZOOM ? 'overview' : transform[2] < SIMPLIFIED_ZOOM ? 'far' : 'near'));
  const flow = useReactFlow();
  const gestures = useCanvasGestures(boardId);
  const onKeyDown = useCanvasKeys(boardId);
  const point = useRegisterBoardView({ boardId, setTool });
  const view = useViewportActions(boardId);
  const around = useRef<HTMLDivElement>(null);
  const look = `${useStore(openProjectStore, ({ hash }) => hash)} ${boardId}`;
  useRevealRequest(view.bringIntoView);
  useKeepSelectionVisible();
  useEffect(() => clearDrag, []);
  useSelectionPruning();

  const isOverview = detail === 'overview';
  const pointOf = (event: { clientX: number; clientY: number }) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const itemUnder = (event: { clientX: number; clientY: number }): string | null => index.itemAtPoint(pointOf(event));
  /** The element that would take a dropped asset; from afar it is found by its place. */
  const dropGoal = (event: DragEvent): string | null => {
    const id = isOverview ? itemUnder(event) : (elementNodeAt(event)?.dataset.id ?? null);
    return id !== null && openProjectStore.getState().project.find('element', id) ? id : null;
  };
  const openMenu = (event: { clientX: number; clientY: number; preventDefault: () => void }, id: string | null) => {
    event.preventDefault();
    if (id !== null && !selectionStore.getState().ids.has(id)) selectItems([id]);
    setMenu({ screenPoint: { x: event.clientX, y: event.clientY }, canvasPoint: pointOf(event), id });
  };
  /** The key for the menu: at what is selected, else in the middle. */
  const menuByKey = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const id = [...selectionStore.getState().ids].at(-1) ?? null;
    const box = index.boxes.get(id ?? '') ?? index.boxes.get(index.connections.get(id ?? '')?.itemId ?? '');
    const screenPoint = box ? flow.flowToScreenPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) : view.middle();
    setMenu({ screenPoint, canvasPoint: flow.screenToFlowPosition(screenPoint), id });
  };
  const onPane = (target: EventTarget) => target instanceof Element && target.classList.contains('react-flow__pane');
  return (
    <div
      ref={around}
      className="board"
      role="application"
      aria-label={t('board.canvasLabel')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keyboard
      tabIndex={0}
      data-ready={ready || undefined}
      data-tool={tool}
      data-detail={detail}
      data-board-keys
      onKeyDown={onKeyDown}
      onContextMenu={menuByKey}
      onPointerMove={(event) => isCanvasEvent(event) && point({ x: event.clientX, y: event.clientY })}
      onPointerLeave={() => point(null)}
      onPointerDown={(event) =>
        event.target instanceof Element && event.target.closest('.react-flow') && around.current?.focus({ preventScroll: true })
      }
      onDoubleClick={(event: MouseEvent) => {
        if (!onPane(event.target)) return;
        const id = isOverview ? itemUnder(event) : null;
        const box = id === null ? undefined : index.boxes.get(id);
        if (box) view.fitBox(box, 0.9);
        else void createItemForEditing('element', boardId, pointOf(event));
      }}
      onDragOver={(event: DragEvent) => {
        const takesAssets = isDroppableOnElement(event.dataTransfer);
        if (takesAssets) highlightDropTarget(elementNodeAt(event));
        if (event.dataTransfer.types.includes(ITEM_MIME_TYPE) || (takesAssets && dropGoal(event) !== null)) event.preventDefault();
      }}
      onDragLeave={() => highlightDropTarget(null)}
      onDrop={(event: DragEvent) => {
        highlightDropTarget(null);
        const goal = isDroppableOnElement(event.dataTransfer) ? dropGoal(event) : null;
        const kind = itemKinds.find((each) => each === event.dataTransfer.getData(ITEM_MIME_TYPE));
        if (goal === null && !kind) return;
        event.preventDefault();
        // Nobody further out has to look at it.
        event.stopPropagation();
        if (goal !== null) dropOnElement(goal, event.dataTransfer);
        else if (kind) void createItemAt(kind, boardId, pointOf(event));
      }}
    >
      <DetailLevelContext value={detail === 'near' ? 'near' : 'far'}>
        <ReactFlow
          {...gestures}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={() => {
            const last = savedViewports.get(look);
            if (last) void flow.setViewport(last);
            else view.open();
            setReady(true);
          }}
          onMoveEnd={(_, now) => savedViewports.set(look, now)}
          onPaneClick={(event) =>
            (isOverview || selectionStore.getState().component !== null) && selectItems([itemUnder(event)].filter((id) => id !== null))
          }
          onPaneContextMenu={(event) => openMenu(event, isOverview ? itemUnder(event) : null)}
          onNodeDoubleClick={(_, node) => requestFocus(node.id, 'content')}
          onEdgeDoubleClick={(_, edge) => requestFocus(edge.id, 'content')}
          onNodeContextMenu={(event, node) => openMenu(event, node.id)}
          onEdgeContextMenu={(event, edge) => openMenu(event, edge.id)}
          onSelectionContextMenu={(event) => openMenu(event, [...selectionStore.getState().ids].at(-1) ?? null)}
          connectionMode={ConnectionMode.Loose}
          connectionRadius={24}
          connectionDragThreshold={4}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          nodeExtent={canvasExtent}
          translateExtent={panExtent}
          onlyRenderVisibleElements
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          panOnScroll
          panOnDrag={tool === 'hand' ? [0, 1] : [1]}
          selectionOnDrag={tool === 'select'}
          selectionMode={SelectionMode.Partial}
          selectionKeyCode={tool === 'hand' ? 'Shift' : null}
          multiSelectionKeyCode={multiSelectKeys}
          elevateNodesOnSelect
          attributionPosition="top-right"
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1.4} />
          {!isOverview && <CommentPins boardId={boardId} />}
          <SnapGuides />
          <ArrowheadMarker />
        </ReactFlow>
      </DetailLevelContext>
      {isOverview && <BoardOverview scene={drawn} />}
      {index.boxes.size === 0 && <EmptyBoard />}
      <div className="board-bars">
        <BoardHeader boardId={boardId} isListView={false} />
        <BoardToolbar boardId={boardId} tool={tool} setTool={setTool} />
        <div className="board-corner">
          {index.boxes.size > 1 && <Minimap scene={drawn} />}
          <ZoomBar boardId={boardId} />
        </div>
      </div>
      {menu && <BoardContextMenu boardId={boardId} target={menu} close={() => setMenu(null)} />}
      <Announcer />
    </div>
  );
}

/** Not over a menu or dialog, whose events come through the board as well. */
const isCanvasEvent = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }): boolean =>
  target instanceof Node && currentTarget.contains(target) && !(target instanceof Element && target.closest('.board-bars'));

const elementNodeAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.react-flow__node-element') : null;

function useBoardScene(boardId: string, visibleArea: Box | null): BoardScene {
  const map = useMemo(createSceneBuilder, []);
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const draggedBoxes = useStore(dragState, ({ boxes }) => boxes);
  const selected = useSelection(({ ids }) => ids);
  const pinnedId = useFlow(({ connection }) => (connection.inProgress ? connection.fromNode.id : null));
  return useMemo(
    () => map(project, revision, boardId, { draggedBoxes, selected, visibleArea, pinnedId }),
    [map, project, revision, boardId, draggedBoxes, selected, visibleArea, pinnedId],
  );
}

/** Brings what another part of the window asked for into view. */
function useRevealRequest(bringIntoView: (id: string) => void): void {
  const show = useSelection((state) => state.revealId);
  useEffect(() => {
    if (show === null) return;
    // After the first fit of a board that has just been opened.
    const frame = requestAnimationFrame(() => {
      bringIntoView(show);
      clearReveal();
    });
    return () => cancelAnimationFrame(frame);
  }, [show, bringIntoView]);
}

/** What has gone is no longer selected. */
function useSelectionPruning(): void {
  const revision = useStore(openProjectStore, (state) => state.revision);
  useEffect(() => {
    const { project } = openProjectStore.getState();
    const { ids } = selectionStore.getState();
    const left = [...ids].filter((id) => project.has(id));
    if (revision > 0 && left.length < ids.size) selectItems(left);
  }, [revision]);
}

/** One arrow head for all: it takes the colour of its line. */
function ArrowheadMarker() {
  return (
    <svg className="arrow-defs" aria-hidden="true">
      <defs>
        <marker
          id={ARROWHEAD_ID}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0.5,0.8 L9.5,5 L0.5,9.2 L2.6,5 Z" fill="context-stroke" />
        </marker>
      </defs>
    </svg>
  );
}
