/** The edge between the two sides of a split. It is moved with the pointer or, while it has the focus, with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { EVEN_RATIO, limitRatio, MAX_RATIO, MIN_RATIO } from '../../state/tab-layout.ts';
import { setSplitRatio } from './tab-arrangement.ts';

interface SplitEdgeProps {
  /** The element that contains both sides. */
  readonly sides: RefObject<HTMLElement | null>;
  readonly ratio: number;
  readonly setDraggedRatio: (ratio: number | null) => void;
}

const KEY_STEP = 0.02;
const toPercent = (ratio: number): number => Math.round(ratio * 100);

export function SplitEdge({ sides, ratio, setDraggedRatio }: SplitEdgeProps) {
  const [isDragging, setDragging] = useState(false);
  const startDrag = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const drag = ({ clientX }: PointerEvent) => {
    const box = sides.current?.getBoundingClientRect();
    if (isDragging && box) setDraggedRatio(limitRatio((clientX - box.left) / box.width));
  };
  const endDrag = () => {
    if (!isDragging) return;
    setDragging(false);
    setDraggedRatio(null);
    setSplitRatio(ratio);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') setSplitRatio(ratio - KEY_STEP);
    else if (event.key === 'ArrowRight') setSplitRatio(ratio + KEY_STEP);
    else if (event.key === 'Home') setSplitRatio(MIN_RATIO);
    else if (event.key === 'End') setSplitRatio(MAX_RATIO);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved has no HTML element of its own
    <div
      role="separator"
      tabIndex={0}
      className="edge split-edge"
      aria-label={t('workspace.tabs.edge')}
      aria-orientation="vertical"
      aria-valuenow={toPercent(ratio)}
      aria-valuemin={toPercent(MIN_RATIO)}
      aria-valuemax={toPercent(MAX_RATIO)}
      data-dragging={isDragging || undefined}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={() => setSplitRatio(EVEN_RATIO)}
      onKeyDown={handleKey}
    />
  );
}
