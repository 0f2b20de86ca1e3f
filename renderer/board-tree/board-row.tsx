/** A board or folder in the tree, with its menu. */
import {
  ChevronRight,
  FilePlus2,
  FileText,
  Flag,
  Folder,
  FolderInput,
  FolderOpen,
  FolderPlus,
  GripVertical,
  PenLine,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { versionsEntry } from '../history/versions-entry.ts';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { commonWords } from '../words/en/common.ts';
import type { BoardNode } from './board-nodes.ts';
import { showMoveBoard } from './move-board.tsx';
import { showNewBoard, showRenameBoard } from './new-board.tsx';
import { showRemoveBoard } from './remove-board.tsx';

export function BoardRow({ node }: { node: BoardNode }) {
  const { id, name, hasStart, children } = node;
  return (
    <TreeItem id={id} textValue={hasStart ? boardTreeWords.startsHere(name) : name} className="tree-row" data-board={id}>
      <TreeItemContent>
        {({ isExpanded, level, allowsDragging }) => (
          <RowLine node={node} isExpanded={isExpanded} level={level} allowsDragging={allowsDragging} />
        )}
      </TreeItemContent>
      <Collection items={children}>{(child) => <BoardRow node={child} />}</Collection>
    </TreeItem>
  );
}

interface Line {
  readonly node: BoardNode;
  readonly isExpanded: boolean;
  readonly level: number;
  readonly allowsDragging: boolean | undefined;
}

/** Drawn again only when something in it has changed: the tree draws all rows whenever another one is chosen. */
const RowLine = memo(function RowLine({ node, isExpanded, level, allowsDragging }: Line) {
  const { name, type, hasStart } = node;
  return (
    <div className="tree-line" style={{ paddingInlineStart: (level - 1) * 14 }}>
      {type === 'folder' ? (
        <Button slot="chevron" className="tree-chevron">
          <ChevronRight size={14} aria-hidden />
        </Button>
      ) : (
        <span className="tree-chevron" />
      )}
      {type === 'folder' ? (
        isExpanded ? (
          <FolderOpen size={16} aria-hidden />
        ) : (
          <Folder size={16} aria-hidden />
        )
      ) : (
        <FileText size={16} aria-hidden />
      )}
      <span className="tree-name" title={name}>
        {name}
      </span>
      {hasStart && <Flag size={13} className="tree-start" aria-label={boardTreeWords.theStoryStartsHere} role="img" />}
      <span className="tree-tools">
        <MenuButton label={commonWords.more(name)} entries={entriesFor(node)} className="tree-more" />
        {allowsDragging && (
          <Button slot="drag" className="tree-drag" aria-label={boardTreeWords.move(name)}>
            <GripVertical size={14} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  );
});

function entriesFor({ id, type }: BoardNode): readonly (MenuEntry | null)[] {
  return [
    {
      id: 'board',
      label: type === 'folder' ? boardTreeWords.newBoardInIt : boardTreeWords.newBoardAfterIt,
      icon: FilePlus2,
      run: () => showNewBoard('board', id),
    },
    ...(type === 'folder'
      ? [{ id: 'folder', label: boardTreeWords.newFolderInIt, icon: FolderPlus, run: () => showNewBoard('folder', id) }]
      : []),
    null,
    { id: 'rename', label: boardTreeWords.rename, icon: PenLine, keys: 'F2', run: () => showRenameBoard(id) },
    { id: 'move', label: boardTreeWords.moveTo, icon: FolderInput, run: () => showMoveBoard(id) },
    versionsEntry(id),
    null,
    { id: 'remove', label: boardTreeWords.deleteIt, icon: Trash2, keys: 'Delete', isDanger: true, run: () => showRemoveBoard(id) },
  ];
}
