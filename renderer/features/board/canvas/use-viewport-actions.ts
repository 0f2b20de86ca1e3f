/** Changes the viewport of the canvas: zoom, pan, fit. Animated unless reduced motion is preferred. */
import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import { type Box, boundsOf, boxCenter, boxesOverlap, openingViewport, visibleBox } from '../../../../shared/layout/geometry.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { connectionEnd, findItem, itemBox } from '../../../records/board/items.ts';
import { firstInReadingOrder } from '../../../records/board/reading-order.ts';
import { prefersReducedMotion } from '../../../state/appearance.ts';
import type { BoardViewport } from '../../../state/board-viewports.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectionStore } from '../../../state/selection.ts';
import { overviewZoom, readableZoom } from './detail-level.ts';

export const minBoardZoom = 0.02;
export const maxBoardZoom = 2.5;

const animationOptions = (duration = 220) => ({ duration: prefersReducedMotion() ? 0 : duration });

export type ViewportActions = ReturnType<typeof useViewportActions>;

export function useViewportActions(boardId: string) {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useMemo(() => {
    const size = () => ({ width: store.getState().width || 800, height: store.getState().height || 600 });
    const frame = (bounds: Box | undefined, maxZoom: number, duration?: number) => {
      if (!bounds) return void flow.setViewport({ x: 40, y: 40, zoom: 1 }, { duration: 0 });
      const { width, height } = size();
      const viewport = fitViewport(bounds, { width, height }, maxZoom);
      // An animation into the overview would render all the nodes on its way, only to remove them at its end.
      const isFarAway = viewport.zoom < overviewZoom && flow.getZoom() >= overviewZoom;
      void flow.setViewport(viewport, isFarAway ? { duration: 0 } : animationOptions(duration));
    };
    return {
      zoomIn: () => void flow.zoomIn(animationOptions(140)),
      zoomOut: () => void flow.zoomOut(animationOptions(140)),
      zoomToFull: () => void flow.zoomTo(1, animationOptions()),
      pan: (dx: number, dy: number) => {
        const { x, y, zoom } = flow.getViewport();
        void flow.setViewport({ x: x + dx, y: y + dy, zoom });
      },
      /** Fits the whole board; a `duration` of 0 does so without animation. */
      fitAll: (duration?: number) => frame(boardBounds(boardId), 1, duration),
      /** Where the board was left, unless all items are elsewhere now. Otherwise the whole board or, if its cards could not be drawn, the beginning of the story. */
      open: (stored: BoardViewport | undefined) => {
        const bounds = boardBounds(boardId);
        const { width, height } = size();
        if (stored && (!bounds || boxesOverlap(bounds, visibleBox(stored, { width, height })))) return void flow.setViewport(stored);
        const first = initialBox(boardId);
        if (!bounds || !first || fitViewport(bounds, { width, height }, 1).zoom >= overviewZoom) return frame(bounds, 1, 0);
        const { boxes } = boardIndexFor(openProjectStore.getState().project, boardId);
        void flow.setViewport(openingViewport(boxes.values(), first, { width, height }, readableZoom), { duration: 0 });
      },
      fitSelection: () => frame(boundsOf(selectedBoxes()), 1.25),
      fitBox: (box: Box, maxZoom = 1) => frame(box, maxZoom),
      /** The center of the visible area, in window pixels. */
      middle: () => {
        const around = store.getState().domNode?.getBoundingClientRect();
        return around ? { x: around.x + around.width / 2, y: around.y + around.height / 2 } : { x: 0, y: 0 };
      },
      bringIntoView: (id: string, wantedZoom: 'readable' | 'unchanged' = 'readable') => {
        const box = recordBoxes(id)[0];
        if (!box) return;
        const { x, y, zoom } = flow.getViewport();
        const { width, height } = size();
        const [left, top] = [box.x * zoom + x, box.y * zoom + y];
        // A card is edited above the toolbars.
        const margins = wantedZoom === 'unchanged' ? { top: 20, bottom: 20 } : toolbarMargins(height);
        const room = { width: width - 40, height: height - margins.top - margins.bottom };
        const fitsAt = (at: number) => box.width * at <= room.width && box.height * at <= room.height;
        // If an item is larger than the view, its beginning has to be visible: a frame has its title there.
        const [shownWidth, shownHeight] = fitsAt(zoom) ? [box.width * zoom, box.height * zoom] : [room.width / 2, room.height / 2];
        const isBesideToolbars = top >= margins.top && top + shownHeight <= height - margins.bottom;
        const inside = isBesideToolbars && left >= 20 && left + shownWidth <= width - 20;
        const isReadable = wantedZoom === 'unchanged' || zoom >= overviewZoom;
        if (inside && isReadable) return;
        const zoomAfter = wantedZoom === 'unchanged' ? zoom : Math.max(zoom, 0.7);
        const point = boxCenter(box);
        if (fitsAt(zoomAfter) && wantedZoom === 'unchanged') {
          // No further than necessary: the card that a new one continues stays visible.
          const dx = shiftInto(left, shownWidth, 20, width - 20);
          const beside = toolbarMargins(height);
          const dy = isBesideToolbars ? 0 : shiftInto(top, shownHeight, beside.top, height - beside.bottom);
          void flow.setViewport({ x: x + dx, y: y + dy, zoom }, animationOptions());
        } else if (fitsAt(zoomAfter)) void flow.setCenter(point.x, point.y, { zoom: zoomAfter, ...animationOptions() });
        else void flow.setViewport({ x: 20 - box.x * zoomAfter, y: margins.top - box.y * zoomAfter, zoom: zoomAfter }, animationOptions());
      },
    };
  }, [boardId, flow, store]);
}

