import { describe, expect, test } from 'vitest';
import { findCellKeyAction } from '../../../../renderer/features/translations/use-cell-navigation.ts';

const size = { rowCount: 20, columnCount: 3 };
interface Modifiers {
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly isAltGraph?: boolean;
}
const press = (key: string, { isAltGraph = false, ...held }: Modifiers = {}, column = 2) =>
  findCellKeyAction(
    {
      key,
      code: '',
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      ...held,
      getModifierState: (name) => isAltGraph && name === 'AltGraph',
    },
    { rowIndex: 10, column },
    size,
  );

describe('a key on a cell of the translations table', () => {
  test('that writes a character starts a text with it, on Windows with AltGr, too', () => {
    expect(press('a')).toEqual({ type: 'write', typed: 'a' });
    for (const key of ['@', '€', '['])
      expect(press(key, { ctrlKey: true, altKey: true, isAltGraph: true })).toEqual({ type: 'write', typed: key });
  });

  test('starts no text on a name, with Space, or where it is composed', () => {
    expect(press('a', {}, 0)).toBeNull();
    expect([press(' '), press('Dead')]).toEqual([null, null]);
  });

  test('is a shortcut with Ctrl or Alt', () => {
    expect([press('a', { ctrlKey: true }), press('l', { altKey: true }), press('ArrowUp', { altKey: true })]).toEqual([null, null, null]);
  });

  test('moves the focus, as far as the table with Ctrl', () => {
    expect(press('ArrowDown')).toEqual({ type: 'move', to: { rowIndex: 11, column: 2 } });
    expect(press('PageUp')).toEqual({ type: 'move', to: { rowIndex: 2, column: 2 } });
    expect(press('Home')).toEqual({ type: 'move', to: { rowIndex: 10, column: 0 } });
    expect(press('End', { ctrlKey: true })).toEqual({ type: 'move', to: { rowIndex: 19, column: 2 } });
  });

  test('edits the cell: Enter and F2', () => {
    expect([press('Enter'), press('F2')]).toEqual([{ type: 'edit' }, { type: 'edit' }]);
  });
});
