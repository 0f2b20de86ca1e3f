/** The one list of actions: everything in it can be found, named and pressed, and no key means two things. */
import { describe, expect, test } from 'vitest';
import { type Action, actionGroups } from '../../../renderer/actions/action.ts';
import { actions } from '../../../renderer/actions/actions.ts';
import { conflictsOf } from '../../../renderer/actions/own-keys.ts';
import { windowMenus } from '../../../renderer/actions/window-menu.ts';

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
