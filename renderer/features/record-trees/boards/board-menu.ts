/** The menu of a board or a folder of boards. */
import { FilePlus2, FolderInput, FolderPlus, History, PenLine, Trash2 } from 'lucide-react';
import { actionMenuEntry } from '../../../commands/action-menu-entry.ts';
import type { TreeRow } from '../../../commands/focused-row.ts';
import type { BoardTreeNode } from '../../../records/trees/tree-nodes.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';

export function boardMenuEntries({ id, record }: BoardTreeNode): readonly (MenuEntry | null)[] {
  const row: TreeRow = { kind: 'board', id };
  return [
    actionMenuEntry('newBoard', FilePlus2, row),
    ...(record.type === 'folder' ? [actionMenuEntry('newFolder', FolderPlus, row)] : []),
    null,
    actionMenuEntry('renameRow', PenLine, row),
    actionMenuEntry('moveRow', FolderInput, row),
    actionMenuEntry('recordHistory', History, row),
    null,
    actionMenuEntry('removeRow', Trash2, row),
  ];
}
