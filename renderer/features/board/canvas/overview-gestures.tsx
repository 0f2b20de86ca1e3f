/**
 * The pointer in the overview, where React Flow has no nodes: it selects, draws a box, drags, duplicates and connects what is painted there. Of a drag only
 * a layer with the dragged items moves, and of a box only what it adds is painted; the rest of the board is painted again at the end.
 */
import { useKeyPress, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore as useZustand } from 'zustand';
import {
  type Box,
  boundsOf,
  boxBetween,
  clampShift,
  containsBox,
  emptyBox,
  faceMidpoint,
  facesBetween,
  growBox,
  type Point,
} from '../../../../shared/layout/geometry.ts';
import { runWhenIdle } from '../../../platform/idle.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { connectItems } from '../../../records/board/change-board.ts';
import { moveCommand } from '../../../records/board/edit-commands.ts';
import { withFrameContents } from '../../../records/board/frames.ts';
import { findFrame, isConnectionSource, unconnectedSourceId } from '../../../records/board/items.ts';
import { currentProject } from '../../../state/open-project.ts';
import { selectItems, selectionStore, useSelection } from '../../../state/selection.ts';
import { duplicateItems } from '../actions/selection-edits.ts';
import type { BoardScene } from './board-scene.ts';
import { type CanvasPoints, isCanvasTarget, minHitSize, type PointerPosition } from './canvas-points.ts';
import { connectionOnDrop, openDropStore } from './connection-drop.tsx';
import { commitDrag, dragState, type LiftedItems, setDraggedBoxes, setLiftedItems, withPresentIds } from './drag-state.ts';
import { overviewName, type PaintSource } from './paint-board.ts';
import { createSnapper } from './snapper.tsx';
import { useBoardColors, useBoardPainter } from './use-board-painter.ts';
import './overview-gestures.css';

type Gesture =
  | { readonly is: 'box'; readonly area: Box }
  | { readonly is: 'connect'; readonly itemId: string; readonly to: Point; readonly over: string | null };

interface OverviewGesturesProps {
  readonly boardId: string;
  readonly scene: BoardScene;
  readonly points: CanvasPoints;
}

/** How far the pointer moves before a press becomes a drag, in screen pixels. */
const dragThreshold = 3;
/** Near the edges of the board the view moves by up to so many pixels in each frame. */
const edgeWidth = 36;
const panStep = 14;

export function OverviewGestures({ boardId, scene, points }: OverviewGesturesProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const isLayerDrawn = useRef(false);
  const viewCanvas = useRef<HTMLCanvasElement>(null);
  usePreparedCanvas(viewCanvas);
  useOverviewPointer({ anchor, boardId, scene, points, setGesture, setHovered, isLayerDrawn });
  const lifted = useZustand(dragState, (state) => state.lifted);
  return (
    <div ref={anchor} className="overview-gestures" aria-hidden="true">
      <canvas ref={viewCanvas} className="overview-view" data-shows={gesture?.is === 'box' ? 'box' : undefined} />
      {lifted && <DragLayer scene={scene} lifted={lifted} isDrawn={isLayerDrawn} viewCanvas={viewCanvas} />}
      {gesture?.is === 'box' && <BoxSelection index={scene.index} area={gesture.area} viewCanvas={viewCanvas} />}
      {gesture?.is === 'connect' && <NewConnection index={scene.index} {...gesture} />}
      {gesture === null && lifted === null && <ConnectHandle index={scene.index} hovered={hovered} />}
    </div>
  );
}

/** In milliseconds, where the window is never idle. */
const latestPreparation = 500;

/**
 * A canvas of the size of the view, for what a gesture paints in each frame. Its memory is allocated while the window is idle: in the first frame of a
 * gesture, that would take longer than a frame.
 */
function usePreparedCanvas(canvas: RefObject<HTMLCanvasElement | null>): void {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(
    () => runWhenIdle(() => void (canvas.current && clearView(canvas.current, width, height)), latestPreparation),
    [canvas, width, height],
  );
}

