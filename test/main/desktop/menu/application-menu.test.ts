/** When the application menu is blocked. Electron is replaced by the parts of it that the menu uses. */
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import type { WindowMenu } from '../../../../shared/contracts/ipc/desktop-calls.ts';
import { t } from '../../../../shared/messages/english.ts';

let shown: MenuItemConstructorOptions[] = [];
vi.mock('electron', () => ({
  app: { isPackaged: true },
  Menu: {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
    setApplicationMenu: (menu: MenuItemConstructorOptions[]) => {
      shown = menu;
    },
  },
}));

vi.resetModules();
const { openApplicationMenu } = await import('../../../../main/desktop/menu/application-menu.ts');

const toItem = (name: string) => ({ name, label: name, keys: null, enabled: true, isForProject: false, checked: null });
const menus: WindowMenu[] = [{ id: 'file', sections: [['newProject', 'newWindow'].map(toItem)] }];
const withoutActions = {
  language: { t, change: async () => undefined, onChange: () => undefined },
  showWindow: () => undefined,
  openProject: () => undefined,
};
const findItem = (name: string) => {
  const submenu = shown.find(({ label }) => label === 'File')?.submenu;
  return Array.isArray(submenu) ? submenu.find(({ id }) => id === name) : undefined;
};
const isEnabled = () => findItem('newProject')?.enabled;

test('the menu is blocked while a dialog of the page is open, but not once the window is closed with it', () => {
  // The menu only tells windows apart.
  const window = {} as BrowserWindow;
  let current: BrowserWindow | undefined = window;
  const menu = openApplicationMenu({
    ...withoutActions,
    windows: { current: () => current, sendWhenLoaded: () => undefined },
  });
  menu.setPageMenus(window, menus, true);
  expect(isEnabled()).toBe(false);
  menu.setPageMenus(window, menus, false);
  expect(isEnabled()).toBe(true);
  menu.setPageMenus(window, menus, true);
  current = undefined;
  menu.followWindow();
  expect(isEnabled()).toBe(true);
});

test('the menu is that of the window that had the focus last', () => {
  // The menu only tells windows apart.
  const [one, two] = [{} as BrowserWindow, {} as BrowserWindow];
  let current = one;
  const menu = openApplicationMenu({
    ...withoutActions,
    windows: { current: () => current, sendWhenLoaded: () => undefined },
  });
  menu.setPageMenus(one, menus, false);
  menu.setPageMenus(two, menus, true);
  expect(isEnabled()).toBe(true);
  current = two;
  menu.followWindow();
  expect(isEnabled()).toBe(false);
  current = one;
  menu.followWindow();
  expect(isEnabled()).toBe(true);
});

test('without a window, an action opens one and is run there; “New window” only opens it', () => {
  // The menu only tells windows apart.
  const window = {} as BrowserWindow;
  let current: BrowserWindow | undefined = window;
  const done: unknown[] = [];
  const menu = openApplicationMenu({
    ...withoutActions,
    showWindow() {
      done.push('window');
      current = {} as BrowserWindow;
      menu.followWindow();
    },
    windows: { current: () => current, sendWhenLoaded: (event) => done.push(event) },
  });
  menu.setPageMenus(window, menus, false);
  const choose = (name: string) => Reflect.apply(findItem(name)?.click ?? (() => undefined), undefined, []);
  for (const name of ['newProject', 'newWindow']) {
    current = undefined;
    menu.followWindow();
    choose(name);
  }
  choose('newWindow');
  const chosen = (name: string) => ({ event: 'menu.chosen', name });
  expect(done).toEqual(['window', chosen('newProject'), 'window', chosen('newWindow')]);
});
