/** What can be done with a component or a folder of them. */
import { FolderInput, FolderPlus, PenLine, Trash2, UserPlus } from 'lucide-react';
import { versionsEntry } from '../history/versions-entry.ts';
import { openProject } from '../state/open-project.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { componentsWords } from '../words/en/components.ts';
import { showMoveComponents } from './move-components.tsx';
import { showNewComponent, showRenameComponent } from './name-component.tsx';
import { meantBy } from './pane-state.ts';
import { showRemoveComponents } from './remove-components.tsx';

export function entriesFor(id: string): readonly (MenuEntry | null)[] {
  const isFolder = openProject.getState().project.find('component', id)?.type === 'folder';
  return [
    {
      id: 'component',
      label: isFolder ? componentsWords.newComponentInIt : componentsWords.newComponentAfterIt,
      icon: UserPlus,
      run: () => showNewComponent('component', id),
    },
    ...(isFolder
      ? [{ id: 'folder', label: componentsWords.newFolderInIt, icon: FolderPlus, run: () => showNewComponent('folder', id) }]
      : []),
    null,
    { id: 'rename', label: componentsWords.rename, icon: PenLine, keys: 'F2', run: () => showRenameComponent(id) },
    { id: 'move', label: componentsWords.moveTo, icon: FolderInput, run: () => showMoveComponents(meantBy(id)) },
    versionsEntry(id),
    null,
    {
      id: 'remove',
      label: componentsWords.deleteIt,
      icon: Trash2,
      keys: 'Delete',
      isDanger: true,
      run: () => showRemoveComponents(meantBy(id)),
    },
  ];
}
