/** What a board says while nothing stands on it. */
export function EmptyBoard() {
  return (
    <div className="empty-board">
      <h2>This board is empty</h2>
      <p>
        Double-click anywhere, or press <kbd>E</kbd>, to write the first element.
      </p>
    </div>
  );
}