/** How far something has to be moved to lie between two edges; what is larger begins at the first one. */
const shiftInto = (start: number, size: number, min: number, max: number): number => Math.max(min - start, Math.min(0, max - start - size));

/** The height of the toolbar below with its distance to the edge, and a little room above it. */
const lowerToolbar = 68;

/** The room that the toolbars above and below need, in pixels; less in a low window, where the lower toolbar stays. */
export const toolbarMargins = (height: number) => ({
  top: Math.min(68, height * 0.15),
  bottom: Math.min(84, Math.max(lowerToolbar, height * 0.2), height / 2),
});

/** Fits everything with a margin that leaves room for the toolbars. */
const fitViewport = (bounds: Box, { width, height }: { width: number; height: number }, maxZoom: number) => {
  const { top, bottom } = toolbarMargins(height);
  return getViewportForBounds(bounds, width, height, minBoardZoom, maxZoom, { x: 0.12, top: `${top}px`, bottom: `${bottom}px` });
};

function startingBox(boardId: string): Box | undefined {
  const { project } = openProjectStore.getState();
  const start = project.find('element', project.find('project', projectRecordId)?.startingElement ?? '');
  return start?.boardId === boardId ? recordBoxes(start.id)[0] : undefined;
}

/** Where the story of a board begins: at its starting element if that is on this board, or else at the first element without an incoming connection. */
function initialBox(boardId: string): Box | undefined {
  const { project } = openProjectStore.getState();
  const start = startingBox(boardId);
  if (start) return start;
  const { boxes, connections } = boardIndexFor(project, boardId);
  const reached = new Set([...connections.values()].map(({ record }) => record.targetid));
  const entries = new Map([...boxes].filter(([id]) => !reached.has(id) && project.find('element', id) !== undefined));
  const first = firstInReadingOrder(entries.size > 0 ? entries : boxes);
  return first === undefined ? undefined : boxes.get(first);
}

/** The height above the starting element that its mark needs: records/board/items.css. */
const startMarkHeight = 26;

/** All items, and the mark of the starting element. */
function boardBounds(boardId: string): Box | undefined {
  const { project } = openProjectStore.getState();
  const bounds = boardIndexFor(project, boardId).bounds();
  const start = startingBox(boardId);
  return bounds && start ? boundsOf([bounds, { ...start, y: start.y - startMarkHeight }]) : bounds;
}

export const selectedBoxes = (): Box[] => [...selectionStore.getState().ids].flatMap(recordBoxes);

/** The box of an item; for a connection, that of both its ends. */
function recordBoxes(id: string): Box[] {
  const { project } = openProjectStore.getState();
  const comment = project.find('comment', id);
  if (comment) return [{ x: comment.x, y: comment.y, width: 0, height: 0 }];
  const connection = project.find('connection', id);
  const ids = connection ? [connectionEnd(project, connection.sourceid).itemId, connection.targetid] : [id];
  return ids.flatMap((each) => {
    const item = findItem(project, each);
    return item ? [itemBox(project, item)] : [];
  });
}
