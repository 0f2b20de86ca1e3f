/** The menu of a connection that was dropped on the empty canvas: what to create there, or an existing item to connect. */
import { useRef } from 'react';
import { Menu, MenuItem, Separator } from 'react-aria-components';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { lazyCode } from '../../../platform/lazy-code.ts';
import { connectToNewItem } from '../../../records/board/change-board.ts';
import { type ConnectionSource, canConnect, defaultSizeOf } from '../../../records/board/edit-commands.ts';
import type { ConnectableKind } from '../../../records/board/items.ts';
import { MenuPopover } from '../../../ui/menu.tsx';

const connectDialog = lazyCode(() => import('../actions/connect-dialog.tsx'));
const kinds = ['element', 'branch', 'jumper'] as const;

export function ConnectionDropMenu({ boardId }: { boardId: string }) {
  const drop = useStore(openDropStore, (state) => state.drop);
  return drop && <DropMenu boardId={boardId} drop={drop} />;
}

function DropMenu({ boardId, drop }: { boardId: string; drop: OpenDrop }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { x, y } = drop.screenPoint;
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: x, top: y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && closeOpenDrop()} placement="bottom start" offset={2}>
        <Menu className="menu" aria-label={t('board.drop.label')} onClose={closeOpenDrop} autoFocus="first">
          {kinds.map((kind) => (
            <MenuItem
              key={kind}
              className="menu-item"
              onAction={() => void connectToNewItem(kind, boardId, drop.from, dropCorner(kind, drop))}
            >
              {t(`board.drop.${kind}`)}
            </MenuItem>
          ))}
          <Separator className="menu-separator" />
          <MenuItem className="menu-item" onAction={() => connectDialog.run(({ showConnectDialog }) => showConnectDialog(drop.from.id))}>
            {t('board.drop.existing')}
          </MenuItem>
        </Menu>
      </MenuPopover>
    </>
  );
}

/** The end of a connection that stays where it is while the other one is dragged. */
export interface FixedEnd {
  /** The id of the item or, if a connection starts at a condition, of the condition. */
  readonly id: string;
  readonly type: 'source' | 'target';
}

/**
 * Where a connection that is being dragged would end: on a whole card, which is marked, or on the empty canvas, where a menu offers new
 * items. The source and target if the dragged end were dropped on this item; null if that is not allowed.
 */
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
interface OpenDrop {
  readonly from: ConnectionSource;
  readonly screenPoint: Point;
  readonly canvasPoint: Point;
}
export const openDropStore = createStore<{ readonly drop: OpenDrop | null }>(() => ({ drop: null }));
const closeOpenDrop = (): void => openDropStore.setState({ drop: null });

/** A new element is placed with its title at the drop: this far below its upper edge. */
const titleOffset = 40;

/** The top left corner of a new item, so that the side at which the connection arrives is at the drop. */
export function dropCorner(
  kind: ConnectableKind,
  { from: { face }, canvasPoint: { x, y } }: Pick<OpenDrop, 'from' | 'canvasPoint'>,
): Point {
  const { width, height } = defaultSizeOf(kind);
  if (face === 'top') return { x: x - width / 2, y: y - height };
  if (face === 'bottom') return { x: x - width / 2, y };
  return { x: face === 'left' ? x - width : x, y: y - Math.min(titleOffset, height / 2) };
}
