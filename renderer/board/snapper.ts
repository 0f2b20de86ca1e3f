/** Snapping while something is dragged: its neighbours are looked up once, at the beginning. With Ctrl, ⌘ or Shift held nothing clicks in. */
import { look } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { allowedShift, type Box, boundsOf } from './geometry.ts';
import { guide } from './holding.ts';
import { indexOf } from './index-of.ts';
import { snapped } from './snap.ts';

type Boxes = ReadonlyMap<string, Box>;
export interface Snapper {
  snap(boxes: Boxes): Boxes;
  end(): void;
}

/** Pixels of the screen within which something clicks in. */
const REACH = 6;
/** More neighbours than this are not all looked at: those nearest are what one lines up with. */
const MOST = 300;

interface Seen {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly multiSelectionActive: boolean;
}

export function snapper(boardId: string, seen: () => Seen): Snapper {
  let neighbours: readonly Box[] | null = null;

  /** What is in sight and does not move. */
  function neighboursOf(boxes: Boxes): readonly Box[] {
    const { transform, width, height } = seen();
    const [x, y, zoom] = transform;
    const index = indexOf(openProject.getState().project, boardId);
    const area = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    const ids = index.itemsIn(area, new Set()).filter((id) => !boxes.has(id));
    return ids.slice(0, MOST).flatMap((id) => index.boxes.get(id) ?? []);
  }

  return {
    snap(boxes) {
      const bounds = boundsOf(boxes.values());
      if (!look.getState().snaps || seen().multiSelectionActive || !bounds) {
        guide([]);
        return boxes;
      }
      neighbours ??= neighboursOf(boxes);
      const { guides, ...wanted } = snapped(bounds, neighbours, REACH / seen().transform[2]);
      const shift = allowedShift([bounds], wanted.x, wanted.y);
      guide(guides);
      return new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }]));
    },
    end() {
      neighbours = null;
      guide([]);
    },
  };
}
