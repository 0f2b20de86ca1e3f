/** The connection points of an item: one on each side. Their places are also given in map-board.ts, so that nothing is measured. */
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import type { Face } from '../../../../shared/layout/geometry.ts';
import { faces, handleId } from '../../../records/board/items.ts';

const handlePositions: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

export const ItemHandles = memo(function Points({ type }: { type: 'source' | 'target' }) {
  return faces.map((face) => (
    <Handle key={face} id={handleId(face)} type={type} position={handlePositions[face]} className="point" aria-hidden="true" />
  ));
});

/** The two sides of a condition's row. */
export const ConditionHandles = memo(function RowPoints({ conditionId, isConnected }: { conditionId: string; isConnected: boolean }) {
  return (['left', 'right'] as const).map((face) => (
    <Handle
      key={face}
      id={handleId(face, conditionId)}
      type="source"
      position={handlePositions[face]}
      className="point row-point"
      data-taken={isConnected || undefined}
      aria-hidden="true"
    />
  ));
});
