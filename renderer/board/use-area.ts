/** The part of the canvas that is drawn as items: what is seen and as much again around it, so that a small move needs nothing new. */
import { type ReactFlowState, useStore } from '@xyflow/react';
import { useRef } from 'react';
import { OVERVIEW } from './detail.ts';
import type { Box } from './geometry.ts';

/** So much of what is seen is added at each side. */
const MARGIN = 0.5;

/** Null from afar, where the board is one picture, and as long as it is not `ready`. It stays the same while what is seen lies inside. */
export function useArea(ready: boolean): Box | null {
  const last = useRef<Box | null>(null);
  return useStore(({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
    if (!ready || zoom < OVERVIEW || width === 0 || height === 0) last.current = null;
    else {
      const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
      if (!last.current || !surrounds(last.current, seen) || last.current.width > seen.width * 4) last.current = around(seen);
    }
    return last.current;
  });
}

const around = ({ x, y, width, height }: Box): Box => ({
  x: x - width * MARGIN,
  y: y - height * MARGIN,
  width: width * (1 + 2 * MARGIN),
  height: height * (1 + 2 * MARGIN),
});

/** What was seen when this area was chosen. */
export const inner = ({ x, y, width, height }: Box): Box => ({
  x: x + (width * MARGIN) / (1 + 2 * MARGIN),
  y: y + (height * MARGIN) / (1 + 2 * MARGIN),
  width: width / (1 + 2 * MARGIN),
  height: height / (1 + 2 * MARGIN),
});

const surrounds = (outer: Box, box: Box): boolean =>
  box.x >= outer.x && box.y >= outer.y && box.x + box.width <= outer.x + outer.width && box.y + box.height <= outer.y + outer.height;
