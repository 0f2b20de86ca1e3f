/** Covers on cards in three sizes: the menu of the board offers the two that are not in use. */
import { afterEach, expect, test } from 'vitest';
import '../../../../renderer/app/register.ts';
import { menuSections } from '../../../../renderer/commands/action-menus.ts';
import { getAction } from '../../../../renderer/commands/action-registry.ts';
import { editingPreferencesStore } from '../../../../renderer/state/editing-preferences.ts';

const initial = editingPreferencesStore.getState();
afterEach(() => editingPreferencesStore.setState(initial, true));

const offered = () =>
  menuSections('board.canvas')
    .flat()
    .map(({ label }) => label)
    .filter((label) => label.includes('cover'));

test('the menu of the board offers the sizes of covers that are not in use', () => {
  expect(offered()).toEqual(['Show large covers', 'Fill cards with covers']);
  getAction('fillCardsWithCovers').run();
  expect(editingPreferencesStore.getState().coverSize).toBe('full');
  expect(offered()).toEqual(['Show small covers', 'Show large covers']);
});
