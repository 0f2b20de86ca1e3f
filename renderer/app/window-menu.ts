/** The menu of the desktop window, drawn from the list of actions; what is chosen in it is done here. */

import type { WindowMenu } from '../../shared/contracts/ipc/calls.ts';
import { actionGroups } from '../commands/action.ts';
import { actions, shortcutsFor } from '../commands/action-registry.ts';
import { subscribeToActionStores } from '../commands/use-action.ts';
import { languageStore, t } from '../messages/translate.ts';
import { invoke, onEvents, shell } from '../platform/bridge.ts';
import { dialogStore } from '../ui/dialog-store.ts';

/** How long the stores must rest before the menu is made anew, in milliseconds. */
const UPDATE_DELAY_MS = 250;
/** The menu Edit has these by itself. */
const editMenuActions = ['undo', 'redo'];

export const createWindowMenus = (): WindowMenu[] =>
  actionGroups.map((group) => ({
    label: t(`actions.groups.${group}`),
    items: actions
      .filter((action) => action.group === group && !editMenuActions.includes(action.name) && action.name !== 'keysByQuestion')
      .map(({ name, label, enabled }) => ({ name, label: label(), keys: shortcutsFor(name)[0] ?? null, enabled: enabled() })),
  }));

export function installWindowMenu(): void {
  if (shell !== 'desktop') return;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    const menus = createWindowMenus();
    const now = JSON.stringify(menus);
    if (now === shown) return;
    shown = now;
    void invoke('window.menu', { menus }).catch(() => undefined);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(show, UPDATE_DELAY_MS);
  };
  subscribeToActionStores(soon);
  languageStore.subscribe(soon);
  // Not before the first picture, which waits for the same thread.
  soon();
  onEvents((events) => {
    for (const event of events) if (event.event === 'menu.chosen') runMenuAction(event.name);
  });
}

/** While a dialog asks something, the menu has to wait, as the keys have. */
function runMenuAction(name: string): void {
  const action = actions.find((each) => each.name === name);
  if (action?.enabled() && dialogStore.getState().open.length === 0) void action.run();
}
