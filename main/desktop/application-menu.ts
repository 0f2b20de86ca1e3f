/**
 * The menu: the usual roles, and between them what the list of actions of the page has (`window.menu`). Undo and redo belong to the
 * page, which knows whether a text field or the story is meant: they are its keys. The page hears all keys itself; here they are only shown.
 */
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { WindowMenu } from '../../shared/contracts/ipc/calls.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { ipcChannels } from './bridge-types.ts';

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** `window`: where what is chosen goes. Before its page has said what it can do, `menus` is empty. */
export function setApplicationMenu(window: BrowserWindow | undefined, menus: readonly WindowMenu[]): void {
  const menu: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    {
      label: 'Edit',
      submenu: [
        ...createUndoRedoItems(window),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        separator,
        { role: 'selectAll' },
      ],
    },
    ...menus.map(({ label, items }) => ({ label, submenu: items.map((item) => createMenuItem(window, item)) })),
    {
      label: 'View',
      submenu: [
        ...(app.isPackaged ? [] : [{ role: 'reload' } as const]),
        { role: 'toggleDevTools' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
}

function createMenuItem(
  window: BrowserWindow | undefined,
  { name, label, keys, enabled }: WindowMenu['items'][number],
): MenuItemConstructorOptions {
  const chosen: BackendEvent[] = [{ event: 'menu.chosen', name }];
  const accelerator = keys === null ? undefined : toAccelerator(keys);
  return {
    id: name,
    label: label.replaceAll('&', '&&'),
    enabled,
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: () => {
      if (window && !window.isDestroyed()) window.webContents.send(ipcChannels.events, chosen);
    },
  };
}

/** `Mod+ArrowUp` as Electron writes it. A Mac takes every accelerator of a menu for itself: letters alone must not be one. */
function toAccelerator(keys: string): string | undefined {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  if (!/^(?:[A-Z0-9,./\-=]|Plus|F\d+|Arrow\w+|Home|End|Delete|Enter|Tab)$/.test(last)) return undefined;
  if (isMac && parts.length === 1 && !/^F\d+$/.test(last)) return undefined;
  return parts.map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part.replace(/^Arrow/, ''))).join('+');
}

/** On a Mac the page is asked first and the role is what is left for text fields; elsewhere the item presses the page's keys. */
function createUndoRedoItems(window: BrowserWindow | undefined): MenuItemConstructorOptions[] {
  if (isMac) return [{ role: 'undo' }, { role: 'redo' }];
  const press = (modifiers: ('control' | 'shift')[]) => () => {
    const contents = window?.webContents;
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers });
    contents?.sendInputEvent({ type: 'keyUp', keyCode: 'Z', modifiers });
  };
  return [
    { label: 'Undo', accelerator: 'Ctrl+Z', registerAccelerator: false, click: press(['control']) },
    { label: 'Redo', accelerator: 'Ctrl+Shift+Z', registerAccelerator: false, click: press(['control', 'shift']) },
  ];
}
