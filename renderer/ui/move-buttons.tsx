/** Two buttons that move a row of a list up and down: what dragging or Alt with an arrow key does elsewhere. */
import { ArrowDown, ArrowUp } from 'lucide-react';

interface MoveButtonsProps {
  readonly labels: { readonly up: string; readonly down: string };
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  readonly onMove: (step: 1 | -1) => void;
}

export const MoveButtons = ({ labels, canMoveUp, canMoveDown, onMove }: MoveButtonsProps) => (
  <>
    <button type="button" className="quiet" aria-label={labels.up} disabled={!canMoveUp} onClick={() => onMove(-1)}>
      <ArrowUp size={13} />
    </button>
    <button type="button" className="quiet" aria-label={labels.down} disabled={!canMoveDown} onClick={() => onMove(1)}>
      <ArrowDown size={13} />
    </button>
  </>
);
