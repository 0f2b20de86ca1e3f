// biome-ignore-all lint/a11y/useSemanticElements: a table draws all of its rows, this only those in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows below the heading take the keyboard
/** The board as a list, equal to the canvas: every item in reading order, what it leads to below it, and every action by the same keys. */

import { type MouseEvent, useCallback, useRef, useState } from 'react';
import { ToolbarButtons } from '../../../commands/action-button.tsx';
import { t } from '../../../messages/translate.ts';
import { usePreparedBoard } from '../../../records/board/board-index-cache.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { selectionStore, useSelection } from '../../../state/selection.ts';
import { focusFieldOfSelection } from '../actions/selection-edits.ts';
import { Announcer } from '../frame/announcer.tsx';
import { BoardContextMenu, type ContextMenuTarget } from '../frame/board-context-menu.tsx';
import { BoardHeader } from '../frame/board-header.tsx';
import './board-list.css';
import { BoardListRow } from './board-list-row.tsx';
import { type BoardListRowData, selectionIdFor } from './board-list-rows.ts';
import { useBoardList } from './use-board-list.ts';
import { useRegisterListView } from './use-register-list-view.ts';
import { ROW_HEIGHT, useVisibleRows } from './use-visible-rows.ts';

export function BoardList({ boardId }: { boardId: string }) {
  const ready = usePreparedBoard(boardId);
  return ready !== null && <BoardListGrid key={ready} boardId={ready} />;
}

function BoardListGrid({ boardId }: { boardId: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { project, rows, activeAt, goTo, toggleRow, selectRow, keyboard } = useBoardList(boardId, scroller);
  useRegisterListView(boardId, scroller, goTo);
  const { first, last } = useVisibleRows(scroller, rows.length);
  const name = useProject((held) => held.find('board', boardId)?.name ?? '');
  const selected = useSelection(({ ids }) => ids);
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);

  // Rows are drawn again only when something in them has changed: what they are given stays the same.
  const chooseNow = useRef(selectRow);
  chooseNow.current = selectRow;
  const press = useCallback((row: BoardListRowData, event: MouseEvent) => {
    chooseNow.current(row, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'also' : 'only');
  }, []);
  const open = useCallback(() => focusFieldOfSelection('content'), []);
  const openMenu = useCallback((row: BoardListRowData, event: MouseEvent) => {
    event.preventDefault();
    const id = selectionIdFor(openProjectStore.getState().project, row);
    if (!selectionStore.getState().ids.has(id)) chooseNow.current(row, 'only');
    const box = event.currentTarget.getBoundingClientRect();
    // Where the key for the menu was pressed there is no pointer.
    const screenPoint = event.detail > 0 || event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: box.x + 40, y: box.bottom };
    setMenu({ screenPoint, canvasPoint: { x: 0, y: 0 }, id });
  }, []);

  const drawn = rows.slice(first, last).map((row, at) => ({ row, at: first + at }));
  // The row with the keyboard stays drawn, however far one scrolls, and in its order: one that is put elsewhere loses it.
  const kept = rows[activeAt];
  if (kept && activeAt >= last) drawn.push({ row: kept, at: activeAt });
  else if (kept && activeAt < first) drawn.unshift({ row: kept, at: activeAt });
  return (
    <div className="board-list" data-board-keys data-ready>
      <div className="board-list-head">
        <BoardHeader boardId={boardId}>
          <div className="board-head-bar" role="toolbar" aria-label={t('boardList.add')}>
            <ToolbarButtons menu="board.add" />
          </div>
        </BoardHeader>
      </div>
      <div
        ref={scroller}
        className="list-scroller"
        role="treegrid"
        aria-label={t('boardList.label', { board: name })}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        tabIndex={rows.length === 0 ? 0 : -1}
        {...keyboard}
      >
        <div role="row" className="list-row list-head-row" aria-rowindex={1}>
          <div role="columnheader">{t('boardList.name')}</div>
          <div role="columnheader">{t('boardList.text')}</div>
          <div role="columnheader">{t('boardList.leadsTo')}</div>
          <div role="columnheader" aria-label={t('boardList.more')} />
        </div>
        <div role="rowgroup" className="list-body" style={{ height: rows.length * ROW_HEIGHT }}>
          {drawn.map(({ row, at }) => (
            <BoardListRow
              key={row.id}
              row={row}
              index={at}
              isActive={at === activeAt}
              isSelected={row.kind !== 'condition' && selected.has(selectionIdFor(project, row))}
              onPress={press}
              onOpen={open}
              onToggle={toggleRow}
              onContextMenu={openMenu}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p className="list-empty">{t('boardList.empty')}</p>}
      {menu && <BoardContextMenu boardId={boardId} target={menu} close={() => setMenu(null)} />}
      <Announcer />
    </div>
  );
}
