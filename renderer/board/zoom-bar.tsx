/** How near the board is seen, and the ways to see all of it or what is selected. */
import { useStore } from '@xyflow/react';
import { Maximize, Minus, Plus, Scan } from 'lucide-react';
import { useSelection } from '../state/selection.ts';
import { useViewActions } from './use-view-actions.ts';

export function ZoomBar({ boardId }: { boardId: string }) {
  const view = useViewActions(boardId);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const nothing = useSelection(({ ids }) => ids.size === 0);
  return (
    <div className="zoom-bar" role="toolbar" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={view.zoomOut}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="percent"
        aria-label={`Zoom ${percent} percent; set to 100`}
        title="Zoom to 100 % (0)"
        onClick={view.zoomToFull}
      >
        {percent}%
      </button>
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={view.zoomIn}>
        <Plus size={15} />
      </button>
      <hr />
      <button type="button" aria-label="Show the whole board" title="Show the whole board (1)" onClick={() => view.fitAll()}>
        <Maximize size={15} />
      </button>
      <button type="button" aria-label="Show the selection" title="Show the selection (2)" disabled={nothing} onClick={view.fitSelection}>
        <Scan size={15} />
      </button>
    </div>
  );
}
