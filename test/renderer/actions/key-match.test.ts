import { expect, test } from 'vitest';
import { isPressed } from '../../../renderer/actions/key-match.ts';

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
  expect(isPressed('Mod+Z', key('z', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+Z', key('z', { metaKey: true }), true)).toBe(true);
  expect(isPressed('Mod+Z', key('z', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed('Mod+Z', key('z'), false)).toBe(false);
});

test('Shift and Alt must be as written', () => {
  expect(isPressed('Mod+Z', key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPressed('Mod+Shift+Z', key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
  expect(isPressed('F6', key('F6', { shiftKey: true }), false)).toBe(false);
});

test('with Alt the place of the key counts, since a Mac types another letter', () => {
  expect(isPressed('Alt+N', { ...key('˜', { altKey: true }), code: 'KeyN' }, true)).toBe(true);
});

test('a sign is what is typed, with Shift or without', () => {
  expect(isPressed('?', key('?', { shiftKey: true }), false)).toBe(true);
  expect(isPressed('?', key('?'), false)).toBe(true);
  expect(isPressed('Mod+/', key('/', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
});
