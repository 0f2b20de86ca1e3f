/** The area of the canvas whose items are rendered: the visible area and a margin of its size, so that small movements need no new nodes. */
import { type ReactFlowState, useStore } from '@xyflow/react';
import { useRef } from 'react';
import { type Box, containsBox, visibleBox } from '../../../../shared/layout/geometry.ts';
import { overviewZoom } from './detail-level.ts';

/** The margin at each side, as a fraction of the visible area. */
const areaMargin = 0.5;

/** Null in the overview and until `ready`. The area stays the same while it contains the visible area. */
export function useRenderArea(ready: boolean): Box | null {
  const last = useRef<Box | null>(null);
  return useStore(({ transform: [x, y, zoom], width, height }: ReactFlowState) => {
    if (!ready || zoom < overviewZoom || width === 0 || height === 0) last.current = null;
    else {
      const visible = visibleBox({ x, y, zoom }, { width, height });
      if (!last.current || !containsBox(last.current, visible) || last.current.width > visible.width * 4)
        last.current = withMargin(visible);
    }
    return last.current;
  });
}

const withMargin = ({ x, y, width, height }: Box): Box => ({
  x: x - width * areaMargin,
  y: y - height * areaMargin,
  width: width * (1 + 2 * areaMargin),
  height: height * (1 + 2 * areaMargin),
});

/** The visible area for which this area was computed. */
export const visiblePart = ({ x, y, width, height }: Box): Box => ({
  x: x + (width * areaMargin) / (1 + 2 * areaMargin),
  y: y + (height * areaMargin) / (1 + 2 * areaMargin),
  width: width / (1 + 2 * areaMargin),
  height: height / (1 + 2 * areaMargin),
});
