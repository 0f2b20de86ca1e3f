/** The settings, and the appearance of the window. */

import { Settings } from 'lucide-react';
import { message } from '../../../shared/messages/message.ts';
import { type Action, alwaysEnabled, shortcutsByShell } from '../../commands/action.ts';
import type { Feature } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { lazyCode } from '../../platform/lazy-code.ts';
import { appearanceStore, type ColorScheme, setColorScheme, setContrast, setMotion, setZoom, stepZoom } from '../../state/appearance.ts';
import { openWhenLoaded } from '../../state/busy-indicator.ts';

/** The zoom actions exist on the desktop only: a browser has its own zoom. */
const isDesktop = (): boolean => shell === 'desktop';

const dialog = lazyCode(() => import('./settings-dialog.tsx'));
/** Returns the function that opens the settings, at this section. */
const openSettings = (section?: string) =>
  openWhenLoaded(dialog.load, ({ showSettingsDialog }) => showSettingsDialog(section), {
    loading: message('settings.opening'),
    failure: message('settings.loadFailed'),
  });
const openUpdates = openSettings('updates');
const openSystem = openSettings('system');

const desktopShortcuts = (...shortcuts: string[]): readonly string[] => (isDesktop() ? shortcuts : []);

const createColorSchemeAction = <const N extends ColorScheme>(scheme: N) =>
  ({
    name: scheme,
    group: 'Everywhere',
    label: `actions.theme.${scheme}`,
    isEnabled: alwaysEnabled,
    isSelected: () => appearanceStore.getState().colorScheme === scheme,
    run: () => setColorScheme(scheme),
  }) as const satisfies Action;

export const feature = {
  actions: [
    {
      name: 'settings',
      group: 'Everywhere',
      label: 'actions.settings',
      icon: Settings,
      shortcuts: shortcutsByShell('Mod+,', 'Alt+S'),
      menus: [{ menu: 'window', order: 1 }, { menu: 'project.window' }],
      isEnabled: alwaysEnabled,
      run: openSettings(),
    },
    {
      name: 'about',
      group: 'Help',
      label: 'menu.app.about',
      isEnabled: alwaysEnabled,
      run: openSettings('about'),
    },
    {
      name: 'checkForUpdates',
      group: 'Everywhere',
      label: 'actions.checkForUpdates',
      isEnabled: isDesktop,
      // The section shows the result, whatever it is.
      run: () => {
        void invoke('window.checkForUpdates', {}).catch(() => undefined);
        void openUpdates();
      },
    },
    {
      name: 'installCommandLineTool',
      group: 'Everywhere',
      label: 'actions.installCommandLineTool',
      isEnabled: isDesktop,
      run: () => void openSystem(),
    },
    createColorSchemeAction('system'),
    createColorSchemeAction('light'),
    createColorSchemeAction('dark'),
    {
      name: 'highContrast',
      group: 'Everywhere',
      label: () => t(`actions.highContrast.${appearanceStore.getState().contrast}`),
      genericLabel: 'settings.appearance.contrast',
      isEnabled: alwaysEnabled,
      isSelected: () => appearanceStore.getState().contrast === 'more',
      switchLabel: 'settings.appearance.contrast',
      run: () => setContrast(appearanceStore.getState().contrast === 'more' ? 'system' : 'more'),
    },
    {
      name: 'reduceMotion',
      group: 'Everywhere',
      label: () => t(`actions.lessMotion.${appearanceStore.getState().motion}`),
      genericLabel: 'settings.appearance.motion',
      isEnabled: alwaysEnabled,
      isSelected: () => appearanceStore.getState().motion === 'less',
      switchLabel: 'settings.appearance.motion',
      run: () => setMotion(appearanceStore.getState().motion === 'less' ? 'system' : 'less'),
    },
    {
      name: 'zoomWindowIn',
      group: 'Everywhere',
      label: 'actions.interfaceScale.increase',
      shortcuts: desktopShortcuts('Mod+Plus', 'Mod+='),
      isEnabled: isDesktop,
      run: () => stepZoom(1),
    },
    {
      name: 'zoomWindowOut',
      group: 'Everywhere',
      label: 'actions.interfaceScale.decrease',
      shortcuts: desktopShortcuts('Mod+-'),
      isEnabled: isDesktop,
      run: () => stepZoom(-1),
    },
    {
      name: 'resetWindowZoom',
      group: 'Everywhere',
      label: 'actions.interfaceScale.reset',
      shortcuts: desktopShortcuts('Mod+0'),
      isEnabled: isDesktop,
      run: () => setZoom(100),
    },
  ],
  dialogs: {
    /** At this section. */
    settings: (section: string) => openSettings(section)(),
  },
} as const satisfies Feature;
