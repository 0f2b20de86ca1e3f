/** The menu: the usual roles. Undo and redo belong to the page, which knows whether a text field or the story is meant: they are its keys. */
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** `window`: the one there is now. */
export function setMenu(window: () => BrowserWindow | undefined): void {
  const menu: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    {
      label: 'Edit',
      submenu: [
        ...undoAndRedo(window),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        separator,
        { role: 'selectAll' },
      ],
    },
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

/** On a Mac the page is asked first and the role is what is left for text fields; elsewhere the item presses the page's keys. */
function undoAndRedo(window: () => BrowserWindow | undefined): MenuItemConstructorOptions[] {
  if (isMac) return [{ role: 'undo' }, { role: 'redo' }];
  const press = (modifiers: ('control' | 'shift')[]) => () => {
    const contents = window()?.webContents;
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers });
    contents?.sendInputEvent({ type: 'keyUp', keyCode: 'Z', modifiers });
  };
  return [
    { label: 'Undo', accelerator: 'Ctrl+Z', registerAccelerator: false, click: press(['control']) },
    { label: 'Redo', accelerator: 'Ctrl+Shift+Z', registerAccelerator: false, click: press(['control', 'shift']) },
  ];
}
