/** The label of the connection whose dot is under the pointer in the overview (label-dots.ts). */
import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import { recordName } from '../../../records/names/record-names.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from './board-scene.ts';
import { isCanvasTarget } from './canvas-points.ts';
import { labelDotAt } from './label-dots.ts';

/** How near the pointer has to be, in screen pixels. */
const REACH = 9;

export function OverviewLabel({ scene: { index, routeOf } }: { scene: BoardScene }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<ReturnType<typeof labelDotAt>>(null);
  const flow = useStoreApi();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const locale = useSelection((state) => state.locale);
  useEffect(() => {
    const board = anchor.current?.closest<HTMLElement>('.board');
    if (!board) return;
    const find = ({ clientX, clientY, buttons, target }: PointerEvent) => {
      const [left, top, scale] = flow.getState().transform;
      const { x: boardX, y: boardY } = board.getBoundingClientRect();
      const point = { x: (clientX - boardX - left) / scale, y: (clientY - boardY - top) / scale };
      const isOver = buttons === 0 && target !== null && isCanvasTarget(target);
      const next = isOver ? labelDotAt(index, routeOf, point, REACH / scale) : null;
      setShown((before) => (before?.id === next?.id && before?.at === next?.at ? before : next));
    };
    const leave = () => setShown(null);
    board.addEventListener('pointermove', find);
    board.addEventListener('pointerleave', leave);
    return () => {
      board.removeEventListener('pointermove', find);
      board.removeEventListener('pointerleave', leave);
    };
  }, [flow, index, routeOf]);
  const style = shown ? { left: x + shown.at.x * zoom, top: y + shown.at.y * zoom } : undefined;
  return (
    <span ref={anchor} className="overview-label" style={style} hidden={!shown}>
      {shown && recordName(index.project, shown.id, locale)}
    </span>
  );
}
