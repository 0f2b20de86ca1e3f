/** In the overview: the label of the connection whose dot is under the pointer (paint-board.ts), or else the name of the item there. */
import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useRef, useState } from 'react';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { findFrame } from '../../../records/board/items.ts';
import { useSelection } from '../../../state/selection.ts';
import type { BoardScene } from './board-scene.ts';
import { isCanvasTarget, minHitSize } from './canvas-points.ts';
import { findLabelDotAt, overviewName } from './paint-board.ts';

/** How near the pointer has to be, in screen pixels. */
const reach = 9;

interface NamedPlace {
  readonly id: string;
  readonly at: Point;
}

export function OverviewLabel({ scene: { index, routes } }: { scene: BoardScene }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<NamedPlace | null>(null);
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
      const next = isOver ? (findLabelDotAt(routes, point, reach / scale) ?? itemAt(index, point, minHitSize / scale)) : null;
      setShown((before) => (isSamePlace(before, next) ? before : next));
    };
    const leave = () => setShown(null);
    board.addEventListener('pointermove', find);
    board.addEventListener('pointerleave', leave);
    return () => {
      board.removeEventListener('pointermove', find);
      board.removeEventListener('pointerleave', leave);
    };
  }, [flow, index, routes]);
  const name = shown ? overviewName(index.project, shown.id, locale) : '';
  const style = shown ? { left: x + shown.at.x * zoom, top: y + shown.at.y * zoom } : undefined;
  return (
    <span ref={anchor} className="overview-label" style={style} hidden={name === ''}>
      {name}
    </span>
  );
}

/** Above the item. Frames show their titles. */
function itemAt(index: BoardIndex, point: Point, least: number): NamedPlace | null {
  const id = index.itemHitAt(point, least);
  const box = id !== null && !findFrame(index.project, id) ? index.boxes.get(id) : undefined;
  return id !== null && box ? { id, at: { x: box.x + box.width / 2, y: box.y } } : null;
}

const isSamePlace = (one: NamedPlace | null, other: NamedPlace | null): boolean =>
  one?.id === other?.id && one?.at.x === other?.at.x && one?.at.y === other?.at.y;
