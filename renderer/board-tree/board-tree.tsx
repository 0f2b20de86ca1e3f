/** The boards in their folders. The arrows walk, Enter opens, F2 renames, Delete deletes; a drag moves, by pointer or keyboard. */
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { type Key, ListLayout, Tree, useDragAndDrop, Virtualizer } from 'react-aria-components';
import { runOnRow } from '../actions/use-shortcuts.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { openBoard, useSelection } from '../state/selection.ts';
import { send } from '../state/send.ts';
import type { Drop } from '../state/tree-moves.ts';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { movesFor } from './board-moves.ts';
import { type BoardNode, boardNodes } from './board-nodes.ts';
import { BoardRow } from './board-row.tsx';
// What its actions do is loaded with it: a dialog is there before the next key.
import './row-doings.ts';
import './board-tree.css';

/** Only the rows in sight are drawn, all of one height. */
const layout = { rowSize: 28, padding: 8 };
const TYPE = 'application/x-taleport-board';

/** A press opens a board; that its row is the chosen one is drawn in slices, since the tree draws all its rows anew for that. */
export function BoardTree() {
  const boardId = useSelection((state) => state.boardId);
  return <Boards chosen={useDeferredValue(boardId)} />;
}

const Boards = memo(function Boards({ chosen }: { chosen: string | null }) {
  const nodes = useProject(boardNodes);
  // Folders are open until they are closed.
  const [closed, setClosed] = useState<ReadonlySet<Key>>(new Set());
  const folders = useMemo(() => foldersIn(nodes), [nodes]);
  const expanded = useMemo(() => folders.filter((id) => !closed.has(id)), [folders, closed]);
  const { dragAndDropHooks } = useBoardDrag();

  const isFolder = (key: Key) => openProject.getState().project.find('board', String(key))?.type === 'folder';
  const flip = (key: Key) =>
    setClosed((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])));
  const act = (key: Key) => (isFolder(key) ? flip(key) : openBoard(String(key)));

  return (
    <div className="board-tree" onKeyDownCapture={runOnRow}>
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <Tree
          className="tree"
          aria-label={boardTreeWords.boards}
          items={nodes}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelectionChange={(keys) => {
            const key = keys === 'all' ? undefined : [...keys][0];
            if (key !== undefined && !isFolder(key)) openBoard(String(key));
          }}
          onAction={act}
          expandedKeys={expanded}
          onExpandedChange={(keys) => setClosed(new Set(folders.filter((id) => !keys.has(id))))}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className="tree-empty">{boardTreeWords.thereIsNoBoard}</p>}
        >
          {(node) => <BoardRow node={node} />}
        </Tree>
      </Virtualizer>
    </div>
  );
});

const foldersIn = (nodes: readonly BoardNode[]): string[] =>
  nodes.flatMap(({ id, type, children }) => (type === 'folder' ? [id, ...foldersIn(children)] : []));

function useBoardDrag() {
  const move = (keys: Iterable<Key>, drop: Drop) => {
    const commands = movesFor(openProject.getState().project, [...keys].map(String), drop);
    if (commands.length > 0) void send({ do: 'batch', commands });
  };
  return useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [TYPE]: String(key),
        'text/plain': openProject.getState().project.find('board', String(key))?.name ?? '',
      })),
    acceptedDragTypes: [TYPE],
    getDropOperation: (target, _types, allowed) => {
      const onBoard =
        target.type === 'item' &&
        target.dropPosition === 'on' &&
        openProject.getState().project.find('board', String(target.key))?.type !== 'folder';
      return onBoard ? 'cancel' : allowed.includes('move') ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      if (target.dropPosition === 'on') move(keys, { on: String(target.key) });
      else move(keys, { beside: String(target.key), position: target.dropPosition });
    },
    onRootDrop: ({ items }) => void dropOnRoot(items, move),
  });
}

async function dropOnRoot(
  items: readonly { kind: string; getText?: (type: string) => Promise<string> }[],
  move: (keys: string[], drop: Drop) => void,
): Promise<void> {
  const ids = await Promise.all(items.map((item) => item.getText?.(TYPE) ?? ''));
  move(ids.filter(Boolean), 'ground');
}
