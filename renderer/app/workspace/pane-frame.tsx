/** The frame of a pane. Its edge resizes it with the pointer or, while the edge has the focus, with the arrow keys. */

import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { Pane, PaneSize } from '../../commands/pane.ts';
import { t } from '../../messages/translate.ts';
import { closePane, paneSize, setPaneSize, usePaneLayout } from '../../state/pane-layout.ts';
import '../../ui/pane.css';

interface PaneFrameProps {
  /** The key under which the size is stored. */
  readonly name: string;
  readonly label: string;
  readonly side: Pane['side'];
  readonly size: PaneSize;
  readonly children: ReactNode;
}

export function PaneFrame({ name, label, side, size: limits, children }: PaneFrameProps) {
  const storedSize = usePaneLayout((layout) => paneSize(layout, name) ?? limits.initial);
  /** The size while the edge is dragged. It is stored when the drag ends. */
  const [draggedSize, setDraggedSize] = useState<number | null>(null);
  const size = draggedSize ?? storedSize;
  const style: CSSProperties & Record<'--size', string> = { '--size': `${size}px` };
  return (
    <section className={`pane ${side}`} aria-label={t('ui.pane', { label })} data-pane={name} style={style}>
      <div className="pane-inside">{children}</div>
      <PaneResizer name={name} label={label} side={side} limits={limits} size={size} setDraggedSize={setDraggedSize} />
    </section>
  );
}

interface PaneResizerProps extends Omit<PaneFrameProps, 'size' | 'children'> {
  readonly limits: PaneSize;
  readonly size: number;
  readonly setDraggedSize: (size: number | null) => void;
}

const KEY_STEP = 16;
/** The keys that enlarge and shrink a pane: its movable edge follows the arrow. */
const resizeKeys = {
  left: { grow: 'ArrowRight', shrink: 'ArrowLeft' },
  right: { grow: 'ArrowLeft', shrink: 'ArrowRight' },
  bottom: { grow: 'ArrowUp', shrink: 'ArrowDown' },
} as const;

/** The pointer's position along the axis on which the pane grows. */
const pointerPosition = {
  left: ({ clientX }: PointerEvent) => clientX,
  right: ({ clientX }: PointerEvent) => -clientX,
  bottom: ({ clientY }: PointerEvent) => -clientY,
};

function PaneResizer({ name, label, side, limits: { min, max }, size, setDraggedSize }: PaneResizerProps) {
  const clamp = (size: number) => Math.round(Math.min(max, Math.max(min, size)));
  const [start, setStart] = useState<{ at: number; size: number } | null>(null);
  const positionOf = pointerPosition[side];
  const { grow, shrink } = resizeKeys[side];
  const startDrag = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ at: positionOf(event), size });
  };
  const drag = (event: PointerEvent) => start && setDraggedSize(clamp(start.size + positionOf(event) - start.at));
  const endDrag = () => {
    if (!start) return;
    setStart(null);
    setDraggedSize(null);
    setPaneSize(name, size);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === grow) setPaneSize(name, clamp(size + KEY_STEP));
    else if (event.key === shrink) setPaneSize(name, clamp(size - KEY_STEP));
    else if (event.key === 'Home') setPaneSize(name, min);
    else if (event.key === 'End') setPaneSize(name, max);
    else if (event.key === 'Enter') closePane(name);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused and moved has no HTML element of its own
    <div
      role="separator"
      tabIndex={0}
      className={`edge ${side}`}
      aria-label={t('ui.edgeOf', { label })}
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragging={start ? true : undefined}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={() => closePane(name)}
      onKeyDown={handleKey}
    />
  );
}
