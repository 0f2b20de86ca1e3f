/** The connection points of an item: one on each side. Their places are also given in map-board.ts, so that nothing is measured. */
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import type { Face } from './geometry.ts';
import { faces, pointName } from './items.ts';

const positions: Record<Face, Position> = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom };

export const Points = memo(function Points({ type }: { type: 'source' | 'target' }) {
  return faces.map((face) => (
    <Handle key={face} id={pointName(face)} type={type} position={positions[face]} className="point" aria-hidden="true" />
  ));
});

/** The two sides of a condition's row. */
export const RowPoints = memo(function RowPoints({ conditionId, taken }: { conditionId: string; taken: boolean }) {
  return (['left', 'right'] as const).map((face) => (
    <Handle
      key={face}
      id={pointName(face, conditionId)}
      type="source"
      position={positions[face]}
      className="point row-point"
      data-taken={taken || undefined}
      aria-hidden="true"
    />
  ));
});
