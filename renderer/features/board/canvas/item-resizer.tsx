/** The grips of the one selected item. Moving them is local; board-canvas.tsx sends the one command when they are let go. */
import { NodeResizer } from '@xyflow/react';
import { useSelection } from '../../../state/selection.ts';

export function ItemResizer({
  isSelected,
  minWidth = 120,
  minHeight = 60,
}: {
  isSelected: boolean;
  minWidth?: number;
  minHeight?: number;
}) {
  const alone = useSelection(({ ids }) => ids.size === 1);
  if (!isSelected || !alone) return null;
  return <NodeResizer minWidth={minWidth} minHeight={minHeight} handleClassName="grip" lineClassName="grip-line" />;
}
