import { findText } from '../messages/translate.ts';

/** Formats a shortcut for the platform and the language: `Mod+Shift+Z` is Ctrl+Shift+Z, on a Mac ⇧⌘Z. */
const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const macSymbols: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↩', Delete: '⌫', Backspace: '⌫' };

const arrowSymbols: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** `+` is the separator, so the plus key itself is written `Plus`. */
export function formatShortcut(keys: string): string {
  const parts = keys.split('+').map((part) => (part === 'Plus' ? '+' : (arrowSymbols[part] ?? part)));
  return mac ? parts.map((part) => macSymbols[part] ?? keyName(part)).join('') : parts.map(keyName).join('+');
}

/** What is printed on the key; letters and function keys have no message. */
const keyName = (key: string): string => findText(`ui.keys.${key === 'Mod' ? 'Ctrl' : key}`) ?? key;

export const isMac = mac;

export function ShortcutKeys({ keys }: { keys: string }) {
  return <kbd>{formatShortcut(keys)}</kbd>;
}