/** Clears the canvas and sets its size where that has changed. Pixels of the view are then its units. */
function clearView(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** Clears what was painted when its gesture ends. */
function useClearedAtEnd(viewCanvas: RefObject<HTMLCanvasElement | null>): void {
  useEffect(() => {
    const canvas = viewCanvas.current;
    return () => void (canvas && clearView(canvas, canvas.clientWidth, canvas.clientHeight));
  }, [viewCanvas]);
}

interface OverviewPointerOptions extends OverviewGesturesProps {
  readonly anchor: RefObject<HTMLDivElement | null>;
  readonly setGesture: (gesture: Gesture | null) => void;
  readonly setHovered: (id: string | null) => void;
  readonly isLayerDrawn: RefObject<boolean>;
}

function useOverviewPointer({ anchor, setHovered, ...options }: OverviewPointerOptions): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const isPanning = useKeyPress('Space');
  const latest = useRef({ ...options, isPanning });
  useEffect(() => {
    latest.current = { ...options, isPanning };
  });
  useEffect(() => {
    const board = anchor.current?.closest<HTMLElement>('.board');
    if (!board) return;
    const { boardId } = latest.current;
    /** The last press, until its click arrives. */
    let isOwnPress = false;
    let end: ((isCancelled: boolean) => void) | null = null;

    const press = (event: PointerEvent) => {
      const { points, isPanning: pans } = latest.current;
      isOwnPress = false;
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('.overview-handle') : null;
      const isOnCanvas = event.target !== null && isCanvasTarget(event.target);
      // A finger moves the view.
      if (event.button !== 0 || event.pointerType === 'touch' || pans || end || !(isOnCanvas || handle)) return;
      isOwnPress = true;
      const start = points.toCanvas(event);
      const keepsOthers = event.shiftKey || event.metaKey || event.ctrlKey;
      if (handle) return follow(event, 'at-once', createConnecting(handle.dataset.of ?? '', latest));
      const id = points.hitAt(event);
      const before = selectionStore.getState().ids;
      const isItem = id !== null && latest.current.scene.index.boxes.has(id);
      const wasSelected = id !== null && before.has(id);
      // On a dense board there are lines everywhere: a box begins on them, too.
      if (id === null && !keepsOthers) selectItems([]);
      if (isItem && !wasSelected) selectItems(keepsOthers ? [...before, id] : [id]);
      const click = () => {
        if (id === null) return;
        if (wasSelected) selectItems(keepsOthers ? [...before].filter((each) => each !== id) : [id]);
        else if (!isItem) selectItems(keepsOthers ? [...before, id] : [id]);
      };
      const follower = isItem
        ? createDrag(boardId, start, store, latest)
        : createBox(boardId, start, { keeps: keepsOthers ? before : new Set(), before }, latest);
      follow(event, 'when-moved', follower, click);
    };

    /** Follows the pointer until it is released or Escape cancels. A press that does not move is a click. */
    const follow = (pressed: PointerEvent, begins: 'at-once' | 'when-moved', follower: Follower, click: () => void = () => undefined) => {
      let last: PointerEvent = pressed;
      let isMoving = false;
      let frame = 0;
      const edges = board.getBoundingClientRect();
      const step = () => {
        frame = requestAnimationFrame(step);
        panAtEdge(edges, last, (by) => void store.getState().panBy(by));
        follower.move(last);
      };
      const move = (event: PointerEvent) => {
        if (event.pointerId !== pressed.pointerId) return;
        last = event;
        if (isMoving || Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < dragThreshold) return;
        begin();
      };
      const begin = () => {
        isMoving = true;
        setHovered(null);
        board.setPointerCapture(pressed.pointerId);
        step();
      };
      const release = (event: PointerEvent) => {
        if (event.pointerId !== pressed.pointerId) return;
        last = event;
        end?.(event.type === 'pointercancel');
      };
      const cancel = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end?.(true);
      };
      end = (isCancelled) => {
        end = null;
        cancelAnimationFrame(frame);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', release);
        window.removeEventListener('pointercancel', release);
        window.removeEventListener('keydown', cancel, true);
        if (isMoving && !isCancelled) {
          follower.move(last);
          follower.drop(last);
        } else if (!isMoving && !isCancelled) click();
        if (isCancelled) follower.cancel();
        latest.current.setGesture(null);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', release);
      window.addEventListener('pointercancel', release);
      window.addEventListener('keydown', cancel, true);
      if (begins === 'at-once') begin();
    };

    const hover = (event: PointerEvent) => {
      if (event.buttons !== 0 || !(event.target instanceof Element) || event.target.closest('.overview-handle')) return;
      const { index } = latest.current.scene;
      setHovered(isCanvasTarget(event.target) ? index.itemHitAt(latest.current.points.toCanvas(event), minHitSize / flow.getZoom()) : null);
    };
    const leave = () => setHovered(null);
    /** React Flow would select what is at the place where a drag has ended. */
    const swallowClick = (event: MouseEvent) => {
      if (isOwnPress && event.target !== null && isCanvasTarget(event.target)) event.stopPropagation();
    };
    board.addEventListener('pointerdown', press);
    board.addEventListener('pointermove', hover);
    board.addEventListener('pointerleave', leave);
    board.addEventListener('click', swallowClick, true);
    return () => {
      end?.(true);
      board.removeEventListener('pointerdown', press);
      board.removeEventListener('pointermove', hover);
      board.removeEventListener('pointerleave', leave);
      board.removeEventListener('click', swallowClick, true);
    };
  }, [anchor, flow, store, setHovered]);
}

