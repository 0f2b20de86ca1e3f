/** Snapping while something is dragged: its neighbours are looked up once, at the beginning. With Ctrl, ⌘ or Shift held nothing clicks in. */

import { type Box, boundsOf, clampShift } from '../../../../shared/layout/geometry.ts';
import { boardIndexFor } from '../../../records/board/board-index-cache.ts';
import { editingPreferencesStore } from '../../../state/editing-preferences.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { setSnapGuides } from './drag-state.ts';
import { snapBox } from './snap-box.ts';

type BoxesById = ReadonlyMap<string, Box>;
export interface Snapper {
  snap(boxes: BoxesById): BoxesById;
  end(): void;
}

/** Pixels of the screen within which something clicks in. */
const SNAP_DISTANCE = 6;
/** More neighbours than this are not all looked at: those nearest are what one lines up with. */
const MAX_NEIGHBORS = 300;

interface FlowState {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly multiSelectionActive: boolean;
}

export function createSnapper(boardId: string, seen: () => FlowState): Snapper {
  let neighbours: readonly Box[] | null = null;

  /** What is in sight and does not move. */
  function neighboursOf(boxes: BoxesById): readonly Box[] {
    const { transform, width, height } = seen();
    const [x, y, zoom] = transform;
    const index = boardIndexFor(openProjectStore.getState().project, boardId);
    const area = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    const ids = index.itemsIn(area, new Set()).filter((id) => !boxes.has(id));
    return ids.slice(0, MAX_NEIGHBORS).flatMap((id) => index.boxes.get(id) ?? []);
  }

  return {
    snap(boxes) {
      const bounds = boundsOf(boxes.values());
      if (!editingPreferencesStore.getState().snapToGrid || seen().multiSelectionActive || !bounds) {
        setSnapGuides([]);
        return boxes;
      }
      neighbours ??= neighboursOf(boxes);
      const { guides, ...wanted } = snapBox(bounds, neighbours, SNAP_DISTANCE / seen().transform[2]);
      const shift = clampShift([bounds], wanted.x, wanted.y);
      setSnapGuides(guides);
      return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
    },
    end() {
      neighbours = null;
      setSnapGuides([]);
    },
  };
}
