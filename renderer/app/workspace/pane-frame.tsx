/** The frame of a pane. Its edge resizes it, and closes it with a double click or Enter. */

import { type ReactNode, useState } from 'react';
import type { Pane, PaneSize } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { closePane, paneSize, setPaneSize, usePaneLayout } from '../../state/pane-layout.ts';
import { Separator, type SeparatorDirection } from '../../ui/separator.tsx';
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
  const style = { '--size': `${size}px` };
  return (
    <section className={`pane ${side}`} aria-label={t('ui.pane', { label })} data-pane={name} style={style}>
      <div className="pane-inside">{children}</div>
      <Separator
        label={t('ui.resize', { label })}
        className={side}
        growsTo={growsTo[side]}
        value={size}
        min={limits.min}
        max={limits.max}
        step={16}
        onDrag={(dragged) => setDraggedSize(dragged === null ? null : Math.round(dragged))}
        onChange={(changed) => setPaneSize(name, changed)}
        action={{ label: t('ui.closePane'), run: () => closePane(name) }}
      />
    </section>
  );
}

/** The way in which the edge of a pane moves when the pane grows. */
const growsTo = { left: 'right', right: 'left', bottom: 'up' } as const satisfies Record<Pane['side'], SeparatorDirection>;
