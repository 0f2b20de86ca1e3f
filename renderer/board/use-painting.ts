/**
 * Keeps a picture of the board on a canvas. A small board is drawn at once; a large one in slices on a canvas behind, and until that is
 * done the last picture stands in, moved and scaled to where it belongs.
 */
import { type RefObject, useEffect, useMemo } from 'react';
import { rest } from '../state/open-project.ts';
import { oneSlice } from '../state/slices.ts';
import { type Look, type Painting, paint } from './paint.ts';

interface Wanted {
  readonly size: { readonly width: number; readonly height: number };
  readonly look: Look;
  /** Another object as soon as anything would look different. */
  readonly painting: Painting;
}
interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly of: Wanted;
}

export function usePainting(front: RefObject<HTMLCanvasElement | null>, wanted: Wanted | null): void {
  const painter = useMemo(makePainter, []);
  useEffect(() => painter.show(front.current, wanted));
  useEffect(() => painter.end, [painter]);
}

function makePainter() {
  let front: HTMLCanvasElement | null = null;
  let wanted: Wanted | null = null;
  let done: Picture | null = null;
  let spare: HTMLCanvasElement | null = null;
  let running: { readonly of: Wanted; going: boolean } | null = null;

  function begin(): void {
    if (!wanted || same(done?.of, wanted)) return;
    const of = wanted;
    const canvas = spare ?? document.createElement('canvas');
    const context = prepare(canvas, of.size);
    if (!context) return;
    const job = { of, going: true };
    running = job;
    void carryOut(paint(context, of.size, of.look, of.painting), job, () => {
      spare = done?.canvas ?? null;
      done = { canvas, of };
      copy();
      begin();
    });
  }

  /** The first slice is drawn at once. */
  async function carryOut(work: Iterator<void>, job: NonNullable<typeof running>, then: () => void): Promise<void> {
    while (!oneSlice(work)) {
      await rest();
      if (!job.going) return;
    }
    if (running === job) running = null;
    then();
  }

  function copy(): void {
    if (!front || !done || !wanted) return;
    const context = prepare(front, wanted.size);
    const { look, size } = done.of;
    const scale = wanted.look.zoom / look.zoom;
    const [x, y] = [wanted.look.x - look.x * scale, wanted.look.y - look.y * scale];
    context?.drawImage(done.canvas, x, y, size.width * scale, size.height * scale);
  }

  return {
    show(canvas: HTMLCanvasElement | null, next: Wanted | null): void {
      if (front === canvas && wanted && next && same(wanted, next)) return;
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

const same = (one: Wanted | undefined, two: Wanted): boolean =>
  one !== undefined &&
  one.painting === two.painting &&
  one.size.width === two.size.width &&
  one.size.height === two.size.height &&
  one.look.x === two.look.x &&
  one.look.y === two.look.y &&
  one.look.zoom === two.look.zoom;

/** Makes a canvas as sharp as the screen and clears it. */
function prepare(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
