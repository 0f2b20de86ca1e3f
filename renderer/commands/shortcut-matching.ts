/** Compares written shortcuts (`Mod+Shift+Z`, `F6`, `?`) with key presses. `Ctrl` is the control key on a Mac, too. */
import { isComposing } from '../platform/composition.ts';

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** While text is composed, no key is a shortcut: F6 to F10 convert Japanese, and what is composed is not in the text yet. */
export function matchesShortcut(keys: string, event: KeyPress, isMac: boolean): boolean {
  if (isComposing(event)) return false;
  const parts = keys.split('+').map((part) => (part === 'Plus' ? '+' : part));
  const last = parts.at(-1) ?? '';
  const wants = (part: string) => parts.includes(part);
  const wantsControl = wants('Ctrl') || (!isMac && wants('Mod'));
  if (event.ctrlKey !== wantsControl || event.metaKey !== (isMac && wants('Mod')) || event.altKey !== wants('Alt')) return false;
  // With Alt, the number pad types characters by their codes on Windows.
  if (wants('Alt') && event.code.startsWith('Numpad')) return false;
  // A character such as `?` requires Shift on some keyboards but not on others.
  if (!/^[A-Za-z0-9]$/.test(last) && last.length === 1)
    return event.key === last || (isReadByPlace(event, isMac) && event.code === physicalKey(last) && event.shiftKey === (last === '+'));
  if (event.shiftKey !== wants('Shift')) return false;
  if (event.key.toLowerCase() === last.toLowerCase()) return true;
  if (/^\d$/.test(last)) return isShortcutDigit(event) && event.code === physicalKey(last);
  return last.length === 1 && isReadByPlace(event, isMac) && event.code === physicalKey(last);
}

/**
 * Whether the place of a key on the keyboard counts instead of what it writes: in layouts of other scripts, and on a Mac with Alt, which changes what
 * is written. A Latin letter counts as it is written: on a German keyboard, Y and Z are exchanged.
 */
function isReadByPlace({ key, altKey }: KeyPress, isMac: boolean): boolean {
  if (isMac && altKey) return true;
  return /^(?!\p{Script=Latin})[\p{L}\p{M}\p{N}]$/u.test(key) && !/^\d$/.test(key);
}

/** With a modifier, a French keyboard writes signs by the keys of its digits. */
const isShortcutDigit = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  (ctrlKey || metaKey || altKey) && !/^[A-Za-z0-9]$/.test(key);

/** The Latin letter of a key press, as shortcuts read it, in lower case; the key itself where it has none. */
export const letterOf = (event: KeyPress, isMac: boolean): string =>
  isReadByPlace(event, isMac) && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key.toLowerCase();

/** The key of an American keyboard. */
function physicalKey(character: string): string | undefined {
  if (/^[A-Za-z]$/.test(character)) return `Key${character.toUpperCase()}`;
  if (/^\d$/.test(character)) return `Digit${character}`;
  const signs: Readonly<Record<string, string>> = {
    '-': 'Minus',
    '=': 'Equal',
    '+': 'Equal',
    '/': 'Slash',
    '?': 'Slash',
    '[': 'BracketLeft',
    ']': 'BracketRight',
    ',': 'Comma',
    '.': 'Period',
    ';': 'Semicolon',
  };
  return signs[character];
}

/** Whether a key press writes a character in a text on a Mac, although it is a shortcut elsewhere. */
export const isTypedByOption = ({ key, altKey, ctrlKey, metaKey }: KeyPress, isMac: boolean): boolean =>
  isMac && altKey && !ctrlKey && !metaKey && (key === 'Dead' || [...key].length === 1);

/** Whether a key press writes a character on the board, where Alt begins a shortcut on every system. */
export function writesCharacter(event: KeyPress & { readonly getModifierState: (key: string) => boolean }): boolean {
  if (event.key !== 'Dead' && [...event.key].length !== 1) return false;
  // On Windows, AltGr is reported as Ctrl with Alt.
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey);
}

/** Whether a written shortcut is a key that writes a character. */
export const isCharacterShortcut = (keys: string): boolean => /^(Shift\+)?(.|Plus|Space)$/.test(keys);

/** Keys whose written name is not the character that they type. */
const writtenKeys: Readonly<Record<string, string>> = { '+': 'Plus', ' ': 'Space' };

/** The pressed combination as a shortcut (`Mod+Shift+K`), or null while only modifiers are held. */
export function shortcutFromEvent(event: KeyPress, isMac: boolean): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Process', 'Unidentified'].includes(event.key)) return null;
  const letter = letterOf(event, isMac);
  const key = letter === event.key.toLowerCase() ? (writtenKeys[event.key] ?? event.key) : letter;
  if (key === 'Dead') return null;
  const last = key.length === 1 ? key.toUpperCase() : key;
  const isSign = last.length === 1 && !/^[A-Z0-9]$/.test(last);
  const modifiers = [
    (isMac ? event.metaKey : event.ctrlKey) && 'Mod',
    event.altKey && 'Alt',
    event.shiftKey && !isSign && last !== 'Plus' && 'Shift',
  ].filter((each) => each !== false);
  return [...modifiers, last].join('+');
}
