/** The board at very low zoom: one painted picture instead of thousands of nodes. overview-gestures.tsx handles the pointer on it. */
import { useStore } from '@xyflow/react';
import { memo, Suspense, useMemo, useRef } from 'react';
import { useStore as useZustand } from 'zustand';
import type { Box } from '../../../../shared/layout/geometry.ts';
import { lazyComponent } from '../../../platform/lazy-code.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from './board-scene.ts';
import type { CanvasTool } from './board-toolbar.tsx';
import type { CanvasPoints } from './canvas-points.ts';
import { dragState, type LiftedItems, removeDroppedItems } from './drag-state.ts';
import { overviewName, type PaintSource } from './paint-board.ts';
import { useBoardColors, useBoardPainter } from './use-board-painter.ts';

interface BoardOverviewProps {
  readonly boardId: string;
  readonly scene: BoardScene;
  readonly points: CanvasPoints;
  readonly tool: CanvasTool;
  /** The item on which something would be dropped from elsewhere in the window, or from the desktop. */
  readonly dropTarget: string | null;
}

export function BoardOverview({ boardId, scene, points, tool, dropTarget }: BoardOverviewProps) {
  return (
    <>
      <OverviewPicture scene={scene} />
      <Suspense>
        <OverviewLabel scene={scene} />
        <OverviewTarget index={scene.index} id={dropTarget} />
        {tool === 'select' && <OverviewGestures boardId={boardId} scene={scene} points={points} />}
      </Suspense>
    </>
  );
}

const OverviewPicture = memo(function OverviewPicture({ scene }: { scene: BoardScene }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useBoardColors(useMemo(() => parentRef(canvas), []));
  const selected = useSelection(({ ids }) => ids);
  const locale = useSelection((state) => state.locale);
  const x = useStore(({ transform }) => transform[0]);
  const y = useStore(({ transform }) => transform[1]);
  const zoom = useStore(({ transform }) => transform[2]);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const lifted = useZustand(dragState, (state) => hiddenItems(state.lifted));
  const source = useMemo<PaintSource | null>(
    () =>
      colors && {
        shows: lifted ? (id) => !lifted.has(id) : undefined,
        index: scene.index,
        selected,
        colors,
        nameOf: (id) => overviewName(scene.index.project, id, locale),
        routes: scene.routes,
      },
    [scene, selected, colors, locale, lifted],
  );
  useBoardPainter(
    canvas,
    source && width > 0 && height > 0 ? { size: { width, height }, viewport: { x, y, zoom }, source, onPainted } : null,
    'at-once',
  );
  return <canvas ref={canvas} className="overview" style={{ width, height }} />;
});

/** What its layer shows instead of the picture. */
const hiddenItems = (lifted: LiftedItems | null): ReadonlyMap<string, Box> | null =>
  lifted && !lifted.isDropped && !lifted.isCopying ? lifted.boxes : null;

const onPainted = ({ shows }: PaintSource): void => {
  if (!shows) removeDroppedItems();
};

const OverviewLabel = lazyComponent(async () => (await import('./overview-label.tsx')).OverviewLabel);
const OverviewTarget = lazyComponent(async () => (await import('./overview-gestures.tsx')).OverviewTarget);
const OverviewGestures = lazyComponent(async () => (await import('./overview-gestures.tsx')).OverviewGestures);

/** Colors are read from a DOM element, because CSS does not apply inside a canvas. */
const parentRef = (canvas: { current: HTMLCanvasElement | null }) => ({
  get current() {
    return canvas.current?.parentElement ?? null;
  },
});
