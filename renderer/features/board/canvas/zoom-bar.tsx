/** The zoom bar: the zoom level, and buttons that fit everything or the selection into the view. */

import { useStore } from '@xyflow/react';
import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react';
import { formatPercent, t } from '../../../messages/translate.ts';
import { useSelection } from '../../../state/selection.ts';
import { useViewportActions } from './use-viewport-actions.ts';

export function ZoomBar({ boardId }: { boardId: string }) {
  const view = useViewportActions(boardId);
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  const nothing = useSelection(({ ids }) => ids.size === 0);
  return (
    <div className="zoom-bar" role="toolbar" aria-label={t('board.zoom')}>
      <button type="button" aria-label={t('board.zoomOut')} title={t('board.zoomOutByKey')} onClick={view.zoomOut}>
        <Minus size={15} />
      </button>
      <button
        type="button"
        className="percent"
        aria-label={t('board.zoomPercent', { percent: percent / 100 })}
        title={t('board.zoomToFull')}
        onClick={view.zoomToFull}
      >
        {formatPercent(percent / 100)}
      </button>
      <button type="button" aria-label={t('board.zoomIn')} title={t('board.zoomInByKey')} onClick={view.zoomIn}>
        <Plus size={15} />
      </button>
      <hr />
      <button type="button" aria-label={t('board.zoomToFit')} title={t('board.zoomToFitByKey')} onClick={() => view.fitAll()}>
        <Maximize size={15} />
      </button>
      <button
        type="button"
        aria-label={t('board.zoomToSelection')}
        title={t('board.zoomToSelectionByKey')}
        disabled={nothing}
        onClick={view.fitSelection}
      >
        <SquareDashedMousePointer size={15} />
      </button>
    </div>
  );
}