/** What follows the pointer: called once for each frame, and at the end. */
interface Follower {
  move(pointer: PointerPosition & { readonly altKey: boolean }): void;
  drop(pointer: PointerPosition & { readonly altKey: boolean }): void;
  cancel(): void;
}

type Latest = RefObject<Pick<OverviewPointerOptions, 'scene' | 'points' | 'setGesture' | 'isLayerDrawn'>>;

interface BoxedSelection {
  /** What stays selected beside the items in the box. */
  readonly keeps: ReadonlySet<string>;
  /** What was selected before the press, and is again if the box is cancelled. */
  readonly before: ReadonlySet<string>;
}

function createBox(boardId: string, start: Point, { keeps, before }: BoxedSelection, latest: Latest): Follower {
  let area: Box = { ...start, width: 0, height: 0 };
  return {
    move: (pointer) => {
      area = boxBetween(start, latest.current.points.toCanvas(pointer));
      latest.current.setGesture({ is: 'box', area });
    },
    drop: () => {
      const { index } = latest.current.scene;
      if (index.boardId !== boardId) return;
      const items = itemsInBox(index, area);
      // As with a box among cards, the connections of the items are selected with them.
      selectItems(new Set([...keeps, ...items, ...items.flatMap((id) => [...index.connectionsOf(id)])]));
    },
    cancel: () => selectItems(before),
  };
}

/** The items that a box touches, and the frames that it contains. */
function itemsInBox(index: BoardIndex, area: Box): string[] {
  return index.itemsIn(area).filter((id) => !findFrame(index.project, id) || containsBox(area, index.boxes.get(id) ?? area));
}

