/**
 * The application menu: the platform's usual entries, and between them the menus that the page derives from its actions (`window.menu`). The
 * labels of Electron's roles are English, so each entry has its own. No Electron here.
 */
import type { JumpListCategory, MenuItemConstructorOptions } from 'electron';
import type { WindowMenu } from '../../shared/contracts/ipc/desktop-calls.ts';
import type { Translate } from '../../shared/messages/translator.ts';
import type { RecentProject } from './recent-projects.ts';

export interface MenuTemplateOptions {
  readonly t: Translate;
  readonly platform: 'mac' | 'other';
  readonly isPackaged: boolean;
  /** Empty until the page has sent its actions. */
  readonly pageMenus: readonly WindowMenu[];
  /** The last one first. */
  readonly recentProjects: readonly RecentProject[];
  readonly onOpenProject: (hash: string) => void;
  /** An action of the page was chosen. */
  readonly onAction: (name: string) => void;
  /** The page decides whether a text field or the story is meant, so these only press its shortcuts. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };

export function createMenuTemplate(options: MenuTemplateOptions): Item[] {
  const { platform, pageMenus, onAction } = options;
  const createPageMenu = ({ label, items }: WindowMenu) => ({
    label,
    submenu: items.map((item) => createActionItem(item, platform, onAction)),
  });
  return [
    ...(platform === 'mac' ? [createAppMenu(options)] : []),
    createFileMenu(options),
    createEditMenu(options),
    ...pageMenus.filter(({ isHelp }) => !isHelp).map(createPageMenu),
    createViewMenu(options),
    createWindowMenu(options),
    ...pageMenus.filter(({ isHelp }) => isHelp).map((menu): Item => ({ role: 'help', ...createPageMenu(menu) })),
  ];
}

const createAppMenu = ({ t }: MenuTemplateOptions): Item => ({
  label: 'Taleport',
  submenu: [
    { role: 'about', label: t('menu.app.about') },
    separator,
    { role: 'services', label: t('menu.app.services') },
    separator,
    { role: 'hide', label: t('menu.app.hide') },
    { role: 'hideOthers', label: t('menu.app.hideOthers') },
    { role: 'unhide', label: t('menu.app.showAll') },
    separator,
    { role: 'quit', label: t('menu.app.quit') },
  ],
});

/** Ctrl+W and ⌘W close the window unless they close a tab. The page gets these keys first. */
const closeWindowKeys = ({ pageMenus }: MenuTemplateOptions): string => {
  const closesTab = pageMenus.some(({ items }) => items.some(({ name, enabled }) => name === 'closeTab' && enabled));
  return closesTab ? 'CmdOrCtrl+Shift+W' : 'CmdOrCtrl+W';
};

function createFileMenu(options: MenuTemplateOptions): Item {
  const { t, platform, recentProjects, onOpenProject } = options;
  return {
    label: t('menu.file.label'),
    submenu: [
      {
        id: 'recentProjects',
        label: t('menu.file.openRecent'),
        enabled: recentProjects.length > 0,
        submenu: createRecentItems(recentProjects, onOpenProject),
      },
      separator,
      platform === 'mac'
        ? { role: 'close', label: t('menu.file.close'), accelerator: closeWindowKeys(options) }
        : { role: 'quit', label: t('menu.file.quit') },
    ],
  };
}

export const createRecentItems = (projects: readonly RecentProject[], open: (hash: string) => void): Item[] =>
  projects.map(({ hash, name }) => ({ label: escapeMenuLabel(name), click: () => open(hash) }));

/** For Windows, which starts the program with the link of a project; a running one takes it over. `null` shows the system's own list. */
export const createJumpList = (projects: readonly RecentProject[], title: string, program: string): JumpListCategory[] | null =>
  projects.length === 0
    ? null
    : [
        {
          type: 'custom',
          name: title,
          items: projects.map(({ hash, name }) => ({
            type: 'task',
            title: name,
            program,
            args: `taleport://open/${hash}`,
            iconPath: program,
            iconIndex: 0,
          })),
        },
      ];

/** Without entries for spell checking: a right click offers those. */
const createEditMenu = (options: MenuTemplateOptions): Item => ({
  label: options.t('menu.edit.label'),
  submenu: [
    ...createUndoRedoItems(options),
    separator,
    ...createClipboardItems(options.t),
    { role: 'delete', label: options.t('menu.edit.delete') },
    separator,
    { role: 'selectAll', label: options.t('menu.edit.selectAll') },
  ],
});

export const createClipboardItems = (t: Translate): Item[] => [
  { role: 'cut', label: t('menu.edit.cut') },
  { role: 'copy', label: t('menu.edit.copy') },
  { role: 'paste', label: t('menu.edit.paste') },
];

/** On a Mac the page gets the keys first, and the roles apply to text fields; elsewhere the entries press the page's shortcuts. */
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
  separator,
];

const createViewMenu = ({ t, isPackaged }: MenuTemplateOptions): Item => ({
  label: t('menu.view.label'),
  submenu: [...(isPackaged ? [] : createDevelopmentItems(t)), { role: 'togglefullscreen', label: t('menu.view.fullScreen') }],
});

function createWindowMenu(options: MenuTemplateOptions): Item {
  const { t, platform } = options;
  return {
    role: 'window',
    label: t('menu.window.label'),
    submenu: [
      { role: 'minimize', label: t('menu.window.minimize') },
      { role: 'zoom', label: t('menu.window.zoom') },
      ...(platform === 'mac'
        ? [separator, { role: 'front', label: t('menu.window.front') } as const]
        : [{ role: 'close', label: t('menu.window.close'), accelerator: closeWindowKeys(options) } as const]),
    ],
  };
}

function createActionItem(
  { name, label, keys, enabled }: WindowMenu['items'][number],
  platform: MenuTemplateOptions['platform'],
  onAction: MenuTemplateOptions['onAction'],
): Item {
  const accelerator = keys === null ? undefined : toAccelerator(keys, platform);
  return {
    id: name,
    label: escapeMenuLabel(label),
    enabled,
    // The page handles all keys itself; the menu only shows them.
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: () => onAction(name),
  };
}

/** `&` underlines the next letter. */
export const escapeMenuLabel = (label: string): string => label.replaceAll('&', '&&');

/** `Mod+ArrowUp` as Electron writes it. On a Mac the menu takes every accelerator before the page does, so a single letter must not be one. */
function toAccelerator(keys: string, platform: MenuTemplateOptions['platform']): string | undefined {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  if (!/^(?:[A-Z0-9,./\-=]|Plus|F\d+|Arrow\w+|Home|End|Delete|Enter|Tab)$/.test(last)) return undefined;
  if (platform === 'mac' && parts.length === 1 && !/^F\d+$/.test(last)) return undefined;
  return parts.map((part) => (part === 'Mod' ? 'CmdOrCtrl' : part.replace(/^Arrow/, ''))).join('+');
}
