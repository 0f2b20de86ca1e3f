/**
 * Reads languages and localized texts: the `locales` of the file, and the texts in `contents` or, for the main language, in the entries
 * themselves.
 */

import { formatSchemaIssue, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { localeSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { allKinds, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import { type Locale, project } from '../../shared/model/kinds/project.ts';
import { canonicalizeRichText } from '../../shared/rich-text/canonicalize-rich-text.ts';
import type { ImportSession } from './import-session.ts';

type LocalizedTexts = { readonly [locale: string]: { readonly text: string | null } };

/** The languages of the file; only English if it names none (G20). */
export function readLocales(session: ImportSession): readonly Locale[] {
  const { errors, file } = session;
  const value = file.root.locales ?? [];
  if (!Array.isArray(value)) errors.addInvalidValue('locales', message('fault.type.list'));
  const locales = (Array.isArray(value) ? value : []).flatMap((raw: unknown, index) => {
    const { iso, name, base } = isJsonObject(raw) ? raw : {};
    const read = safeParseJson(localeSchema, { iso, name: name ?? iso, base: base ?? null });
    if (!read.success) {
      for (const issue of read.error.issues) errors.addInvalidValue(['locales', index, ...issue.path].join('.'), formatSchemaIssue(issue));
      return [];
    }
    return read.data;
  });
  if (locales.length === 0) return project.defaults.locales;
  session.setLocales(locales);
  return locales;
}

type TextReader = (session: ImportSession, text: string, path: string) => string;

/** Reads rich text as canonical text (G21, story dialect). Mentions of missing records are kept as plain text. */
export const readStoryRichText: TextReader = (session, text, path) => {
  const read = canonicalizeRichText(text, 'story');
  if (read.ok) return read.html;
  session.errors.addInvalidValue(path, read.error);
  return text;
};
const readStoryPlainText: TextReader = (_reading, text) => text;

/** The localized fields of an entry, by name. */
export function readLocalizedFields(
  session: ImportSession,
  kindName: KindName,
  id: string,
  raw: JsonObject,
): Record<string, LocalizedTexts> {
  const { plural, texts, localizedFields } = getKind(kindName);
  const read: Record<string, LocalizedTexts> = {};
  for (const field of localizedFields)
    read[field] = readLocalizedField(
      session,
      plural,
      id,
      raw,
      field,
      texts[field]?.format === 'plain' ? readStoryPlainText : readStoryRichText,
    );
  return read;
}

/** Reads a localized field. A string in the entry belongs to the main language; `contents` takes precedence. */
function readLocalizedField(
  session: ImportSession,
  collection: string,
  id: string,
  raw: JsonObject,
  field: string,
  read: TextReader,
): LocalizedTexts {
  const texts = new Map<string, { text: string | null }>();
  const own = raw[field];
  if (isJsonObject(own)) readTexts(session, own, `${collection}.${id}.${field}`, read, texts);
  else if (typeof own === 'string') texts.set(session.mainLocale, { text: read(session, own, `${collection}.${id}.${field}`) });
  else if (own !== undefined && own !== null) session.errors.addInvalidValue(`${collection}.${id}.${field}`, message('fault.type.text'));
  const translated = session.file.contents.get(id)?.[field];
  if (isJsonObject(translated)) readTexts(session, translated, `contents.${id}.${field}`, read, texts);
  else if (translated !== undefined && translated !== null && !isEmptyList(translated))
    session.errors.addInvalidValue(`contents.${id}.${field}`, message('fault.type.object'));
  return texts.size === 0 ? noTexts : Object.fromEntries(texts);
}

/** Shared by all records, because most connections have no texts. */
const noTexts: LocalizedTexts = Object.freeze({});

/** Reads `_status`, the progress of each translation; null if the file contains none. */
export function readTranslationStatus(session: ImportSession, id: string): JsonObject | null {
  const status = session.file.contents.get(id)?._status;
  if (status === undefined || status === null || isEmptyList(status)) return null;
  if (!isJsonObject(status)) {
    session.errors.addInvalidValue(`contents.${id}._status`, message('fault.type.object'));
    return null;
  }
  const known = Object.entries(status).filter(([locale]) => isKnownLanguage(session, locale, `contents.${id}._status.${locale}`));
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** Reports entries of `contents` for missing records, or for fields that cannot be translated. */
export async function checkContents(session: ImportSession): Promise<void> {
  for (const [id, raw] of session.file.contents) {
    const pause = session.progress.addWork(0.1);
    if (pause) await pause;
    const collection = session.file.collectionOf(id);
    const fields = allKinds.find(({ plural }) => plural === collection)?.localizedFields;
    if (!collection) session.reportMissing(`contents.${id}`, message('import.fault.noRecord'));
    else for (const field of Object.keys(raw)) if (field !== '_status' && !fields?.includes(field)) session.notes.count('otherTexts');
  }
}

function readTexts(
  session: ImportSession,
  textsByLocale: JsonObject,
  path: string,
  read: TextReader,
  into: Map<string, { text: string | null }>,
): void {
  for (const [locale, value] of Object.entries(textsByLocale)) {
    const at = `${path}.${locale}`;
    const text = isJsonObject(value) ? (value.text ?? null) : value;
    if (!isKnownLanguage(session, locale, at)) continue;
    if (text === null) into.set(locale, { text });
    else if (typeof text === 'string') into.set(locale, { text: read(session, text, at) });
    else session.errors.addInvalidValue(at, message('fault.type.text'));
  }
}

function isKnownLanguage(session: ImportSession, locale: string, path: string): boolean {
  if (session.hasLanguage(locale)) return true;
  session.reportMissing(path, message('import.fault.noLanguage', { locale }));
  return false;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
