/**
 * The texts of the window, in its language: `t('find.results.none')`, `t('assets.move.label', { name })`. They are read while a view is drawn, never while
 * a module is loaded: the language can change (language.ts). A link or a key inside a sentence: fill-message.tsx.
 */
import { createStore } from 'zustand/vanilla';
import { english, isMessageKey } from '../../shared/messages/english.ts';
import type { LanguageId } from '../../shared/messages/languages.ts';
import type { Message, MessageKey } from '../../shared/messages/message.ts';
import type { Translate, Translator } from '../../shared/messages/translator.ts';

export const languageStore = createStore<{ readonly language: LanguageId; readonly translator: Translator }>(() => ({
  language: 'en',
  translator: english,
}));

const current = (): Translator => languageStore.getState().translator;

export const t: Translate = (keyOrMessage: MessageKey | Message, params?: Message['params']): string =>
  current().t(typeof keyOrMessage === 'string' ? { key: keyOrMessage, ...(params && { params }) } : keyOrMessage);

/** The text of a key that was put together from data. Undefined: the catalogue has no such key. */
export const findText = (key: string): string | undefined => (isMessageKey(key) ? t({ key }) : undefined);

export const formatNumber: Translator['formatNumber'] = (value) => current().formatNumber(value);
export const formatPercent: Translator['formatPercent'] = (value) => current().formatPercent(value);
export const formatDate: Translator['formatDate'] = (milliseconds, options) => current().formatDate(milliseconds, options);
export const formatTimeAgo: Translator['formatTimeAgo'] = (count, unit) => current().formatTimeAgo(count, unit);
export const formatAlternatives: Translator['formatAlternatives'] = (items) => current().formatAlternatives(items);
