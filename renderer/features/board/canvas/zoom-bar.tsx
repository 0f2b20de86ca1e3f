/** How near the board is seen, and the ways to see all of it or what is selected. */
import { useStore } from '@xyflow/react';
import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react';
import { boardMessages } from '../../../messages/en/board.ts';
import { useSelection } from '../../../state/selection.ts';
import { useViewportActions } from './use-viewport-actions.ts';

export function ZoomBar({ boardId }: { boardId: string }) {
  const view = useViewportActions(boardId);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const nothing = useSelection(({ ids }) => ids.size === 0);
  return (
    <div className="zoom-bar" role="toolbar" aria-label={boardMessages.zoom}>
      <button type="button" aria-label={boardMessages.zoomOut} title={boardMessages.zoomOutByKey} onClick={view.zoomOut}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="percent"
        aria-label={boardMessages.zoomPercent(percent)}
        title={boardMessages.zoomTo100}
        onClick={view.zoomToFull}
      >
        {percent}%
      </button>
      <button type="button" aria-label={boardMessages.zoomIn} title={boardMessages.zoomInByKey} onClick={view.zoomIn}>
        <Plus size={15} />
      </button>
      <hr />
      <button
        type="button"
        aria-label={boardMessages.showTheWholeBoard}
        title={boardMessages.showTheWholeBoardByKey}
        onClick={() => view.fitAll()}
      >
        <Maximize size={15} />
      </button>
      <button
        type="button"
        aria-label={boardMessages.showTheSelection}
        title={boardMessages.showTheSelectionByKey}
        disabled={nothing}
        onClick={view.fitSelection}
      >
        <SquareDashedMousePointer size={15} />
      </button>
    </div>
  );
}
