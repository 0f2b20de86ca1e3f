/** The board from far away: one picture instead of thousands of boxes. It only draws; board-canvas.tsx knows what is under the pointer. */
import { useStore } from '@xyflow/react';
import { memo, useEffect, useRef } from 'react';
import { openProject } from '../state/open-project.ts';
import { useSelection } from '../state/selection.ts';
import type { Drawn } from './map-board.ts';
import { paint, prepare } from './paint.ts';
import { useColours } from './use-colours.ts';
import { nameOf } from './use-words.ts';

export const Overview = memo(function Overview({ drawn }: { drawn: Drawn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours(canvas.current ? canvas : parentOf(canvas));
  const selected = useSelection(({ ids }) => ids);
  const locale = useSelection((state) => state.locale);
  const x = useStore(({ transform }) => transform[0]);
  const y = useStore(({ transform }) => transform[1]);
  const zoom = useStore(({ transform }) => transform[2]);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    const context = canvas.current && prepare(canvas.current, { width, height });
    if (!context || !colours) return;
    const { project } = openProject.getState();
    paint(context, { width, height }, { x, y, zoom }, { project, drawn, selected, colours, nameOf: (id) => nameOf(project, id, locale) });
  }, [drawn, selected, colours, locale, x, y, zoom, width, height]);
  return <canvas ref={canvas} className="overview" style={{ width, height }} />;
});

/** Colours are read beside the canvas: inside one nothing is styled. */
const parentOf = (canvas: { current: HTMLCanvasElement | null }) => ({
  get current() {
    return canvas.current?.parentElement ?? null;
  },
});
