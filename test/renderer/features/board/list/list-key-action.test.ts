import { describe, expect, test } from 'vitest';
import type { BoardListRowData } from '../../../../../renderer/features/board/list/board-list-rows.ts';
import { findListKeyAction, type PressedKey } from '../../../../../renderer/features/board/list/use-board-list.ts';

const row = (id: string, level: BoardListRowData['level'], isExpanded: boolean | null): BoardListRowData => ({
  id,
  kind: 'item',
  level,
  position: 1,
  siblings: 1,
  isExpanded,
});
const rows = [row('branch', 1, true), row('condition', 2, true), row('target', 3, null), row('element', 1, false), row('note', 1, null)];
const press = (id: string, key: string, modifiers: Partial<PressedKey> = {}) =>
  findListKeyAction(
    { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers },
    { rows, activeIndex: rows.findIndex((each) => each.id === id), rowsPerPage: 2 },
  );
const select = (id: string, mode = 'only') => ({ type: 'select', index: rows.findIndex((each) => each.id === id), mode });

describe('the keys of the list view', () => {
  test('arrows, page keys, Home and End select a row, and stop at the ends', () => {
    expect(press('target', 'ArrowDown')).toEqual(select('element'));
    expect(press('branch', 'ArrowUp')).toEqual(select('branch'));
    expect(press('branch', 'PageDown')).toEqual(select('target'));
    expect(press('condition', 'PageUp')).toEqual(select('branch'));
    expect(press('target', 'Home')).toEqual(select('branch'));
    expect(press('target', 'End')).toEqual(select('note'));
  });

  test('with Shift they select a range, with Ctrl or Cmd they only move', () => {
    expect(press('target', 'ArrowDown', { shiftKey: true })).toEqual(select('element', 'range'));
    for (const modifier of ['ctrlKey', 'metaKey'])
      expect(press('target', 'End', { [modifier]: true })).toEqual({ type: 'focus', index: rows.length - 1 });
  });

  test('Space adds the row to the selection or removes it, also with Ctrl', () => {
    expect(press('element', ' ')).toEqual(select('element', 'toggle'));
    expect(press('element', ' ', { ctrlKey: true })).toEqual(select('element', 'toggle'));
  });

  test('ArrowRight expands a row, then goes to the first row below it', () => {
    expect(press('element', 'ArrowRight')).toEqual({ type: 'toggleExpansion' });
    expect(press('branch', 'ArrowRight')).toEqual(select('condition'));
    expect(press('note', 'ArrowRight')).toBeNull();
  });

  test('ArrowLeft collapses a row, or goes to the row above it in the tree', () => {
    expect(press('condition', 'ArrowLeft')).toEqual({ type: 'toggleExpansion' });
    expect(press('target', 'ArrowLeft')).toEqual(select('condition'));
    expect(press('element', 'ArrowLeft')).toBeNull();
  });

  test('other keys, and these keys with Alt, belong to actions', () => {
    expect(press('element', 'Enter')).toBeNull();
    expect(press('element', 'ArrowDown', { altKey: true })).toBeNull();
    expect(press('element', 'ArrowRight', { shiftKey: true })).toBeNull();
  });

  test('an empty list has no keys', () => {
    expect(press('missing', 'ArrowDown')).toBeNull();
  });
});
