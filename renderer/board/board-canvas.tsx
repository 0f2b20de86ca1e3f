/** The canvas of a board. It draws what map-board.ts makes of the project and hands the pointer and the keys on; it changes nothing itself. */
import { CommentPins } from '../comments/comment-pins.tsx';
import '@xyflow/react/dist/base.css';
import { boardWords } from '../words/en/board.ts';
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
import { CANVAS } from '../../shared/kinds/fields.ts';
import { dropOnElement, isAssetDrag, markDrop } from '../assets/element-drop.ts';
import { wantFocus } from '../fields/focus.ts';
import { openProject } from '../state/open-project.ts';
import { select, selection, shown, useSelection } from '../state/selection.ts';
import { createAt, createToWrite } from './act.ts';
import { Announcer } from './announcer.tsx';
import { BoardHead } from './board-head.tsx';
import { BoardMenu, type MenuPlace } from './board-menu.tsx';
import { BranchNode } from './branch-node.tsx';
import { ARROW, ConnectionEdge } from './connection-edge.tsx';
import { DetailContext, FAR, OVERVIEW } from './detail.ts';
import { ElementNode } from './element-node.tsx';
import { EmptyBoard } from './empty-board.tsx';
import type { Box } from './geometry.ts';
import { Guides } from './guides.tsx';
import { holding, letGo } from './holding.ts';
import { usePrepared } from './index-of.ts';
import { itemKinds } from './items.ts';
import { JumperNode } from './jumper-node.tsx';
import { boardMapper, type Drawn } from './map-board.ts';
import { NoteNode } from './note-node.tsx';
import { Overview } from './overview.tsx';
import { SmallMap } from './small-map.tsx';
import { TOOL_TYPE, type Tool, Toolbar } from './toolbar.tsx';
import { useArea } from './use-area.ts';
import { useBoardView } from './use-board-view.ts';
import { useGestures } from './use-gestures.ts';
import { useKeptInSight } from './use-kept-in-sight.ts';
import { useKeys } from './use-keys.ts';
import { usePortions } from './use-portions.ts';
import { MAX_ZOOM, MIN_ZOOM, useViewActions } from './use-view-actions.ts';
import { ZoomBar } from './zoom-bar.tsx';

const nodeTypes = { element: ElementNode, note: NoteNode, jumper: JumperNode, branch: BranchNode };
const edgeTypes = { connection: ConnectionEdge };
const extent: [[number, number], [number, number]] = [
  [0, 0],
  [CANVAS, CANVAS],
];
const reach: [[number, number], [number, number]] = [
  [-2000, -2000],
  [CANVAS + 2000, CANVAS + 2000],
];
const addKeys = ['Meta', 'Control', 'Shift'];

/** Where each board was looked at last, as long as the window lives. Projects made from one file share the ids of their boards. */
const looks = new Map<string, Viewport>();

export function BoardCanvas({ boardId }: { boardId: string }) {
  const ready = usePrepared(boardId);
  return (
    ready !== null && (
      <ReactFlowProvider key={ready}>
        <Canvas boardId={ready} />
      </ReactFlowProvider>
    )
  );
}

