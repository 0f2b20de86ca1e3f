import { expect, test } from 'vitest';
import { isCharacterShortcut, matchesShortcut, writesCharacter } from '../../../renderer/commands/shortcut-matching.ts';

const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key: name,
  code: `Key${name.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('Mod is Ctrl, and on a Mac the command key', () => {
  expect(matchesShortcut('Mod+Z', key('z', { ctrlKey: true }), false)).toBe(true);
  expect(matchesShortcut('Mod+Z', key('z', { metaKey: true }), true)).toBe(true);
  expect(matchesShortcut('Mod+Z', key('z', { ctrlKey: true }), true)).toBe(false);
  expect(matchesShortcut('Mod+Z', key('z'), false)).toBe(false);
});

test('Shift and Alt must be as written', () => {
  expect(matchesShortcut('Mod+Z', key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(matchesShortcut('Mod+Shift+Z', key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
  expect(matchesShortcut('F6', key('F6', { shiftKey: true }), false)).toBe(false);
});

test('with Alt the physical key counts, because a Mac types another character', () => {
  expect(matchesShortcut('Alt+N', { ...key('˜', { altKey: true }), code: 'KeyN' }, true)).toBe(true);
});

test('a sign is matched as it is typed, with or without Shift', () => {
  expect(matchesShortcut('?', key('?', { shiftKey: true }), false)).toBe(true);
  expect(matchesShortcut('?', key('?'), false)).toBe(true);
  expect(matchesShortcut('Mod+/', key('/', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
});

test('with Alt, digits and signs are those of the keys on a Mac, and never those of the number pad', () => {
  expect(matchesShortcut('Alt+1', { ...key('¡', { altKey: true }), code: 'Digit1' }, true)).toBe(true);
  expect(matchesShortcut('Alt+-', { ...key('–', { altKey: true }), code: 'Minus' }, true)).toBe(true);
  expect(matchesShortcut('Alt+Plus', { ...key('±', { altKey: true, shiftKey: true }), code: 'Equal' }, true)).toBe(true);
  // Alt with digits of the number pad types a character on Windows.
  expect(matchesShortcut('Alt+1', { ...key('1', { altKey: true }), code: 'Numpad1' }, false)).toBe(false);
});

test('a key writes a character unless it is held with Ctrl, Alt or the command key; AltGr writes, too', () => {
  const writes = (pressed: string, held: Parameters<typeof key>[1] = {}, isAltGraph = false) =>
    writesCharacter({ ...key(pressed, held), getModifierState: (name) => isAltGraph && name === 'AltGraph' });
  expect([writes('a'), writes('A', { shiftKey: true }), writes('?'), writes('Dead'), writes('🏰')]).toEqual(Array(5).fill(true));
  expect(writes('@', { ctrlKey: true, altKey: true }, true)).toBe(true);
  expect([writes('a', { ctrlKey: true }), writes('a', { metaKey: true }), writes('a', { altKey: true })]).toEqual(Array(3).fill(false));
  expect([writes('Enter'), writes('F2'), writes('ArrowLeft'), writes('Process')]).toEqual(Array(4).fill(false));
});

test('shortcuts that would write a character', () => {
  expect(['E', 'Shift+F', '?', 'Plus', '0'].map(isCharacterShortcut)).toEqual(Array(5).fill(true));
  expect(['Mod+G', 'Alt+1', 'F2', 'Delete', 'Shift+Enter', 'Escape'].map(isCharacterShortcut)).toEqual(Array(6).fill(false));
});
