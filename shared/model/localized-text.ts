/** The texts of localized fields by language: found by the name of a field, resolved where a language falls back to another, and how translations stand. */
import { isJsonObject } from '../json.ts';
import { isLocalizedText, type LocalizedText } from './kinds/field-schemas.ts';
import type { Locale } from './kinds/project.ts';

const noTexts: LocalizedText = {};

/** The texts of a field by language; without languages where the record lacks the field, or has something else in it. */
export function localizedTextOf(record: object | undefined, field: string): LocalizedText {
  const value = isJsonObject(record) ? record[field] : undefined;
  return isLocalizedText(value) ? value : noTexts;
}

/** A localized text in one language: its own text, or that of the language it falls back to ([Localized content]). */
export interface ResolvedText {
  readonly html: string | null;
  /** The language of the text; the requested one where no language has a text. */
  readonly iso: string;
}

export function resolveLocalizedText(text: LocalizedText, iso: string, locales: readonly Locale[]): ResolvedText {
  const seen = new Set<string>();
  for (let at: string | null = iso; at !== null && !seen.has(at); ) {
    seen.add(at);
    const own = text[at]?.text ?? null;
    if (own !== null && own !== '') return { html: own, iso: at };
    at = locales.find((locale) => locale.iso === at)?.base ?? null;
  }
  return { html: null, iso };
}

/**
 * The state of a translation. `changed`: the source has changed since the translation was written. `same`: the text equals its source, so it may be untranslated.
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

/** [G21] Whether a stored text counts as no text: none, an empty one, or a single empty paragraph. */
export const isEmptyText = (html: string | null | undefined): boolean =>
  html === null || html === undefined || html === '' || html === '<p></p>';
