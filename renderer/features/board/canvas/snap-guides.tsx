/** The alignment guides shown while items are dragged. */
import { useStore as useFlow, ViewportPortal } from '@xyflow/react';
import { useStore } from 'zustand';
import { dragState } from './drag-state.ts';

export function SnapGuides() {
  const guides = useStore(dragState, (state) => state.guides);
  const zoom = useFlow(({ transform }) => transform[2]);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      <svg className="guides" aria-hidden="true">
        {guides.map(({ direction, at, from, to }) => (
          <line
            key={`${direction} ${at}`}
            {...(direction === 'across' ? { x1: from, x2: to, y1: at, y2: at } : { x1: at, x2: at, y1: from, y2: to })}
            strokeWidth={1 / zoom}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}
