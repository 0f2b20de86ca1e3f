/** The menu of the desktop window. It is built from the registered actions, and choosing an entry runs its action here. */

import type { WindowMenu } from '../../shared/contracts/ipc/desktop-calls.ts';
import { actionGroups, actionLabel } from '../commands/action.ts';
import { findAction, listActions, shortcutsOf, subscribeToActionStores } from '../commands/action-registry.ts';
import { languageStore, t } from '../messages/translate.ts';
import { invoke, onEvents, shell } from '../platform/bridge.ts';
import { dialogStore } from '../ui/dialog-store.ts';

/** The menu is updated when nothing has changed for this long. */
const UPDATE_DELAY_MS = 250;
/** The desktop's own Edit menu contains these actions. */
const editMenuActions = ['undo', 'redo'];

export const createWindowMenus = (): WindowMenu[] =>
  actionGroups.map((group) => ({
    label: t(`actions.groups.${group}`),
    isHelp: group === 'Help',
    items: listActions()
      .filter((action) => action.group === group && !editMenuActions.includes(action.name) && !action.isHidden)
      .map((action) => ({
        name: action.name,
        label: actionLabel(action),
        keys: shortcutsOf(action)[0] ?? null,
        enabled: action.isEnabled(),
      })),
  }));

export function installWindowMenu(): void {
  if (shell !== 'desktop') return;
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const menus = createWindowMenus();
    const now = JSON.stringify(menus);
    if (now === current) return;
    current = now;
    void invoke('window.menu', { menus }).catch(() => undefined);
  };
  const scheduleUpdate = () => {
    clearTimeout(timer);
    timer = setTimeout(update, UPDATE_DELAY_MS);
  };
  subscribeToActionStores(scheduleUpdate);
  languageStore.subscribe(scheduleUpdate);
  // Delayed until after the first rendering, which uses the same thread.
  scheduleUpdate();
  onEvents((events) => {
    for (const event of events) if (event.event === 'menu.chosen') runMenuAction(event.name);
  });
}

/** While a dialog is open, the menu does nothing. */
function runMenuAction(name: string): void {
  const action = findAction(name);
  if (action?.isEnabled() && dialogStore.getState().open.length === 0) action.run();
}
