/** Keys as they are shown. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { setLanguage } from '../../../renderer/messages/language.ts';
import { languageStore } from '../../../renderer/messages/translate.ts';
import { formatShortcut } from '../../../renderer/ui/shortcut-keys.tsx';

test.each([
  ['Mod+Shift+Z', 'Ctrl+Shift+Z'],
  ['Mod+Plus', 'Ctrl++'],
  ['Alt+Shift+ArrowUp', 'Alt+Shift+↑'],
  ['F2', 'F2'],
  ['Shift+PageDown', 'Shift+Page Down'],
])('%s is shown as %s', (keys, shown) => {
  expect(formatShortcut(keys)).toBe(shown);
});

test('keys have the names that are printed on the keyboards of the language', async () => {
  onTestFinished(() => {
    languageStore.setState(languageStore.getInitialState());
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  await setLanguage('de');
  expect(['Mod+Shift+Z', 'Delete', 'Home', 'PageUp'].map(formatShortcut)).toEqual(['Strg+Umschalt+Z', 'Entf', 'Pos1', 'Bild ↑']);
});
