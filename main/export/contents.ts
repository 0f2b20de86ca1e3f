/** The texts of all languages, as the root object `contents` holds them: by record, field and language, with how far each translation is. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { type Exporting, type Out, optionalText, wholeText } from './exporting.ts';
import type { Cells } from './locales.ts';

/** [Exports] Title and content are there in the main language even where they are empty. */
export function elementContents(record: StoryRecord<'element'>, exporting: Exporting): Out {
  const title = texts(record.title, exporting, optionalText);
  const content = texts(record.content, exporting, wholeText);
  const { main } = exporting.languages;
  return {
    title: main in title ? title : { [main]: { text: null }, ...title },
    content: main in content ? content : { [main]: { text: wholeText(record, null, exporting) }, ...content },
    _status: status(record, exporting),
  };
}

/** [Exports] A connection without a word has no entry. */
export function connectionContents(record: StoryRecord<'connection'>, exporting: Exporting): Out | undefined {
  const label = texts(record.label, exporting, optionalText);
  if (Object.keys(label).length > 0) return { label, _status: status(record, exporting) };
  return record.status === null ? undefined : { _status: status(record, exporting) };
}

/** [Exports] The root has no entry; a folder tells no status unless it has one. */
export function componentContents(record: StoryRecord<'component'>, exporting: Exporting): Out | undefined {
  if (record.id === exporting.project.root.roots.component) return undefined;
  const { main } = exporting.languages;
  const name = texts(record.name, exporting, (_cell, text) => text);
  const named = main in name ? name : { [main]: { text: '' }, ...name };
  return record.type === 'folder' && record.status === null ? { name: named } : { name: named, _status: status(record, exporting) };
}

/** What a field says in each language, in the order of the languages. */
function texts(
  cells: Cells,
  exporting: Exporting,
  written: (cell: object, text: string | null, exporting: Exporting) => string | null,
): Out {
  const out: Out = {};
  for (const { iso } of exporting.languages.all) {
    const cell = exporting.languages.cell(cells, iso);
    if (cell.text !== null) out[iso] = { text: written(cell, cell.text, exporting) };
  }
  return out;
}

/** For every language but the main one; nobody has said anything of a language: untranslated. */
function status(record: Pick<StoryRecord<'element'>, 'status'>, { languages }: Exporting): Out {
  const out: Out = {};
  for (const { iso, base } of languages.all) if (base !== null) out[iso] = record.status?.[iso] ?? 'untranslated';
  return out;
}
