/** Languages and localized texts: the file's `locales`, and the texts in `contents` or, in the main language, on the entries themselves. */

import type { z } from 'zod';
import { formatSchemaIssue } from '../../shared/contracts/schema-issues.ts';
import { localeSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type Locale, project } from '../../shared/model/kinds/project.ts';
import { canonicalizeRichText } from '../../shared/rich-text/canonicalize-rich-text.ts';
import type { ImportSession } from './import-session.ts';
import { isRawObject, type RawObject } from './story-file.ts';

type LocalizedTexts = { [locale: string]: { text: string | null } };

/** The languages of the file, English where it names none (G20). */
export function readLocales(reading: ImportSession): readonly Locale[] {
  const { errors, file } = reading;
  const value = file.root.locales ?? [];
  if (!Array.isArray(value)) errors.addInvalidValue('locales', 'must be a list');
  const locales = (Array.isArray(value) ? value : []).flatMap((raw: unknown, index) => {
    const { iso, name, base } = isRawObject(raw) ? raw : {};
    const read = localeSchema.safeParse({ iso, name: name ?? iso, base: base ?? null });
    if (!read.success) {
      for (const issue of read.error.issues)
        errors.addInvalidValue(['locales', index, ...issue.path].join('.'), formatSchemaIssue(issue as z.core.$ZodIssue));
      return [];
    }
    return read.data;
  });
  if (locales.length === 0) return project.defaults.locales;
  reading.languages = new Set(locales.map(({ iso }) => iso));
  reading.mainLocale = locales.find(({ base }) => base === null)?.iso ?? 'en';
  return locales;
}

export type TextReader = (reading: ImportSession, text: string, path: string) => string;

/** Rich text in its canonical form (G21, story dialect). Mentions of nothing stay: they are words. */
export const readStoryRichText: TextReader = (reading, text, path) => {
  const read = canonicalizeRichText(text, 'story');
  if (read.ok) return read.html;
  reading.errors.addInvalidValue(path, read.error);
  return text;
};
export const readStoryPlainText: TextReader = (_reading, text) => text;

/** A localized field: a string of the entry goes to the main language, `contents` counts before it. */
export function readLocalizedField(
  reading: ImportSession,
  collection: string,
  id: string,
  raw: RawObject,
  field: string,
  read: TextReader,
): LocalizedTexts {
  const texts = new Map<string, { text: string | null }>();
  const own = raw[field];
  if (isRawObject(own)) readTexts(reading, own, `${collection}.${id}.${field}`, read, texts);
  else if (typeof own === 'string') texts.set(reading.mainLocale, { text: read(reading, own, `${collection}.${id}.${field}`) });
  else if (own !== undefined && own !== null) reading.errors.addInvalidValue(`${collection}.${id}.${field}`, 'must be text');
  const translated = reading.file.contents.get(id)?.[field];
  if (isRawObject(translated)) readTexts(reading, translated, `contents.${id}.${field}`, read, texts);
  else if (translated !== undefined && translated !== null && !isEmptyList(translated))
    reading.errors.addInvalidValue(`contents.${id}.${field}`, 'must be an object');
  return Object.fromEntries(texts);
}

/** `_status`: how far each translation is; null where the file says nothing. */
export function readTranslationStatus(reading: ImportSession, id: string): RawObject | null {
  const status = reading.file.contents.get(id)?._status;
  if (status === undefined || status === null || isEmptyList(status)) return null;
  if (!isRawObject(status)) {
    reading.errors.addInvalidValue(`contents.${id}._status`, 'must be an object');
    return null;
  }
  const known = Object.entries(status).filter(([locale]) => isKnownLanguage(reading, locale, `contents.${id}._status.${locale}`));
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** What `contents` holds for nothing, or for fields that have no translations. */
export function checkContents(reading: ImportSession): void {
  for (const [id, raw] of reading.file.contents) {
    const fields = localizedFieldsByCollection[reading.file.collectionOf(id) ?? ''];
    if (!reading.file.collectionOf(id)) reading.reportMissing(`contents.${id}`, 'there is nothing with this id');
    else for (const field of Object.keys(raw)) if (field !== '_status' && !fields?.includes(field)) reading.notes.count('otherTexts');
  }
}

const localizedFieldsByCollection: Readonly<Record<string, readonly string[]>> = {
  elements: ['title', 'content'],
  connections: ['label'],
  components: ['name'],
};

function readTexts(
  reading: ImportSession,
  held: RawObject,
  path: string,
  read: TextReader,
  into: Map<string, { text: string | null }>,
): void {
  for (const [locale, value] of Object.entries(held)) {
    const at = `${path}.${locale}`;
    const text = isRawObject(value) ? (value.text ?? null) : value;
    if (!isKnownLanguage(reading, locale, at)) continue;
    if (text === null) into.set(locale, { text });
    else if (typeof text === 'string') into.set(locale, { text: read(reading, text, at) });
    else reading.errors.addInvalidValue(at, 'must be text');
  }
}

function isKnownLanguage(reading: ImportSession, locale: string, path: string): boolean {
  if (reading.languages.has(locale)) return true;
  reading.reportMissing(path, `the story has no language ${locale}`);
  return false;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
