/** The one list of actions: everything in it can be found, named and pressed, and no key means two things. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Action, actionGroups, plainLabel } from '../../../renderer/actions/action.ts';
import { actionNamed, actions } from '../../../renderer/actions/actions.ts';
import { conflictsOf } from '../../../renderer/actions/own-keys.ts';
import { type Row, rowInFocus } from '../../../renderer/actions/row.ts';
import { rowActions } from '../../../renderer/actions/row-actions.ts';
import { windowMenus } from '../../../renderer/actions/window-menu.ts';
import { openProject } from '../../../renderer/state/open-project.ts';
import { projectOf, record } from '../board/project.ts';

describe('actions for a row of a tree', () => {
  const asset = (id: string, fields: object) => record('asset', id, { name: id, type: 'image', parentId: 'aroot', ...fields });
  const open = () =>
    openProject.setState({
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
    openProject.setState(openProject.getInitialState());
    rowInFocus.setState({ row: null });
  });
  const can = (on: Row) => rowActions.filter(({ enabled }) => enabled(on)).map(({ name }) => name);
  const moving = ['renameRow', 'moveRow', 'removeRow', 'rowUp', 'rowDown'];

  test('can be done where they fit: a template is read-only, a folder has no file', () => {
    expect(can({ kind: 'board', id: 'board' })).toEqual(moving);
    expect(can({ kind: 'asset', id: 'lamp' })).toEqual(['previewAsset', 'useAsset', 'replaceFile', ...moving]);
    expect(can({ kind: 'asset', id: 'shelf' })).toEqual(moving);
    expect(can({ kind: 'asset', id: 'given' })).toEqual(['previewAsset', 'useAsset']);
    expect(can({ kind: 'asset', id: 'aroot' })).toEqual([]);
    expect(can({ kind: 'board', id: 'gone' })).toEqual([]);
  });

  test('without being told are for the row that had the keyboard, and name it', () => {
    const rename = actionNamed('renameRow');
    expect([rename.enabled(), rename.label(), plainLabel(rename)]).toEqual([false, 'Rename', 'Rename']);
    rowInFocus.setState({ row: { kind: 'asset', id: 'lamp' } });
    expect([rename.enabled(), rename.label(), plainLabel(rename)]).toEqual([true, 'Rename “lamp”', 'Rename']);
    expect(rename.label({ kind: 'asset', id: 'shelf' })).toBe('Rename…');
  });

  test('a key of the board may be one of the trees, too', () => {
    expect(conflictsOf('renameRow', 'F2')).toEqual([]);
    expect(conflictsOf('renameRow', 'Alt+V').map(({ name }) => name)).toEqual(['variables']);
  });
});

describe('the list of actions', () => {
  test.each(actions.map((action): [string, Action] => [action.name, action]))('%s has words and stands in a group', (_, action) => {
    expect(action.label()).toMatch(/\S/);
    expect(actionGroups).toContain(action.group);
    expect(typeof action.enabled()).toBe('boolean');
  });

  test('each has a name of its own', () => {
    const names = actions.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test('no key means two things at the same place', () => {
    const twice = actions.flatMap((action) =>
      action.keys.flatMap((key) => conflictsOf(action.name, key).map((other) => `${key}: ${action.name}, ${other.name}`)),
    );
    expect(twice).toEqual([]);
  });

  test('every one is reached by the menu of the window, but for those that the menu Edit has', () => {
    const inMenu = new Set(windowMenus().flatMap(({ items }) => items.map(({ name }) => name)));
    expect(actions.filter(({ name }) => !inMenu.has(name)).map(({ name }) => name)).toEqual(['undo', 'redo', 'keysByQuestion']);
  });
});