function Canvas({ boardId }: { boardId: string }) {
  const [tool, setTool] = useState<Tool>('select');
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [ready, setReady] = useState(false);
  const area = useArea(ready);
  const drawn = useDrawn(boardId, area);
  const { nodes, edges } = usePortions(drawn, area);
  const { index } = drawn;
  const detail = useFlow(({ transform }) => (transform[2] < OVERVIEW ? 'overview' : transform[2] < FAR ? 'far' : 'near'));
  const flow = useReactFlow();
  const gestures = useGestures(boardId);
  const onKeyDown = useKeys(boardId);
  const point = useBoardView({ boardId, setTool });
  const view = useViewActions(boardId);
  const around = useRef<HTMLDivElement>(null);
  const look = `${useStore(openProject, ({ hash }) => hash)} ${boardId}`;
  useShow(view.bringIntoView);
  useKeptInSight();
  useEffect(() => letGo, []);
  usePruned();

  const isOverview = detail === 'overview';
  const pointOf = (event: { clientX: number; clientY: number }) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const itemUnder = (event: { clientX: number; clientY: number }): string | null => index.itemAt(pointOf(event));
  /** The element that would take a dropped asset; from afar it is found by its place. */
  const dropGoal = (event: DragEvent): string | null => {
    const id = isOverview ? itemUnder(event) : (elementUnder(event)?.dataset.id ?? null);
    return id !== null && openProject.getState().project.find('element', id) ? id : null;
  };
  const openMenu = (event: { clientX: number; clientY: number; preventDefault: () => void }, id: string | null) => {
    event.preventDefault();
    if (id !== null && !selection.getState().ids.has(id)) select([id]);
    setMenu({ screen: { x: event.clientX, y: event.clientY }, canvas: pointOf(event), id });
  };
  /** The key for the menu: at what is selected, else in the middle. */
  const menuByKey = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const id = [...selection.getState().ids].at(-1) ?? null;
    const box = index.boxes.get(id ?? '') ?? index.boxes.get(index.lines.get(id ?? '')?.item ?? '');
    const screen = box ? flow.flowToScreenPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) : view.middle();
    setMenu({ screen, canvas: flow.screenToFlowPosition(screen), id });
  };
  const onPane = (target: EventTarget) => target instanceof Element && target.classList.contains('react-flow__pane');
  return (
    <div
      ref={around}
      className="board"
      role="application"
      aria-label={boardWords.boardTabWalksThe}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keyboard
      tabIndex={0}
      data-ready={ready || undefined}
      data-tool={tool}
      data-detail={detail}
      data-board-keys
      onKeyDown={onKeyDown}
      onContextMenu={menuByKey}
      onPointerMove={(event) => isOwn(event) && point({ x: event.clientX, y: event.clientY })}
      onPointerLeave={() => point(null)}
      onPointerDown={(event) =>
        event.target instanceof Element && event.target.closest('.react-flow') && around.current?.focus({ preventScroll: true })
      }
      onDoubleClick={(event: MouseEvent) => {
        if (!onPane(event.target)) return;
        const id = isOverview ? itemUnder(event) : null;
        const box = id === null ? undefined : index.boxes.get(id);
        if (box) view.fitBox(box, 0.9);
        else void createToWrite('element', boardId, pointOf(event));
      }}
      onDragOver={(event: DragEvent) => {
        const takesAssets = isAssetDrag(event.dataTransfer);
        if (takesAssets) markDrop(elementUnder(event));
        if (event.dataTransfer.types.includes(TOOL_TYPE) || (takesAssets && dropGoal(event) !== null)) event.preventDefault();
      }}
      onDragLeave={() => markDrop(null)}
      onDrop={(event: DragEvent) => {
        markDrop(null);
        const goal = isAssetDrag(event.dataTransfer) ? dropGoal(event) : null;
        const kind = itemKinds.find((each) => each === event.dataTransfer.getData(TOOL_TYPE));
        if (goal === null && !kind) return;
        event.preventDefault();
        // Nobody further out has to look at it.
        event.stopPropagation();
        if (goal !== null) dropOnElement(goal, event.dataTransfer);
        else if (kind) void createAt(kind, boardId, pointOf(event));
      }}
    >
      <DetailContext value={detail === 'near' ? 'near' : 'far'}>
        <ReactFlow
          {...gestures}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={() => {
            const last = looks.get(look);
            if (last) void flow.setViewport(last);
            else view.open();
            setReady(true);
          }}
          onMoveEnd={(_, now) => looks.set(look, now)}
          onPaneClick={(event) =>
            (isOverview || selection.getState().component !== null) && select([itemUnder(event)].filter((id) => id !== null))
          }
          onPaneContextMenu={(event) => openMenu(event, isOverview ? itemUnder(event) : null)}
          onNodeDoubleClick={(_, node) => wantFocus(node.id, 'content')}
          onEdgeDoubleClick={(_, edge) => wantFocus(edge.id, 'content')}
          onNodeContextMenu={(event, node) => openMenu(event, node.id)}
          onEdgeContextMenu={(event, edge) => openMenu(event, edge.id)}
          onSelectionContextMenu={(event) => openMenu(event, [...selection.getState().ids].at(-1) ?? null)}
          connectionMode={ConnectionMode.Loose}
          connectionRadius={24}
          connectionDragThreshold={4}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          nodeExtent={extent}
          translateExtent={reach}
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
          multiSelectionKeyCode={addKeys}
          elevateNodesOnSelect
          attributionPosition="top-right"
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1.4} />
          {!isOverview && <CommentPins boardId={boardId} />}
          <Guides />
          <ArrowHead />
        </ReactFlow>
      </DetailContext>
      {isOverview && <Overview drawn={drawn} />}
      {index.boxes.size === 0 && <EmptyBoard />}
      <div className="board-bars">
        <BoardHead boardId={boardId} isList={false} />
        <Toolbar boardId={boardId} tool={tool} setTool={setTool} />
        <div className="board-corner">
          {index.boxes.size > 1 && <SmallMap drawn={drawn} />}
          <ZoomBar boardId={boardId} />
        </div>
      </div>
      {menu && <BoardMenu boardId={boardId} place={menu} close={() => setMenu(null)} />}
      <Announcer />
    </div>
  );
}

/** Not over a menu or dialog, whose events come through the board as well. */
const isOwn = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }): boolean =>
  target instanceof Node && currentTarget.contains(target) && !(target instanceof Element && target.closest('.board-bars'));

const elementUnder = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.react-flow__node-element') : null;

function useDrawn(boardId: string, area: Box | null): Drawn {
  const map = useMemo(boardMapper, []);
  const project = useStore(openProject, (state) => state.project);
  const revision = useStore(openProject, (state) => state.revision);
  const held = useStore(holding, ({ boxes }) => boxes);
  const selected = useSelection(({ ids }) => ids);
  const pinned = useFlow(({ connection }) => (connection.inProgress ? connection.fromNode.id : null));
  return useMemo(
    () => map(project, revision, boardId, { held, selected, area, pinned }),
    [map, project, revision, boardId, held, selected, area, pinned],
  );
}

/** Brings what another part of the window asked for into view. */
function useShow(bringIntoView: (id: string) => void): void {
  const show = useSelection((state) => state.show);
  useEffect(() => {
    if (show === null) return;
    // After the first fit of a board that has just been opened.
    const frame = requestAnimationFrame(() => {
      bringIntoView(show);
      shown();
    });
    return () => cancelAnimationFrame(frame);
  }, [show, bringIntoView]);
}

/** What has gone is no longer selected. */
function usePruned(): void {
  const revision = useStore(openProject, (state) => state.revision);
  useEffect(() => {
    const { project } = openProject.getState();
    const { ids } = selection.getState();
    const left = [...ids].filter((id) => project.has(id));
    if (revision > 0 && left.length < ids.size) select(left);
  }, [revision]);
}

/** One arrow head for all: it takes the colour of its line. */
function ArrowHead() {
  return (
    <svg className="arrow-defs" aria-hidden="true">
      <defs>
        <marker
          id={ARROW}
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
