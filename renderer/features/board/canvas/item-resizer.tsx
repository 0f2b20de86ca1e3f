/** The resize handles of the selected item. Resizing is local state; board-canvas.tsx sends one command when it ends. */
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
