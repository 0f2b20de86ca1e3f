/**
 * Records as blocks of the text files of a story folder (docs/story-folder.md): each field by name, in the order of its kind, without those that have their
 * default. What the place of a block says is not repeated in it, and the texts of other languages are blocks of their own, in the files of their language.
 */
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, isKindName, type KindDefinition, type KindName } from '../../shared/model/kinds/kinds.ts';
import { envelope } from '../../shared/model/kinds/record-envelope.ts';
import { canonicalizeRichText, type RichTextResult } from '../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import { decodeRecordObject, type RecordFaultReporter } from './record-codec.ts';

/** A record that the place of a block names: the board of its folder, or the record that its file is about. */
export interface BlockOwner {
  readonly kind: KindName;
  readonly id: string;
}

export interface BlockContext {
  /** The innermost first. */
  readonly owners: readonly BlockOwner[];
  readonly mainLocale: string;
  /** The languages whose texts are in files of their own, in the order of the project. All others are in the block of the record. */
  readonly fileLocales: ReadonlySet<string>;
}

export interface RecordBlocks {
  readonly block: JsonObject;
  /** What the files of other languages contain of the record, by language. */
  readonly translations: ReadonlyMap<string, JsonObject>;
}

/** The key of fields that cannot be beside the others, because they have a name of theirs. */
const otherFieldsKey = 'extra';
const sourcesKey = 'translatedFrom';
/** Not beside the fields of a kind: comments are in files of their own, and the id is the key of the block. */
const reservedNames: ReadonlySet<string> = new Set([...Object.keys(envelope), 'format', 'conflict']);

/** The fields with a value for each language: texts, and how their translations stand. */
function fieldsByLocale({ localizedFields, fields }: KindDefinition): readonly string[] {
  return localizedFields.length > 0 && 'status' in fields ? [...localizedFields, 'status'] : localizedFields;
}

/** What a record has in these languages, by field: texts, how their translations stand, and what they were translated from. */
export function translationEntriesIn(record: AnyRecord, locales: ReadonlySet<string>): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const field of [...fieldsByLocale(getKind(record.kind)), sourcesKey]) {
    const value = record[field];
    if (!isJsonObject(value)) continue;
    const entries = Object.entries(value).filter(([key]) => locales.has(field === sourcesKey ? (splitSourceKey(key)[1] ?? '') : key));
    if (entries.length > 0) found.set(field, Object.fromEntries(entries));
  }
  return found;
}

export function encodeRecordBlock(record: AnyRecord, context: BlockContext): RecordBlocks {
  const kind = getKind(record.kind);
  const byLocale = fieldsByLocale(kind);
  const block: Record<string, unknown> = { kind: record.kind };
  const translations = new Map<string, Record<string, unknown>>();
  const translationIn = (locale: string): Record<string, unknown> => {
    const known = translations.get(locale) ?? {};
    translations.set(locale, known);
    return known;
  };
  if (record.rank !== '') block.rank = record.rank;
  if (record.outputRank !== undefined) block.outputRank = record.outputRank;
  for (const field of Object.keys(kind.fields)) {
    const value = record[field];
    if (value === undefined || jsonEquals(value, kind.defaults[field]) || value === impliedValue(kind, field, context)) continue;
    const rule = kind.texts[field];
    if (!byLocale.includes(field) || !isJsonObject(value)) {
      block[field] = mapText(value, rule, encodeLines);
      continue;
    }
    const entries = Object.entries(value).map(([locale, entry]) => [locale, encodeEntry(entry, rule)] as const);
    for (const [locale, entry] of entries) if (context.fileLocales.has(locale)) translationIn(locale)[field] = entry;
    const own = entries.filter(([locale]) => !context.fileLocales.has(locale));
    const isMainOnly = own.every(([locale]) => locale === context.mainLocale);
    if (own.length > 0) block[field] = isMainOnly ? own[0]?.[1] : Object.fromEntries(own);
    else if (entries.length === 0) block[field] = {};
  }
  encodeSources(record, context, { block, translationIn });
  Object.assign(block, encodeOtherFields(record.extra));
  return { block, translations };
}

