// biome-ignore-all lint/a11y/useSemanticElements: a table would have to contain all rows, this renders only the visible ones
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows below the header take the focus
/** The list view of a board, equivalent to the canvas: every item in reading order with its targets below it, and all actions with the same keys. */

import { type MouseEvent, memo, useCallback, useRef, useState } from 'react';
import { ToolbarButtons } from '../../../commands/action-button.tsx';
import { t } from '../../../messages/translate.ts';
import { usePreparedBoard } from '../../../records/board/board-index.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { recordKey } from '../../../state/renamed-records.ts';
import { selectionStore, useIsOpenBoard, useSelection } from '../../../state/selection.ts';
import { TypedText } from '../../../ui/typed-text.tsx';
import { editSelection } from '../actions/edit-selection.ts';
import { Announcer } from '../frame/announcer.tsx';
import { BoardContextMenu, type ContextMenuTarget } from '../frame/board-context-menu.tsx';
import { BoardHeader } from '../frame/board-header.tsx';
import './board-list.css';
import { isWritableRow, typeOnRow } from '../writing/type-on-selection.ts';
import { BoardListRow } from './board-list-row.tsx';
import { type BoardListRowData, rowIdOf, selectionIdFor } from './board-list-rows.ts';
import { type SelectMode, useBoardList } from './use-board-list.ts';

export function BoardList({ boardId }: { boardId: string }) {
  const ready = usePreparedBoard(boardId, 'order');
  return ready !== null && <BoardListGrid key={recordKey(ready)} boardId={ready} />;
}

function BoardListGrid({ boardId }: { boardId: string }) {
  const { project, rows, virtualRows, activeIndex, toggleRow, selectRow, keyboard } = useBoardList(boardId);
  const { scrollerRef, totalHeight, visible } = virtualRows;
  const name = useProject((project) => project.find('board', boardId)?.name ?? '');
  // The selection, what is typed on it and the announcements are those of one board, even if another one is shown beside it.
  const isOpen = useIsOpenBoard(boardId);
  const selected = useSelection(({ ids }) => ids);
  const locale = useSelection((state) => state.locale);
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);

  // The callbacks stay the same objects, so that a row renders again only when its own data changes.
  const latestSelectRow = useRef(selectRow);
  latestSelectRow.current = selectRow;
  const press = useCallback((row: BoardListRowData, event: MouseEvent) => {
    latestSelectRow.current(row, selectionModeOf(event));
  }, []);
  const open = useCallback(() => editSelection(), []);
  const openMenu = useCallback((row: BoardListRowData, event: MouseEvent) => {
    event.preventDefault();
    const id = selectionIdFor(openProjectStore.getState().project, row);
    if (!selectionStore.getState().ids.has(id)) latestSelectRow.current(row, 'only');
    const box = event.currentTarget.getBoundingClientRect();
    // A menu opened with the keyboard has no pointer position.
    const screenPoint = event.detail > 0 || event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: box.x + 40, y: box.bottom };
    setMenu({ screenPoint, canvasPoint: { x: 0, y: 0 }, id });
  }, []);

  return (
    <div className="board-list" data-board-keys data-ready>
      <BoardListHead boardId={boardId} />
      <div
        ref={scrollerRef}
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
          <div role="columnheader">{t('boardList.connectedTo')}</div>
          <div role="columnheader" aria-label={t('boardList.more')} />
        </div>
        <div role="rowgroup" className="list-body" style={{ height: totalHeight }}>
          {visible.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <BoardListRow
                  key={row.id}
                  row={row}
                  locale={locale}
                  index={index}
                  top={start}
                  isActive={index === activeIndex}
                  isSelected={row.kind !== 'condition' && selected.has(selectionIdFor(project, row))}
                  onPress={press}
                  onOpen={open}
                  onToggle={toggleRow}
                  onContextMenu={openMenu}
                />
              )
            );
          })}
        </div>
      </div>
      {isOpen && selected.size === 1 && <TypedText within={scrollerRef} text=".list-content" isWritable={canTypeOn} onType={typeOn} />}
      {rows.length === 0 && <p className="list-empty">{t('boardList.empty')}</p>}
      {menu && <BoardContextMenu boardId={boardId} target={menu} close={() => setMenu(null)} />}
      {isOpen && <Announcer />}
    </div>
  );
}

/** Memoised: the list renders whenever it is scrolled. */
const BoardListHead = memo(function BoardListHead({ boardId }: { boardId: string }) {
  return (
    <div className="board-list-head">
      <BoardHeader boardId={boardId}>
        <div className="board-head-bar" role="toolbar" aria-label={t('boardList.add')}>
          <ToolbarButtons menu="board.add" showsLabels />
        </div>
      </BoardHeader>
    </div>
  );
});

const canTypeOn = (row: HTMLElement): boolean => isWritableRow(rowIdOf(row) ?? '');
const typeOn = (row: HTMLElement, typed: string): void => typeOnRow(rowIdOf(row) ?? '', typed);

function selectionModeOf(event: MouseEvent): SelectMode {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}
