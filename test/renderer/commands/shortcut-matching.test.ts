import { expect, test } from 'vitest';
import { matchesShortcut } from '../../../renderer/commands/shortcut-matching.ts';

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

test('with Alt the place of the key counts, since a Mac types another letter', () => {
  expect(matchesShortcut('Alt+N', { ...key('˜', { altKey: true }), code: 'KeyN' }, true)).toBe(true);
});

test('a sign is what is typed, with Shift or without', () => {
  expect(matchesShortcut('?', key('?', { shiftKey: true }), false)).toBe(true);
  expect(matchesShortcut('?', key('?'), false)).toBe(true);
  expect(matchesShortcut('Mod+/', key('/', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
});
