/**
 * The texts of the window, in its language: `t('find.results.none')`, `t('assets.move', { name })`.
 * A link or a key inside a sentence: fill-message.tsx.
 */
import { english, isMessageKey } from '../../shared/messages/english.ts';
import type { Message, MessageKey } from '../../shared/messages/message.ts';
import { pseudoCatalogue } from '../../shared/messages/pseudo-locale.ts';
import { createTranslator, type Translate, type Translator } from '../../shared/messages/translator.ts';

/** Where the window stores its language. */
export const LANGUAGE_STORAGE_KEY = 'taleport.language';

function readLanguage(): 'en' | 'pseudo' {
  try {
    return globalThis.localStorage?.getItem(LANGUAGE_STORAGE_KEY) === 'pseudo' ? 'pseudo' : 'en';
  } catch {
    return 'en';
  }
}

const translator: Translator = readLanguage() === 'pseudo' ? createTranslator(pseudoCatalogue) : english;

export const t: Translate = (keyOrMessage: MessageKey | Message, params?: Message['params']): string =>
  translator.t(typeof keyOrMessage === 'string' ? { key: keyOrMessage, ...(params && { params }) } : keyOrMessage);

/** The text of a key that was put together from data. Undefined: the catalogue has no such key. */
export const findText = (key: string): string | undefined => (isMessageKey(key) ? t({ key }) : undefined);
