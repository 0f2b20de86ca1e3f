/** A line between two areas that resizes them: dragged with the pointer or, while it has the focus, moved with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import './separator.css';

/** The way in which the line moves when its value grows. */
export type SeparatorDirection = 'right' | 'left' | 'up';

interface SeparatorProps {
  readonly label: string;
  readonly className: string;
  readonly growsTo: SeparatorDirection;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The pixels by which an arrow key moves it. */
  readonly step: number;
  /** How much of the value a pixel is; asked when a drag starts. */
  readonly perPixel?: () => number;
  /** While it is dragged; null when the drag has ended. */
  readonly onDrag: (value: number | null) => void;
  /** The new value, after a drag or a key. */
  readonly onChange: (value: number) => void;
  readonly onDoubleClick: () => void;
  readonly onEnter?: () => void;
}

const keysOf = {
  right: { grow: 'ArrowRight', shrink: 'ArrowLeft' },
  left: { grow: 'ArrowLeft', shrink: 'ArrowRight' },
  up: { grow: 'ArrowUp', shrink: 'ArrowDown' },
} as const;

/** The position of the pointer on the axis of the value. */
const positionOf = {
  right: ({ clientX }: PointerEvent) => clientX,
  left: ({ clientX }: PointerEvent) => -clientX,
  up: ({ clientY }: PointerEvent) => -clientY,
};

export function Separator(props: SeparatorProps) {
  const { label, className, growsTo, value, min, max, step, perPixel = () => 1, onDrag, onChange, onDoubleClick, onEnter } = props;
  const [start, setStart] = useState<{ readonly at: number; readonly value: number; readonly perPixel: number } | null>(null);
  const clamp = (newValue: number) => Math.min(max, Math.max(min, newValue));
  const startDrag = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ at: positionOf[growsTo](event), value, perPixel: perPixel() });
  };
  const drag = (event: PointerEvent) => start && onDrag(clamp(start.value + (positionOf[growsTo](event) - start.at) * start.perPixel));
  const endDrag = () => {
    if (!start) return;
    setStart(null);
    onDrag(null);
    onChange(value);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { grow, shrink } = keysOf[growsTo];
    if (event.key === grow) onChange(clamp(value + step));
    else if (event.key === shrink) onChange(clamp(value - step));
    else if (event.key === 'Home') onChange(min);
    else if (event.key === 'End') onChange(max);
    else if (event.key === 'Enter' && onEnter) onEnter();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved has no HTML element of its own
    <div
      role="separator"
      tabIndex={0}
      className={`edge ${className}`}
      aria-label={label}
      aria-orientation={growsTo === 'up' ? 'horizontal' : 'vertical'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragging={start ? true : undefined}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={onDoubleClick}
      onKeyDown={handleKey}
    />
  );
}
