/**
 * Keeps a picture of the board on a canvas. A small board is drawn at once; a large one in slices on a canvas behind, and until that is
 * done the last picture stands in, moved and scaled to where it belongs.
 */
import { type RefObject, useEffect, useMemo } from 'react';
import { yieldToMain } from '../../../state/open-project.ts';
import { runSlice } from '../../../state/run-in-slices.ts';
import { type PaintSource, type PaintViewport, paintBoard } from './paint-board.ts';

interface PaintRequest {
  readonly size: { readonly width: number; readonly height: number };
  readonly viewport: PaintViewport;
  /** Another object as soon as anything would look different. */
  readonly source: PaintSource;
}
interface PaintedCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly request: PaintRequest;
}

export function useBoardPainter(front: RefObject<HTMLCanvasElement | null>, wanted: PaintRequest | null): void {
  const painter = useMemo(createPainter, []);
  useEffect(() => painter.show(front.current, wanted));
  useEffect(() => painter.end, [painter]);
}

function createPainter() {
  let front: HTMLCanvasElement | null = null;
  let wanted: PaintRequest | null = null;
  let done: PaintedCanvas | null = null;
  let spare: HTMLCanvasElement | null = null;
  let running: { readonly of: PaintRequest; going: boolean } | null = null;

  function begin(): void {
    if (!wanted || isSameRequest(done?.request, wanted)) return;
    const request = wanted;
    const canvas = spare ?? document.createElement('canvas');
    const context = prepareCanvas(canvas, request.size);
    if (!context) return;
    const job = { of: request, going: true };
    running = job;
    void carryOut(paintBoard(context, request.size, request.viewport, request.source), job, () => {
      spare = done?.canvas ?? null;
      done = { canvas, request };
      copy();
      begin();
    });
  }

  /** The first slice is drawn at once. */
  async function carryOut(work: Iterator<void>, job: NonNullable<typeof running>, then: () => void): Promise<void> {
    while (!runSlice(work)) {
      await yieldToMain();
      if (!job.going) return;
    }
    if (running === job) running = null;
    then();
  }

  function copy(): void {
    if (!front || !done || !wanted) return;
    const context = prepareCanvas(front, wanted.size);
    const { viewport, size } = done.request;
    const scale = wanted.viewport.zoom / viewport.zoom;
    const [x, y] = [wanted.viewport.x - viewport.x * scale, wanted.viewport.y - viewport.y * scale];
    context?.drawImage(done.canvas, x, y, size.width * scale, size.height * scale);
  }

  return {
    show(canvas: HTMLCanvasElement | null, next: PaintRequest | null): void {
      if (front === canvas && wanted && next && isSameRequest(wanted, next)) return;
      [front, wanted] = [canvas, next];
      if (!next) return;
      if (!running) begin();
      if (running) copy();
    },
    end(): void {
      if (running) running.going = false;
      running = null;
    },
  };
}

const isSameRequest = (one: PaintRequest | undefined, two: PaintRequest): boolean =>
  one !== undefined &&
  one.source === two.source &&
  one.size.width === two.size.width &&
  one.size.height === two.size.height &&
  one.viewport.x === two.viewport.x &&
  one.viewport.y === two.viewport.y &&
  one.viewport.zoom === two.viewport.zoom;

/** Makes a canvas as sharp as the screen and clears it. */
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
