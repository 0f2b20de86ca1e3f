/** The middle of the window: the tabs of the open project with the boards and views that they show, on one side or on two beside each other. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { UploadList } from '../../features/assets/upload-list.tsx';
import { OnboardingCard } from '../../features/first-start/onboarding-card.tsx';
import { firstBoardId } from '../../records/trees/tree-nodes.ts';
import { useProject } from '../../state/open-project.ts';
import { useShownTabs } from '../../state/open-tabs.ts';
import { openBoard } from '../../state/selection.ts';
import { countTabs, evenRatio, maxRatio, minRatio } from '../../state/tab-layout.ts';
import { TabPanel } from './tab-panel.tsx';
import './tab-sides.css';
import { t } from '../../messages/translate.ts';
import { Separator } from '../../ui/separator.tsx';
import { setSplitRatio } from './tab-arrangement.ts';

export function TabSides() {
  const layout = useShownTabs();
  const sides = useRef<HTMLDivElement>(null);
  /** The ratio while the edge is dragged. It is stored when the drag ends. */
  const [draggedRatio, setDraggedRatio] = useState<number | null>(null);
  const ratio = draggedRatio ?? layout.ratio;
  useFirstBoard(countTabs(layout) === 0);
  const style = { '--ratio': ratio };
  const isSplit = layout.sides.length > 1;
  return (
    <main className="workspace-board">
      <div ref={sides} className="tab-sides" data-split={isSplit || undefined} style={style}>
        {layout.sides.map((side, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place: it keeps the editor of its boards while its tabs change
          <TabPanel key={at} side={side} at={at} isFocused={at === layout.focused} isSplit={isSplit} />
        ))}
        {isSplit && <SplitEdge sides={sides} ratio={ratio} setDraggedRatio={setDraggedRatio} />}
      </div>
      <UploadList />
      <OnboardingCard />
    </main>
  );
}

/** Opens the first board if no tab is left: in a project that was never opened, and after the boards of all tabs were deleted. */
function useFirstBoard(isEmpty: boolean): void {
  const first = useProject((project) => (isEmpty ? firstBoardId(project) : null));
  useEffect(() => {
    if (first !== null) openBoard(first);
  }, [first]);
}

interface SplitEdgeProps {
  /** The element that contains both sides. */
  readonly sides: RefObject<HTMLElement | null>;
  readonly ratio: number;
  readonly setDraggedRatio: (ratio: number | null) => void;
}

/** The separator counts in percent. */
const toPercent = (ratio: number): number => ratio * 100;
const toRatio = (percent: number): number => percent / 100;

/** The edge between the two sides of a split. */
const SplitEdge = ({ sides, ratio, setDraggedRatio }: SplitEdgeProps) => (
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
    action={{ label: t('workspace.tabs.evenSides'), run: () => setSplitRatio(evenRatio) }}
  />
);