/** With Alt, copies are dropped and the dragged items stay where they were. */
function createDrag(boardId: string, start: Point, store: ReturnType<typeof useStoreApi>, latest: Latest): Follower {
  const snapper = createSnapper(boardId, () => store.getState());
  let lifted: LiftedItems | null = null;
  const lift = (): LiftedItems => {
    latest.current.isLayerDrawn.current = false;
    const { index } = latest.current.scene;
    const boxes = new Map<string, Box>();
    for (const id of withFrameContents(currentProject(), selectionStore.getState().ids)) {
      const box = index.boxes.get(id);
      if (box) boxes.set(id, box);
    }
    return { boxes, shift: { x: 0, y: 0 }, isCopying: false, isDropped: false };
  };
  const end = (stays: LiftedItems | null) => {
    snapper.end();
    setLiftedItems(stays);
  };
  return {
    move: (pointer) => {
      lifted ??= lift();
      lifted = { ...lifted, boxes: withPresentIds(lifted.boxes) };
      const bounds = boundsOf(lifted.boxes.values());
      if (!bounds) return;
      const { x, y } = latest.current.points.toCanvas(pointer);
      const moved = clampShift([bounds], x - start.x, y - start.y);
      const snap = snapper.shiftOf({ ...bounds, x: bounds.x + moved.x, y: bounds.y + moved.y }, lifted.boxes);
      lifted = { ...lifted, shift: { x: moved.x + snap.x, y: moved.y + snap.y }, isCopying: pointer.altKey };
      setLiftedItems(lifted);
    },
    drop: () => {
      if (!lifted) return;
      const { shift, isCopying } = lifted;
      const boxes = withPresentIds(lifted.boxes);
      if (isCopying) {
        end(null);
        void duplicateItems(new Set(boxes.keys()), shift);
        return;
      }
      const dropped = new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
      setDraggedBoxes(dropped);
      end(latest.current.isLayerDrawn.current ? { ...lifted, isDropped: true } : null);
      void commitDrag(moveCommand(currentProject(), dropped), dropped);
    },
    cancel: () => end(null),
  };
}

/** A new connection, from the handle of an item to another item, or to the empty canvas, where a menu opens. */
function createConnecting(itemId: string, latest: Latest): Follower {
  const from = unconnectedSourceId(currentProject(), itemId);
  const targetAt = (pointer: PointerPosition): string | null => {
    const id = latest.current.points.hitAt(pointer);
    return id !== null && latest.current.scene.index.boxes.has(id) ? id : null;
  };
  const canEndAt = (id: string | null): id is string =>
    id !== null && id !== itemId && connectionOnDrop(currentProject(), { id: from, type: 'source' }, id) !== null;
  return {
    move: (pointer) => {
      const over = targetAt(pointer);
      const to = latest.current.points.toCanvas(pointer);
      latest.current.setGesture({ is: 'connect', itemId, to, over: canEndAt(over) ? over : null });
    },
    drop: (pointer) => {
      const over = targetAt(pointer);
      if (canEndAt(over)) void connectItems({ id: from, face: null }, { id: over, face: null });
      else if (over === null)
        openDropStore.setState({
          drop: {
            from: { id: from, face: null },
            screenPoint: { x: pointer.clientX, y: pointer.clientY },
            canvasPoint: latest.current.points.toCanvas(pointer),
          },
        });
    },
    cancel: () => undefined,
  };
}

function panAtEdge({ left, top, right, bottom }: DOMRect, { clientX, clientY }: PointerPosition, pan: (by: Point) => void): void {
  const speed = (at: number, start: number, end: number): number => {
    const inside = Math.min(at - start, end - at);
    if (inside >= edgeWidth) return 0;
    return Math.round(panStep * Math.min(1, (edgeWidth - inside) / edgeWidth)) * (at - start < end - at ? 1 : -1);
  };
  const by = { x: speed(clientX, left, right), y: speed(clientY, top, bottom) };
  if (by.x !== 0 || by.y !== 0) pan(by);
}

/** Positions on the canvas in pixels of the board. */
function useToScreen(): (box: Box) => Box {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  return (box) => ({ x: x + box.x * zoom, y: y + box.y * zoom, width: box.width * zoom, height: box.height * zoom });
}

const styleOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

