/** Snapping during a drag, and the guides that show it. The neighbors are collected once, at its start. Ctrl, ⌘ or Shift disable snapping. */

import { useStore as useFlow, ViewportPortal } from '@xyflow/react';
import { useStore } from 'zustand';
import { type Box, type BoxesById, boundsOf, boxCenter, clampShift, type Point, visibleBox } from '../../../../shared/layout/geometry.ts';
import { boardIndexFor } from '../../../records/board/board-index.ts';
import { editingPreferencesStore } from '../../../state/editing-preferences.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { dragState, setSnapGuides } from './drag-state.ts';
import { snapBox } from './snap-box.ts';

export interface Snapper {
  snap(boxes: BoxesById): BoxesById;
  /** How much further everything that is dragged moves, from where the pointer has moved its bounds. */
  shiftOf(bounds: Box, moving: Pick<ReadonlySet<string>, 'has'>): Point;
  end(): void;
}

/** The snap distance in screen pixels. */
const snapDistance = 6;
/** The maximum number of neighbors considered; the nearest ones are the ones to align with. */
const maxNeighbors = 300;

interface FlowState {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly multiSelectionActive: boolean;
}

export function createSnapper(boardId: string, getFlowState: () => FlowState): Snapper {
  let neighbors: readonly Box[] | null = null;

  /** The visible items that are not dragged; of very many, those nearest to what is dragged when the drag begins. */
  function neighborsOf(bounds: Box, moving: Pick<ReadonlySet<string>, 'has'>): readonly Box[] {
    const { transform, width, height } = getFlowState();
    const [x, y, zoom] = transform;
    const index = boardIndexFor(openProjectStore.getState().project, boardId);
    const area = visibleBox({ x, y, zoom }, { width, height });
    const boxes = index.itemsIn(area).flatMap((id) => (moving.has(id) ? [] : (index.boxes.get(id) ?? [])));
    if (boxes.length <= maxNeighbors) return boxes;
    const { x: centerX, y: centerY } = boxCenter(bounds);
    const distance = (box: Box) => Math.hypot(boxCenter(box).x - centerX, boxCenter(box).y - centerY);
    return boxes.sort((one, two) => distance(one) - distance(two)).slice(0, maxNeighbors);
  }

  function shiftOf(bounds: Box, moving: Pick<ReadonlySet<string>, 'has'>): Point {
    if (!editingPreferencesStore.getState().snapToGrid || getFlowState().multiSelectionActive) {
      setSnapGuides([]);
      return { x: 0, y: 0 };
    }
    neighbors ??= neighborsOf(bounds, moving);
    const { guides, ...snapped } = snapBox(bounds, neighbors, snapDistance / getFlowState().transform[2]);
    setSnapGuides(guides);
    return clampShift([bounds], snapped.x, snapped.y);
  }

  return {
    shiftOf,
    snap(boxes) {
      const bounds = boundsOf(boxes.values());
      const shift = bounds ? shiftOf(bounds, boxes) : { x: 0, y: 0 };
      if (shift.x === 0 && shift.y === 0) return boxes;
      return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
    },
    end() {
      neighbors = null;
      setSnapGuides([]);
    },
  };
}

/** The alignment guides shown while items are dragged. */
export function SnapGuides() {
  const guides = useStore(dragState, (state) => state.guides);
  const zoom = useFlow(({ transform }) => transform[2]);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      <svg className="guides" aria-hidden="true">
        {guides.map(({ direction, at, from, to }) => (
          <line
            key={`${direction} ${at}`}
            {...(direction === 'across' ? { x1: from, x2: to, y1: at, y2: at } : { x1: at, x2: at, y1: from, y2: to })}
            strokeWidth={1 / zoom}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}
