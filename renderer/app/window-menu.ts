/** The menu of the desktop window, drawn from the registered actions; what is chosen in it runs here. */

import type { WindowMenu } from '../../shared/contracts/ipc/calls.ts';
import { actionGroups, actionLabel } from '../commands/action.ts';
import { findAction, listActions, shortcutsOf, subscribeToActionStores } from '../commands/action-registry.ts';
import { t } from '../messages/translate.ts';
import { invoke, onEvents, shell } from '../platform/bridge.ts';
import { dialogStore } from '../ui/dialog-store.ts';

/** After a change the menu is updated when nothing else has changed for this long. */
const UPDATE_DELAY_MS = 250;
/** The desktop's own Edit menu contains these. */
const editMenuActions = ['undo', 'redo'];

export const createWindowMenus = (): WindowMenu[] =>
  actionGroups.map((group) => ({
    label: t(`actions.groups.${group}`),
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
  // Not before the first drawing, which uses the same thread.
  scheduleUpdate();
  onEvents((events) => {
    for (const event of events) if (event.event === 'menu.chosen') runMenuAction(event.name);
  });
}

/** While a dialog is open, menu and shortcuts do nothing. */
function runMenuAction(name: string): void {
  const action = findAction(name);
  if (action?.isEnabled() && dialogStore.getState().open.length === 0) action.run();
}