/** The box, and the items in it. They are selected when it ends, because many parts of the window follow the selection. */
function BoxSelection({ index, area, viewCanvas }: { index: BoardIndex; area: Box; viewCanvas: RefObject<HTMLCanvasElement | null> }) {
  const colors = useBoardColors(useMemo(() => ({ current: document.querySelector('.board') }), []));
  const toScreen = useToScreen();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const painted = useRef<{ view: string; ids: ReadonlySet<string> }>({ view: '', ids: new Set() });
  useClearedAtEnd(viewCanvas);
  useEffect(() => {
    if (!viewCanvas.current || !colors) return;
    const view = `${x} ${y} ${zoom} ${width} ${height}`;
    const ids = new Set(itemsInBox(index, area));
    const isGrowing = painted.current.view === view && [...painted.current.ids].every((id) => ids.has(id));
    const context = isGrowing ? viewCanvas.current.getContext('2d') : clearView(viewCanvas.current, width, height);
    if (!context) return;
    context.fillStyle = colors.accent;
    for (const id of ids) {
      const box = isGrowing && painted.current.ids.has(id) ? undefined : index.boxes.get(id);
      if (box && !findFrame(index.project, id)) context.fillRect(x + box.x * zoom, y + box.y * zoom, box.width * zoom, box.height * zoom);
    }
    painted.current = { view, ids };
  });
  return <div className="overview-box" style={styleOf(toScreen(area))} />;
}

/** A layer larger than so many views is cut to what can come into view. */
const maxLayerViews = 3;

interface DragLayerProps {
  readonly scene: BoardScene;
  readonly lifted: LiftedItems;
  readonly isDrawn: RefObject<boolean>;
  readonly viewCanvas: RefObject<HTMLCanvasElement | null>;
}

/** The dragged items with the connections between them, painted once and moved, and direct lines from them to the others. */
function DragLayer({ scene: { index, routes }, lifted, isDrawn, viewCanvas }: DragLayerProps) {
  const { boxes, shift, isCopying, isDropped } = lifted;
  const colors = useBoardColors(useMemo(() => ({ current: document.querySelector('.board') }), []));
  const selected = useSelection((state) => state.ids);
  const locale = useSelection((state) => state.locale);
  const canvas = useRef<HTMLCanvasElement>(null);
  const toScreen = useToScreen();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const bounds = useMemo(() => boundsOf(boxes.values()) ?? emptyBox, [boxes]);
  const shiftOfView = useShiftOfView(`${x} ${y} ${zoom} ${width} ${height}`, shift);
  const whole = growBox(toScreen(bounds), layerMargin);
  const isCut = whole.width > maxLayerViews * width || whole.height > maxLayerViews * height;
  const inReach = {
    x: -width - shiftOfView.x * zoom,
    y: -height - shiftOfView.y * zoom,
    width: maxLayerViews * width,
    height: maxLayerViews * height,
  };
  const area = isCut ? inReach : whole;
  const source = useMemo<PaintSource | null>(
    () =>
      colors && {
        index,
        selected,
        colors,
        routes,
        nameOf: (id) => overviewName(index.project, id, locale),
        shows: (id) => boxes.has(id),
      },
    [index, routes, selected, colors, locale, boxes],
  );
  const request = source && {
    size: { width: area.width, height: area.height },
    viewport: { x: x - area.x, y: y - area.y, zoom },
    source,
    onPainted: () => {
      isDrawn.current = true;
    },
  };
  // After the drop the index has the new places, while the layer still shows the items moved from the old ones.
  useBoardPainter(canvas, isDropped ? null : request, 'at-once');
  return (
    <>
      {!isDropped && !isCopying && colors && (
        <CrossingLines index={index} boxes={boxes} shift={shift} color={colors.line} viewCanvas={viewCanvas} />
      )}
      <canvas
        ref={canvas}
        className="overview-drag"
        data-copying={isCopying || undefined}
        style={{ ...styleOf(area), transform: `translate(${shift.x * zoom}px, ${shift.y * zoom}px)` }}
      />
    </>
  );
}

