/** The context menu of a board: for the selection, or for the empty canvas. */

import { useReactFlow } from '@xyflow/react';
import { ChevronRight } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { ActionTarget } from '../../../commands/action.ts';
import { menuSections, type PlacedAction } from '../../../commands/action-menus.ts';
import { shownShortcut } from '../../../commands/action-registry.ts';
import { t } from '../../../messages/translate.ts';
import type { BoardIndex } from '../../../records/board/board-index.ts';
import { createItemAt } from '../../../records/board/change-board.ts';
import type { ItemType } from '../../../records/board/items.ts';
import { useProject } from '../../../state/open-project.ts';
import { revealItem, selectItems, selectionStore, useSelection } from '../../../state/selection.ts';
import { MenuPopover } from '../../../ui/menu.tsx';
import { ShortcutKeys } from '../../../ui/shortcut-keys.tsx';
import type { CanvasPoints, PointerPosition } from '../canvas/canvas-points.ts';
import type { ViewportActions } from '../canvas/use-viewport-actions.ts';

/** Where the menu opens, on screen and on the canvas, and the item under the pointer. */
export interface ContextMenuTarget {
  readonly screenPoint: Point;
  readonly canvasPoint: Point;
  readonly id: string | null;
}

export function BoardContextMenu({ boardId, target: place, close }: { boardId: string; target: ContextMenuTarget; close: () => void }) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: place.screenPoint.x, top: place.screenPoint.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(open) => !open && close()} placement="bottom start" offset={2}>
        {place.id === null ? (
          <CanvasMenu boardId={boardId} at={place.canvasPoint} close={close} />
        ) : (
          <ItemMenu id={place.id} close={close} />
        )}
      </MenuPopover>
    </>
  );
}

const addEntries = (): readonly [ItemType, string][] => [
  ['element', t('board.addElementHere')],
  ['note', t('board.addNoteHere')],
  ['jumper', t('board.addJumperHere')],
  ['branch', t('board.addBranchHere')],
  ['frame', t('board.addFrameHere')],
];

function CanvasMenu({ boardId, at, close }: { boardId: string; at: Point; close: () => void }) {
  const board: ActionTarget = { kind: 'board', id: boardId };
  return (
    <Menu className="menu" aria-label={t('board.board')} onClose={close} autoFocus>
      {addEntries().map(([type, label]) => (
        <MenuItem key={type} className="menu-item" textValue={label} onAction={() => void createItemAt(type, boardId, at)}>
          <span className="menu-label">{label}</span>
        </MenuItem>
      ))}
      <Separator className="menu-separator" />
      {drawSections(menuSections('board.canvas', board), board)}
    </Menu>
  );
}

function ItemMenu({ id, close }: { id: string; close: () => void }) {
  const count = useSelection(({ ids }) => ids.size);
  const target = useProject((project) => project.find('element', project.find('jumper', id)?.elementId ?? '') ?? null);
  const [first = [], ...sections] = menuSections('board.selection');
  const [edit, ...others] = first;
  return (
    <Menu className="menu" aria-label={t('board.selection')} onClose={close} autoFocus>
      {edit && <ActionItem placed={edit} />}
      {count === 1 && target && (
        <MenuItem className="menu-item" onAction={() => revealItem(target.boardId, target.id)}>
          {t('board.goToTarget')}
        </MenuItem>
      )}
      {others.map((placed) => (
        <ActionItem key={placed.action.name} placed={placed} />
      ))}
      {count > 1 && <ArrangeMenu close={close} />}
      {drawSections([[], ...sections])}
    </Menu>
  );
}

function ArrangeMenu({ close }: { close: () => void }) {
  return (
    <SubmenuTrigger>
      <MenuItem className="menu-item" textValue={t('boardActions.bar.arrange')}>
        <span className="menu-label">{t('boardActions.bar.arrange')}</span>
        <ChevronRight size={14} aria-hidden />
      </MenuItem>
      <Popover className="menu-popover">
        <Menu className="menu" aria-label={t('boardActions.bar.arrange')} onClose={close}>
          {drawSections(menuSections('board.arrange'))}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  );
}

/** The actions of a menu with a separator before each section but the first. `on` is the record whose menu it is. */
const drawSections = (sections: readonly (readonly PlacedAction[])[], on?: ActionTarget): ReactNode =>
  sections.map((section, at) => (
    <Fragment key={section[0]?.action.name ?? 'first'}>
      {at > 0 && <Separator className="menu-separator" />}
      {section.map((placed) => (
        <ActionItem key={placed.action.name} placed={placed} on={on} />
      ))}
    </Fragment>
  ));

function ActionItem({ placed: { action, label }, on }: { placed: PlacedAction; on?: ActionTarget | undefined }) {
  const shortcut = shownShortcut(action);
  return (
    <MenuItem
      id={action.name}
      className={`menu-item ${action.isDanger ? 'danger' : ''}`}
      textValue={label}
      isDisabled={!action.isEnabled(on)}
      onAction={() => action.run(on)}
    >
      <span className="menu-label">{label}</span>
      {shortcut !== undefined && <ShortcutKeys keys={shortcut} />}
    </MenuItem>
  );
}

const lastSelectedId = (): string | null => [...selectionStore.getState().ids].at(-1) ?? null;

/** The context menu of the canvas: where it is open, and the pointer and keyboard events that open it. */
export function useContextMenu(index: BoardIndex, { toCanvas }: CanvasPoints, view: ViewportActions) {
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);
  const flow = useReactFlow();
  const openMenu = (event: PointerPosition & { preventDefault: () => void }, id: string | null) => {
    event.preventDefault();
    if (id !== null && !selectionStore.getState().ids.has(id)) selectItems([id]);
    setMenu({ screenPoint: { x: event.clientX, y: event.clientY }, canvasPoint: toCanvas(event), id });
  };
  /** The menu key opens it at the most recently selected item, or else in the center. */
  const openMenuByKey = (event: MouseEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const id = lastSelectedId();
    const box = index.boxes.get(id ?? '') ?? index.boxes.get(index.connections.get(id ?? '')?.itemId ?? '');
    const screenPoint = box ? flow.flowToScreenPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) : view.middle();
    setMenu({ screenPoint, canvasPoint: flow.screenToFlowPosition(screenPoint), id });
  };
  return { menu, openMenu, openMenuByKey, closeMenu: () => setMenu(null) };
}
