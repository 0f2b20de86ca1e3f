/** The boards in their folders. The arrows walk, Enter opens, F2 renames, Delete deletes; a drag moves, by pointer or keyboard. */

import { memo, useDeferredValue, useMemo, useState } from 'react';
import { type Key, ListLayout, Tree, useDragAndDrop, Virtualizer } from 'react-aria-components';
import { runRowShortcut } from '../../../commands/use-shortcuts.ts';
import { t } from '../../../messages/translate.ts';
import { type BoardTreeNode, boardTreeNodes } from '../../../records/trees/board-tree-nodes.ts';
import type { TreeDropTarget } from '../../../records/trees/tree-move-commands.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { openBoard, useSelection } from '../../../state/selection.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { boardMoveCommands } from './board-move-commands.ts';
import { BoardRow } from './board-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-actions.ts';
import '../../../ui/board-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const rowLayout = { rowSize: 28, padding: 8 };
const BOARD_MIME_TYPE = 'application/x-taleport-board';

/** A press opens a board; that its row is the chosen one is drawn in slices, since the tree draws all its rows anew for that. */
export function BoardTree() {
  const boardId = useSelection((state) => state.boardId);
  return <BoardTreeView selectedId={useDeferredValue(boardId)} />;
}

const BoardTreeView = memo(function Boards({ selectedId }: { selectedId: string | null }) {
  const nodes = useProject(boardTreeNodes);
  // Folders are open until they are closed.
  const [closed, setClosed] = useState<ReadonlySet<Key>>(new Set());
  const folders = useMemo(() => folderIds(nodes), [nodes]);
  const expanded = useMemo(() => folders.filter((id) => !closed.has(id)), [folders, closed]);
  const { dragAndDropHooks } = useBoardDrag();

  const isFolder = (key: Key) => openProjectStore.getState().project.find('board', String(key))?.type === 'folder';
  const flip = (key: Key) =>
    setClosed((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])));
  const act = (key: Key) => (isFolder(key) ? flip(key) : openBoard(String(key)));

  return (
    <div className="board-tree" onKeyDownCapture={runRowShortcut}>
      <Virtualizer layout={ListLayout} layoutOptions={rowLayout}>
        <Tree
          className="tree"
          aria-label={t('boardTree.boards')}
          items={nodes}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selectedId === null ? [] : [selectedId]}
          onSelectionChange={(keys) => {
            const key = keys === 'all' ? undefined : [...keys][0];
            if (key !== undefined && !isFolder(key)) openBoard(String(key));
          }}
          onAction={act}
          expandedKeys={expanded}
          onExpandedChange={(keys) => setClosed(new Set(folders.filter((id) => !keys.has(id))))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className="tree-empty">{t('boardTree.empty')}</p>}
        >
          {(node) => <BoardRow node={node} />}
        </Tree>
      </Virtualizer>
    </div>
  );
});

const folderIds = (nodes: readonly BoardTreeNode[]): string[] =>
  nodes.flatMap(({ id, type, children }) => (type === 'folder' ? [id, ...folderIds(children)] : []));

function useBoardDrag() {
  const move = (keys: Iterable<Key>, drop: TreeDropTarget) => {
    const commands = boardMoveCommands(openProjectStore.getState().project, [...keys].map(String), drop);
    if (commands.length > 0) void sendCommand({ do: 'batch', commands });
  };
  return useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [BOARD_MIME_TYPE]: String(key),
        'text/plain': openProjectStore.getState().project.find('board', String(key))?.name ?? '',
      })),
    acceptedDragTypes: [BOARD_MIME_TYPE],
    getDropOperation: (target, _types, allowed) => {
      const onBoard =
        target.type === 'item' &&
        target.dropPosition === 'on' &&
        openProjectStore.getState().project.find('board', String(target.key))?.type !== 'folder';
      return onBoard ? 'cancel' : allowed.includes('move') ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      if (target.dropPosition === 'on') move(keys, { on: String(target.key) });
      else move(keys, { beside: String(target.key), position: target.dropPosition });
    },
    onRootDrop: ({ items }) => void moveToRoot(items, move),
  });
}

async function moveToRoot(
  items: readonly { kind: string; getText?: (type: string) => Promise<string> }[],
  move: (keys: string[], drop: TreeDropTarget) => void,
): Promise<void> {
  const ids = await Promise.all(items.map((item) => item.getText?.(BOARD_MIME_TYPE) ?? ''));
  move(ids.filter(Boolean), 'ground');
}
