/** The actions that open the list of keyboard shortcuts. */

import { Keyboard } from 'lucide-react';
import { type Action, alwaysEnabled } from '../../commands/action.ts';
import { shortcutSettingsStore } from '../../state/shortcut-settings.ts';

const openKeyboardShortcutsDialog = async (): Promise<void> =>
  (await import('./keyboard-shortcuts-dialog.tsx')).showKeyboardShortcutsDialog();

export const shortcutActions = [
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
    run: openKeyboardShortcutsDialog,
  },
  {
    name: 'keyboardShortcutsByQuestionMark',
    group: 'Everywhere',
    label: 'actions.showShortcutsByQuestionMark',
    shortcuts: ['?'],
    isHidden: true,
    isEnabled: () => shortcutSettingsStore.getState().opensListWithQuestionMark,
    run: openKeyboardShortcutsDialog,
  },
] as const satisfies readonly Action[];
