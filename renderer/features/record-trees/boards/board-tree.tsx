/** The tree of boards. Its selected row is the open board. */

import { Flag, Folder, FolderOpen } from 'lucide-react';
import { type MouseEvent, useDeferredValue } from 'react';
import { menuEntries } from '../../../commands/action-menus.ts';
import { runRowShortcut } from '../../../commands/use-shortcuts.ts';
import { t } from '../../../messages/translate.ts';
import type { RecordTreeAdapter } from '../../../navigation/record-trees/record-tree-view.tsx';
import { FilterableTree } from '../../../navigation/record-trees/tree-filter.tsx';
import { boardTreeStore } from '../../../navigation/record-trees/tree-stores.ts';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { boardTree, isFolder } from '../../../records/trees/record-tree.ts';
import { type BoardTreeNode, boardTreeNodes } from '../../../records/trees/tree-nodes.ts';
import { focusBoardWhenRendered } from '../../../state/board-view.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { openBoard, openBoardTab, selectionStore, useSelection } from '../../../state/selection.ts';
import { kindIcons } from '../../../ui/icons.ts';
// Loaded together, so that a dialog is ready before the next key.
import './board-row-handlers.ts';

const adapter: RecordTreeAdapter<BoardTreeNode> = {
  store: boardTreeStore,
  label: () => t('boardTree.boards'),
  className: 'board-tree',
  rowHeight: 28,
  mimeType: 'application/x-taleport-board',
  selectionMode: 'single',
  select: ([id]) => {
    if (id !== undefined && !isFolder(boardTree, openProjectStore.getState().project, id)) openBoard(id);
  },
  open: openBoardTab,
  rowName: ({ record }) => record.name,
  rowTextValue: ({ record, hasStart }) => (hasStart ? t('boardTree.startOf', { name: record.name }) : record.name),
  RowContent: BoardRowContent,
  menuEntries: (id) => menuEntries('row.board', { kind: 'board', id }),
  moveLabel: (name) => t('boardTree.move.label', { name }),
  EmptyState: () => <p className="tree-empty">{t('boardTree.empty')}</p>,
};

export function BoardTree() {
  const boardId = useSelection((state) => state.boardId);
  const nodes = useProject(boardTreeNodes);
  const count = useProject((project) => project.countOfKind('board'));
  // Another selection renders all visible rows again, which must not delay the opening board.
  const selectedId = useDeferredValue(boardId);
  return (
    <FilterableTree
      adapter={adapter}
      nodes={nodes}
      count={count}
      filterLabel={t('boardTree.filter')}
      noMatch={t('boardTree.noMatch')}
      selected={selectedId === null ? [] : [selectedId]}
      onKeyDownCapture={runRowShortcut}
      onClickCapture={focusClickedBoard}
    />
  );
}

/** With the pointer, someone goes on to the board; the keys stay in the tree. A click without a pointer is one of a screen reader. */
function focusClickedBoard({ target, detail }: MouseEvent): void {
  if (detail === 0 || !(target instanceof Element) || target.closest('button')) return;
  const boardId = target.closest<HTMLElement>('[data-board]')?.dataset.board;
  if (boardId === undefined) return;
  // By then the tree has selected it, unless it is a folder.
  requestAnimationFrame(() => boardId === selectionStore.getState().boardId && focusBoardWhenRendered());
}

function BoardRowContent({ node: { record, hasStart }, isExpanded }: { node: BoardTreeNode; isExpanded: boolean }) {
  return (
    <>
      <BoardIcon type={record.type} isExpanded={isExpanded} />
      <span className="tree-name user-text" title={record.name}>
        {record.name}
      </span>
      <ProblemBadge id={record.id} where="row" />
      {hasStart && <Flag size={13} className="tree-start" aria-label={t('boardTree.start')} role="img" />}
    </>
  );
}

function BoardIcon({ type, isExpanded }: { type: 'board' | 'folder'; isExpanded: boolean }) {
  if (type === 'board') return <kindIcons.board size={16} aria-hidden />;
  return isExpanded ? <FolderOpen size={16} aria-hidden /> : <Folder size={16} aria-hidden />;
}
