/** What can be done with a component or a folder of them. */
import { FolderInput, FolderPlus, History, PenLine, Trash2, UserPlus } from 'lucide-react';
import { entryFor } from '../actions/entry.ts';
import { isFolder, type Row } from '../actions/row.ts';
import type { MenuEntry } from '../ui/menu.tsx';

export function entriesFor(id: string): readonly (MenuEntry | null)[] {
  const row: Row = { kind: 'component', id };
  return [
    entryFor('newComponent', UserPlus, row),
    ...(isFolder(row) ? [entryFor('newComponentFolder', FolderPlus, row)] : []),
    null,
    entryFor('renameRow', PenLine, row),
    entryFor('moveRow', FolderInput, row),
    entryFor('recordHistory', History, row),
    null,
    entryFor('removeRow', Trash2, row),
  ];
}
