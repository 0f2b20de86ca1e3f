/**
 * Localized texts and the status of translations. A file of one language has them with their records; a file of all languages has them in its root object
 * `contents`, by record, field and language.
 */
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../shared/model/localized-text.ts';
import { type EncodeContext, type Entry, encodeLocalizedText } from './encoding.ts';
import type { LocalizedValues } from './language-selection.ts';

/** The kinds whose records have texts and a translation status. */
export const translatedKinds: readonly KindName[] = ['element', 'connection', 'component'];

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
