import { describe, expect, test } from 'vitest';
import { findOpenRequest } from '../../../../main/desktop/app-arguments.ts';
import {
  createJumpList,
  createMenuTemplate,
  createRecentItems,
  type MenuTemplateOptions,
} from '../../../../main/desktop/menu/menu-template.ts';
import { t } from '../../../../shared/messages/english.ts';

const projects = [
  { hash: 'castle-1', name: 'The castle' },
  { hash: 'b_2', name: 'Sugar & spice' },
];
const program = 'C:\\Program Files\\Taleport\\Taleport.exe';

test('each recent project is a task of the jump list, whose link the program opens', () => {
  const [category, ...others] = createJumpList(projects, { title: 'Recent projects', program, dataFolder: undefined }) ?? [];
  expect(others).toEqual([]);
  expect(category).toMatchObject({ type: 'custom', name: 'Recent projects' });
  const tasks = category?.items ?? [];
  expect(tasks).toMatchObject(projects.map(({ name }) => ({ type: 'task', title: name, program, iconPath: program })));
  expect(tasks.map(({ args = '' }) => findOpenRequest([args], 'C:\\'))).toEqual(projects.map(({ hash }) => ({ projectHash: hash })));
});

test.each([
  ['D:\\My stories', '--data "D:\\My stories" taleport://open/castle-1'],
  // A backslash before a quote counts twice in a command line of Windows.
  ['D:\\', '--data "D:\\\\" taleport://open/castle-1'],
])('a task opens its project in the data folder %s', (dataFolder, expected) => {
  const [category] = createJumpList(projects, { title: 'Recent projects', program, dataFolder }) ?? [];
  expect(category?.items?.[0]?.args).toBe(expected);
});

test('without recent projects the system shows its own jump list', () => {
  expect(createJumpList([], { title: 'Recent projects', program, dataFolder: undefined })).toBeNull();
});

test('an entry of the dock opens its project, and shows & as it is', () => {
  const opened: string[] = [];
  const items = createRecentItems(projects, (hash) => opened.push(hash));
  expect(items.map(({ label }) => label)).toEqual(['The castle', 'Sugar && spice']);
  for (const { click } of items) Reflect.apply(click ?? (() => undefined), undefined, []);
  expect(opened).toEqual(['castle-1', 'b_2']);
});

describe('the menu bar', () => {
  const item = (name: string) => ({ name, label: name, keys: null, enabled: true, isForProject: name === 'addElement', checked: null });
  const options = (platform: 'mac' | 'other'): MenuTemplateOptions => ({
    t,
    platform,
    isPackaged: true,
    pageMenus: [
      { id: 'file', sections: [[item('newProject')], [item('exportToFile')], [item('settings')]] },
      { id: 'insert', sections: [[item('addElement')], []] },
      { id: 'help', sections: [[item('keyboardShortcuts')], [item('about')]] },
    ],
    isPageBlocked: false,
    isWindowOpen: true,
    recentProjects: projects,
    onOpenProject: () => undefined,
    onAction: () => undefined,
    onEdit: () => undefined,
    onUndo: () => undefined,
    onRedo: () => undefined,
  });
  const menusOn = (platform: 'mac' | 'other') => createMenuTemplate(options(platform));
  const entriesOf = (platform: 'mac' | 'other', name: string) => {
    const submenu = menusOn(platform).find(({ label }) => label === name)?.submenu;
    return Array.isArray(submenu) ? submenu.map(({ id, role, type }) => id ?? role ?? type) : [];
  };

  test('has the menus that other programs have, without empty ones', () => {
    expect(menusOn('other').map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Insert', 'Window', 'Help']);
    expect(menusOn('mac')[0]?.label).toBe('Taleport');
  });

  test('a switch has a check mark, and only a Mac has Zoom, which does nothing elsewhere', () => {
    const menuWith = (checked: boolean | null) =>
      createMenuTemplate({ ...options('other'), pageMenus: [{ id: 'insert', sections: [[{ ...item('addElement'), checked }]] }] })
        .filter(({ label }) => label === 'Insert')
        .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu.map(({ type, checked: shown }) => [type, shown]) : []));
    expect([true, false, null].flatMap(menuWith)).toEqual([
      ['checkbox', true],
      ['checkbox', false],
      [undefined, undefined],
    ]);
    expect(entriesOf('other', 'Window')).toEqual(['minimize', 'close']);
    expect(entriesOf('mac', 'Window')).toEqual(['minimize', 'zoom', 'separator', 'front']);
  });

  test('while a dialog is open, nothing of the page can be chosen, and no project be opened below it', () => {
    const enabled = (isPageBlocked: boolean) =>
      createMenuTemplate({ ...options('other'), isPageBlocked })
        .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
        .filter((entry) => entry.id !== undefined && entry.enabled !== false)
        .map(({ id }) => id);
    expect(enabled(false)).toEqual([
      'newProject',
      'recentProjects',
      'exportToFile',
      'settings',
      'addElement',
      'keyboardShortcuts',
      'about',
    ]);
    expect(enabled(true)).toEqual([]);
  });

  test('without a window, as on a Mac after the last one was closed, only what needs no project can be chosen', () => {
    const enabled = createMenuTemplate({ ...options('mac'), isWindowOpen: false })
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .filter((entry) => (entry.id !== undefined || entry.label === 'Select all' || entry.label === 'Delete') && entry.enabled !== false);
    expect(enabled.map(({ id }) => id)).toEqual(['about', 'settings', 'newProject', 'recentProjects', 'exportToFile', 'keyboardShortcuts']);
  });

  test('File begins with opening, and ends with the settings and quitting', () => {
    expect(entriesOf('other', 'File')).toEqual([
      'newProject',
      'recentProjects',
      'separator',
      'exportToFile',
      'separator',
      'settings',
      'separator',
      'quit',
    ]);
    expect(entriesOf('other', 'Insert')).toEqual(['addElement']);
  });

  test('on a Mac, the settings and About are in the menu of the app', () => {
    expect(entriesOf('mac', 'Taleport').slice(0, 4)).toEqual(['about', 'separator', 'settings', 'separator']);
    expect(entriesOf('mac', 'File')).toEqual(['newProject', 'recentProjects', 'separator', 'exportToFile', 'separator', 'close']);
    expect(entriesOf('mac', 'Help')).toEqual(['keyboardShortcuts']);
  });
});

test.each(['mac', 'other'] as const)('Mod+W closes the window where it closes no tab (%s)', (platform) => {
  const nothing = () => undefined;
  const keysOfClose = (enabled: boolean) => {
    const items = [{ name: 'closeTab', label: 'Close tab', keys: 'Mod+W', enabled, isForProject: true, checked: null }];
    const menus = createMenuTemplate({
      t,
      platform,
      isPackaged: true,
      pageMenus: [{ id: 'window', sections: [items] }],
      isPageBlocked: false,
      isWindowOpen: true,
      recentProjects: [],
      onOpenProject: nothing,
      onAction: nothing,
      onEdit: nothing,
      onUndo: nothing,
      onRedo: nothing,
    });
    const all = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    return all.filter(({ role }) => role === 'close').map(({ accelerator }) => accelerator);
  };
  expect(keysOfClose(false)).toEqual(['CmdOrCtrl+W']);
  expect(keysOfClose(true)).toEqual(['CmdOrCtrl+Shift+W']);
});
