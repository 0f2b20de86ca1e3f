/** Where a connection that is being dragged would end: on a whole card, which is marked, or on the empty canvas, where a menu offers new items. */
import { createStore } from 'zustand/vanilla';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { type ConnectableKind, type ConnectionSource, canConnect, defaultItemSizes } from '../../../records/board/edit-commands.ts';

/** The end of a connection that stays where it is while the other one is dragged. */
export interface FixedEnd {
  /** The id of the item or, if a connection starts at a condition, of the condition. */
  readonly id: string;
  readonly type: 'source' | 'target';
}

/** The source and target if the dragged end were dropped on this item; null if that is not allowed. */
export function connectionOnDrop(project: Project, fixed: FixedEnd, itemId: string): { readonly from: string; readonly to: string } | null {
  const ends = fixed.type === 'source' ? { from: fixed.id, to: itemId } : { from: itemId, to: fixed.id };
  return canConnect(project, ends.from, ends.to) ? ends : null;
}

/** The item whose card is at a point of the window. */
export function cardAt({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.react-flow__node') ?? null;
}

/** Marks a card directly in the DOM, so that nothing renders again while the pointer moves. */
export function markDropTarget(card: HTMLElement | null): void {
  for (const each of document.querySelectorAll<HTMLElement>('[data-connects]')) if (each !== card) delete each.dataset.connects;
  if (card) card.dataset.connects = '';
}

/** A drop on the empty canvas. */
export interface OpenDrop {
  readonly from: ConnectionSource;
  readonly screenPoint: Point;
  readonly canvasPoint: Point;
}
export const openDropStore = createStore<{ readonly drop: OpenDrop | null }>(() => ({ drop: null }));
export const closeOpenDrop = (): void => openDropStore.setState({ drop: null });

/** A new element is placed with its title at the drop: this far below its upper edge. */
const titleOffset = 40;

/** The top left corner of a new item, so that the side at which the connection arrives is at the drop. */
export function dropCorner(
  kind: ConnectableKind,
  { from: { face }, canvasPoint: { x, y } }: Pick<OpenDrop, 'from' | 'canvasPoint'>,
): Point {
  const { width, height } = defaultItemSizes[kind];
  if (face === 'top') return { x: x - width / 2, y: y - height };
  if (face === 'bottom') return { x: x - width / 2, y };
  return { x: face === 'left' ? x - width : x, y: y - Math.min(titleOffset, height / 2) };
}
