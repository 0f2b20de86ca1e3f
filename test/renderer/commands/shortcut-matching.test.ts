import { expect, test } from 'vitest';
import {
  isCharacterShortcut,
  isTypedByOption,
  letterOf,
  matchesShortcut,
  shortcutFromEvent,
  writesCharacter,
} from '../../../renderer/commands/shortcut-matching.ts';

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

test('while text is composed, no key is a shortcut', () => {
  const pressed = key('Enter', { ctrlKey: true });
  expect(matchesShortcut('Mod+Enter', pressed, false)).toBe(true);
  expect(matchesShortcut('Mod+Enter', { ...pressed, isComposing: true }, false)).toBe(false);
  expect(matchesShortcut('Mod+Enter', { ...pressed, keyCode: 229 }, false)).toBe(false);
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

/** What the keys of each layout write, by their codes. */
const layouts = {
  Russian: { KeyZ: 'я', KeyY: 'н', KeyK: 'л', KeyE: 'у', BracketLeft: 'х' },
  Greek: { KeyZ: 'ζ', KeyY: 'υ', KeyK: 'κ', KeyE: 'ε' },
  Hebrew: { KeyZ: 'ז', KeyY: 'ט', KeyK: 'ל', KeyE: 'ק' },
  Arabic: { KeyZ: 'ئ', KeyY: 'غ', KeyK: 'ن', KeyE: 'ث' },
  Thai: { KeyZ: 'ผ', KeyY: 'ั', KeyK: 'า', KeyE: 'ำ' },
} as const;

test.each(Object.entries(layouts))('%s: the place of a key counts', (_, keys) => {
  const press = (code: keyof typeof keys, held: Parameters<typeof key>[1] = {}) => ({ ...key('', held), key: keys[code], code });
  expect(matchesShortcut('Mod+Z', press('KeyZ', { ctrlKey: true }), false)).toBe(true);
  expect(matchesShortcut('Mod+Shift+Z', press('KeyZ', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
  expect(matchesShortcut('Mod+Y', press('KeyY', { ctrlKey: true }), false)).toBe(true);
  expect(matchesShortcut('Mod+K', press('KeyZ', { ctrlKey: true }), false)).toBe(false);
  expect(matchesShortcut('E', press('KeyE'), false)).toBe(true);
  expect(matchesShortcut('Mod+Z', press('KeyZ', { metaKey: true }), true)).toBe(true);
  expect(letterOf(press('KeyZ', { ctrlKey: true }), false)).toBe('z');
  expect(shortcutFromEvent(press('KeyK', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod+Shift+K');
  // A key that writes a character still writes it.
  expect(writesCharacter({ ...press('KeyE'), getModifierState: () => false })).toBe(true);
});

test('signs are found by their place in a layout of another script', () => {
  expect(matchesShortcut('Mod+[', { ...key('х', { ctrlKey: true }), code: 'BracketLeft' }, false)).toBe(true);
  expect(matchesShortcut('Mod+]', { ...key('х', { ctrlKey: true }), code: 'BracketLeft' }, false)).toBe(false);
});

test('in a text on a Mac, Option writes characters', () => {
  const typed = (pressed: string, held: Parameters<typeof key>[1], mac = true) => isTypedByOption(key(pressed, held), mac);
  expect([typed('@', { altKey: true }), typed('Dead', { altKey: true }), typed('å', { altKey: true })]).toEqual(Array(3).fill(true));
  expect([typed('Enter', { altKey: true }), typed('m', { altKey: true, metaKey: true }), typed('m', { altKey: true }, false)]).toEqual(
    Array(3).fill(false),
  );
});

test('German: Y and Z are those that are written, with Alt, too', () => {
  const z = { ...key('z', { ctrlKey: true }), code: 'KeyY' };
  expect([matchesShortcut('Mod+Z', z, false), matchesShortcut('Mod+Y', z, false)]).toEqual([true, false]);
  const altZ = { ...key('z', { altKey: true }), code: 'KeyY' };
  expect([matchesShortcut('Alt+Z', altZ, false), matchesShortcut('Alt+Y', altZ, false)]).toEqual([true, false]);
  // Ö is written by the key of the semicolon.
  expect(matchesShortcut('Mod+;', { ...key('ö', { ctrlKey: true }), code: 'Semicolon' }, false)).toBe(false);
});

test('French: with a modifier, the keys of digits are digits; without one, they write their signs', () => {
  expect(matchesShortcut('Mod+1', { ...key('&', { ctrlKey: true }), code: 'Digit1' }, false)).toBe(true);
  expect(matchesShortcut('1', { ...key('&'), code: 'Digit1' }, false)).toBe(false);
  // A and Q are exchanged.
  expect(matchesShortcut('Mod+A', { ...key('a', { ctrlKey: true }), code: 'KeyQ' }, false)).toBe(true);
});
