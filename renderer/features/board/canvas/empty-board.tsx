/** What a board says while nothing stands on it. */

import { fillMessage } from '../../../messages/fill-message.tsx';
import { t } from '../../../messages/translate.ts';

export function EmptyBoard() {
  return (
    <div className="empty-board">
      <h2>{t('board.empty.title')}</h2>
      <p>{fillMessage('board.empty.hint', { key: <kbd>E</kbd> })}</p>
    </div>
  );
}
