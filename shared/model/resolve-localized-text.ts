/** A localized text in one language: its own text, or that of the language it falls back to ([Localized content]). */
import type { LocalizedText } from './kinds/field-schemas.ts';
import type { Locale } from './kinds/project.ts';

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
