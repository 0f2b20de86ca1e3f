/** Keys as they are shown. */
import { expect, test } from 'vitest';
import { formatShortcut } from '../../../renderer/ui/shortcut-keys.tsx';

test.each([
  ['Mod+Shift+Z', 'Ctrl+Shift+Z'],
  ['Mod+Plus', 'Ctrl++'],
  ['Alt+Shift+ArrowUp', 'Alt+Shift+↑'],
  ['F2', 'F2'],
])('%s is shown as %s', (keys, shown) => {
  expect(formatShortcut(keys)).toBe(shown);
});
