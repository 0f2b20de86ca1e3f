/** The small map of the whole board, with a frame around what is seen. Dragging on it moves the view. Where all is seen, it gives way to it. */
import { useReactFlow, useStore } from '@xyflow/react';
import { memo, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSelection } from '../state/selection.ts';
import type { Box } from './geometry.ts';
import type { Drawn } from './map-board.ts';
import type { Painting } from './paint.ts';
import { useColours } from './use-colours.ts';
import { usePainting } from './use-painting.ts';

const SIZE = { width: 176, height: 112 };
const noSelection: ReadonlySet<string> = new Set();

export const SmallMap = memo(function SmallMap({ drawn: newest }: { drawn: Drawn }) {
  const drawn = useRested(newest);
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours(place);
  const flow = useReactFlow();
  const any = useSelection(({ ids }) => ids.size > 0);
  const selected = useSelection(({ ids }) => (any ? ids : noSelection));
  const bounds = useMemo(() => drawn.index.bounds(), [drawn]);
  const look = useMemo(() => lookAt(bounds), [bounds]);
  const isNeedless = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (!bounds) return true;
    const [left, top] = [bounds.x * zoom + x, bounds.y * zoom + y];
    return left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height;
  });
  const painting = useMemo<Painting | null>(
    () => colours && { index: drawn.index, selected, colours, nameOf: () => '' },
    [drawn, selected, colours],
  );
  usePainting(canvas, painting && { size: SIZE, look, painting });

  const go = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const around = event.currentTarget.getBoundingClientRect();
    void flow.setCenter((event.clientX - around.x - look.x) / look.zoom, (event.clientY - around.y - look.y) / look.zoom, {
      zoom: flow.getZoom(),
    });
  };
  return (
    <div
      ref={place}
      className="small-map"
      style={SIZE}
      hidden={isNeedless}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} style={SIZE} />
      <Frame look={look} />
    </div>
  );
});

function Frame({ look }: { look: { x: number; y: number; zoom: number } }) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const scale = look.zoom / zoom;
  return (
    <svg width={SIZE.width} height={SIZE.height} aria-hidden="true">
      <rect x={look.x - x * scale} y={look.y - y * scale} width={width * scale} height={height * scale} rx={2} />
    </svg>
  );
}

/** The newest once nothing newer has come for a moment: while something is dragged the map waits. */
function useRested<T>(newest: T): T {
  const [rested, setRested] = useState(newest);
  useEffect(() => {
    const timer = setTimeout(() => setRested(newest), 160);
    return () => clearTimeout(timer);
  }, [newest]);
  return rested;
}

function lookAt(bounds: Box | undefined): { x: number; y: number; zoom: number } {
  if (!bounds) return { x: 0, y: 0, zoom: 0.05 };
  const zoom = Math.min((SIZE.width - 16) / bounds.width, (SIZE.height - 16) / bounds.height, 0.12);
  return {
    x: (SIZE.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (SIZE.height - bounds.height * zoom) / 2 - bounds.y * zoom,
    zoom,
  };
}
