/**
 * The menu bar: the platform's usual entries, and in each menu the actions that the page adds to it (`window.menu`). The labels of
 * Electron's roles are English, so each entry has a label of its own. Does not import Electron.
 */
import type { JumpListCategory, JumpListItem, MenuItemConstructorOptions } from 'electron';
import type { WindowMenu, WindowMenuItem } from '../../../shared/contracts/ipc/desktop-calls.ts';
import type { MenuEditCommand } from '../../../shared/contracts/ipc/events.ts';
import { windowMenuIds } from '../../../shared/contracts/ipc/window-menu-ids.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { formatProjectLink } from '../app-arguments.ts';
import type { RecentProject } from './recent-projects.ts';

export interface MenuTemplateOptions {
  readonly t: Translate;
  readonly platform: 'mac' | 'other';
  readonly isPackaged: boolean;
  /** Empty until the page has sent its actions. */
  readonly pageMenus: readonly WindowMenu[];
  /**
   * Whether a dialog of the page is open, which takes all keys: no action of the page is available then, and no other project can be opened
   * behind it.
   */
  readonly isPageBlocked: boolean;
  /** Without a window, as on a Mac after the last one was closed, only actions that need no project are available. */
  readonly isWindowOpen: boolean;
  /** The most recent one first. */
  readonly recentProjects: readonly RecentProject[];
  readonly onOpenProject: (hash: string) => void;
  /** Called when an action of the page is chosen. */
  readonly onAction: (name: string) => void;
  /** Called with an edit command, which the page applies to the focused element. */
  readonly onEdit: (command: MenuEditCommand) => void;
  /** Presses the page's shortcuts for undo and redo, because the page decides whether they apply to a text field or the story. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };

export function createMenuTemplate(options: MenuTemplateOptions): Item[] {
  const { t, platform } = options;
  const own = { file: createFileMenu, edit: createEditMenu, view: createViewMenu, window: createWindowMenu };
  const createMenu = (id: WindowMenu['id']): Item[] => {
    if (id === 'file' || id === 'edit' || id === 'view' || id === 'window') return [own[id](options)];
    const submenu = joinSections(pageSections(options, id));
    const role = id === 'help' ? ({ role: 'help' } as const) : {};
    return submenu.length === 0 ? [] : [{ ...role, label: t(`menu.${id}.label`), submenu }];
  };
  return [...(platform === 'mac' ? [createAppMenu(options)] : []), ...windowMenuIds.flatMap(createMenu)];
}

/** Actions of the page that are in the app's own menu on a Mac. */
const appMenuActions = ['about', 'settings'];

/** The page's entries of a menu; none before the page has sent its actions. */
function pageSections(options: MenuTemplateOptions, id: WindowMenu['id']): Item[][] {
  const { platform, pageMenus } = options;
  const isShown = ({ name }: WindowMenuItem): boolean => platform !== 'mac' || !appMenuActions.includes(name);
  const sections = pageMenus.find((menu) => menu.id === id)?.sections ?? [];
  return sections.map((items) => items.filter(isShown).map((item) => createActionItem(item, options)));
}

const pageItems = ({ pageMenus }: MenuTemplateOptions): WindowMenuItem[] => pageMenus.flatMap(({ sections }) => sections.flat());

/** An entry of the page in the app's own menu. */
const createAppMenuItems = (options: MenuTemplateOptions, name: string): Item[] =>
  pageItems(options)
    .filter((item) => item.name === name)
    .map((item) => createActionItem(item, options));

/** Joins sections with separators; empty ones are left out. */
const joinSections = (sections: readonly Item[][]): Item[] =>
  sections.filter(({ length }) => length > 0).flatMap((section, at) => (at === 0 ? section : [separator, ...section]));

const createAppMenu = (options: MenuTemplateOptions): Item => {
  const { t } = options;
  return {
    label: 'Taleport',
    submenu: joinSections([
      createAppMenuItems(options, 'about'),
      createAppMenuItems(options, 'settings'),
      [{ role: 'services', label: t('menu.app.services') }],
      [
        { role: 'hide', label: t('menu.app.hide') },
        { role: 'hideOthers', label: t('menu.app.hideOthers') },
        { role: 'unhide', label: t('menu.app.showAll') },
      ],
      [{ role: 'quit', label: t('menu.app.quit') }],
    ]),
  };
};

/** Ctrl+W and ⌘W close the window, unless the page closes a tab. The page receives these keys first. */
const closeWindowKeys = (options: MenuTemplateOptions): string => {
  const closesTab = pageItems(options).some(({ name, enabled }) => name === 'closeTab' && enabled);
  return closesTab ? 'CmdOrCtrl+Shift+W' : 'CmdOrCtrl+W';
};

function createFileMenu(options: MenuTemplateOptions): Item {
  const { t, platform, isPageBlocked, recentProjects, onOpenProject } = options;
  const [opening = [], ...others] = pageSections(options, 'file');
  const recent: Item = {
    id: 'recentProjects',
    label: t('menu.file.openRecent'),
    enabled: recentProjects.length > 0 && !isPageBlocked,
    submenu: createRecentItems(recentProjects, onOpenProject),
  };
  const end: Item =
    platform === 'mac'
      ? { role: 'close', label: t('menu.file.close'), accelerator: closeWindowKeys(options) }
      : { role: 'quit', label: t('menu.file.quit') };
  return { label: t('menu.file.label'), submenu: joinSections([[...opening, recent], ...others, [end]]) };
}

export const createRecentItems = (projects: readonly RecentProject[], open: (hash: string) => void): Item[] =>
  projects.map(({ hash, name }) => ({ label: escapeMenuLabel(name), click: () => open(hash) }));

interface JumpListOptions {
  /** The name of the list. */
  readonly title: string;
  readonly program: string;
  /** The folder that `--data` names; undefined if the program opens the same one without it. */
  readonly dataFolder: string | undefined;
}

/**
 * The jump list of Windows, whose entries start the program with the link of a project; a running instance opens it. `null` restores the
 * system's own list.
 */
export function createJumpList(
  projects: readonly RecentProject[],
  { title, program, dataFolder }: JumpListOptions,
): JumpListCategory[] | null {
  if (projects.length === 0) return null;
  const toTask = ({ hash, name }: RecentProject): JumpListItem => {
    const link = formatProjectLink(hash);
    const args = dataFolder === undefined ? link : `--data ${quoteForWindows(dataFolder)} ${link}`;
    return { type: 'task', title: name, program, args, iconPath: program, iconIndex: 0 };
  };
  return [{ type: 'custom', name: title, items: projects.map(toTask) }];
}

/** A path as one argument. It contains no quotes, and a backslash before the last quote would be part of the text. */
function quoteForWindows(path: string): string {
  let end = path.length;
  while (path[end - 1] === '\\') end--;
  return `"${path}${path.slice(end)}"`;
}

/** Has no entries for spell checking, which the context menu offers. */
const createEditMenu = (options: MenuTemplateOptions): Item => ({
  label: options.t('menu.edit.label'),
  submenu: joinSections([
    createUndoRedoItems(options),
    [...createClipboardItems(options.t), createEditItem(options, 'delete', 'Delete'), createEditItem(options, 'selectAll', 'CmdOrCtrl+A')],
    ...pageSections(options, 'edit'),
  ]),
});

/** Electron's roles only apply to text, and outside of text fields to the whole interface, so edit commands are sent to the page. */
const createEditItem = ({ t, isWindowOpen, onEdit }: MenuTemplateOptions, command: MenuEditCommand, accelerator: string): Item => ({
  label: t(`menu.edit.${command}`),
  accelerator,
  registerAccelerator: false,
  enabled: isWindowOpen,
  click: () => onEdit(command),
});

export const createClipboardItems = (t: Translate): Item[] => [
  { role: 'cut', label: t('menu.edit.cut') },
  { role: 'copy', label: t('menu.edit.copy') },
  { role: 'paste', label: t('menu.edit.paste') },
];

/**
 * On a Mac, the page receives the keys first, and the roles apply to text fields. On other systems, the entries press the page's shortcuts.
 */
function createUndoRedoItems({ t, platform, onUndo, onRedo }: MenuTemplateOptions): Item[] {
  const [undo, redo] = [t('menu.edit.undo'), t('menu.edit.redo')];
  if (platform === 'mac')
    return [
      { role: 'undo', label: undo },
      { role: 'redo', label: redo },
    ];
  return [
    { label: undo, accelerator: 'Ctrl+Z', registerAccelerator: false, click: onUndo },
    { label: redo, accelerator: 'Ctrl+Shift+Z', registerAccelerator: false, click: onRedo },
  ];
}

const createDevelopmentItems = (t: Translate): Item[] => [
  { role: 'reload', label: t('menu.view.reload') },
  { role: 'toggleDevTools', label: t('menu.view.developerTools') },
];

const createViewMenu = (options: MenuTemplateOptions): Item => ({
  label: options.t('menu.view.label'),
  submenu: joinSections([
    ...pageSections(options, 'view'),
    options.isPackaged ? [] : createDevelopmentItems(options.t),
    [{ role: 'togglefullscreen', label: options.t('menu.view.fullScreen') }],
  ]),
});

function createWindowMenu(options: MenuTemplateOptions): Item {
  const { t, platform } = options;
  return {
    role: 'window',
    label: t('menu.window.label'),
    submenu: joinSections([
      ...pageSections(options, 'window'),
      [
        { role: 'minimize', label: t('menu.window.minimize') },
        // Only a Mac can zoom a window. On other systems, closing is in the File menu.
        platform === 'mac'
          ? { role: 'zoom', label: t('menu.window.zoom') }
          : { role: 'close', label: t('menu.window.close'), accelerator: closeWindowKeys(options) },
      ],
      platform === 'mac' ? [{ role: 'front', label: t('menu.window.front') }] : [],
    ]),
  };
}

function createActionItem(
  { name, label, keys, enabled, isForProject, checked }: WindowMenuItem,
  { platform, isPageBlocked, isWindowOpen, onAction }: MenuTemplateOptions,
): Item {
  const accelerator = keys === null ? undefined : toAccelerator(keys, platform);
  return {
    id: name,
    label: escapeMenuLabel(label),
    enabled: enabled && (isWindowOpen ? !isPageBlocked : !isForProject),
    ...(checked === null ? {} : { type: 'checkbox', checked }),
    // The page handles all keys itself; the menu only shows them.
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: () => onAction(name),
  };
}

/** In a menu label, `&` underlines the next letter. */
export const escapeMenuLabel = (label: string): string => label.replaceAll('&', '&&');

/**
 * A shortcut such as `Mod+ArrowUp` in Electron's notation. On a Mac, the menu receives accelerators before the page, so a single letter
 * must not be one.
 */
function toAccelerator(keys: string, platform: MenuTemplateOptions['platform']): string | undefined {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  if (!/^(?:[A-Z0-9,./\-=]|Plus|F\d+|Arrow\w+|Home|End|Delete|Enter|Tab)$/.test(last)) return undefined;
  if (platform === 'mac' && parts.length === 1 && !/^F\d+$/.test(last)) return undefined;
  return parts.map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part.replace(/^Arrow/, ''))).join('+');
}
