/**
 * Formats messages in the language of the window: `t('find.results.none')`, `t('assets.move.label', { name })`. Call it while rendering, never while
 * a module is loaded, because the language can change (language.ts). For links or keys inside a sentence see fill-message.tsx.
 */
import { createStore } from 'zustand/vanilla';
import { englishCatalogue, isMessageKey } from '../../shared/messages/english.ts';
import type { LanguageId } from '../../shared/messages/languages.ts';
import { createTranslator, type Translate, type Translator, translateWith } from '../../shared/messages/translator.ts';

export const languageStore = createStore<{ readonly language: LanguageId; readonly translator: Translator }>(() => ({
  language: 'en',
  translator: createTranslator(englishCatalogue, { isolatesNames: true }),
}));

const current = (): Translator => languageStore.getState().translator;

export const t: Translate = translateWith(current);

/** The text of a computed key, or undefined if the catalogue does not contain it. */
export const findText = (key: string): string | undefined => (isMessageKey(key) ? t({ key }) : undefined);

export const formatNumber: Translator['formatNumber'] = (value) => current().formatNumber(value);
export const formatPercent: Translator['formatPercent'] = (value) => current().formatPercent(value);
export const formatDate: Translator['formatDate'] = (milliseconds, options) => current().formatDate(milliseconds, options);
/** A date with a time, such as `21 Nov 2026, 04:12`. `iso` is ISO 8601; the time is to the minute (`short`) or to the second (`medium`). */
export const formatDateAndTime = (iso: string, timeStyle: 'short' | 'medium' = 'short'): string =>
  formatDate(Date.parse(iso), { dateStyle: 'medium', timeStyle });
export const formatTimeAgo: Translator['formatTimeAgo'] = (count, unit) => current().formatTimeAgo(count, unit);
export const formatAlternatives: Translator['formatAlternatives'] = (items) => current().formatAlternatives(items);
export const compareTexts: Translator['compareTexts'] = (one, two) => current().compareTexts(one, two);
export const findLanguageName: Translator['findLanguageName'] = (code) => current().findLanguageName(code);
