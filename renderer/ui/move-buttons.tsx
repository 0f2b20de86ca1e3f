/** Two buttons that move a row of a list up and down: what dragging or Alt with an arrow key does elsewhere. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from './button.tsx';

interface MoveButtonsProps {
  readonly labels: { readonly up: string; readonly down: string };
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  readonly onMove: (step: 1 | -1) => void;
}

export const MoveButtons = ({ labels, canMoveUp, canMoveDown, onMove }: MoveButtonsProps) => (
  <>
    <IconButton icon={ArrowUp} label={labels.up} isDisabled={!canMoveUp} onPress={() => onMove(-1)} />
    <IconButton icon={ArrowDown} label={labels.down} isDisabled={!canMoveDown} onPress={() => onMove(1)} />
  </>
);
