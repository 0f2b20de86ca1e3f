// biome-ignore-all lint/a11y/useSemanticElements: a table draws all of its rows, this only those in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows below the heading take the keyboard
/** The board as a list, equal to the canvas: every item in reading order, what it leads to below it, and every action by the same keys. */
import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { ActionIcon } from '../actions/action-button.tsx';
import { writeIn } from '../board/act.ts';
import { Announcer } from '../board/announcer.tsx';
import { BoardHead } from '../board/board-head.tsx';
import { BoardMenu, type MenuPlace } from '../board/board-menu.tsx';
import { usePrepared } from '../board/index-of.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { selection, useSelection } from '../state/selection.ts';
import { boardListWords as words } from '../words/en/board-list.ts';
import { adding } from './adding.ts';
import './board-list.css';
import { ListRow } from './list-row.tsx';
import { type Row, selectedBy } from './list-rows.ts';
import { useList } from './use-list.ts';
import { useListView } from './use-list-view.ts';
import { ROW, useSlice } from './use-slice.ts';

export function BoardList({ boardId }: { boardId: string }) {
  const ready = usePrepared(boardId);
  return ready !== null && <List key={ready} boardId={ready} />;
}

function List({ boardId }: { boardId: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { project, rows, activeAt, goTo, flip, choose, keyboard } = useList(boardId, scroller);
  useListView(boardId, scroller, goTo);
  const { first, last } = useSlice(scroller, rows.length);
  const name = useProject((held) => held.find('board', boardId)?.name ?? '');
  const selected = useSelection(({ ids }) => ids);
  const [menu, setMenu] = useState<MenuPlace | null>(null);

  // Rows are drawn again only when something in them has changed: what they are given stays the same.
  const chooseNow = useRef(choose);
  chooseNow.current = choose;
  const press = useCallback((row: Row, event: MouseEvent) => {
    chooseNow.current(row, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'also' : 'only');
  }, []);
  const open = useCallback(() => writeIn('content'), []);
  const openMenu = useCallback((row: Row, event: MouseEvent) => {
    event.preventDefault();
    const id = selectedBy(openProject.getState().project, row);
    if (!selection.getState().ids.has(id)) chooseNow.current(row, 'only');
    const box = event.currentTarget.getBoundingClientRect();
    // Where the key for the menu was pressed there is no pointer.
    const screen = event.detail > 0 || event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: box.x + 40, y: box.bottom };
    setMenu({ screen, canvas: { x: 0, y: 0 }, id });
  }, []);

  const drawn = rows.slice(first, last).map((row, at) => ({ row, at: first + at }));
  // The row with the keyboard stays drawn, however far one scrolls, and in its order: one that is put elsewhere loses it.
  const kept = rows[activeAt];
  if (kept && activeAt >= last) drawn.push({ row: kept, at: activeAt });
  else if (kept && activeAt < first) drawn.unshift({ row: kept, at: activeAt });
  return (
    <div className="board-list" data-board-keys data-ready>
      <div className="board-list-head">
        <BoardHead boardId={boardId} isList>
          <div className="board-head-bar" role="toolbar" aria-label={words.add}>
            {adding.map(([action, icon]) => (
              <ActionIcon key={action} name={action} icon={icon} />
            ))}
          </div>
        </BoardHead>
      </div>
      <div
        ref={scroller}
        className="list-scroller"
        role="treegrid"
        aria-label={words.label(name)}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        tabIndex={rows.length === 0 ? 0 : -1}
        {...keyboard}
      >
        <div role="row" className="list-row list-head-row" aria-rowindex={1}>
          <div role="columnheader">{words.name}</div>
          <div role="columnheader">{words.says}</div>
          <div role="columnheader">{words.leadsTo}</div>
          <div role="columnheader" aria-label={words.more} />
        </div>
        <div role="rowgroup" className="list-body" style={{ height: rows.length * ROW }}>
          {drawn.map(({ row, at }) => (
            <ListRow
              key={row.id}
              row={row}
              at={at}
              isActive={at === activeAt}
              isSelected={row.kind !== 'condition' && selected.has(selectedBy(project, row))}
              press={press}
              open={open}
              flip={flip}
              menu={openMenu}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p className="list-empty">{words.empty}</p>}
      {menu && <BoardMenu boardId={boardId} place={menu} close={() => setMenu(null)} />}
      <Announcer />
    </div>
  );
}
