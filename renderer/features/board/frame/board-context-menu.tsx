/** The menu under the right button: what can be done with what was clicked, or put where nothing was. Its entries are actions of the one list. */

import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { ActionName } from '../../../commands/action.ts';
import { getAction, shortcutsFor } from '../../../commands/action-registry.ts';
import { t } from '../../../messages/translate.ts';
import { createItemAt } from '../../../records/board/change-board.ts';
import type { ItemKind } from '../../../records/board/items.ts';
import { useProject } from '../../../state/open-project.ts';
import { revealItem, useSelection } from '../../../state/selection.ts';
import { MenuPopover } from '../../../ui/menu.tsx';
import { ShortcutKeys } from '../../../ui/shortcut-keys.tsx';

/** Where the menu opens on screen and on the canvas, and what was under the pointer. */
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

const addEntries = (): readonly [ItemKind, string][] => [
  ['element', t('board.addElementHere')],
  ['note', t('board.addNoteHere')],
  ['jumper', t('board.addJumperHere')],
  ['branch', t('board.addBranchHere')],
];

function CanvasMenu({ boardId, at, close }: { boardId: string; at: Point; close: () => void }) {
  return (
    <Menu className="menu" aria-label={t('board.board')} onClose={close} autoFocus>
      {addEntries().map(([kind, label]) => (
        <MenuItem key={kind} className="menu-item" textValue={label} onAction={() => void createItemAt(kind, boardId, at)}>
          <span className="menu-words">{label}</span>
        </MenuItem>
      ))}
      <Separator className="menu-separator" />
      {menuEntry('paste')}
      {menuEntry('selectAll', t('board.selectAll'))}
      {menuEntry('layOut')}
      <Separator className="menu-separator" />
      {menuEntry('fitBoard', t('board.showWhole'))}
      {menuEntry('findOnBoard')}
      {menuEntry('asList')}
    </Menu>
  );
}

const alignActions = ['align-left', 'align-centre', 'align-right', 'align-top', 'align-middle', 'align-bottom'] as const;
const distributeActions = ['distribute-across', 'distribute-down'] as const;

function ItemMenu({ id, close }: { id: string; close: () => void }) {
  const count = useSelection(({ ids }) => ids.size);
  const { isConnection, target } = useProject((project) => ({
    isConnection: project.find('connection', id) !== undefined,
    target: project.find('element', project.find('jumper', id)?.elementId ?? '') ?? null,
  }));
  const isItem = !(count === 1 && isConnection);
  return (
    <Menu className="menu" aria-label={t('board.selection')} onClose={close} autoFocus>
      {count === 1 && menuEntry('writeInside', t('board.edit'))}
      {count === 1 && target && (
        <MenuItem className="menu-item" onAction={() => revealItem(target.boardId, target.id)}>
          {t('board.goToTarget')}
        </MenuItem>
      )}
      {menuEntryIfEnabled('playFromHere', t('board.playFromHere'))}
      {menuEntryIfEnabled('startHere', t('board.startHere'))}
      {menuEntryIfEnabled('connectTo')}
      {isItem && menuEntryIfEnabled('moveTo')}
      {count > 1 && (
        <SubmenuTrigger>
          <MenuItem className="menu-item" textValue={t('boardActions.bar.arrange')}>
            <span className="menu-words">{t('boardActions.bar.arrange')}</span>
            <ChevronRight size={14} aria-hidden />
          </MenuItem>
          <Popover className="menu-popover">
            <Menu className="menu" aria-label={t('boardActions.bar.arrange')} onClose={close}>
              {alignActions.map((name) => menuEntry(name))}
              <Separator className="menu-separator" />
              {distributeActions.map((name) => menuEntry(name))}
              <Separator className="menu-separator" />
              {menuEntry('layOut')}
            </Menu>
          </Popover>
        </SubmenuTrigger>
      )}
      <Separator className="menu-separator" />
      {isItem && menuEntry('cut')}
      {isItem && menuEntry('copy')}
      {menuEntry('paste')}
      {isItem && menuEntry('duplicate', count > 1 ? t('board.duplicateItems', { count }) : t('board.duplicate'))}
      <Separator className="menu-separator" />
      {menuEntry('removeItems', count > 1 ? t('board.deleteItems', { count }) : t('common.remove'), 'danger')}
    </Menu>
  );
}

const menuEntryIfEnabled = (name: ActionName, label?: string) => (getAction(name).enabled() ? menuEntry(name, label) : null);

function menuEntry(name: ActionName, label = getAction(name).label(), look = '') {
  const { enabled, run } = getAction(name);
  const [keys] = shortcutsFor(name);
  return (
    <MenuItem key={name} id={name} className={`menu-item ${look}`} textValue={label} isDisabled={!enabled()} onAction={() => void run()}>
      <span className="menu-words">{label}</span>
      {keys !== undefined && <ShortcutKeys keys={keys} />}
    </MenuItem>
  );
}
