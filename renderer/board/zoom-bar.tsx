/** How near the board is seen, and the ways to see all of it or what is selected. */
import { useStore } from '@xyflow/react';
import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react';
import { useSelection } from '../state/selection.ts';
import { boardWords } from '../words/en/board.ts';
import { useViewActions } from './use-view-actions.ts';

export function ZoomBar({ boardId }: { boardId: string }) {
  const view = useViewActions(boardId);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const nothing = useSelection(({ ids }) => ids.size === 0);
  return (
    <div className="zoom-bar" role="toolbar" aria-label={boardWords.zoom}>
      <button type="button" aria-label={boardWords.zoomOut} title={boardWords.zoomOutByKey} onClick={view.zoomOut}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="percent"
        aria-label={boardWords.zoomPercent(percent)}
        title={boardWords.zoomTo100}
        onClick={view.zoomToFull}
      >
        {percent}%
      </button>
      <button type="button" aria-label={boardWords.zoomIn} title={boardWords.zoomInByKey} onClick={view.zoomIn}>
        <Plus size={15} />
      </button>
      <hr />
      <button
        type="button"
        aria-label={boardWords.showTheWholeBoard}
        title={boardWords.showTheWholeBoardByKey}
        onClick={() => view.fitAll()}
      >
        <Maximize size={15} />
      </button>
      <button
        type="button"
        aria-label={boardWords.showTheSelection}
        title={boardWords.showTheSelectionByKey}
        disabled={nothing}
        onClick={view.fitSelection}
      >
        <SquareDashedMousePointer size={15} />
      </button>
    </div>
  );
}
