/** The part of the canvas that is drawn as items: what is seen and as much again around it, so that a small move needs nothing new. */
import { type ReactFlowState, useStore } from '@xyflow/react';
import { useRef } from 'react';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { OVERVIEW_ZOOM } from './detail-level.ts';

/** So much of what is seen is added at each side. */
const AREA_MARGIN = 0.5;

/** Null from afar, where the board is one picture, and as long as it is not `ready`. It stays the same while what is seen lies inside. */
export function useRenderArea(ready: boolean): Box | null {
  const last = useRef<Box | null>(null);
  return useStore(({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
    if (!ready || zoom < OVERVIEW_ZOOM || width === 0 || height === 0) last.current = null;
    else {
      const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
      if (!last.current || !containsBox(last.current, seen) || last.current.width > seen.width * 4) last.current = withMargin(seen);
    }
    return last.current;
  });
}

const withMargin = ({ x, y, width, height }: Box): Box => ({
  x: x - width * AREA_MARGIN,
  y: y - height * AREA_MARGIN,
  width: width * (1 + 2 * AREA_MARGIN),
  height: height * (1 + 2 * AREA_MARGIN),
});

/** What was seen when this area was chosen. */
export const visiblePart = ({ x, y, width, height }: Box): Box => ({
  x: x + (width * AREA_MARGIN) / (1 + 2 * AREA_MARGIN),
  y: y + (height * AREA_MARGIN) / (1 + 2 * AREA_MARGIN),
  width: width / (1 + 2 * AREA_MARGIN),
  height: height / (1 + 2 * AREA_MARGIN),
});

const containsBox = (outer: Box, box: Box): boolean =>
  box.x >= outer.x && box.y >= outer.y && box.x + box.width <= outer.x + outer.width && box.y + box.height <= outer.y + outer.height;
