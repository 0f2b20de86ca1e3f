/** A pane at a side of another, with an edge to drag: by pointer, or with the arrow keys when the edge has the focus. */

import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { type PaneName, setPaneOpen, setPaneSize, usePreferences } from '../../state/preferences.ts';
import '../../ui/pane.css';

const sizeLimits: Record<PaneName, { readonly min: number; readonly max: number }> = {
  boards: { min: 168, max: 440 },
  inspector: { min: 260, max: 900 },
  targets: { min: 140, max: 560 },
  mirror: { min: 140, max: 560 },
  play: { min: 300, max: 760 },
  comments: { min: 260, max: 560 },
};

export function Pane({
  name,
  label,
  side,
  children,
}: {
  name: PaneName;
  label: string;
  side: 'left' | 'right' | 'bottom';
  children: ReactNode;
}) {
  const isOpen = usePreferences(({ open }) => open[name]);
  const kept = usePreferences(({ sizes }) => sizes[name]);
  /** While dragging, so that nothing is written to disk at each step. */
  const [dragged, setDragged] = useState<number | null>(null);
  if (!isOpen) return null;
  const size = dragged ?? kept;
  const style: CSSProperties & Record<'--size', string> = { '--size': `${size}px` };
  return (
    <section className={`pane ${side}`} aria-label={t('ui.pane', { label })} data-pane={name} style={style}>
      <div className="pane-inside">{children}</div>
      <PaneResizer name={name} label={label} side={side} size={size} setDragged={setDragged} />
    </section>
  );
}

interface PaneResizerProps {
  readonly name: PaneName;
  readonly label: string;
  readonly side: 'left' | 'right' | 'bottom';
  readonly size: number;
  readonly setDragged: (size: number | null) => void;
}

function PaneResizer({ name, label, side, size, setDragged }: PaneResizerProps) {
  const { min, max } = sizeLimits[name];
  const within = (wanted: number) => Math.round(Math.min(max, Math.max(min, wanted)));
  const [start, setStart] = useState<{ at: number; size: number } | null>(null);
  const along = ({ clientX, clientY }: PointerEvent) => (side === 'bottom' ? -clientY : side === 'right' ? -clientX : clientX);
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ at: along(event), size });
  };
  const move = (event: PointerEvent) => start && setDragged(within(start.size + along(event) - start.at));
  const up = () => {
    if (!start) return;
    setStart(null);
    setDragged(null);
    setPaneSize(name, size);
  };
  const press = (event: KeyboardEvent) => {
    const grow = side === 'left' ? 'ArrowRight' : side === 'right' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = side === 'left' ? 'ArrowLeft' : side === 'right' ? 'ArrowRight' : 'ArrowDown';
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === grow) setPaneSize(name, within(size + 16));
    else if (event.key === shrink) setPaneSize(name, within(size - 16));
    else if (event.key === 'Home') setPaneSize(name, min);
    else if (event.key === 'End') setPaneSize(name, max);
    else if (event.key === 'Enter') setPaneOpen(name, false);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
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
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDoubleClick={() => setPaneOpen(name, false)}
      onKeyDown={press}
    />
  );
}
