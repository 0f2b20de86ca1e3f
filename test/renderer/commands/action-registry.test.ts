/** The registry of actions: everything in it can be found and has a label, and no shortcut has two meanings. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import '../../../renderer/app/register.ts';
import { createWindowMenus } from '../../../renderer/app/window-menu.ts';
import { type Action, actionGroups, actionLabel, genericLabelFor } from '../../../renderer/commands/action.ts';
import { getAction, listActions } from '../../../renderer/commands/action-registry.ts';
import { findShortcutConflicts } from '../../../renderer/commands/custom-shortcuts.ts';
import { focusedRowStore, type TreeRow } from '../../../renderer/commands/focused-row.ts';
import { entriesOfGroup } from '../../../renderer/features/shortcuts/keyboard-shortcuts-dialog.tsx';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { projectOf, record } from '../../story-records.ts';
import { watchToasts } from '../visible-toasts.ts';

const toasts = watchToasts();

describe('actions for a row of a tree', () => {
  const asset = (id: string, fields: object) => record('asset', id, { name: id, type: 'image', parentId: 'aroot', ...fields });
  const open = () =>
    openProjectStore.setState({
      hash: 'a',
      project: projectOf(
        asset('aroot', { parentId: null, type: 'folder' }),
        asset('lamp', {}),
        asset('shelf', { type: 'folder' }),
        asset('given', { type: 'template-image' }),
      ),
    });
  beforeEach(open);
  afterEach(() => {
    openProjectStore.setState(openProjectStore.getInitialState());
    focusedRowStore.setState({ row: null });
  });
  const can = (on: TreeRow) =>
    listActions()
      .filter(({ context, isEnabled }) => context === 'row' && isEnabled(on))
      .map(({ name }) => name);
  const moving = ['renameRow', 'moveRow', 'removeRow', 'rowUp', 'rowDown'];

  test('are enabled where they apply: a template is read-only, a folder has no file', () => {
    expect(can({ kind: 'board', id: 'board' })).toEqual(['openBoardBeside', ...moving]);
    expect(can({ kind: 'asset', id: 'lamp' })).toEqual(['previewAsset', 'assignAsset', 'replaceFile', ...moving]);
    expect(can({ kind: 'asset', id: 'shelf' })).toEqual(moving);
    expect(can({ kind: 'asset', id: 'given' })).toEqual(['previewAsset', 'assignAsset']);
    expect(can({ kind: 'asset', id: 'aroot' })).toEqual([]);
    expect(can({ kind: 'board', id: 'gone' })).toEqual([]);
  });

  test('without a target apply to the row that had the focus, and name it', () => {
    const rename = getAction('renameRow');
    expect([rename.isEnabled(), actionLabel(rename), genericLabelFor(rename)]).toEqual([false, 'Rename…', 'Rename…']);
    focusedRowStore.setState({ row: { kind: 'asset', id: 'lamp' } });
    expect([rename.isEnabled(), actionLabel(rename), genericLabelFor(rename)]).toEqual([true, 'Rename “lamp”…', 'Rename…']);
    expect(actionLabel(rename, { kind: 'asset', id: 'shelf' })).toBe('Rename…');
  });

  test('a shortcut of the board may also be one of the trees', () => {
    expect(findShortcutConflicts(getAction('renameRow'), 'F2')).toEqual([]);
    expect(findShortcutConflicts(getAction('renameRow'), 'Alt+V').map(({ name }) => name)).toEqual(['variables']);
  });
});

describe('the list of actions', () => {
  test.each(['browseRemoteProjects', 'conflicts', 'connectRemote', 'stopSync', 'uploadProject'])(
    'the label of %s ends in an ellipsis, because a dialog follows',
    (name) => {
      const action = listActions().find((each) => each.name === name);
      expect(action && actionLabel(action)).toMatch(/…$/);
    },
  );

  test.each(listActions().map((action): [string, Action] => [action.name, action]))('%s has a label and a group', (_, action) => {
    expect(actionLabel(action)).toMatch(/\S/);
    expect(actionGroups).toContain(action.group);
    expect(typeof action.isEnabled()).toBe('boolean');
  });

  test('each has its own name', () => {
    const names = listActions().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('no shortcut has two meanings in the same place', () => {
    const twice = listActions().flatMap((action) =>
      (action.shortcuts ?? []).flatMap((key) => findShortcutConflicts(action, key).map((other) => `${key}: ${action.name}, ${other.name}`)),
    );
    expect(twice).toEqual([]);
  });

  test('Save, which is pressed out of habit, reports that changes are saved automatically', () => {
    getAction('save').run();
    expect(toasts()).toMatchObject([{ tone: 'plain', title: 'Changes are saved automatically' }]);
  });

  test('those of the menu bar have a check mark where they switch something', () => {
    const items = () => createWindowMenus().flatMap(({ sections }) => sections.flat());
    expect(items().find(({ name }) => name === 'light')).toMatchObject({ enabled: true, checked: false });
    expect(items().find(({ name }) => name === 'system')).toMatchObject({ label: 'Colour scheme: system', checked: true });
    expect(items().find(({ name }) => name === 'toggleBoards')).toMatchObject({ label: 'Boards', keys: 'Alt+B' });
    expect(items().find(({ name }) => name === 'about')).toMatchObject({ enabled: true, checked: null });
  });

  test('those of the menu bar that are not for a project need none', () => {
    const enabled = () =>
      createWindowMenus()
        .flatMap(({ sections }) => sections.flat())
        .filter((item) => !item.isForProject && item.enabled)
        .map(({ name }) => name);
    const without = enabled();
    expect(without.length).toBeGreaterThan(10);
    openProjectStore.setState({ hash: 'a', project: projectOf() });
    const withProject = enabled();
    openProjectStore.setState(openProjectStore.getInitialState());
    // A project can also be connected when there is no workspace yet.
    expect(withProject.filter((name) => !without.includes(name))).toEqual(['connectRemote']);
  });

  test('a new project can be created from an open one, where its shortcut creates a board', () => {
    const keysOf = (name: string) =>
      createWindowMenus()
        .flatMap(({ sections }) => sections.flat())
        .find((item) => item.name === name)?.keys;
    const isEnabled = () => getAction('newProject').isEnabled();
    expect([isEnabled(), keysOf('newProject')]).toEqual([true, 'Alt+N']);
    openProjectStore.setState({ hash: 'a' });
    expect([isEnabled(), keysOf('newProject'), keysOf('newBoard')]).toEqual([true, null, 'Alt+N']);
    openProjectStore.setState(openProjectStore.getInitialState());
  });

  test('the list of shortcuts leaves out those of the project list while a project is open', () => {
    const keys = () => actionGroups.flatMap((group) => (group === 'Lists' ? [] : entriesOfGroup(group).flatMap((entry) => entry.keys)));
    expect(entriesOfGroup('Projects').flatMap((entry) => entry.keys)).toContain('Alt+N');
    openProjectStore.setState({ hash: 'a' });
    expect(entriesOfGroup('Projects')).toEqual([]);
    expect(keys().filter((key) => key === 'Alt+N')).toHaveLength(1);
    openProjectStore.setState(openProjectStore.getInitialState());
  });

  test('every action is in the menu bar once, except those that the desktop has in its Edit menu', () => {
    const all = createWindowMenus().flatMap(({ sections }) => sections.flat().map(({ name }) => name));
    const inMenu = new Set(all);
    expect(all).toEqual([...inMenu]);
    expect(
      listActions()
        .filter(({ name }) => !inMenu.has(name))
        .map(({ name }) => name),
    ).toEqual(['undo', 'redo', 'copy', 'cut', 'paste', 'keyboardShortcutsByQuestionMark', 'removeRow', 'save']);
  });
});

test('each entry of the menu of the project has a place of its own', () => {
  const places = listActions().flatMap(({ menus = [] }) =>
    menus.flatMap(({ menu, section, order }) => (menu === 'project.menu' ? [`${section} ${order}`] : [])),
  );
  expect(places.length).toBeGreaterThan(10);
  expect(places).toEqual([...new Set(places)]);
});