const encodeEntry = (entry: unknown, rule: TextRule | undefined): unknown =>
  rule?.localized && isJsonObject(entry) ? mapText(entry.text, rule, encodeLines) : entry;

function encodeSources(
  { kind: kindName, translatedFrom }: AnyRecord,
  { fileLocales }: BlockContext,
  { block, translationIn }: { readonly block: Record<string, unknown>; translationIn(locale: string): Record<string, unknown> },
): void {
  if (!translatedFrom) return;
  const others: [string, unknown][] = [];
  for (const [key, source] of Object.entries(translatedFrom)) {
    const [field = '', locale = ''] = splitSourceKey(key);
    const text = mapText(source, getKind(kindName).texts[field], encodeLines);
    if (!fileLocales.has(locale)) others.push([key, text]);
    else {
      const translation = translationIn(locale);
      translation[sourcesKey] = { ...(isJsonObject(translation[sourcesKey]) && translation[sourcesKey]), [field]: text };
    }
  }
  if (others.length > 0 || Object.keys(translatedFrom).length === 0) block[sourcesKey] = Object.fromEntries(others);
}

/** `<field>/<locale>`. Neither contains a slash. */
const splitSourceKey = (key: string): readonly string[] => key.split('/');

/** Beside the other fields, so that tools and other versions find them; in an object of their own where one of them has a name that is taken. */
function encodeOtherFields(extra: JsonObject | undefined): JsonObject {
  if (!extra) return {};
  return Object.keys(extra).some((name) => reservedNames.has(name)) ? { [otherFieldsKey]: extra } : extra;
}

/** What the place of a block says about a field that names the parent of the record. */
function impliedValue({ orders, references }: KindDefinition, field: string, { owners }: BlockContext): string | undefined {
  const targets = orders.some(({ parentField }) => parentField === field) ? references[field]?.targetKinds : undefined;
  return targets && owners.find(({ kind }) => targets.includes(kind))?.id;
}

interface BlockFaultReporter extends RecordFaultReporter {
  /** What the file of a language contains about a record that this version does not know; it is kept. */
  keepTranslation(locale: string, field: string, value: unknown): void;
}

/** Reports faults and returns undefined if there are any. Unknown fields are kept. The kind of the block must be one that this version knows. */
export function decodeRecordBlock(
  id: string,
  { block, translations }: RecordBlocks,
  context: BlockContext,
  reporter: BlockFaultReporter,
): AnyRecord | undefined {
  const { kind: kindName } = block;
  const kind = typeof kindName === 'string' && isKindName(kindName) ? getKind(kindName) : null;
  if (!kind) return decodeRecordObject(block, id, reporter);
  const byLocale = fieldsByLocale(kind);
  const texts = new CanonicalTexts();
  const decodeLines: TextMapping = (text, rule) => decodeText(text, rule, texts);
  const fields: Record<string, unknown> = { kind: kindName, id, rank: '' };
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(block)) {
    if (name === otherFieldsKey && isJsonObject(value)) Object.assign(extra, value);
    else if (name === sourcesKey) fields[name] = decodeSources(kind, value);
    else if (byLocale.includes(name))
      fields[name] = decodeMainEntries(value, kind.texts[name], { mainLocale: context.mainLocale, decodeLines });
    else if (name in kind.fields) fields[name] = mapText(value, kind.texts[name], decodeLines);
    else if (reservedNames.has(name)) fields[name] = value;
    else extra[name] = value;
  }
  for (const field of Object.keys(kind.fields)) {
    const implied = fields[field] === undefined || fields[field] === null ? impliedValue(kind, field, context) : undefined;
    // Not set and deleted again: everything that reads an object takes several times as long after that.
    if (implied !== undefined) fields[field] = implied;
  }
  for (const [locale, translation] of translations)
    for (const [name, value] of Object.entries(translation)) {
      if (byLocale.includes(name)) addEntry(fields, name, [locale, decodeEntry(value, kind.texts[name], decodeLines)]);
      else if (name === sourcesKey && isJsonObject(value))
        for (const [field, source] of Object.entries(value))
          addEntry(fields, sourcesKey, [`${field}/${locale}`, mapText(source, kind.texts[field], joinLines)]);
      else reporter.keepTranslation(locale, name, value);
    }
  if (Object.keys(extra).length > 0) fields.extra = extra;
  return decodeRecordObject(fields, id, reporter, texts);
}

