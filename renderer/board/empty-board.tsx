/** What a board says while nothing stands on it. */
import { boardWords } from '../words/en/board.ts';
import { fill } from '../words/fill.tsx';

export function EmptyBoard() {
  return (
    <div className="empty-board">
      <h2>{boardWords.thisBoardIsEmpty}</h2>
      <p>{fill(boardWords.toWriteTheFirst, <kbd>E</kbd>)}</p>
    </div>
  );
}
