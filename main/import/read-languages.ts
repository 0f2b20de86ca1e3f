/** Languages and localized texts: the file's `locales`, and the texts in `contents` or, in the main language, on the entries themselves. */
import type { z } from 'zod';
import { type Locale, locale as localeSchema, project } from '../../shared/kinds/project.ts';
import { readRichText } from '../../shared/rich-text/read.ts';
import { sayIssue } from '../../shared/schema-issues.ts';
import type { Reading } from './reading.ts';
import { isRaw, type Raw } from './story-file.ts';

type Localized = { [locale: string]: { text: string | null } };

/** The languages of the file, English where it names none (G20). */
export function readLocales(reading: Reading): readonly Locale[] {
  const { faults, file } = reading;
  const value = file.root.locales ?? [];
  if (!Array.isArray(value)) faults.wrong('locales', 'must be a list');
  const locales = (Array.isArray(value) ? value : []).flatMap((raw: unknown, index) => {
    const { iso, name, base } = isRaw(raw) ? raw : {};
    const read = localeSchema.safeParse({ iso, name: name ?? iso, base: base ?? null });
    if (!read.success) {
      for (const issue of read.error.issues) faults.wrong(['locales', index, ...issue.path].join('.'), sayIssue(issue as z.core.$ZodIssue));
      return [];
    }
    return read.data;
  });
  if (locales.length === 0) return project.defaults.locales;
  reading.languages = new Set(locales.map(({ iso }) => iso));
  reading.mainLocale = locales.find(({ base }) => base === null)?.iso ?? 'en';
  return locales;
}

export type TextReader = (reading: Reading, text: string, path: string) => string;

/** Rich text in its canonical form (G21, story dialect). Mentions of nothing stay: they are words. */
export const richText: TextReader = (reading, text, path) => {
  const read = readRichText(text, 'story');
  if (read.ok) return read.html;
  reading.faults.wrong(path, read.fault);
  return text;
};
export const plainText: TextReader = (_reading, text) => text;

/** A localized field: a string of the entry goes to the main language, `contents` counts before it. */
export function localizedField(reading: Reading, collection: string, id: string, raw: Raw, field: string, read: TextReader): Localized {
  const texts = new Map<string, { text: string | null }>();
  const own = raw[field];
  if (isRaw(own)) takeTexts(reading, own, `${collection}.${id}.${field}`, read, texts);
  else if (typeof own === 'string') texts.set(reading.mainLocale, { text: read(reading, own, `${collection}.${id}.${field}`) });
  else if (own !== undefined && own !== null) reading.faults.wrong(`${collection}.${id}.${field}`, 'must be text');
  const translated = reading.file.contents.get(id)?.[field];
  if (isRaw(translated)) takeTexts(reading, translated, `contents.${id}.${field}`, read, texts);
  else if (translated !== undefined && translated !== null && !isEmptyList(translated))
    reading.faults.wrong(`contents.${id}.${field}`, 'must be an object');
  return Object.fromEntries(texts);
}

/** `_status`: how far each translation is; null where the file says nothing. */
export function translationStatus(reading: Reading, id: string): Raw | null {
  const status = reading.file.contents.get(id)?._status;
  if (status === undefined || status === null || isEmptyList(status)) return null;
  if (!isRaw(status)) {
    reading.faults.wrong(`contents.${id}._status`, 'must be an object');
    return null;
  }
  const known = Object.entries(status).filter(([locale]) => isLanguage(reading, locale, `contents.${id}._status.${locale}`));
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** What `contents` holds for nothing, or for fields that have no translations. */
export function checkContents(reading: Reading): void {
  for (const [id, raw] of reading.file.contents) {
    const fields = localizedFields[reading.file.homeOf(id) ?? ''];
    if (!reading.file.homeOf(id)) reading.missing(`contents.${id}`, 'there is nothing with this id');
    else for (const field of Object.keys(raw)) if (field !== '_status' && !fields?.includes(field)) reading.remarks.count('otherTexts');
  }
}

const localizedFields: Readonly<Record<string, readonly string[]>> = {
  elements: ['title', 'content'],
  connections: ['label'],
  components: ['name'],
};

function takeTexts(reading: Reading, held: Raw, path: string, read: TextReader, into: Map<string, { text: string | null }>): void {
  for (const [locale, value] of Object.entries(held)) {
    const at = `${path}.${locale}`;
    const text = isRaw(value) ? (value.text ?? null) : value;
    if (!isLanguage(reading, locale, at)) continue;
    if (text === null) into.set(locale, { text });
    else if (typeof text === 'string') into.set(locale, { text: read(reading, text, at) });
    else reading.faults.wrong(at, 'must be text');
  }
}

function isLanguage(reading: Reading, locale: string, path: string): boolean {
  if (reading.languages.has(locale)) return true;
  reading.missing(path, `the story has no language ${locale}`);
  return false;
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
