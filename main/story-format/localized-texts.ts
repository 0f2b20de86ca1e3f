/**
 * Localized texts and the status of translations. A file of one language has them with their records; a file of all languages has them in its root object
 * `contents`, by record, field and language.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName, kindOfCollection } from '../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../shared/model/localized-text.ts';
import { type EncodeContext, type Entry, encodeLocalizedText } from './encoding.ts';
import type { StoryDecoder } from './story-decoder.ts';
import { storyFault } from './story-fault.ts';
import { type FileEntry, withEmptyMap } from './story-file.ts';
import type { LocalizedValues } from './story-selection.ts';

/**
 * [Exports] the texts of a record for `contents`. A connection without texts has no entry; a folder without a status has no `_status`; the name of the
 * root is not translated.
 */
export function encodeContents(record: AnyRecord, context: EncodeContext): Entry | undefined {
  if (!context.boards.includes(record) || record.id === context.project.projectRecord.roots.component) return undefined;
  const { texts: rules, localizedFields } = getKind(record.kind);
  const entry: Entry = {};
  for (const field of localizedFields) {
    const rule = rules[field];
    const texts = rule && encodeTexts(localizedTextOf(record, field), rule, record, context);
    if (texts && Object.keys(texts).length > 0) entry[field] = texts;
  }
  const hasStatus = record.status !== null;
  if (Object.keys(entry).length === 0 && !hasStatus) return undefined;
  const isFolder = record.kind === 'component' && record.type === 'folder';
  if (hasStatus || !isFolder) entry._status = encodeStatus(Object(record.status), context);
  return entry;
}

/** The text of a field in each language, in the order of the languages. */
function encodeTexts(texts: LocalizedValues, rule: TextRule, record: object, context: EncodeContext): Entry {
  const entry: Entry = {};
  for (const { iso } of context.languages.all) {
    const value = context.languages.resolve(texts, iso);
    if (value.text !== null) entry[iso] = { text: encodeLocalizedText(rule, value, value.text, context) };
  }
  const { main } = context.languages;
  const isOmitted = rule.whenEmpty === undefined || rule.whenEmpty === 'omitted';
  return isOmitted || main in entry ? entry : { [main]: { text: encodeLocalizedText(rule, record, null, context) }, ...entry };
}

/** The status of every language but the main one; `untranslated` if none is stored. */
function encodeStatus(status: Entry, { languages }: EncodeContext): Entry {
  const entry: Entry = {};
  for (const { iso, base } of languages.all) if (base !== null) entry[iso] = status[iso] ?? 'untranslated';
  return entry;
}

type DecodedTexts = { readonly [locale: string]: { readonly text: unknown } };

/** The localized fields of an entry, by name. */
export function decodeLocalizedFields(decoder: StoryDecoder, kindName: KindName, { id, raw }: FileEntry): Record<string, DecodedTexts> {
  const { plural, texts, localizedFields } = getKind(kindName);
  const inBase = decoder.policy.base?.get(id);
  const known = inBase?.kind === kindName ? inBase : undefined;
  const decoded: Record<string, DecodedTexts> = {};
  for (const field of localizedFields) {
    const own = raw[field];
    const translated = decoder.file.contents.get(id)?.[field];
    if (own === undefined && translated === undefined) decoded[field] = missingTexts(texts[field], known, field);
    else {
      const reading = { decoder, isPlain: texts[field]?.format === 'plain', into: new Map<string, { text: unknown }>() };
      if (known && !Array.isArray(decoder.file.root.locales)) keepOtherLanguages(reading, localizedTextOf(known, field));
      decodeLocalizedField(reading, own, `${plural}.${id}.${field}`, translated, `contents.${id}.${field}`);
      decoded[field] = reading.into.size === 0 ? noTexts : Object.fromEntries(reading.into);
    }
  }
  return decoded;
}

/** A field that the file lacks is empty if files omit empty fields of that name; otherwise it is that of the base. */
const missingTexts = (rule: TextRule | undefined, known: AnyRecord | undefined, field: string): DecodedTexts =>
  known === undefined || (rule?.whenEmpty ?? 'omitted') === 'omitted' ? noTexts : localizedTextOf(known, field);

