/** The menu of a connection that was dropped on the empty canvas: what to create there, or an existing item to connect. */
import { useRef } from 'react';
import { Menu, MenuItem, Separator } from 'react-aria-components';
import { useStore } from 'zustand';
import { t } from '../../../messages/translate.ts';
import { connectToNewItem } from '../../../records/board/change-board.ts';
import { MenuPopover } from '../../../ui/menu.tsx';
import { closeOpenDrop, dropCorner, type OpenDrop, openDropStore } from '../canvas/connection-drop.ts';

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
          <MenuItem
            className="menu-item"
            onAction={() => void import('../actions/connect-dialog.tsx').then(({ showConnectDialog }) => showConnectDialog(drop.from.id))}
          >
            {t('board.drop.existing')}
          </MenuItem>
        </Menu>
      </MenuPopover>
    </>
  );
}
