/** The connection handles of an item, one on each side. flow-elements.ts also computes their positions, so that React Flow does not measure them. */
import { Handle } from '@xyflow/react';
import { memo } from 'react';
import { handlePositions } from '../../../records/board/connection-path.ts';
import { faces, handleId } from '../../../records/board/items.ts';

export const ItemHandles = memo(function Points({ type }: { type: 'source' | 'target' }) {
  return faces.map((face) => (
    <Handle key={face} id={handleId(face)} type={type} position={handlePositions[face]} className="point" aria-hidden="true" />
  ));
});

/** The handles at both sides of a condition's row. */
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
