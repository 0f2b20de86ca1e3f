/** The language of the menu, the tray item, notifications and dialogs: that of the window, or of the system before the window has one. */

import { english } from '../../shared/messages/english.ts';
import { type LanguageId, loadTranslator, matchLanguage } from '../../shared/messages/languages.ts';
import { type Translate, translateWith } from '../../shared/messages/translator.ts';

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
}

/** English until the language is loaded. */
export function openDesktopLanguage({ stored, save, systemLanguages }: DesktopLanguageDeps): DesktopLanguage {
  const listeners = new Set<() => void>();
  let wanted = stored() ?? matchLanguage(systemLanguages);
  let current: LanguageId = 'en';
  let translator = english;

  async function load(language: LanguageId): Promise<void> {
    wanted = language;
    const loaded = await loadTranslator(language);
    // Another language may have been chosen while this one was loaded.
    if (wanted !== language || current === language) return;
    current = language;
    translator = loaded;
    for (const listener of listeners) listener();
  }
  void load(wanted);

  return {
    t: translateWith(() => translator),
    async change(language) {
      if (language !== stored()) save(language);
      await load(language);
    },
    onChange: (listener) => void listeners.add(listener),
  };
}