interface TextReading {
  readonly decoder: StoryDecoder;
  readonly isPlain: boolean;
  readonly into: Map<string, { text: unknown }>;
}

/** A file of one language leaves out all others. */
function keepOtherLanguages({ decoder, into }: TextReading, texts: LocalizedValues): void {
  for (const [locale, { text }] of Object.entries(texts)) if (locale !== decoder.mainLocale) into.set(locale, { text });
}

/** A string in the entry belongs to the main language; `contents` takes precedence. */
function decodeLocalizedField(reading: TextReading, ownValue: unknown, ownPath: string, value: unknown, translatedPath: string): void {
  const { policy, mainLocale } = reading.decoder;
  const [own, translated] = [withEmptyMap(ownValue), withEmptyMap(value)];
  if (isJsonObject(own)) decodeTexts(reading, own, ownPath);
  else if (typeof own === 'string') reading.into.set(mainLocale, { text: decodeText(reading, own, ownPath) });
  else if (own !== undefined && own !== null) policy.addInvalidValue(ownPath, message('fault.type.text'));
  if (isJsonObject(translated)) decodeTexts(reading, translated, translatedPath);
  else if (translated !== undefined && translated !== null) policy.addInvalidValue(translatedPath, message('fault.type.object'));
}

function decodeTexts(reading: TextReading, textsByLocale: JsonObject, path: string): void {
  const { decoder, into } = reading;
  for (const [locale, value] of Object.entries(textsByLocale)) {
    const at = `${path}.${locale}`;
    const text = isJsonObject(value) ? (value.text ?? null) : value;
    if (!isKnownLanguage(decoder, locale, at)) continue;
    if (typeof text === 'string') into.set(locale, { text: decodeText(reading, text, at) });
    else if (text === null || decoder.isAgainstBase) into.set(locale, { text });
    else decoder.policy.addInvalidValue(at, message('fault.type.text'));
  }
}

const decodeText = ({ decoder, isPlain }: TextReading, text: string, path: string): string =>
  isPlain ? text : decoder.policy.canonicalText(text, path);

/** Shared by all records, because most connections have no texts. */
const noTexts: DecodedTexts = Object.freeze({});

/** The number of characters of decoded texts. */
export function countCharacters(fields: Readonly<Record<string, DecodedTexts>>): number {
  let characters = 0;
  for (const field in fields)
    for (const locale in fields[field]) {
      const text = fields[field][locale]?.text;
      if (typeof text === 'string') characters += text.length;
    }
  return characters;
}

/** Decodes `_status`, the progress of each translation; null if there is none. */
export function decodeTranslationStatus(decoder: StoryDecoder, id: string): unknown {
  const status = withEmptyMap(decoder.file.contents.get(id)?._status);
  if (decoder.isAgainstBase) return statusAgainst(decoder.policy.base?.get(id)?.status ?? null, status);
  if (status === undefined || status === null) return null;
  if (!isJsonObject(status)) {
    decoder.policy.addInvalidValue(`contents.${id}._status`, message('fault.type.object'));
    return null;
  }
  const known = Object.entries(status).filter(([locale]) => isKnownLanguage(decoder, locale, `contents.${id}._status.${locale}`));
  return known.length === 0 ? null : Object.fromEntries(known);
}

/** The status of the base where both say the same. Files of one language have no status, and nothing translated is the default. */
function statusAgainst(known: unknown, exported: unknown): unknown {
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

function isKnownLanguage(decoder: StoryDecoder, locale: string, path: string): boolean {
  if (decoder.hasLanguage(locale)) return true;
  decoder.policy.reportMissing(path, storyFault('noLanguage', { locale }));
  return false;
}

/** Reports entries of `contents` for missing records, or for fields that cannot be translated. */
export function* checkContents({ file, policy, isAgainstBase }: StoryDecoder): Generator<number> {
  if (isAgainstBase) return;
  for (const [id, raw] of file.contents) {
    yield 0.1;
    const collection = file.collectionOf(id);
    const kind = collection && kindOfCollection(collection);
    const fields = kind && getKind(kind).localizedFields;
    if (!collection) policy.reportMissing(`contents.${id}`, message('import.fault.noRecord'));
    else for (const field of Object.keys(raw)) if (field !== '_status' && !fields?.includes(field)) policy.note('otherTexts');
  }
}
