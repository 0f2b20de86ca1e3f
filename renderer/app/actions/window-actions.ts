/** What can be done with the window: its panes, its looks, its lists. */

import { type Action, alwaysEnabled, constantLabel, isProjectOpen, shortcutsByShell } from '../../commands/action.ts';
import { showSettings } from '../../features/settings/show-settings.tsx';
import { t } from '../../messages/translate.ts';
import { focusAdjacentPane } from '../../navigation/focus-pane.ts';
import { shell } from '../../platform/bridge.ts';
import {
  preferencesStore,
  setColorScheme,
  setContrast,
  setMotion,
  setZoom,
  stepZoom,
  togglePane,
  toggleSidebarView,
} from '../../state/preferences.ts';

/** The list of keys reads the list of actions. */
const showKeyboardShortcuts = async (): Promise<void> =>
  (await import('../../features/shortcuts/keyboard-shortcuts-dialog.tsx')).showKeyboardShortcuts();

/** A browser has its own size of the page. */
const isDesktop = () => shell === 'desktop';

export const windowActions: readonly Action[] = [
  {
    name: 'palette',
    group: 'Everywhere',
    label: constantLabel(t('actions.palette')),
    keys: ['Mod+K'],
    enabled: alwaysEnabled,
    run: async () => (await import('../../features/find/command-palette.tsx')).showCommandPalette(),
  },
  {
    name: 'settings',
    group: 'Everywhere',
    label: constantLabel(t('actions.settings')),
    keys: shortcutsByShell('Mod+,', 'Alt+S'),
    enabled: alwaysEnabled,
    run: () => showSettings(),
  },
  {
    name: 'keys',
    group: 'Everywhere',
    label: constantLabel(t('actions.keys')),
    keys: ['F1', 'Mod+/'],
    enabled: alwaysEnabled,
    run: () => showKeyboardShortcuts(),
  },
  {
    name: 'keysByQuestion',
    group: 'Everywhere',
    label: constantLabel(t('actions.keysByQuestionMark')),
    keys: ['?'],
    enabled: () => preferencesStore.getState().questionKey,
    run: () => showKeyboardShortcuts(),
  },
  {
    name: 'system',
    group: 'Everywhere',
    label: constantLabel(t('actions.system')),
    keys: [],
    enabled: alwaysEnabled,
    run: () => setColorScheme('system'),
  },
  {
    name: 'light',
    group: 'Everywhere',
    label: constantLabel(t('actions.light')),
    keys: [],
    enabled: alwaysEnabled,
    run: () => setColorScheme('light'),
  },
  {
    name: 'dark',
    group: 'Everywhere',
    label: constantLabel(t('actions.dark')),
    keys: [],
    enabled: alwaysEnabled,
    run: () => setColorScheme('dark'),
  },
  {
    name: 'highContrast',
    group: 'Everywhere',
    label: () => t(`actions.highContrast.${preferencesStore.getState().contrast}`),
    keys: [],
    enabled: alwaysEnabled,
    run: () => setContrast(preferencesStore.getState().contrast === 'more' ? 'system' : 'more'),
  },
  {
    name: 'lessMotion',
    group: 'Everywhere',
    label: () => t(`actions.lessMotion.${preferencesStore.getState().motion}`),
    keys: [],
    enabled: alwaysEnabled,
    run: () => setMotion(preferencesStore.getState().motion === 'less' ? 'system' : 'less'),
  },
  {
    name: 'larger',
    group: 'Everywhere',
    label: constantLabel(t('actions.larger')),
    keys: shell === 'desktop' ? ['Mod+Plus', 'Mod+='] : [],
    enabled: isDesktop,
    run: () => stepZoom(1),
  },
  {
    name: 'smaller',
    group: 'Everywhere',
    label: constantLabel(t('actions.smaller')),
    keys: shell === 'desktop' ? ['Mod+-'] : [],
    enabled: isDesktop,
    run: () => stepZoom(-1),
  },
  {
    name: 'normalSize',
    group: 'Everywhere',
    label: constantLabel(t('actions.normalSize')),
    keys: shell === 'desktop' ? ['Mod+0'] : [],
    enabled: isDesktop,
    run: () => setZoom(100),
  },
  {
    name: 'boards',
    group: 'Panes',
    label: constantLabel(t('actions.boards')),
    keys: ['Alt+B'],
    enabled: isProjectOpen,
    run: () => toggleSidebarView('boards'),
  },
  {
    name: 'components',
    group: 'Panes',
    label: constantLabel(t('actions.components')),
    keys: ['Alt+C'],
    enabled: isProjectOpen,
    run: () => toggleSidebarView('components'),
  },
  {
    name: 'assets',
    group: 'Panes',
    label: constantLabel(t('actions.assets')),
    keys: ['Alt+A'],
    enabled: isProjectOpen,
    run: () => toggleSidebarView('assets'),
  },
  {
    name: 'inspector',
    group: 'Panes',
    label: constantLabel(t('actions.inspector')),
    keys: ['Alt+I'],
    enabled: isProjectOpen,
    run: () => togglePane('inspector'),
  },
  {
    name: 'targets',
    group: 'Panes',
    label: constantLabel(t('actions.targets')),
    keys: ['Alt+T'],
    enabled: isProjectOpen,
    run: () => togglePane('targets'),
  },
  {
    name: 'comments',
    group: 'Panes',
    label: constantLabel(t('comments.toggle')),
    keys: ['Alt+K'],
    enabled: isProjectOpen,
    run: () => togglePane('comments'),
  },
  {
    name: 'nextPane',
    group: 'Panes',
    label: constantLabel(t('actions.nextPane')),
    keys: ['F6'],
    enabled: isProjectOpen,
    run: () => focusAdjacentPane(1),
  },
  {
    name: 'previousPane',
    group: 'Panes',
    label: constantLabel(t('actions.previousPane')),
    keys: ['Shift+F6'],
    enabled: isProjectOpen,
    run: () => focusAdjacentPane(-1),
  },
];
