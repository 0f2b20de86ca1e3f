/** What a board says while nothing stands on it. */
import { boardMessages } from '../../../messages/en/board.ts';
import { fillMessage } from '../../../messages/fill-message.tsx';

export function EmptyBoard() {
  return (
    <div className="empty-board">
      <h2>{boardMessages.thisBoardIsEmpty}</h2>
      <p>{fillMessage(boardMessages.toWriteTheFirst, <kbd>E</kbd>)}</p>
    </div>
  );
}
