/** The board at very low zoom: one painted picture instead of thousands of nodes. It only draws; board-canvas.tsx finds what is under the pointer. */
import { useStore } from '@xyflow/react';
import { memo, Suspense, useMemo, useRef } from 'react';
import { lazyComponent } from '../../../platform/lazy-code.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from './board-scene.ts';
import { overviewName, type PaintSource } from './paint-board.ts';
import { useBoardColors, useBoardPainter } from './use-board-painter.ts';

export const BoardOverview = memo(function Overview({ scene }: { scene: BoardScene }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useBoardColors(useMemo(() => parentRef(canvas), []));
  const selected = useSelection(({ ids }) => ids);
  const locale = useSelection((state) => state.locale);
  const x = useStore(({ transform }) => transform[0]);
  const y = useStore(({ transform }) => transform[1]);
  const zoom = useStore(({ transform }) => transform[2]);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const source = useMemo<PaintSource | null>(
    () =>
      colors && {
        index: scene.index,
        selected,
        colors,
        nameOf: (id) => overviewName(scene.index.project, id, locale),
        routeOf: scene.routeOf,
      },
    [scene, selected, colors, locale],
  );
  useBoardPainter(
    canvas,
    source && width > 0 && height > 0 ? { size: { width, height }, viewport: { x, y, zoom }, source } : null,
    'at-once',
  );
  return (
    <>
      <canvas ref={canvas} className="overview" style={{ width, height }} />
      <Suspense>
        <OverviewLabel scene={scene} />
      </Suspense>
    </>
  );
});

const OverviewLabel = lazyComponent(async () => (await import('./overview-label.tsx')).OverviewLabel);

/** Colors are read from a DOM element, because CSS does not apply inside a canvas. */
const parentRef = (canvas: { current: HTMLCanvasElement | null }) => ({
  get current() {
    return canvas.current?.parentElement ?? null;
  },
});