/** Room for the borders of the outermost items. */
const layerMargin = 4;

/** The shift that a drag had when the view was last moved or zoomed: the layer is painted again then, around what is in view. */
function useShiftOfView(view: string, shift: Point): Point {
  const [known, setKnown] = useState({ view, shift });
  if (known.view === view) return known.shift;
  setKnown({ view, shift });
  return shift;
}

interface CrossingLinesProps {
  readonly index: BoardIndex;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly shift: Point;
  readonly color: string;
  readonly viewCanvas: RefObject<HTMLCanvasElement | null>;
}

/** The lines between dragged items and others, painted in each frame. */
function CrossingLines({ index, boxes, shift, color, viewCanvas }: CrossingLinesProps) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const lines = useMemo(() => {
    const ids = new Set([...boxes.keys()].flatMap((id) => [...index.connectionsOf(id)]));
    return [...ids].flatMap((id) => {
      const geometry = index.connections.get(id);
      return geometry && boxes.has(geometry.itemId) !== boxes.has(geometry.record.targetid) ? [geometry] : [];
    });
  }, [index, boxes]);
  useClearedAtEnd(viewCanvas);
  useEffect(() => {
    const context = viewCanvas.current && clearView(viewCanvas.current, width, height);
    if (!context) return;
    context.save();
    context.translate(x, y);
    context.scale(zoom, zoom);
    context.strokeStyle = color;
    context.lineWidth = Math.max(1.6, 1 / zoom);
    context.beginPath();
    for (const { itemId, endpoints } of lines) {
      const [first, last] = boxes.has(itemId) ? [shift, noShift] : [noShift, shift];
      context.moveTo(endpoints.from.x + first.x, endpoints.from.y + first.y);
      context.lineTo(endpoints.to.x + last.x, endpoints.to.y + last.y);
    }
    context.stroke();
    context.restore();
  });
  return null;
}
const noShift: Point = { x: 0, y: 0 };

interface NewConnectionProps {
  readonly index: BoardIndex;
  readonly itemId: string;
  readonly to: Point;
  readonly over: string | null;
}

/** The line from an item to the pointer, and the item at which it would end. */
function NewConnection({ index, itemId, to, over }: NewConnectionProps) {
  const toScreen = useToScreen();
  const from = index.boxes.get(itemId);
  const target = over === null ? undefined : index.boxes.get(over);
  if (!from) return null;
  const end = { ...to, width: 0, height: 0 };
  const faces = facesBetween(from, target ?? end);
  const [start, stop] = [faceMidpoint(toScreen(from), faces.source), faceMidpoint(toScreen(target ?? end), faces.target)];
  return (
    <>
      <svg className="overview-connection" aria-hidden="true">
        <line x1={start.x} y1={start.y} x2={stop.x} y2={stop.y} />
      </svg>
      <OverviewTarget index={index} id={over} />
    </>
  );
}

/** The mark of the item at which a connection would end, or on which something would be dropped. */
export function OverviewTarget({ index, id }: { readonly index: BoardIndex; readonly id: string | null }) {
  const toScreen = useToScreen();
  const box = index.boxes.get(id ?? '');
  return box && <div className="overview-target" style={styleOf(growBox(toScreen(box), 3))} />;
}

/** Beside the item under the pointer, or the only one that is selected: a connection is dragged from it. */
function ConnectHandle({ index, hovered }: { index: BoardIndex; hovered: string | null }) {
  const toScreen = useToScreen();
  const onlySelected = useSelection(({ ids }) => (ids.size === 1 ? [...ids][0] : undefined));
  const id = [hovered, onlySelected].find((each) => each && isConnectionSource(index.project, each));
  const box = index.boxes.get(id ?? '');
  if (!id || !box) return null;
  const { x, y } = faceMidpoint(toScreen(box), 'right');
  return <div className="overview-handle" data-of={id} style={{ left: x, top: y }} />;
}
