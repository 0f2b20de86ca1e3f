/**
 * The source texts of outdated translations: what the source was when the translation was written. Records store them beside their fields
 * (`translatedFrom`); they are neither sent nor exported. No entry means that the source has not changed.
 */

/** By `<field>/<locale>`. */
export type TranslationSources = Readonly<Record<string, string>>;

export const translationSourceKey = (field: string, iso: string): string => `${field}/${iso}`;

/** The source text from when the translation was written; null if the source has not changed since. */
export const translationSourceOf = (
  record: { readonly translatedFrom?: TranslationSources } | null | undefined,
  field: string,
  iso: string,
): string | null => record?.translatedFrom?.[translationSourceKey(field, iso)] ?? null;
