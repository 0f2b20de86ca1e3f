/** The edge between the two sides of a split. */
import type { RefObject } from 'react';
import { t } from '../../messages/translate.ts';
import { evenRatio, maxRatio, minRatio } from '../../state/tab-layout.ts';
import { Separator } from '../../ui/separator.tsx';
import { setSplitRatio } from './tab-arrangement.ts';

interface SplitEdgeProps {
  /** The element that contains both sides. */
  readonly sides: RefObject<HTMLElement | null>;
  readonly ratio: number;
  readonly setDraggedRatio: (ratio: number | null) => void;
}

/** The separator counts in percent. */
const toPercent = (ratio: number): number => ratio * 100;
const toRatio = (percent: number): number => percent / 100;

export const SplitEdge = ({ sides, ratio, setDraggedRatio }: SplitEdgeProps) => (
  <Separator
    label={t('workspace.tabs.edge')}
    className="split-edge"
    growsTo="right"
    value={toPercent(ratio)}
    min={toPercent(minRatio)}
    max={toPercent(maxRatio)}
    step={2}
    perPixel={() => 100 / (sides.current?.clientWidth || 1)}
    onDrag={(percent) => setDraggedRatio(percent === null ? null : toRatio(percent))}
    onChange={(percent) => setSplitRatio(toRatio(percent))}
    onDoubleClick={() => setSplitRatio(evenRatio)}
  />
);
