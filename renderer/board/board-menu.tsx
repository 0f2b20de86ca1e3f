/** The menu under the right button: what can be done with what was clicked, or put where nothing was. Its entries are actions of the one list. */
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, Popover, Separator, SubmenuTrigger } from 'react-aria-components';
import type { ActionName } from '../actions/action.ts';
import { actionNamed, keysOf } from '../actions/actions.ts';
import { useProject } from '../state/open-project.ts';
import { reveal, useSelection } from '../state/selection.ts';
import { Keys } from '../ui/keys.tsx';
import { MenuPopover } from '../ui/menu.tsx';
import { boardWords } from '../words/en/board.ts';
import { boardActionWords } from '../words/en/board-actions.ts';
import { commonWords } from '../words/en/common.ts';
import { createAt } from './act.ts';
import type { Point } from './geometry.ts';
import type { ItemKind } from './items.ts';

/** Where the menu opens on screen and on the canvas, and what was under the pointer. */
export interface MenuPlace {
  readonly screen: Point;
  readonly canvas: Point;
  readonly id: string | null;
}

export function BoardMenu({ boardId, place, close }: { boardId: string; place: MenuPlace; close: () => void }) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: place.screen.x, top: place.screen.y }} />
      <MenuPopover triggerRef={anchor} isOpen onOpenChange={(open) => !open && close()} placement="bottom start" offset={2}>
        {place.id === null ? <CanvasMenu boardId={boardId} at={place.canvas} close={close} /> : <ItemMenu id={place.id} close={close} />}
      </MenuPopover>
    </>
  );
}

const adds: readonly [ItemKind, string][] = [
  ['element', boardWords.addElementHere],
  ['note', boardWords.addNoteHere],
  ['jumper', boardWords.addJumperHere],
  ['branch', boardWords.addBranchHere],
];

function CanvasMenu({ boardId, at, close }: { boardId: string; at: Point; close: () => void }) {
  return (
    <Menu className="menu" aria-label={boardWords.board} onClose={close} autoFocus>
      {adds.map(([kind, label]) => (
        <MenuItem key={kind} className="menu-item" textValue={label} onAction={() => void createAt(kind, boardId, at)}>
          <span className="menu-words">{label}</span>
        </MenuItem>
      ))}
      <Separator className="menu-separator" />
      {entry('paste')}
      {entry('selectAll', boardWords.selectAll)}
      {entry('layOut')}
      <Separator className="menu-separator" />
      {entry('fitBoard', boardWords.showTheWholeBoard)}
      {entry('findOnBoard')}
      {entry('asList')}
    </Menu>
  );
}

const aligning = ['align-left', 'align-centre', 'align-right', 'align-top', 'align-middle', 'align-bottom'] as const;
const spacing = ['distribute-across', 'distribute-down'] as const;

function ItemMenu({ id, close }: { id: string; close: () => void }) {
  const count = useSelection(({ ids }) => ids.size);
  const { isConnection, target } = useProject((project) => ({
    isConnection: project.find('connection', id) !== undefined,
    target: project.find('element', project.find('jumper', id)?.elementId ?? '') ?? null,
  }));
  const isItem = !(count === 1 && isConnection);
  return (
    <Menu className="menu" aria-label={boardWords.selection} onClose={close} autoFocus>
      {count === 1 && entry('writeInside', boardWords.edit)}
      {count === 1 && target && (
        <MenuItem className="menu-item" onAction={() => reveal(target.boardId, target.id)}>
          {boardWords.goToTheTarget}
        </MenuItem>
      )}
      {ifEnabled('playFromHere', boardWords.playFromHere)}
      {ifEnabled('startHere', boardWords.startTheStoryHere)}
      {ifEnabled('connectTo')}
      {isItem && ifEnabled('moveTo')}
      {count > 1 && (
        <SubmenuTrigger>
          <MenuItem className="menu-item" textValue={boardActionWords.bar.arrange}>
            <span className="menu-words">{boardActionWords.bar.arrange}</span>
            <ChevronRight size={14} aria-hidden />
          </MenuItem>
          <Popover className="menu-popover">
            <Menu className="menu" aria-label={boardActionWords.bar.arrange} onClose={close}>
              {aligning.map((name) => entry(name))}
              <Separator className="menu-separator" />
              {spacing.map((name) => entry(name))}
              <Separator className="menu-separator" />
              {entry('layOut')}
            </Menu>
          </Popover>
        </SubmenuTrigger>
      )}
      <Separator className="menu-separator" />
      {isItem && entry('cut')}
      {isItem && entry('copy')}
      {entry('paste')}
      {isItem && entry('duplicate', count > 1 ? boardWords.duplicateItems(count) : boardWords.duplicate)}
      <Separator className="menu-separator" />
      {entry('removeItems', count > 1 ? boardWords.deleteItems(count) : commonWords.remove, 'danger')}
    </Menu>
  );
}

const ifEnabled = (name: ActionName, label?: string) => (actionNamed(name).enabled() ? entry(name, label) : null);

function entry(name: ActionName, label = actionNamed(name).label(), look = '') {
  const { enabled, run } = actionNamed(name);
  const [keys] = keysOf(name);
  return (
    <MenuItem key={name} id={name} className={`menu-item ${look}`} textValue={label} isDisabled={!enabled()} onAction={() => void run()}>
      <span className="menu-words">{label}</span>
      {keys !== undefined && <Keys keys={keys} />}
    </MenuItem>
  );
}
