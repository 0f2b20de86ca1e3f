/** What can be done with a component or a folder of them. */
import { FolderInput, FolderPlus, History, PenLine, Trash2, UserPlus } from 'lucide-react';
import { actionMenuEntry } from '../../../commands/action-menu-entry.ts';
import { isFolderRow, type TreeRow } from '../../../commands/focused-row.ts';
import type { MenuEntry } from '../../../ui/menu.tsx';

export function componentMenuEntries(id: string): readonly (MenuEntry | null)[] {
  const row: TreeRow = { kind: 'component', id };
  return [
    actionMenuEntry('newComponent', UserPlus, row),
    ...(isFolderRow(row) ? [actionMenuEntry('newComponentFolder', FolderPlus, row)] : []),
    null,
    actionMenuEntry('renameRow', PenLine, row),
    actionMenuEntry('moveRow', FolderInput, row),
    actionMenuEntry('recordHistory', History, row),
    null,
    actionMenuEntry('removeRow', Trash2, row),
  ];
}
