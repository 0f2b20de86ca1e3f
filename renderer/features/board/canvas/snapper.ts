/** Snapping during a drag. The neighbors are collected once, at its start. Ctrl, ⌘ or Shift disable snapping. */

import { type Box, type BoxesById, boundsOf, clampShift, visibleBox } from '../../../../shared/layout/geometry.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { editingPreferencesStore } from '../../../state/editing-preferences.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { setSnapGuides } from './drag-state.ts';
import { snapBox } from './snap-box.ts';

export interface Snapper {
  snap(boxes: BoxesById): BoxesById;
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
  let neighbours: readonly Box[] | null = null;

  /** The visible items that are not dragged. */
  function neighboursOf(boxes: BoxesById): readonly Box[] {
    const { transform, width, height } = getFlowState();
    const [x, y, zoom] = transform;
    const index = boardIndexFor(openProjectStore.getState().project, boardId);
    const area = visibleBox({ x, y, zoom }, { width, height });
    const ids = index.itemsIn(area, new Set()).filter((id) => !boxes.has(id));
    return ids.slice(0, maxNeighbors).flatMap((id) => index.boxes.get(id) ?? []);
  }

  return {
    snap(boxes) {
      const bounds = boundsOf(boxes.values());
      if (!editingPreferencesStore.getState().snapToGrid || getFlowState().multiSelectionActive || !bounds) {
        setSnapGuides([]);
        return boxes;
      }
      neighbours ??= neighboursOf(boxes);
      const { guides, ...snapped } = snapBox(bounds, neighbours, snapDistance / getFlowState().transform[2]);
      const shift = clampShift([bounds], snapped.x, snapped.y);
      setSnapGuides(guides);
      return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
    },
    end() {
      neighbours = null;
      setSnapGuides([]);
    },
  };
}
