/** A menu at the pointer, or below the row that has the focus for the menu key. */
import { type MouseEvent, useRef } from 'react';
import { MenuEntries, type MenuEntrySource, MenuPopover } from './menu.tsx';
import './context-menu.css';

/** In pixels of the window. */
interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

export interface RowMenuPosition extends MenuPosition {
  /** null in the empty area below the rows. */
  readonly id: string | null;
}

/** Where the menu of an element opens. The menu key sends no position of a pointer. */
export function menuPositionOf({ button, clientX, clientY, currentTarget }: MouseEvent): MenuPosition {
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return button === 2 ? { x: clientX, y: clientY } : { x: left + 8, y: bottom };
}

/** `attribute`: the one of the rows that contains their id. Null on a button, which has a menu or an action of its own. */
export function rowMenuPosition({ target, clientX, clientY }: MouseEvent, attribute: string): RowMenuPosition | null {
  if (!(target instanceof Element) || target.closest('button')) return null;
  const row = target.closest(`[${attribute}]`);
  const id = row?.getAttribute(attribute) ?? null;
  // The menu key sends no pointer position.
  const box = clientX === 0 && clientY === 0 ? row?.getBoundingClientRect() : undefined;
  return box ? { id, x: box.left + 40, y: box.bottom } : { id, x: clientX, y: clientY };
}

interface ContextMenuProps {
  readonly at: MenuPosition;
  readonly label: string;
  readonly entries: MenuEntrySource;
  readonly close: () => void;
}

export function ContextMenu({ at, label, entries, close }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="context-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries label={label} entries={entries} onClose={close} autoFocus />
      </MenuPopover>
    </>
  );
}
