/** Finding and replacing in the story, and the command palette. */

import { Command, Replace, Search } from 'lucide-react';
import { alwaysEnabled, isProjectOpen } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';

const findPanel = lazyCode(() => import('./find-panel.tsx'), 'idle');
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
      run: () => findPanel.run(({ showFind }) => showFind('find')),
    },
    {
      name: 'replace',
      group: 'Story',
      label: 'actions.replace',
      icon: Replace,
      shortcuts: ['Mod+Shift+F'],
      menus: [{ menu: 'project.menu', section: 2, order: 1 }],
      isEnabled: isProjectOpen,
      run: () => findPanel.run(({ showFind }) => showFind('replace')),
    },
    {
      name: 'findNext',
      group: 'Story',
      label: 'actions.findNext',
      shortcuts: ['F3'],
      isEnabled: isProjectOpen,
      run: () => findPanel.run(({ stepHit }) => stepHit(1)),
    },
    {
      name: 'findPrevious',
      group: 'Story',
      label: 'actions.findPrevious',
      shortcuts: ['Shift+F3'],
      isEnabled: isProjectOpen,
      run: () => findPanel.run(({ stepHit }) => stepHit(-1)),
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
  panes: [
    {
      name: 'find',
      side: 'right',
      label: 'find.title',
      icon: Search,
      Content: lazyComponent(async () => (await findPanel.load()).FindPanel),
      size: { initial: 380, min: 300, max: 720 },
      toggle: { label: 'find.toggle' },
    },
  ],
} as const satisfies Feature;
