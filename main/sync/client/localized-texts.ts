/** Localized texts of an export: in `contents`, or in the main language in the entries themselves; and the status of each translation. */

import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { objectAt } from './json-object.ts';
import type { RemoteExportReader } from './remote-export-reader.ts';

type RawLocalizedText = Record<string, { text: unknown }>;

/**
 * The localized fields of a record, by name. A field that the export lacks is empty if exports omit empty fields of that name; otherwise it
 * is that of the base.
 */
export function readLocalizedTexts(exportReader: RemoteExportReader, kindName: KindName, id: string, raw: JsonObject): JsonObject {
  const { texts, localizedFields } = getKind(kindName);
  const base = exportReader.base.get(id);
  return Object.fromEntries(
    localizedFields.map((field) => {
      const known = localizedTextOf(base?.kind === kindName ? base : undefined, field);
      const isOmittedWhenEmpty = (texts[field]?.whenEmpty ?? 'omitted') === 'omitted';
      return [field, readLocalizedText(exportReader, id, raw, field, known) ?? (isOmittedWhenEmpty ? {} : known)];
    }),
  );
}

/** Undefined if the export contains no texts. `known` supplies the languages that an export of one language leaves out. */
export function readLocalizedText(
  exportReader: RemoteExportReader,
  id: string,
  raw: JsonObject,
  field: string,
  known: object = {},
): RawLocalizedText | undefined {
  const own = raw[field];
  const translated = objectAt(exportReader.contents, id)[field];
  if (own === undefined && translated === undefined) return undefined;
  const texts: RawLocalizedText = {};
  if (!Array.isArray(exportReader.root.locales))
    for (const [locale, fieldPath] of Object.entries(known))
      if (locale !== exportReader.mainLocale && isJsonObject(fieldPath)) texts[locale] = { text: fieldPath.text };
  if (typeof own === 'string') texts[exportReader.mainLocale] = { text: own };
  for (const held of [own, translated])
    for (const [locale, fieldPath] of Object.entries(isJsonObject(held) ? held : {}))
      texts[locale] = { text: isJsonObject(fieldPath) ? (fieldPath.text ?? null) : fieldPath };
  return texts;
}

/** null if nothing is translated, which is the default. */
export function readRemoteTranslationStatus(exportReader: RemoteExportReader, id: string): unknown {
  const exported = objectAt(exportReader.contents, id)._status;
  const known = exportReader.base.get(id)?.status ?? null;
  if (!isJsonObject(exported)) return known;
  const fresh = isUntranslated(exported) ? null : exported;
  const isUnchanged = isJsonObject(known) && isSameStatus(exported, known);
  const isStillUntranslated = fresh === null && isUntranslated(isJsonObject(known) ? known : {});
  return isUnchanged || isStillUntranslated ? known : fresh;
}

const isUntranslated = (status: JsonObject): boolean => Object.values(status).every((each) => each === 'untranslated');

/** A language without text counts as untranslated. */
const isSameStatus = (one: JsonObject, two: JsonObject): boolean =>
  [...Object.keys(one), ...Object.keys(two)].every((iso) => (one[iso] ?? 'untranslated') === (two[iso] ?? 'untranslated'));
