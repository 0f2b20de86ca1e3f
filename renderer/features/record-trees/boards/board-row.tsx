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
import { actionMenuEntry } from '../../../commands/action-menu-entry.ts';
import type { TreeRow } from '../../../commands/focused-row.ts';
import { t } from '../../../messages/translate.ts';
import type { BoardTreeNode } from '../../../records/trees/board-tree-nodes.ts';
import { MenuButton, type MenuEntry } from '../../../ui/menu.tsx';

export function BoardRow({ node }: { node: BoardTreeNode }) {
  const { id, name, hasStart, children } = node;
  return (
    <TreeItem id={id} textValue={hasStart ? t('boardTree.startOf', { name }) : name} className="tree-row" data-board={id}>
      <TreeItemContent>
        {({ isExpanded, level, allowsDragging }) => (
          <BoardRowContent node={node} isExpanded={isExpanded} level={level} allowsDragging={allowsDragging} />
        )}
      </TreeItemContent>
      <Collection items={children}>{(child) => <BoardRow node={child} />}</Collection>
    </TreeItem>
  );
}

interface BoardRowContentProps {
  readonly node: BoardTreeNode;
  readonly isExpanded: boolean;
  readonly level: number;
  readonly allowsDragging: boolean | undefined;
}

/** Drawn again only when something in it has changed: the tree draws all rows whenever another one is chosen. */
const BoardRowContent = memo(function RowLine({ node, isExpanded, level, allowsDragging }: BoardRowContentProps) {
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
      {hasStart && <Flag size={13} className="tree-start" aria-label={t('boardTree.start')} role="img" />}
      <span className="tree-tools">
        <MenuButton label={t('common.more', { name })} entries={() => boardMenuEntries(node)} className="tree-more" />
        {allowsDragging && (
          <Button slot="drag" className="tree-drag" aria-label={t('boardTree.move', { name })}>
            <GripVertical size={14} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  );
});

function boardMenuEntries({ id, type }: BoardTreeNode): readonly (MenuEntry | null)[] {
  const row: TreeRow = { kind: 'board', id };
  return [
    actionMenuEntry('newBoard', FilePlus2, row),
    ...(type === 'folder' ? [actionMenuEntry('newFolder', FolderPlus, row)] : []),
    null,
    actionMenuEntry('renameRow', PenLine, row),
    actionMenuEntry('moveRow', FolderInput, row),
    actionMenuEntry('recordHistory', History, row),
    null,
    actionMenuEntry('removeRow', Trash2, row),
  ];
}
