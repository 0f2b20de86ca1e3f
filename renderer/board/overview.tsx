/** The board from far away: one picture instead of thousands of boxes. It only draws; board-canvas.tsx knows what is under the pointer. */
import { useStore } from '@xyflow/react';
import { memo, useMemo, useRef } from 'react';
import { useSelection } from '../state/selection.ts';
import { nameOf } from '../state/use-words.ts';
import type { Drawn } from './map-board.ts';
import type { Painting } from './paint.ts';
import { useColours } from './use-colours.ts';
import { usePainting } from './use-painting.ts';

export const Overview = memo(function Overview({ drawn }: { drawn: Drawn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours(useMemo(() => parentOf(canvas), []));
  const selected = useSelection(({ ids }) => ids);
  const locale = useSelection((state) => state.locale);
  const x = useStore(({ transform }) => transform[0]);
  const y = useStore(({ transform }) => transform[1]);
  const zoom = useStore(({ transform }) => transform[2]);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const painting = useMemo<Painting | null>(
    () => colours && { index: drawn.index, selected, colours, nameOf: (id) => nameOf(drawn.index.project, id, locale) },
    [drawn, selected, colours, locale],
  );
  usePainting(canvas, painting && width > 0 ? { size: { width, height }, look: { x, y, zoom }, painting } : null);
  return <canvas ref={canvas} className="overview" style={{ width, height }} />;
});

/** Colours are read beside the canvas: inside one nothing is styled. */
const parentOf = (canvas: { current: HTMLCanvasElement | null }) => ({
  get current() {
    return canvas.current?.parentElement ?? null;
  },
});
