/** How far a text is in a language, as the text itself and its source tell it. */
import type { LocalizedText } from './kinds/field-schemas.ts';
import type { Locale } from './kinds/project.ts';
import { resolveLocalizedText } from './resolve-localized-text.ts';

/**
 * `changed`: its source is another than when it was written. `same`: what stands there word for word in the language it is based on: perhaps
 * nobody has translated it yet.
 */
export type TranslationState = 'missing' | 'changed' | 'same' | 'written';

/** `from` is what it was made from, where that is another text now (translated-from.ts). */
export function translationStateOf(
  text: LocalizedText,
  from: string | null,
  { iso, base }: Locale,
  locales: readonly Locale[],
): TranslationState {
  const own = text[iso]?.text ?? null;
  if (own === null || own === '') return 'missing';
  if (base === null) return 'written';
  return from !== null ? 'changed' : resolveLocalizedText(text, base, locales).html === own ? 'same' : 'written';
}
