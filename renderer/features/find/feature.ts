/** Finding and replacing in the story, and the command palette. */

import { Command, Replace, Search } from 'lucide-react';
import { alwaysEnabled, isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode } from '../../platform/lazy-code.ts';

const findDialog = lazyCode(() => import('./find-dialog.tsx'), 'idle');
const palette = lazyCode(() => import('./command-palette.tsx'), 'idle');

export const feature = {
  actions: [
    {
      name: 'find',
      group: 'Story',
      label: 'actions.find',
      icon: Search,
      shortcuts: ['Mod+F'],
      menus: [{ menu: 'project.find', order: 1 }],
      isEnabled: isProjectOpen,
      run: () => findDialog.run(({ showFindDialog }) => showFindDialog('find')),
    },
    {
      name: 'replace',
      group: 'Story',
      label: 'actions.replace',
      icon: Replace,
      shortcuts: ['Mod+Shift+F'],
      menus: [{ menu: 'project.menu', section: 2, order: 1 }],
      isEnabled: isProjectOpen,
      run: () => findDialog.run(({ showFindDialog }) => showFindDialog('replace')),
    },
    {
      name: 'palette',
      group: 'Everywhere',
      label: 'actions.palette',
      icon: Command,
      shortcuts: ['Mod+K'],
      menus: [{ menu: 'project.menu', section: 2, order: 2 }],
      isEnabled: alwaysEnabled,
      run: () => palette.run(({ showCommandPalette }) => showCommandPalette()),
    },
  ],
} as const satisfies Feature;
