/** The language of the window. */
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../renderer/messages/language.ts';
import { languageStore } from '../../../renderer/messages/translate.ts';

afterEach(() => {
  languageStore.setState(languageStore.getInitialState());
  vi.unstubAllGlobals();
});

test('of two languages chosen one after the other the last one applies, whichever is loaded first', async () => {
  const stored = new Map<string, string>();
  const root = { lang: '' };
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => stored.set(key, value) });
  // English is part of the first load, German is not.
  await Promise.all([setLanguage('de'), setLanguage('en')]);
  const { language, translator } = languageStore.getState();
  expect([language, ...stored.values()]).toEqual(['en', 'en']);
  expect(root.lang).toBe(translator.locale);
});
