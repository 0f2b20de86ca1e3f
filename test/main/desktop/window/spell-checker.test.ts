/** The spell checker with several windows. Electron is replaced by the parts of its session that it uses. */
import { EventEmitter } from 'node:events';
import type { BrowserWindow, Session } from 'electron';
import { expect, test, vi } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';

vi.mock('electron', () => ({ Menu: {} }));

vi.resetModules();
const { openSpellChecker } = await import('../../../../main/desktop/window/spell-checker.ts');

test('checks the languages of all windows, and returns to each window those of its own story', () => {
  const set = { languages: [] as string[], isEnabled: false };
  const session = {
    availableSpellCheckerLanguages: ['de', 'en-US', 'fr'],
    setSpellCheckerEnabled: (isEnabled: boolean) => Object.assign(set, { isEnabled }),
    setSpellCheckerLanguages: (languages: string[]) => Object.assign(set, { languages }),
  };
  const checker = openSpellChecker({
    t,
    // Only these of it are used.
    session: session as unknown as Session,
    platform: 'win32',
    folder: '/nowhere',
    preferences: () => ({ on: true, downloads: true }),
    savePreferences: () => undefined,
  });
  // The checker only waits until they are closed.
  const [one, two] = [new EventEmitter(), new EventEmitter()] as unknown as [BrowserWindow, BrowserWindow];
  expect(checker.configure(one, { languages: ['de'] })).toMatchObject({ checked: ['de'] });
  expect(checker.configure(two, { languages: ['en', 'fr'] })).toMatchObject({ checked: ['en', 'fr'] });
  expect(set).toEqual({ languages: ['de', 'en-US', 'fr'], isEnabled: true });
  // The settings ask without languages.
  expect(checker.configure(one, {})).toMatchObject({ checked: ['de'] });
  expect(set.languages).toEqual(['de', 'en-US', 'fr']);
  two.emit('closed');
  expect(set).toEqual({ languages: ['de'], isEnabled: true });
  one.emit('closed');
  expect(set).toEqual({ languages: [], isEnabled: false });
});
