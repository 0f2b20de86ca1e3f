/**
 * The catalogue of what the window says. To add words: put them into `renderer/words/en/<your folder>.ts`,
 *   export const boardWords = catalogue({ empty: 'Nothing here yet', moved: (name: string) => `“${name}” was moved.`, side: { left: 'Left' } });
 * and take them where they are drawn: `boardWords.empty`, `boardWords.moved(name)`. Sets may be nested; what every folder needs is in en/common.ts.
 * Counts go through `many` (`many(n, { one: '# text', other: '# texts' })`), lists, numbers and days through shared/messages/format.ts. A link or a key inside
 * a sentence: fill.tsx. Parameters are the user's own words and are never compared: to choose between sentences use a set, a number or a boolean.
 * The language is settled when the window starts, so that words may also be read while a module is loaded.
 */
import type { MessageCatalogue } from '../../shared/messages/messages.ts';
import { pseudoLocalize } from './pseudo-locale.ts';

/** Where the window keeps the language. `pseudo` lengthens and accents every word, so that tests see what is not in the catalogue. */
export const LANGUAGE_STORAGE_KEY = 'taleport.language';

function readLanguage(): 'en' | 'pseudo' {
  try {
    return globalThis.localStorage?.getItem(LANGUAGE_STORAGE_KEY) === 'pseudo' ? 'pseudo' : 'en';
  } catch {
    return 'en';
  }
}

export const language = readLanguage();

/** Words of one folder, in the language of the window. */
export const defineMessages = <W extends MessageCatalogue>(english: W): W => (language === 'pseudo' ? pseudoLocalize(english) : english);
