/** The minimap of the board, with a frame around the visible area that can be dragged. Hidden while the whole board is visible. */
import { useReactFlow, useStore } from '@xyflow/react';
import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Box, visibleBox } from '../../../../shared/layout/geometry.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from './board-scene.ts';
import type { PaintSource } from './paint-board.ts';
import { useBoardColors, useBoardPainter } from './use-board-painter.ts';

const minimapSize = { width: 176, height: 112 };
/** The frame of the visible area keeps this distance to the edges, whose rounded corners would clip it. */
const frameMargin = 3;
/** Of both borders of the minimap, which are part of its size. */
const bordersWidth = 2;
const noSelection: ReadonlySet<string> = new Set();

export const Minimap = memo(function Minimap({ scene: latestScene }: { scene: BoardScene }) {
  const scene = useDebouncedValue(latestScene);
  const element = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useBoardColors(element);
  const flow = useReactFlow();
  const any = useSelection(({ ids }) => ids.size > 0);
  const selected = useSelection(({ ids }) => (any ? ids : noSelection));
  const bounds = useMemo(() => scene.index.bounds(), [scene]);
  const viewport = useMemo(() => fitToMinimap(bounds), [bounds]);
  const isNeedless = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (!bounds) return true;
    const [left, top] = [bounds.x * zoom + x, bounds.y * zoom + y];
    return left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height;
  });
  const isCovering = useStore(({ transform: [x, y, zoom], width, height }) =>
    scene.index.hasItemIn(areaBelow(visibleBox({ x, y, zoom }, { width, height }), zoom)),
  );
  const source = useMemo<PaintSource | null>(
    () => colors && { index: scene.index, selected, colors, nameOf: () => '', routes: scene.routes },
    [scene, selected, colors],
  );
  // The cards of the board are drawn first.
  useBoardPainter(canvas, source && { size: minimapSize, viewport, source }, 'when-idle');

  const go = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const around = event.currentTarget.getBoundingClientRect();
    void flow.setCenter((event.clientX - around.x - viewport.x) / viewport.zoom, (event.clientY - around.y - viewport.y) / viewport.zoom, {
      zoom: flow.getZoom(),
    });
  };
  return (
    <div
      ref={element}
      className="board-minimap"
      style={minimapSize}
      hidden={isNeedless || isCovering}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} style={minimapSize} />
      <ViewportFrame mapViewport={viewport} />
    </div>
  );
});

/** The place of the minimap in the corner of the board, above the zoom bar, from the right and from below, as in board.css. */
const corner = { right: 16, bottom: 68 };

/** The area of the canvas that is below the minimap. */
function areaBelow(visible: Box, zoom: number): Box {
  const [width, height] = [minimapSize.width / zoom, minimapSize.height / zoom];
  return {
    x: visible.x + visible.width - corner.right / zoom - width,
    y: visible.y + visible.height - corner.bottom / zoom - height,
    width,
    height,
  };
}

function ViewportFrame({ mapViewport }: { mapViewport: { x: number; y: number; zoom: number } }) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const scale = mapViewport.zoom / zoom;
  const [left, right] = clampToMinimap(mapViewport.x - x * scale, width * scale, minimapSize.width);
  const [top, bottom] = clampToMinimap(mapViewport.y - y * scale, height * scale, minimapSize.height);
  return (
    <svg width={minimapSize.width} height={minimapSize.height} aria-hidden="true">
      <rect x={left} y={top} width={right - left} height={bottom - top} rx={2} />
    </svg>
  );
}

/** Start and end of the part of a range that is on the minimap, so that all edges of the frame stay visible around a view that is larger. */
function clampToMinimap(start: number, length: number, size: number): readonly [number, number] {
  const end = size - bordersWidth - frameMargin;
  const clamp = (at: number) => Math.min(Math.max(at, frameMargin), end);
  return [clamp(start), clamp(start + length)];
}

/** The latest value after no newer one has arrived for a moment: the minimap is not redrawn during a drag. */
function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 160);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

function fitToMinimap(bounds: Box | undefined): { x: number; y: number; zoom: number } {
  if (!bounds) return { x: 0, y: 0, zoom: 0.05 };
  const zoom = Math.min((minimapSize.width - 16) / bounds.width, (minimapSize.height - 16) / bounds.height, 0.12);
  return {
    x: (minimapSize.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (minimapSize.height - bounds.height * zoom) / 2 - bounds.y * zoom,
    zoom,
  };
}
