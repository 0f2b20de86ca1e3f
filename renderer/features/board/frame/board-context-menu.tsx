/** The menu under the right button: what can be done with what was clicked, or put where nothing was. Its entries are actions of the one list. */
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { Point } from '../../../../shared/layout/geometry.ts';
import type { ActionName } from '../../../commands/action.ts';
import { getAction, shortcutsFor } from '../../../commands/action-registry.ts';
import { boardMessages } from '../../../messages/en/board.ts';
import { boardActionMessages } from '../../../messages/en/board-actions.ts';
import { commonMessages } from '../../../messages/en/common.ts';
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

const addEntries: readonly [ItemKind, string][] = [
  ['element', boardMessages.addElementHere],
  ['note', boardMessages.addNoteHere],
  ['jumper', boardMessages.addJumperHere],
  ['branch', boardMessages.addBranchHere],
];

function CanvasMenu({ boardId, at, close }: { boardId: string; at: Point; close: () => void }) {
  return (
    <Menu className="menu" aria-label={boardMessages.board} onClose={close} autoFocus>
      {addEntries.map(([kind, label]) => (
        <MenuItem key={kind} className="menu-item" textValue={label} onAction={() => void createItemAt(kind, boardId, at)}>
          <span className="menu-words">{label}</span>
        </MenuItem>
      ))}
      <Separator className="menu-separator" />
      {menuEntry('paste')}
      {menuEntry('selectAll', boardMessages.selectAll)}
      {menuEntry('layOut')}
      <Separator className="menu-separator" />
      {menuEntry('fitBoard', boardMessages.showTheWholeBoard)}
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
    <Menu className="menu" aria-label={boardMessages.selection} onClose={close} autoFocus>
      {count === 1 && menuEntry('writeInside', boardMessages.edit)}
      {count === 1 && target && (
        <MenuItem className="menu-item" onAction={() => revealItem(target.boardId, target.id)}>
          {boardMessages.goToTheTarget}
        </MenuItem>
      )}
      {menuEntryIfEnabled('playFromHere', boardMessages.playFromHere)}
      {menuEntryIfEnabled('startHere', boardMessages.startTheStoryHere)}
      {menuEntryIfEnabled('connectTo')}
      {isItem && menuEntryIfEnabled('moveTo')}
      {count > 1 && (
        <SubmenuTrigger>
          <MenuItem className="menu-item" textValue={boardActionMessages.bar.arrange}>
            <span className="menu-words">{boardActionMessages.bar.arrange}</span>
            <ChevronRight size={14} aria-hidden />
          </MenuItem>
          <Popover className="menu-popover">
            <Menu className="menu" aria-label={boardActionMessages.bar.arrange} onClose={close}>
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
      {isItem && menuEntry('duplicate', count > 1 ? boardMessages.duplicateItems(count) : boardMessages.duplicate)}
      <Separator className="menu-separator" />
      {menuEntry('removeItems', count > 1 ? boardMessages.deleteItems(count) : commonMessages.remove, 'danger')}
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
