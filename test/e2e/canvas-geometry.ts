/** Positions of items: on the canvas in its own units, and the centre of their visible part on screen. */
import type { Locator } from 'playwright-core';

interface NodeBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const nodeBounds = (node: Locator): Promise<NodeBounds> =>
  node.evaluate((element: HTMLElement) => {
    const { m41: x, m42: y } = new DOMMatrix(getComputedStyle(element).transform);
    return { x, y, width: element.offsetWidth, height: element.offsetHeight };
  });

export async function centerOf(node: Locator): Promise<{ x: number; y: number }> {
  await atRest(node);
  const box = await node.boundingBox();
  if (!box) throw new Error(`${node} is not seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The point halfway along the line of a connection, on screen. */
export async function middleOf(edge: Locator): Promise<{ x: number; y: number }> {
  const line = edge.locator('path').first();
  await atRest(line);
  return line.evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x, y };
  });
}

/** Waits until the target has kept its place on screen for ten frames: the board may still be moving to what was added or selected. */
const atRest = (target: Locator): Promise<void> =>
  target.evaluate(async (element) => {
    const place = () => JSON.stringify(element.getBoundingClientRect());
    for (let [frames, last] = [0, place()]; frames < 10; frames++) {
      await new Promise(requestAnimationFrame);
      if (place() !== last) [frames, last] = [-1, place()];
    }
  });
