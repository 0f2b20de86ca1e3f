/** The toolbars above a board, whether it is shown as a canvas or as a list. */

import { memo, type ReactNode } from 'react';
import { ToolbarButtons } from '../../../commands/action-button.tsx';
import { useAction } from '../../../commands/use-action.ts';
import { t } from '../../../messages/translate.ts';
import { useIsOpenBoard } from '../../../state/selection.ts';
import './board-header.css';
import { FindBar, useBoardFind } from './find-bar.tsx';

/** `children` is an additional toolbar. */
export const BoardHeader = memo(function BoardHeader({ boardId, children }: { boardId: string; children?: ReactNode }) {
  const isOpen = useIsOpenBoard(boardId);
  const { query } = useBoardFind();
  const canArrange = useAction('align-left').isEnabled;
  return (
    <div className="board-head">
      <div className="board-head-bar" role="toolbar" aria-label={t('boardActions.bar.viewOptions')}>
        <ToolbarButtons menu="board.view" />
      </div>
      {children}
      {isOpen && canArrange && (
        <div className="board-head-bar" role="toolbar" aria-label={t('boardActions.bar.arrange')}>
          <ToolbarButtons menu="board.arrange" />
        </div>
      )}
      {isOpen && query !== null && <FindBar boardId={boardId} />}
    </div>
  );
});
