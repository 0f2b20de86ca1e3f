/**
 * The texts that translations were made from, of those that are others now. A record carries them beside its fields (`translatedFrom`): they are
 * neither sent nor exported. Nothing is kept of a translation whose source is as it was, so no entry means that it is still right.
 */

/** By `<field>/<locale>`. */
export type TranslationSources = Readonly<Record<string, string>>;

export const translationSourceKey = (field: string, iso: string): string => `${field}/${iso}`;

/** What the language it is based on said when it was written; null where that has not changed since. */
export const translationSourceOf = (
  record: { readonly translatedFrom?: TranslationSources } | null | undefined,
  field: string,
  iso: string,
): string | null => record?.translatedFrom?.[translationSourceKey(field, iso)] ?? null;
