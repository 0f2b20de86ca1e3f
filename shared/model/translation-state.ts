/** The state of a translation, derived from its text and its source. */
import { isEmptyText } from '../rich-text/is-empty-text.ts';
import type { LocalizedText } from './kinds/field-schemas.ts';
import type { Locale } from './kinds/project.ts';
import { resolveLocalizedText } from './resolve-localized-text.ts';

/**
 * `changed`: the source has changed since the translation was written. `same`: the text equals its source, so it may be untranslated.
 */
export type TranslationState = 'missing' | 'changed' | 'same' | 'written';

/** Whether there is a text in the language, not only in one that it falls back to. An empty paragraph is none. */
export function hasText(text: LocalizedText, iso: string): boolean {
  return !isEmptyText(text[iso]?.text);
}

export function hasTextInAnyLanguage(text: LocalizedText): boolean {
  for (const iso in text) if (hasText(text, iso)) return true;
  return false;
}

/** `from` is the source text from when it was written, if that has changed (translation-source.ts). */
export function translationStateOf(
  text: LocalizedText,
  from: string | null,
  { iso, base }: Locale,
  locales: readonly Locale[],
): TranslationState {
  if (!hasText(text, iso)) return 'missing';
  if (base === null) return 'written';
  if (from !== null) return 'changed';
  return resolveLocalizedText(text, base, locales).html === text[iso]?.text ? 'same' : 'written';
}
