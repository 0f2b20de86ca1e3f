/** The language of the menu, the tray item, notifications and dialogs: that of the window, or of the system while the window has none. */

import { loadTranslator } from '../../shared/load-translator.ts';
import { english } from '../../shared/messages/english.ts';
import { type LanguageId, matchLanguage } from '../../shared/messages/languages.ts';
import { type Translate, type Translator, translateWith } from '../../shared/messages/translator.ts';
import { describeError } from '../platform/errors.ts';

export interface DesktopLanguage {
  /** Translates into the current language. */
  readonly t: Translate;
  /** Changes the language and stores it for the next start. */
  change(language: LanguageId): Promise<void>;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

interface DesktopLanguageDeps {
  /** The language of the window at the last start. */
  readonly stored: () => LanguageId | undefined;
  readonly save: (language: LanguageId) => void;
  /** Language tags (BCP 47), most preferred first. */
  readonly systemLanguages: readonly string[];
  readonly log: (line: string) => void;
}

/** Translates into the language of the system, or else English, for what is shown before settings are available. */
export const loadSystemTranslator = (systemLanguages: readonly string[]): Promise<Translator> =>
  loadTranslator(matchLanguage(systemLanguages)).catch(() => english);

/** Uses English until the language is loaded. If a language cannot be loaded, the current one remains. */
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
    // Another language may have been chosen while this one was being loaded.
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
