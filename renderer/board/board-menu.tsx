/** The menu under the right button: what can be done with what was clicked, or put where nothing was. */
import { useRef } from 'react';
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components';
import { boardWords } from '../words/en/board.ts';
import { commonWords } from '../words/en/common.ts';
import '../ui/menu.css';
import { actionNamed } from '../actions/actions.ts';
import { wantFocus } from '../inspector/focus.ts';
import { useProject } from '../state/open-project.ts';
import { reveal, useSelection } from '../state/selection.ts';
import { createAt, duplicateSelected, makeStart, removeSelected, selectAll } from './act.ts';
import type { Point } from './geometry.ts';
import type { ItemKind } from './items.ts';
import { useViewActions } from './use-view-actions.ts';

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
      <Popover
        className="menu-popover"
        triggerRef={anchor}
        isOpen
        onOpenChange={(open) => !open && close()}
        placement="bottom start"
        offset={2}
      >
        {place.id === null ? <CanvasMenu boardId={boardId} at={place.canvas} close={close} /> : <ItemMenu id={place.id} close={close} />}
      </Popover>
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
  const view = useViewActions(boardId);
  return (
    <Menu className="menu" aria-label={boardWords.board} onClose={close} autoFocus>
      {adds.map(([kind, label]) => (
        <MenuItem key={kind} className="menu-item" onAction={() => void createAt(kind, boardId, at)}>
          {label}
        </MenuItem>
      ))}
      <Separator className="menu-separator" />
      <MenuItem className="menu-item" onAction={() => selectAll(boardId)}>
        {boardWords.selectAll}
      </MenuItem>
      <MenuItem className="menu-item" onAction={() => view.fitAll()}>
        {boardWords.showTheWholeBoard}
      </MenuItem>
    </Menu>
  );
}

function ItemMenu({ id, close }: { id: string; close: () => void }) {
  const count = useSelection(({ ids }) => ids.size);
  const { isElement, isStart, isConnection, target } = useProject((project) => {
    const goal = project.find('element', project.find('jumper', id)?.elementId ?? '');
    return {
      isElement: project.find('element', id) !== undefined,
      isConnection: project.find('connection', id) !== undefined,
      isStart: project.find('project', 'project')?.startingElement === id,
      target: goal ?? null,
    };
  });
  return (
    <Menu className="menu" aria-label={boardWords.selection} onClose={close} autoFocus>
      {count === 1 && (
        <MenuItem className="menu-item" onAction={() => wantFocus(id, 'content')}>
          {boardWords.edit}
        </MenuItem>
      )}
      {count === 1 && target && (
        <MenuItem className="menu-item" onAction={() => reveal(target.boardId, target.id)}>
          {boardWords.goToTheTarget}
        </MenuItem>
      )}
      {count === 1 && isElement && (
        <MenuItem className="menu-item" onAction={() => void actionNamed('playFromHere').run()}>
          {boardWords.playFromHere}
        </MenuItem>
      )}
      {count === 1 && isElement && !isStart && (
        <MenuItem className="menu-item" onAction={() => void makeStart(id)}>
          {boardWords.startTheStoryHere}
        </MenuItem>
      )}
      {!(count === 1 && isConnection) && (
        <MenuItem className="menu-item" onAction={() => void duplicateSelected()}>
          {count > 1 ? boardWords.duplicateItems(count) : boardWords.duplicate}
        </MenuItem>
      )}
      <Separator className="menu-separator" />
      <MenuItem className="menu-item danger" onAction={() => void removeSelected()}>
        {count > 1 ? boardWords.deleteItems(count) : commonWords.remove}
      </MenuItem>
    </Menu>
  );
}
