/** The language of the window: kept in the browser's storage, changed without a reload. */
import { isLanguageId, type Language, type LanguageId, languages, loadTranslator } from '../../shared/messages/languages.ts';
import { languageStore } from './translate.ts';

const STORAGE_KEY = 'taleport.language';

/** The languages for people, each as its speakers call it. */
export const languageOptions: readonly { readonly id: LanguageId; readonly label: string }[] = Object.entries<Language>(languages)
  .filter(([, { isForTests }]) => !isForTests)
  .flatMap(([id, { name }]) => (isLanguageId(id) ? [{ id, label: name }] : []));

/** Changes the language of this window and of those that start later. */
export async function setLanguage(language: LanguageId): Promise<void> {
  await loadLanguage(language);
  try {
    globalThis.localStorage?.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the language is that of this window only.
  }
}

/** Sets the language of last time, and follows other windows. English needs no loading: the first picture does not wait for it. */
export async function restoreLanguage(): Promise<void> {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && isLanguageId(newValue)) void loadLanguage(newValue);
  });
  const stored = readStoredLanguage();
  if (stored !== 'en') await loadLanguage(stored);
}

async function loadLanguage(language: LanguageId): Promise<void> {
  const translator = await loadTranslator(language);
  languageStore.setState({ language, translator });
  document.documentElement.lang = translator.locale;
}

function readStoredLanguage(): LanguageId {
  try {
    const stored = globalThis.localStorage?.getItem(STORAGE_KEY);
    return isLanguageId(stored) ? stored : 'en';
  } catch {
    return 'en';
  }
}
