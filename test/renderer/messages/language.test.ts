/** The language of the window. */
import { afterEach, expect, test, vi } from 'vitest';
import { restoreLanguage, setLanguage } from '../../../renderer/messages/language.ts';
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

test('a language that was chosen in another window waits until this one is free, because drawing it again empties a form', async () => {
  const stored = new Map<string, string>();
  const window = new EventTarget();
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? 'en' });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const waiting: (() => void)[] = [];
  await restoreLanguage((follow) => waiting.push(follow));
  for (const language of ['de', 'ja']) {
    stored.set('taleport.language', language);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'taleport.language', newValue: language }));
  }
  expect([waiting.length, languageStore.getState().language]).toEqual([2, 'en']);
  for (const follow of waiting) follow();
  await expect.poll(() => languageStore.getState().language).toBe('ja');
});
