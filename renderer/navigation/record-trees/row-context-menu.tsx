/** The context menu of a tree: of the row under the pointer, or of the row that has the focus for the menu key. */
import { type MouseEvent, useRef } from 'react';
import { MenuEntries, type MenuEntry, MenuPopover } from '../../ui/menu.tsx';

export interface RowContextMenuPosition {
  /** null in the empty area below the rows. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

/** `attribute`: the one of the rows that contains their id. Null on a button, which has a menu or an action of its own. */
export function contextMenuPosition({ target, clientX, clientY }: MouseEvent, attribute: string): RowContextMenuPosition | null {
  if (!(target instanceof Element) || target.closest('button')) return null;
  const row = target.closest(`[${attribute}]`);
  const id = row?.getAttribute(attribute) ?? null;
  // The menu key sends no pointer position.
  const box = clientX === 0 && clientY === 0 ? row?.getBoundingClientRect() : undefined;
  return box ? { id, x: box.left + 40, y: box.bottom } : { id, x: clientX, y: clientY };
}

interface RowContextMenuProps {
  readonly at: RowContextMenuPosition;
  readonly label: string;
  readonly entries: readonly (MenuEntry | null)[];
  readonly close: () => void;
}

export function RowContextMenu({ at, label, entries, close }: RowContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="row-menu-anchor" style={{ left: at.x, top: at.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(isOpen) => !isOpen && close()} placement="bottom start">
        <MenuEntries label={label} entries={entries} onClose={close} autoFocus />
      </MenuPopover>
    </>
  );
}
