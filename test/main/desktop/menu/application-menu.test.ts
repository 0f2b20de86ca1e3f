/** When the application menu is blocked. Electron is replaced by the parts of it that the menu uses. */
import { EventEmitter } from 'node:events';
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

const { openApplicationMenu } = await import('../../../../main/desktop/menu/application-menu.ts');

const menus: WindowMenu[] = [
  { id: 'file', sections: [[{ name: 'newProject', label: 'New project', keys: null, enabled: true, checked: null }]] },
];
const isEnabled = () => {
  const submenu = shown.find(({ label }) => label === 'File')?.submenu;
  return Array.isArray(submenu) && submenu.find(({ label }) => label === 'New project')?.enabled;
};

test('the menu is blocked while a dialog of the page is open, but not once the window is closed with it', () => {
  const window = new EventEmitter();
  const menu = openApplicationMenu({
    language: { t, change: async () => undefined, onChange: () => undefined },
    // The menu only listens to the window here.
    window: () => window as unknown as BrowserWindow,
    openProject: () => undefined,
  });
  menu.setPageMenus(menus, true);
  expect(isEnabled()).toBe(false);
  menu.setPageMenus(menus, false);
  expect(isEnabled()).toBe(true);
  menu.setPageMenus(menus, true);
  menu.setPageMenus(menus, true);
  expect(window.listenerCount('closed')).toBe(1);
  window.emit('closed');
  expect(isEnabled()).toBe(true);
});
