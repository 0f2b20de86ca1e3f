/** Positions of items: on the canvas in its own units, and the centre of their visible part on screen. */
import type { Locator } from 'playwright-core';

export interface NodeBounds {
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
  const box = await node.boundingBox();
  if (!box) throw new Error(`${node} is not seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
