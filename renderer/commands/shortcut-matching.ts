/** Keys as they are written (`Mod+Shift+Z`, `F6`, `?`) and as they are pressed. */
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
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  if (mod !== wants('Mod') || other || event.altKey !== wants('Alt')) return false;
  // A sign such as ? needs Shift on some keyboards and not on others.
  if (!/^[A-Za-z0-9]$/.test(last) && last.length === 1) return event.key === last;
  if (event.shiftKey !== wants('Shift')) return false;
  // With Alt a Mac types other letters: there the place of the key counts.
  return event.key.toLowerCase() === last.toLowerCase() || (wants('Alt') && event.code === `Key${last.toUpperCase()}`);
}

/** What was pressed, as it is written; null while only Shift and the like are held. */
export function shortcutFromEvent(event: KeyPress, isMac: boolean): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'].includes(event.key)) return null;
  const isLetter = /^Key[A-Z]$/.test(event.code) && event.altKey;
  const key = isLetter ? event.code.slice(3) : event.key === '+' ? 'Plus' : event.key === ' ' ? 'Space' : event.key;
  const last = key.length === 1 ? key.toUpperCase() : key;
  const isSign = last.length === 1 && !/^[A-Z0-9]$/.test(last);
  const held = [
    (isMac ? event.metaKey : event.ctrlKey) && 'Mod',
    event.altKey && 'Alt',
    event.shiftKey && !isSign && last !== 'Plus' && 'Shift',
  ].filter((each) => each !== false);
  return [...held, last].join('+');
}
