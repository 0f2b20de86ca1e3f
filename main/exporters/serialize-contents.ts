/** Serializes the texts of all languages for the root object `contents`: by record, field and language, with the status of each translation. */

import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { getKind, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../shared/model/localized-text.ts';
import { type ExportContext, type ExportObject, exportLocalizedText } from './export-context.ts';
import type { LocalizedValues } from './language-selection.ts';

/** The kinds whose records have texts and a translation status. */
type TranslatedRecord = StoryRecord<'element' | 'connection' | 'component'>;

/** [Exports] a connection without texts has no entry; a folder without a status has no `_status`. */
export function serializeContents(record: TranslatedRecord, context: ExportContext): ExportObject | undefined {
  const { texts: rules, localizedFields } = getKind(record.kind);
  const out: ExportObject = {};
  for (const field of localizedFields) {
    const rule = rules[field];
    const texts = rule && serializeTexts(localizedTextOf(record, field), rule, record, context);
    if (texts && Object.keys(texts).length > 0) out[field] = texts;
  }
  const hasStatus = record.status !== null;
  if (Object.keys(out).length === 0 && !hasStatus) return undefined;
  const isFolder = record.kind === 'component' && record.type === 'folder';
  if (hasStatus || !isFolder) out._status = serializeStatus(record, context);
  return out;
}

/** The text of a field in each language, in the order of the languages. */
function serializeTexts(texts: LocalizedValues, rule: TextRule, record: object, context: ExportContext): ExportObject {
  const out: ExportObject = {};
  for (const { iso } of context.languages.all) {
    const value = context.languages.resolve(texts, iso);
    if (value.text !== null) out[iso] = { text: exportLocalizedText(rule, value, value.text, context) };
  }
  const { main } = context.languages;
  const isOmitted = rule.whenEmpty === undefined || rule.whenEmpty === 'omitted';
  return isOmitted || main in out ? out : { [main]: { text: exportLocalizedText(rule, record, null, context) }, ...out };
}

/** The status of every language but the main one; `untranslated` if none is stored. */
function serializeStatus(record: Pick<TranslatedRecord, 'status'>, { languages }: ExportContext): ExportObject {
  const out: ExportObject = {};
  for (const { iso, base } of languages.all) if (base !== null) out[iso] = record.status?.[iso] ?? 'untranslated';
  return out;
}
