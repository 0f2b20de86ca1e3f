/** The list of keyboard shortcuts, and the settings that change them. */

import { Keyboard } from 'lucide-react';
import { alwaysEnabled } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { lazyCode, lazyComponent } from '../../platform/lazy-code.ts';
import { shortcutSettingsStore } from '../../state/shortcut-settings.ts';

const dialog = lazyCode(() => import('./keyboard-shortcuts-dialog.tsx'));
const openDialog = () => dialog.run(({ showKeyboardShortcutsDialog }) => showKeyboardShortcutsDialog());

export const feature = {
  actions: [
    {
      name: 'keyboardShortcuts',
      group: 'Everywhere',
      label: 'actions.showShortcuts',
      icon: Keyboard,
      shortcuts: ['F1', 'Mod+/'],
      menus: [
        { menu: 'window', order: 2 },
        { menu: 'project.menu', section: 2, order: 4 },
      ],
      isEnabled: alwaysEnabled,
      run: openDialog,
    },
    {
      name: 'keyboardShortcutsByQuestionMark',
      group: 'Everywhere',
      label: 'actions.showShortcutsByQuestionMark',
      shortcuts: ['?'],
      isHidden: true,
      isEnabled: () => shortcutSettingsStore.getState().opensListWithQuestionMark,
      run: openDialog,
    },
  ],
  settings: [
    {
      name: 'shortcuts',
      label: 'settings.shortcuts.title',
      icon: Keyboard,
      order: 2,
      Content: lazyComponent(async () => (await import('./shortcuts-section.tsx')).ShortcutsSection),
    },
  ],
} as const satisfies Feature;
