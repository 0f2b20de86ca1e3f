/** Localized texts of an export: in `contents`, or in the main language on the entries themselves; and how far each translation is. */
import { isJsonObject, type JsonObject, objectAt } from './json-object.ts';
import type { RemoteExportReader } from './remote-export-reader.ts';

type RawLocalizedText = Record<string, { text: unknown }>;

/** undefined: nothing is told. `known` is kept in the languages that an export of one language does not tell. */
export function readLocalizedText(
  told: RemoteExportReader,
  id: string,
  raw: JsonObject,
  field: string,
  known: object = {},
): RawLocalizedText | undefined {
  const own = raw[field];
  const translated = objectAt(told.contents, id)[field];
  if (own === undefined && translated === undefined) return undefined;
  const texts: RawLocalizedText = {};
  if (!Array.isArray(told.root.locales))
    for (const [locale, cell] of Object.entries(known))
      if (locale !== told.mainLocale && isJsonObject(cell)) texts[locale] = { text: cell.text };
  if (typeof own === 'string') texts[told.mainLocale] = { text: own };
  for (const held of [own, translated])
    for (const [locale, cell] of Object.entries(isJsonObject(held) ? held : {}))
      texts[locale] = { text: isJsonObject(cell) ? (cell.text ?? null) : cell };
  return texts;
}

/** null where every translation still has to be made: that is what nobody has said anything of. */
export function readTranslationStatus(told: RemoteExportReader, id: string): unknown {
  const said = objectAt(told.contents, id)._status;
  const known = told.base.get(id)?.status ?? null;
  if (!isJsonObject(said)) return known;
  const fresh = isUntranslated(said) ? null : said;
  return fresh === null && isUntranslated(isJsonObject(known) ? known : {})
    ? known
    : isJsonObject(known) && isSameStatus(said, known)
      ? known
      : fresh;
}

const isUntranslated = (status: JsonObject): boolean => Object.values(status).every((each) => each === 'untranslated');

/** A language without a word counts as untranslated. */
const isSameStatus = (one: JsonObject, two: JsonObject): boolean =>
  [...Object.keys(one), ...Object.keys(two)].every((iso) => (one[iso] ?? 'untranslated') === (two[iso] ?? 'untranslated'));
