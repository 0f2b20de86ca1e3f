/** Serializes the texts of all languages for the root object `contents`: by record, field and language, with the status of each translation. */
import type { StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { type ExportContext, type ExportObject, exportNullableText, exportRequiredText, exportTitle } from './export-context.ts';
import type { LocalizedValues } from './language-selection.ts';

/** [Exports] Title and content are written in the main language even where they are empty. */
export function serializeElementContents(record: StoryRecord<'element'>, exporting: ExportContext): ExportObject {
  const title = serializeTexts(record.title, exporting, exportTitle);
  const content = serializeTexts(record.content, exporting, exportRequiredText);
  const { main } = exporting.languages;
  return {
    title: main in title ? title : { [main]: { text: null }, ...title },
    content: main in content ? content : { [main]: { text: exportRequiredText(record, null, exporting) }, ...content },
    _status: serializeStatus(record, exporting),
  };
}

/** [Exports] A connection without text has no entry. */
export function serializeConnectionContents(record: StoryRecord<'connection'>, exporting: ExportContext): ExportObject | undefined {
  const label = serializeTexts(record.label, exporting, exportNullableText);
  if (Object.keys(label).length > 0) return { label, _status: serializeStatus(record, exporting) };
  return record.status === null ? undefined : { _status: serializeStatus(record, exporting) };
}

/** [Exports] The root has no entry; a folder without a status has no `_status`. */
export function serializeComponentContents(record: StoryRecord<'component'>, exporting: ExportContext): ExportObject | undefined {
  if (record.id === exporting.project.projectRecord.roots.component) return undefined;
  const { main } = exporting.languages;
  const name = serializeTexts(record.name, exporting, (_cell, text) => text);
  const named = main in name ? name : { [main]: { text: '' }, ...name };
  return record.type === 'folder' && record.status === null
    ? { name: named }
    : { name: named, _status: serializeStatus(record, exporting) };
}

/** The text of a field in each language, in the order of the languages. */
function serializeTexts(
  cells: LocalizedValues,
  exporting: ExportContext,
  written: (cell: object, text: string | null, exporting: ExportContext) => string | null,
): ExportObject {
  const out: ExportObject = {};
  for (const { iso } of exporting.languages.all) {
    const cell = exporting.languages.resolve(cells, iso);
    if (cell.text !== null) out[iso] = { text: written(cell, cell.text, exporting) };
  }
  return out;
}

/** For every language but the main one; without a stored status it is `untranslated`. */
function serializeStatus(record: Pick<StoryRecord<'element'>, 'status'>, { languages }: ExportContext): ExportObject {
  const out: ExportObject = {};
  for (const { iso, base } of languages.all) if (base !== null) out[iso] = record.status?.[iso] ?? 'untranslated';
  return out;
}
