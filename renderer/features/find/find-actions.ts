/** The actions that find, replace, and open the command palette. */

import { Command, Replace, Search } from 'lucide-react';
import { type Action, alwaysEnabled, isProjectOpen } from '../../commands/action.ts';
import { lazyCode } from '../../commands/lazy-code.ts';

const findDialog = lazyCode(() => import('./find-dialog.tsx'));
const palette = lazyCode(() => import('./command-palette.tsx'));

export const findActions = [
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
] as const satisfies readonly Action[];
