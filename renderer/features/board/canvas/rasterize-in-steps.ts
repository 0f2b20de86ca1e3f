/**
 * Rasterizes a picture while it is painted. The browser only records what is painted on a canvas, and rasterizes it when the canvas is read: without
 * a graphics processor, the copy of a large board to the screen would rasterize all of it in one task.
 */

/** Without a graphics processor, so many steps take about a millisecond to rasterize on a canvas of 1360 × 860 pixels. */
const stepsPerRaster = 200;

export function* rasterizeInSteps(painting: Iterable<void>, rasterize: () => void): Generator<void> {
  let count = 0;
  for (const _ of painting) {
    count++;
    if (count % stepsPerRaster === 0) rasterize();
    yield;
  }
}
