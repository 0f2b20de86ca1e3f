/**
 * Shows the application menu (menu-template.ts) in the language of the window, and forwards the chosen entries; shows the recent projects in
 * the menus of the system.
 */
import { app, type BrowserWindow, Menu } from 'electron';
import type { WindowMenu } from '../../../shared/contracts/ipc/desktop-calls.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import type { DesktopLanguage } from '../desktop-language.ts';
import { ipcChannels } from '../window/bridge-types.ts';
import { createJumpList, createMenuTemplate, createRecentItems } from './menu-template.ts';
import type { RecentProject } from './recent-projects.ts';

export interface ApplicationMenu {
  /** Sets the menus with the page's actions. `isBlocked` while a dialog of the page is open. */
  setPageMenus(menus: readonly WindowMenu[], isBlocked: boolean): void;
  setRecentProjects(projects: readonly RecentProject[]): void;
}

interface ApplicationMenuDeps {
  readonly language: DesktopLanguage;
  /** The current window, if there is one. */
  readonly window: () => BrowserWindow | undefined;
  readonly openProject: (hash: string) => void;
}

export function openApplicationMenu({ language, window, openProject }: ApplicationMenuDeps): ApplicationMenu {
  let pageMenus: readonly WindowMenu[] = [];
  let isPageBlocked = false;
  const watchedWindows = new WeakSet<BrowserWindow>();
  let recentProjects: readonly RecentProject[] = [];

  const openContents = () => {
    const current = window();
    return current && !current.isDestroyed() ? current.webContents : undefined;
  };
  const press = (...modifiers: ('control' | 'shift')[]) => {
    const contents = openContents();
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers });
    contents?.sendInputEvent({ type: 'keyUp', keyCode: 'Z', modifiers });
  };
  const send = (event: BackendEvent) => openContents()?.send(ipcChannels.events, [event]);
  const update = () => {
    const template = createMenuTemplate({
      t: language.t,
      platform: process.platform === 'darwin' ? 'mac' : 'other',
      isPackaged: app.isPackaged,
      pageMenus,
      isPageBlocked,
      recentProjects,
      onOpenProject: openProject,
      onAction: (name) => send({ event: 'menu.chosen', name }),
      onEdit: (command) => send({ event: 'menu.edit', command }),
      onUndo: () => press('control'),
      onRedo: () => press('control', 'shift'),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  /** Closing the window also closes its dialog. On a Mac the menu stays, and can open the window again. */
  const unblockWhenClosed = (blocking: BrowserWindow): void => {
    if (watchedWindows.has(blocking)) return;
    watchedWindows.add(blocking);
    blocking.once('closed', () => {
      isPageBlocked = false;
      update();
    });
  };

  update();
  language.onChange(update);
  return {
    setPageMenus(menus, isBlocked) {
      pageMenus = menus;
      isPageBlocked = isBlocked;
      update();
      const current = window();
      if (isBlocked && current) unblockWhenClosed(current);
    },
    setRecentProjects(projects) {
      recentProjects = projects;
      update();
    },
  };
}

/** The recent projects in the jump list of Windows and the dock of macOS. */
export function showRecentProjects(projects: readonly RecentProject[], t: Translate, open: (hash: string) => void): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(createRecentItems(projects, open)));
  if (process.platform === 'win32' && app.isPackaged)
    app.setJumpList(createJumpList(projects, t('menu.file.recentProjects'), process.execPath));
}
