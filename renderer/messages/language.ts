/** The language of the window: that of the system until the user selects one. It is stored in localStorage and can change without a reload. */

import { loadTranslator } from '../../shared/load-translator.ts';
import { isLanguageId, type LanguageId, matchLanguage } from '../../shared/messages/languages.ts';
import { languageStore } from './translate.ts';

const storageKey = 'taleport.language';

/** Changes the language of all windows, and stores it for the next start. */
export async function setLanguage(language: LanguageId): Promise<void> {
  if (!(await loadLanguage(language))) return;
  try {
    globalThis.localStorage?.setItem(storageKey, language);
  } catch {
    // Without storage, the language applies to this window only.
  }
}

let restoring = Promise.resolve();

/**
 * Restores the stored language and follows changes in other windows, each when `whenFree` calls it: the new language draws the window again, which empties
 * a form. English is part of the first load, so it takes no time.
 */
export function restoreLanguage(whenFree: (follow: () => void) => void): Promise<void> {
  restoring = restoreAndFollow(whenFree);
  return restoring;
}

/** Waits until the stored language is restored, or cannot be: for texts that are kept as they were formatted. */
export const waitForLanguage = (): Promise<void> => restoring.catch(() => undefined);

async function restoreAndFollow(whenFree: (follow: () => void) => void): Promise<void> {
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === storageKey) whenFree(() => void loadLanguage(readStoredLanguage()));
  });
  const stored = readStoredLanguage();
  if (stored !== 'en') await loadLanguage(stored);
}

let latestLoad = 0;
/** Returns false, and changes nothing, if another language was chosen meanwhile. */
async function loadLanguage(language: LanguageId): Promise<boolean> {
  const thisLoad = ++latestLoad;
  const translator = await loadTranslator(language, { isolatesNames: true });
  if (thisLoad !== latestLoad) return false;
  languageStore.setState({ language, translator });
  document.documentElement.lang = translator.locale;
  return true;
}

function readStoredLanguage(): LanguageId {
  try {
    const stored = globalThis.localStorage?.getItem(storageKey);
    if (isLanguageId(stored)) return stored;
  } catch {
    // Without storage there is no chosen language.
  }
  return matchLanguage(globalThis.navigator?.languages ?? []);
}