function addEntry(fields: Record<string, unknown>, name: string, [key, value]: readonly [string, unknown]): void {
  const known = fields[name];
  fields[name] = Object.fromEntries([...Object.entries(isJsonObject(known) ? known : {}), [key, value]]);
}

/** The value of the main language, or an object with those of several. */
function decodeMainEntries(
  value: unknown,
  rule: TextRule | undefined,
  { mainLocale, decodeLines }: { readonly mainLocale: string; readonly decodeLines: TextMapping },
): JsonObject {
  const entries = isJsonObject(value) ? Object.entries(value) : [[mainLocale, value] as const];
  return Object.fromEntries(entries.map(([locale, entry]) => [locale, decodeEntry(entry, rule, decodeLines)]));
}

const decodeEntry = (value: unknown, rule: TextRule | undefined, decodeLines: TextMapping): unknown =>
  rule?.localized ? { text: mapText(value, rule, decodeLines) } : value;

function decodeSources({ texts }: KindDefinition, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, source]) => [key, mapText(source, texts[splitSourceKey(key)[0] ?? ''], joinLines)]),
  );
}

type TextMapping = (text: string, rule: TextRule) => string;

/** The value with its text in another form; other values are returned unchanged. */
function mapText(value: unknown, rule: TextRule | undefined, map: TextMapping): unknown {
  if (!rule) return value;
  if (rule.isTypedValue) {
    const isRich = isJsonObject(value) && value.type === 'string' && value.plain === false && typeof value.data === 'string';
    return isRich ? { ...value, data: map(String(value.data), rule) } : value;
  }
  return typeof value === 'string' ? map(value, rule) : value;
}

/** Between the end of a block of a rich text and the beginning of the next tag, with the line breaks that the text has there. */
const betweenBlocks = /(<\/(?:p|pre|blockquote|ul|ol|li)>)(\n*)(?=<[a-z])/g;

/** A rich text with a line for each paragraph: one line break more than the text has. */
const encodeLines: TextMapping = (text, { format }) => (isRich(format) ? text.replace(betweenBlocks, '$1\n$2') : text);

/** The text without the line breaks that `encodeLines` adds. */
const joinLines: TextMapping = (text, { format }) =>
  isRich(format) ? text.replace(betweenBlocks, (_, end: string, breaks: string) => end + breaks.slice(1)) : text;

/** The lines of a text in a file, each a paragraph or a part of one. */
export const linesOfText = (text: string, format: TextRule['format']): string[] =>
  encodeLines(text, { format, localized: false }).split('\n');

/** The text with these lines. */
export const textOfLines = (lines: readonly string[], format: TextRule['format']): string =>
  joinLines(lines.join('\n'), { format, localized: false });

/** Canonicalizes the texts of a record. One that is in canonical form already is known when the record is checked, and not parsed again. */
class CanonicalTexts {
  readonly #known = new Set<string>();

  canonicalize(html: string): RichTextResult {
    if (this.#known.has(html)) return { ok: true, html };
    const result = canonicalizeRichText(html, 'story');
    if (result.ok) this.#known.add(result.html);
    return result;
  }
}

/** The text in canonical form, as far as it is valid: people write these files, too. */
function decodeText(text: string, rule: TextRule, texts: CanonicalTexts): string {
  if (rule.format === 'plain') return text;
  if (rule.format === 'script') {
    const read = canonicalizeConditionScript(text);
    return read.ok ? read.script : text;
  }
  const joined = joinLines(text, rule);
  const read = texts.canonicalize(joined);
  return read.ok ? read.html : joined;
}

const isRich = (format: TextRule['format']): boolean => format === 'rich' || format === 'note';
