/** Keys as they stand on the keyboard: `Mod+Shift+Z` is Ctrl+Shift+Z, on a Mac ⇧⌘Z. */
const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const onMac: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↩', Delete: '⌫', Backspace: '⌫' };

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** `+` joins, so that the plus key itself is written `Plus`. */
export function keysInWords(keys: string): string {
  const parts = keys.split('+').map((part) => (part === 'Plus' ? '+' : (arrows[part] ?? part)));
  return mac ? parts.map((part) => onMac[part] ?? part).join('') : parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
}

export const isMac = mac;

export function Keys({ keys }: { keys: string }) {
  return <kbd>{keysInWords(keys)}</kbd>;
}
