/** Compares written shortcuts (`Mod+Shift+Z`, `F6`, `?`) with key presses. `Ctrl` is the control key on a Mac, too. */
interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export function matchesShortcut(keys: string, event: KeyPress, isMac: boolean): boolean {
  const parts = keys.split('+').map((part) => (part === 'Plus' ? '+' : part));
  const last = parts.at(-1) ?? '';
  const wants = (part: string) => parts.includes(part);
  const wantsControl = wants('Ctrl') || (!isMac && wants('Mod'));
  if (event.ctrlKey !== wantsControl || event.metaKey !== (isMac && wants('Mod')) || event.altKey !== wants('Alt')) return false;
  // With Alt, the number pad types characters by their codes on Windows.
  if (wants('Alt') && event.code.startsWith('Numpad')) return false;
  // On a Mac, Alt changes the typed character, so the physical key is compared.
  const isPhysicalKey = wants('Alt') && event.code === physicalKey(last);
  // A character such as `?` requires Shift on some keyboards but not on others.
  if (!/^[A-Za-z0-9]$/.test(last) && last.length === 1)
    return event.key === last || (isMac && isPhysicalKey && event.shiftKey === (last === '+'));
  if (event.shiftKey !== wants('Shift')) return false;
  return event.key.toLowerCase() === last.toLowerCase() || isPhysicalKey;
}

/** The key of an American keyboard. */
function physicalKey(character: string): string | undefined {
  if (/^[A-Za-z]$/.test(character)) return `Key${character.toUpperCase()}`;
  if (/^\d$/.test(character)) return `Digit${character}`;
  return { '-': 'Minus', '=': 'Equal', '+': 'Equal', '/': 'Slash' }[character];
}

/** Whether a key press writes a character wherever text can be typed. On a Mac, Alt with a letter may write one, too, but shortcuts come first. */
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
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'].includes(event.key)) return null;
  const isLetter = /^Key[A-Z]$/.test(event.code) && event.altKey;
  const key = isLetter ? event.code.slice(3) : (writtenKeys[event.key] ?? event.key);
  const last = key.length === 1 ? key.toUpperCase() : key;
  const isSign = last.length === 1 && !/^[A-Z0-9]$/.test(last);
  const modifiers = [
    (isMac ? event.metaKey : event.ctrlKey) && 'Mod',
    event.altKey && 'Alt',
    event.shiftKey && !isSign && last !== 'Plus' && 'Shift',
  ].filter((each) => each !== false);
  return [...modifiers, last].join('+');
}
