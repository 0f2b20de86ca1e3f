/** The menu of the desktop window, drawn from the list of actions; what is chosen in it is done here. */
import type { WindowMenu } from '../../shared/ipc/calls.ts';
import { ask, onEvents, shell } from '../bridge.ts';
import { dialogs } from '../ui/dialogs.ts';
import { actionsWords } from '../words/en/actions.ts';
import { actionGroups } from './action.ts';
import { actions, keysOf } from './actions.ts';
import { subscribe } from './use-action.ts';

/** How long the stores must rest before the menu is made anew, in milliseconds. */
const REST = 250;
/** The menu Edit has these by itself. */
const inEdit = ['undo', 'redo'];

export const windowMenus = (): WindowMenu[] =>
  actionGroups.map((group) => ({
    label: actionsWords.groups[group],
    items: actions
      .filter((action) => action.group === group && !inEdit.includes(action.name) && action.name !== 'keysByQuestion')
      .map(({ name, label, enabled }) => ({ name, label: label(), keys: keysOf(name)[0] ?? null, enabled: enabled() })),
  }));

export function followMenu(): void {
  if (shell !== 'desktop') return;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    const menus = windowMenus();
    const now = JSON.stringify(menus);
    if (now === shown) return;
    shown = now;
    void ask('window.menu', { menus }).catch(() => undefined);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(show, REST);
  };
  subscribe(soon);
  // Not before the first picture, which waits for the same thread.
  soon();
  onEvents((events) => {
    for (const event of events) if (event.event === 'menu.chosen') choose(event.name);
  });
}

/** While a dialog asks something, the menu has to wait, as the keys have. */
function choose(name: string): void {
  const action = actions.find((each) => each.name === name);
  if (action?.enabled() && dialogs.getState().open.length === 0) void action.run();
}
