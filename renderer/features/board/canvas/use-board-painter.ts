/**
 * Keeps a canvas painted with the board. A small board is painted at once, a large one in slices on a second canvas. Until that is finished, the
 * previous picture is moved and scaled to its place.
 */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { runSlice, waitForIdle, yieldToMain } from '../../../state/run-in-slices.ts';
import { type BoardColors, type PaintSource, type PaintViewport, paintBoard, readBoardColors } from './paint-board.ts';

interface PaintRequest {
  readonly size: { readonly width: number; readonly height: number };
  readonly viewport: PaintViewport;
  /** A new object whenever the picture would change. */
  readonly source: PaintSource;
  /** Called after the picture has been copied to the screen. */
  readonly onPainted?: (source: PaintSource) => void;
}
/** `ratio`: pixels of the screen for each of the page, which changes when the window moves to another screen. */
type ScaledRequest = PaintRequest & { readonly ratio: number };
interface PaintedCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly request: ScaledRequest;
}

/** When a picture is painted: as soon as possible, or only while the window has nothing else to do. */
type PaintUrgency = 'at-once' | 'when-idle';

export function useBoardPainter(front: RefObject<HTMLCanvasElement | null>, requested: PaintRequest | null, urgency: PaintUrgency): void {
  const painter = useMemo(() => createPainter(urgency), [urgency]);
  useEffect(() => painter.show(front.current, requested));
  useEffect(() => painter.end, [painter]);
}

function createPainter(urgency: PaintUrgency) {
  let front: HTMLCanvasElement | null = null;
  let requested: ScaledRequest | null = null;
  let done: PaintedCanvas | null = null;
  let spare: HTMLCanvasElement | null = null;
  let running: { readonly of: ScaledRequest; isCurrent: boolean } | null = null;
  const reader = document.createElement('canvas');

  /** Reads a pixel of the canvas: the browser then rasterizes what has been painted so far (rasterizeInSteps). */
  function rasterize(canvas: HTMLCanvasElement): void {
    reader.getContext('2d')?.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    // Discards what has been read: the browser would keep it, and copy the canvas before anything else is painted on it.
    reader.width = 1;
  }

  function begin(): void {
    if (!requested || isSameRequest(done?.request, requested)) return;
    const request = requested;
    const canvas = spare ?? document.createElement('canvas');
    const context = prepareCanvas(canvas, request.size);
    if (!context) return;
    const job = { of: request, isCurrent: true };
    running = job;
    const painting = paintBoard(context, request.size, request.viewport, request.source);
    void carryOut(
      rasterizeInSteps(painting, () => rasterize(canvas)),
      job,
      () => {
        spare = done?.canvas ?? null;
        done = { canvas, request };
        copy();
        request.onPainted?.(request.source);
        begin();
      },
    );
  }

  /** If the picture is needed at once, the first slice is painted synchronously. */
  async function carryOut(work: Iterator<void>, job: NonNullable<typeof running>, then: () => void): Promise<void> {
    const pause = urgency === 'at-once' ? yieldToMain : waitForIdle;
    if (urgency === 'when-idle') await pause();
    try {
      while (job.isCurrent && !runSlice(work)) await pause();
    } finally {
      if (running === job) running = null;
    }
    if (job.isCurrent) then();
  }

  function copy(): void {
    if (!front || !done || !requested) return;
    const context = prepareCanvas(front, requested.size);
    const { viewport, size } = done.request;
    const scale = requested.viewport.zoom / viewport.zoom;
    const [x, y] = [requested.viewport.x - viewport.x * scale, requested.viewport.y - viewport.y * scale];
    context?.drawImage(done.canvas, x, y, size.width * scale, size.height * scale);
  }

  return {
    show(canvas: HTMLCanvasElement | null, request: PaintRequest | null): void {
      const next = request && { ...request, ratio: window.devicePixelRatio || 1 };
      if (front === canvas && requested && next && isSameRequest(requested, next)) return;
      [front, requested] = [canvas, next];
      if (!next) return;
      if (!running) begin();
      if (running) copy();
    },
    end(): void {
      if (running) running.isCurrent = false;
      running = null;
    },
  };
}

const isSameRequest = (one: ScaledRequest | undefined, two: ScaledRequest): boolean =>
  one !== undefined &&
  one.source === two.source &&
  one.ratio === two.ratio &&
  one.size.width === two.size.width &&
  one.size.height === two.size.height &&
  one.viewport.x === two.viewport.x &&
  one.viewport.y === two.viewport.y &&
  one.viewport.zoom === two.viewport.zoom;

/** Resizes a canvas to the resolution of the screen and clears it. */
function prepareCanvas(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** Without a graphics processor, so many steps take about a millisecond to rasterize on a canvas of 1360 × 860 pixels. */
const stepsPerRaster = 200;

/**
 * Rasterizes a picture while it is painted. The browser only records what is painted on a canvas, and rasterizes it when the canvas is read: without
 * a graphics processor, the copy of a large board to the screen would rasterize all of it in one task.
 */
export function* rasterizeInSteps(painting: Iterable<void>, rasterize: () => void): Generator<void> {
  let count = 0;
  for (const _ of painting) {
    count++;
    if (count % stepsPerRaster === 0) rasterize();
    yield;
  }
}

/** The colors of the themes that have been shown. Reading them makes the browser recompute all styles of the page. */
const colorsByTheme = new Map<string, BoardColors>();
const themeQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];
/** The appearance settings change these attributes of the page. */
const themeAttributes = ['data-color-scheme', 'data-contrast'];

const themeOfPage = (): string =>
  [
    ...themeAttributes.map((name) => document.documentElement.getAttribute(name)),
    ...themeQueries.map((query) => window.matchMedia(query).matches),
  ].join(' ');

/** The page's colors for painting on a canvas: others when the color scheme or the contrast changes. */
export function useBoardColors(element: RefObject<Element | null>): BoardColors | null {
  const [colors, setColors] = useState<BoardColors | null>(() => colorsByTheme.get(themeOfPage()) ?? null);
  useEffect(() => {
    const read = () => {
      const theme = themeOfPage();
      const known = colorsByTheme.get(theme) ?? (element.current && readBoardColors(element.current));
      if (known) colorsByTheme.set(theme, known);
      setColors(known);
    };
    read();
    const queries = themeQueries.map((query) => window.matchMedia(query));
    for (const query of queries) query.addEventListener('change', read);
    const watch = new MutationObserver(read);
    // The style attribute is not observed, because React Aria changes it whenever a dialog opens.
    watch.observe(document.documentElement, { attributes: true, attributeFilter: themeAttributes });
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
      watch.disconnect();
    };
  }, [element]);
  return colors;
}
