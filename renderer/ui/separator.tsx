/**
 * A line between two areas that resizes them: dragged with the pointer, moved in steps by its menu or, while it has the focus, moved with the arrow
 * keys.
 */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../messages/translate.ts';
import { ContextMenu, menuPositionOf } from './context-menu.tsx';
import type { MenuEntry } from './menu.tsx';
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
  /** What a double click and Enter do. */
  readonly action: { readonly label: string; readonly run: () => void };
}

const keysOf = {
  right: { grow: 'ArrowRight', shrink: 'ArrowLeft' },
  left: { grow: 'ArrowLeft', shrink: 'ArrowRight' },
  up: { grow: 'ArrowUp', shrink: 'ArrowDown' },
} as const;
const labelsOf = {
  ArrowRight: 'common.moveRight',
  ArrowLeft: 'common.moveLeft',
  ArrowUp: 'common.moveUp',
  ArrowDown: 'common.moveDown',
} as const;

/** The steps of an arrow key by which an entry of the menu moves the line. */
const stepsOfEntry = 4;

/** The position of the pointer on the axis of the value. */
const positionOf = {
  right: ({ clientX }: PointerEvent) => clientX,
  left: ({ clientX }: PointerEvent) => -clientX,
  up: ({ clientY }: PointerEvent) => -clientY,
};

export function Separator(props: SeparatorProps) {
  const { label, className, growsTo, value, min, max, step, perPixel = () => 1, onDrag, onChange, action } = props;
  const [start, setStart] = useState<{ readonly at: number; readonly value: number; readonly perPixel: number } | null>(null);
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const { grow, shrink } = keysOf[growsTo];
  const clamp = (newValue: number) => Math.min(max, Math.max(min, newValue));
  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0) return;
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
    if (event.key === grow) onChange(clamp(value + step));
    else if (event.key === shrink) onChange(clamp(value - step));
    else if (event.key === 'Home') onChange(min);
    else if (event.key === 'End') onChange(max);
    else if (event.key === 'Enter') action.run();
    else return;
    event.preventDefault();
  };
  const moveEntry = (key: keyof typeof labelsOf, next: number): MenuEntry => ({
    id: key,
    label: t(labelsOf[key]),
    isDisabled: clamp(next) === value,
    run: () => onChange(clamp(next)),
  });
  const entries = () => [
    moveEntry(shrink, value - step * stepsOfEntry),
    moveEntry(grow, value + step * stepsOfEntry),
    null,
    { id: 'action', ...action },
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved has no HTML element of its own */}
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
        onDoubleClick={action.run}
        onKeyDown={handleKey}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuAt(menuPositionOf(event));
        }}
      />
      {menuAt && <ContextMenu at={menuAt} label={label} entries={entries} close={() => setMenuAt(null)} />}
    </>
  );
}
