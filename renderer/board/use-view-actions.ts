/** Where the writer looks: zoom, pan, fit. Animated unless the system asks for less motion. */
import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import { PROJECT } from '../../shared/kinds/project.ts';
import { isCalm } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { OVERVIEW, READABLE } from './detail.ts';
import { type Box, boundsOf, centre, lookAround } from './geometry.ts';
import { indexOf } from './index-of.ts';
import { boxOf, endOf, itemAt } from './items.ts';
import { firstInReadingOrder } from './reading-order.ts';

export const MIN_ZOOM = 0.02;
export const MAX_ZOOM = 2.5;

const motion = (duration = 220) => ({ duration: isCalm() ? 0 : duration });

export function useViewActions(boardId: string) {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useMemo(() => {
    const size = () => ({ width: store.getState().width || 800, height: store.getState().height || 600 });
    const frame = (bounds: Box | undefined, maxZoom: number, duration?: number) => {
      if (!bounds) return void flow.setViewport({ x: 40, y: 40, zoom: 1 }, { duration: 0 });
      const { width, height } = size();
      const look = lookAtAll(bounds, { width, height }, maxZoom);
      // On the way out to the overview a flight would draw all the cards it passes, to drop them at its end.
      const isFarAway = look.zoom < OVERVIEW && flow.getZoom() >= OVERVIEW;
      void flow.setViewport(look, isFarAway ? { duration: 0 } : motion(duration));
    };
    return {
      zoomIn: () => void flow.zoomIn(motion(140)),
      zoomOut: () => void flow.zoomOut(motion(140)),
      zoomToFull: () => void flow.zoomTo(1, motion()),
      pan: (dx: number, dy: number) => {
        const { x, y, zoom } = flow.getViewport();
        void flow.setViewport({ x: x + dx, y: y + dy, zoom });
      },
      /** All of the board; `duration` 0 jumps there. */
      fitAll: (duration?: number) => frame(boundsOn(boardId), 1, duration),
      /** Where a board opens: on all of it, or, when its texts would be too small to read, where its story begins. */
      open: () => {
        const bounds = boundsOn(boardId);
        const first = firstBox(boardId);
        const { width, height } = size();
        if (!bounds || !first || lookAtAll(bounds, { width, height }, 1).zoom >= READABLE) return frame(bounds, 1, 0);
        void flow.setViewport(lookAround(bounds, centre(first), { width, height }, READABLE), { duration: 0 });
      },
      fitSelection: () => frame(boundsOf(selectedBoxes()), 1.25),
      fitBox: (box: Box, maxZoom = 1) => frame(box, maxZoom),
      /** The middle of what is seen, in pixels of the window. */
      middle: () => {
        const around = store.getState().domNode?.getBoundingClientRect();
        return around ? { x: around.x + around.width / 2, y: around.y + around.height / 2 } : { x: 0, y: 0 };
      },
      bringIntoView: (id: string) => {
        const box = boxesOf(id)[0];
        if (!box) return;
        const { x, y, zoom } = flow.getViewport();
        const { width, height } = size();
        const [left, top] = [box.x * zoom + x, box.y * zoom + y];
        const inside = left >= 20 && top >= 20 && left + box.width * zoom <= width - 20 && top + box.height * zoom <= height - 20;
        const point = centre(box);
        if (!inside || zoom < 0.35) void flow.setCenter(point.x, point.y, { zoom: Math.max(zoom, 0.7), ...motion() });
      },
    };
  }, [boardId, flow, store]);
}

/** All of it, with room beside it: above and below for the bars. */
const lookAtAll = (bounds: Box, { width, height }: { width: number; height: number }, maxZoom: number) =>
  getViewportForBounds(bounds, width, height, MIN_ZOOM, maxZoom, {
    x: 0.12,
    top: `${Math.min(68, height * 0.15)}px`,
    bottom: `${Math.min(84, height * 0.2)}px`,
  });

/** Where the story of a board begins: at its start if that is here, else at the first element that nothing on the board leads to. */
function firstBox(boardId: string): Box | undefined {
  const { project } = openProject.getState();
  const start = project.find('element', project.find('project', PROJECT)?.startingElement ?? '');
  if (start?.boardId === boardId) return boxesOf(start.id)[0];
  const { boxes, lines } = indexOf(project, boardId);
  const reached = new Set([...lines.values()].map(({ record }) => record.targetid));
  const entries = new Map([...boxes].filter(([id]) => !reached.has(id) && project.find('element', id) !== undefined));
  const first = firstInReadingOrder(entries.size > 0 ? entries : boxes);
  return first === undefined ? undefined : boxes.get(first);
}

const boundsOn = (boardId: string): Box | undefined => indexOf(openProject.getState().project, boardId).bounds();
export const selectedBoxes = (): Box[] => [...selection.getState().ids].flatMap(boxesOf);

/** The box of an item; for a connection those of both ends. */
function boxesOf(id: string): Box[] {
  const { project } = openProject.getState();
  const comment = project.find('comment', id);
  if (comment) return [{ x: comment.x, y: comment.y, width: 0, height: 0 }];
  const connection = project.find('connection', id);
  const ids = connection ? [endOf(project, connection.sourceid).item, connection.targetid] : [id];
  return ids.flatMap((each) => {
    const item = itemAt(project, each);
    return item ? [boxOf(project, item)] : [];
  });
}
