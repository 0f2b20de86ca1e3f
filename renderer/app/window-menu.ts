/** Sends the menu bar (menu-bar.ts) to the desktop window. Choosing an entry runs its action here. */

import type { WindowMenu, WindowMenuItem } from '../../shared/contracts/ipc/desktop-calls.ts';
import type { MenuEditCommand } from '../../shared/contracts/ipc/events.ts';
import { windowMenuIds } from '../../shared/contracts/ipc/window-menu-ids.ts';
import { type Action, actionLabel, isProjectListShown } from '../commands/action.ts';
import { findAction, getAction, listActions, shownShortcut, subscribeToActionStores } from '../commands/action-registry.ts';
import { languageStore, t } from '../messages/translate.ts';
import { invoke, onEvents, shell } from '../platform/bridge.ts';
import { dialogStore } from '../ui/dialog-store.ts';
import { isTextField } from '../ui/focus.ts';
import { isMac } from '../ui/shortcut-keys.tsx';
import { editMenuActions, menuBar, menuOfGroup } from './menu-bar.ts';

/** The menu is updated when nothing has changed for this long. */
const updateDelayMs = 250;

export function createWindowMenus(): WindowMenu[] {
  const actions = listActions();
  // Ctrl+N is New project in the list of projects, where its menu shows it, and New board in a project.
  const keysOfList = new Set(isProjectListShown() ? actions.filter((action) => !isForProject(action)).map(shownShortcut) : []);
  const toMenuItem = (action: Action): WindowMenuItem => {
    const keys = shownShortcut(action);
    return {
      name: action.name,
      label: action.switchLabel ? t({ key: action.switchLabel }) : actionLabel(action),
      keys: isForProject(action) && keysOfList.has(keys) ? null : (keys ?? null),
      enabled: action.isEnabled(),
      isForProject: isForProject(action),
      checked: action.isSelected?.() ?? null,
    };
  };
  const placed = new Set<string>([...editMenuActions, ...Object.values(menuBar).flat(2)]);
  const others = actions.filter(({ name, isHidden }) => !isHidden && !placed.has(name));
  return windowMenuIds.map((id) => ({
    id,
    sections: [
      ...menuBar[id].map((section) => section.map((name) => toMenuItem(getAction(name)))),
      others.filter(({ group }) => menuOfGroup[group] === id).map(toMenuItem),
    ],
  }));
}

const isForProject = ({ group }: Action): boolean => group !== 'Projects' && group !== 'Everywhere' && group !== 'Help';

const isDialogOpen = (): boolean => dialogStore.getState().open.length > 0;

export function installWindowMenu(): void {
  if (shell !== 'desktop') return;
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const menu = { menus: createWindowMenus(), isBlocked: isDialogOpen() };
    const now = JSON.stringify(menu);
    if (now === current) return;
    current = now;
    void invoke('window.menu', menu).catch(() => undefined);
  };
  const scheduleUpdate = () => {
    clearTimeout(timer);
    timer = setTimeout(update, updateDelayMs);
  };
  subscribeToActionStores(scheduleUpdate);
  languageStore.subscribe(scheduleUpdate);
  dialogStore.subscribe(scheduleUpdate);
  // Delayed until after the first rendering, which uses the same thread.
  scheduleUpdate();
  onEvents((events) => {
    for (const event of events) {
      if (event.event === 'menu.chosen') {
        runMenuAction(event.name);
        // The system has switched the check mark of the entry, whatever the action did.
        current = '';
        scheduleUpdate();
      }
      if (event.event === 'menu.edit') runMenuEdit(event.command);
    }
  });
}

/** The entry may be one that the menu did not update yet. */
function runMenuAction(name: string): void {
  const action = findAction(name);
  if (action?.isEnabled() && !isDialogOpen()) action.run();
}

/** The keys of a command, and what the browser calls it. */
const edits: Readonly<Record<MenuEditCommand, { readonly keys: KeyboardEventInit; readonly browserCommand: string }>> = {
  delete: { keys: { key: 'Delete', code: 'Delete' }, browserCommand: 'forwardDelete' },
  selectAll: { keys: { key: 'a', code: 'KeyA', ctrlKey: !isMac, metaKey: isMac }, browserCommand: 'selectAll' },
};

/** Delete and Select all of the Edit menu do what their keys do where the focus is: on the board, in a list, in a text, also in a dialog. */
function runMenuEdit(command: MenuEditCommand): void {
  const { keys, browserCommand } = edits[command];
  const target = focusedElement();
  const isHandled = !target.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true, composed: true }));
  // The browser handles only real keys by itself.
  if (!isHandled && isTextField(target)) document.execCommand(browserCommand);
}

/** Also inside of shadow roots. */
function focusedElement(): Element {
  let element = document.activeElement ?? document.body;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
