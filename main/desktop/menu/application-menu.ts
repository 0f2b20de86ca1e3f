/**
 * Shows the application menu (menu-template.ts) in the language of the window, and forwards the chosen entries; shows the recent projects in
 * the menus of the system.
 */
import { app, type BrowserWindow, Menu } from 'electron';
import type { WindowMenu } from '../../../shared/contracts/ipc/desktop-calls.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import type { DesktopLanguage } from '../desktop-language.ts';
import type { AppWindows } from '../window/app-window.ts';
import { ipcChannels } from '../window/bridge-types.ts';
import { createJumpList, createMenuTemplate, createRecentItems } from './menu-template.ts';
import type { RecentProject } from './recent-projects.ts';

export interface ApplicationMenu {
  /** Sets the menus with the actions of the page of a window. `isBlocked` while a dialog of the page is open. */
  setPageMenus(window: BrowserWindow, menus: readonly WindowMenu[], isBlocked: boolean): void;
  /** To be called when another window is the current one, or none. */
  followWindow(): void;
  setRecentProjects(projects: readonly RecentProject[]): void;
}

interface ApplicationMenuDeps {
  readonly language: DesktopLanguage;
  readonly windows: Pick<AppWindows, 'current' | 'sendWhenLoaded'>;
  readonly showWindow: () => void;
  readonly openProject: (hash: string) => void;
}

export function openApplicationMenu({ language, windows, showWindow, openProject }: ApplicationMenuDeps): ApplicationMenu {
  interface PageMenus {
    readonly menus: readonly WindowMenu[];
    readonly isBlocked: boolean;
  }
  const menusOfWindows = new WeakMap<BrowserWindow, PageMenus>();
  /** Those of the current window, or of the last one: on a Mac the menu stays without a window, and can open it again. */
  let shown: PageMenus = { menus: [], isBlocked: false };
  let recentProjects: readonly RecentProject[] = [];

  const openContents = () => {
    const current = windows.current();
    return current && !current.isDestroyed() ? current.webContents : undefined;
  };
  const press = (...modifiers: ('control' | 'shift')[]) => {
    const contents = openContents();
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers });
    contents?.sendInputEvent({ type: 'keyUp', keyCode: 'Z', modifiers });
  };
  const send = (event: BackendEvent) => openContents()?.send(ipcChannels.events, [event]);
  const runAction = (name: string) => {
    const isOpen = windows.current() !== undefined;
    if (!isOpen) showWindow();
    // The window that has just been opened is the new one.
    if (isOpen || name !== 'newWindow') windows.sendWhenLoaded({ event: 'menu.chosen', name });
  };
  const update = () => {
    const current = windows.current();
    shown = (current && menusOfWindows.get(current)) ?? { ...shown, isBlocked: false };
    const template = createMenuTemplate({
      t: language.t,
      platform: process.platform === 'darwin' ? 'mac' : 'other',
      isPackaged: app.isPackaged,
      pageMenus: shown.menus,
      isPageBlocked: shown.isBlocked,
      isWindowOpen: current !== undefined,
      recentProjects,
      onOpenProject: openProject,
      onAction: runAction,
      onEdit: (command) => send({ event: 'menu.edit', command }),
      onUndo: () => press('control'),
      onRedo: () => press('control', 'shift'),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  update();
  language.onChange(update);
  return {
    setPageMenus(owner, menus, isBlocked) {
      menusOfWindows.set(owner, { menus, isBlocked });
      if (owner === windows.current()) update();
    },
    followWindow: update,
    setRecentProjects(projects) {
      recentProjects = projects;
      update();
    },
  };
}

interface RecentProjectMenuDeps {
  readonly t: Translate;
  /** The folder that `--data` names; undefined if the program opens the same one without it. */
  readonly dataFolder: string | undefined;
  readonly open: (hash: string) => void;
}

/** The recent projects in the jump list of Windows and the dock of macOS. */
export function showRecentProjects(projects: readonly RecentProject[], { t, dataFolder, open }: RecentProjectMenuDeps): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(createRecentItems(projects, open)));
  if (process.platform === 'win32' && app.isPackaged)
    app.setJumpList(createJumpList(projects, { title: t('menu.file.recentProjects'), program: process.execPath, dataFolder }));
}
