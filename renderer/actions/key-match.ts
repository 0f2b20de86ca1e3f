/** Whether a pressed key is the one that is written: `Mod+Shift+Z`, `F6`, `?`. */
interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export function isPressed(keys: string, event: Pressed, isMac: boolean): boolean {
  const parts = keys.split('+');
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
