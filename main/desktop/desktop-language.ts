/** The language of the menu, the tray item, notifications and dialogs: that of the window, or of the system before the window has one. */

import { english } from '../../shared/messages/english.ts';
import { type LanguageId, loadTranslator, matchLanguage } from '../../shared/messages/languages.ts';
import { type Translate, type Translator, translateWith } from '../../shared/messages/translator.ts';
import { describeError } from '../platform/errors.ts';

export interface DesktopLanguage {
  /** In the current language. */
  readonly t: Translate;
  /** Also stores the language for the next start. */
  change(language: LanguageId): Promise<void>;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

interface DesktopLanguageDeps {
  /** The language of the window at the last start. */
  readonly stored: () => LanguageId | undefined;
  readonly save: (language: LanguageId) => void;
  /** As BCP 47, the preferred one first. */
  readonly systemLanguages: readonly string[];
  readonly log: (line: string) => void;
}

/** In the language of the system, else in English: for what is shown while there are no settings. */
export const loadSystemTranslator = (systemLanguages: readonly string[]): Promise<Translator> =>
  loadTranslator(matchLanguage(systemLanguages)).catch(() => english);

/** English until the language is loaded; if it cannot be loaded, the language stays as it is. */
export function openDesktopLanguage({ stored, save, systemLanguages, log }: DesktopLanguageDeps): DesktopLanguage {
  const listeners = new Set<() => void>();
  let requested = stored() ?? matchLanguage(systemLanguages);
  let current: LanguageId = 'en';
  let translator = english;

  async function load(language: LanguageId): Promise<void> {
    requested = language;
    const loaded = await loadTranslator(language).catch((error: unknown) => {
      log(describeError(error));
      return null;
    });
    // Another language may have been chosen while this one was loaded.
    if (!loaded || requested !== language || current === language) return;
    current = language;
    translator = loaded;
    for (const listener of listeners) listener();
  }
  void load(requested);

  return {
    t: translateWith(() => translator),
    async change(language) {
      if (language !== stored()) save(language);
      await load(language);
    },
    onChange: (listener) => void listeners.add(listener),
  };
}
