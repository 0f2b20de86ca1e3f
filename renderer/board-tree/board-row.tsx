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
  History,
  PenLine,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { entryFor } from '../actions/entry.ts';
import type { Row } from '../actions/row.ts';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { boardTreeWords } from '../words/en/board-tree.ts';
import { commonWords } from '../words/en/common.ts';
import type { BoardNode } from './board-nodes.ts';

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
        <MenuButton label={commonWords.more(name)} entries={() => entriesFor(node)} className="tree-more" />
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
  const row: Row = { kind: 'board', id };
  return [
    entryFor('newBoard', FilePlus2, row),
    ...(type === 'folder' ? [entryFor('newFolder', FolderPlus, row)] : []),
    null,
    entryFor('renameRow', PenLine, row),
    entryFor('moveRow', FolderInput, row),
    entryFor('recordHistory', History, row),
    null,
    entryFor('removeRow', Trash2, row),
  ];
}
