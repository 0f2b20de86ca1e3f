/** Reads exported story files back as a story, so that two exports can be compared as what a writer edits and not as lines of JSON. */

import { mediaTypes, type StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Environment } from '../../../shared/environment.ts';
import { message } from '../../../shared/messages/message.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type Locale, projectRecordId } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { type Exporter, mainStoryPath } from '../../exporters/exporter.ts';
import { importStory } from '../../importers/import-story.ts';
import { listAssetFileReferences } from '../../importers/match-asset-files.ts';
import { parseJson } from '../../importers/parse-json.ts';

/** The story files of one export, by path in the game project. */
export type StoryTexts = ReadonlyMap<string, string>;

/** The language of a story file (`project.de.json`); `''` for the main one, undefined for any other file. */
export function languageOfStoryFile(exporter: Exporter, path: string): string | undefined {
  const { extension } = exporter.story;
  const base = mainStoryPath(exporter).slice(0, -extension.length);
  if (!path.startsWith(base) || !path.endsWith(extension)) return undefined;
  const middle = path.slice(base.length, path.length - extension.length);
  return middle === '' || /^\.[\w-]+$/.test(middle) ? middle.slice(1) : undefined;
}

/** Throws a Problem if a file is not a valid story, or if the main one is missing. */
export async function readExportedStory(exporter: Exporter, texts: StoryTexts, environment: Environment): Promise<Project> {
  const mainPath = mainStoryPath(exporter);
  const text = texts.get(mainPath);
  if (text === undefined) throw new Problem('notFound', message('problem.disk.noFile', { path: mainPath }));
  const story = exporter.readRecords ? new Project(exporter.readRecords(text)) : await readStoryFile(mainPath, text, environment);
  for (const [path, translation] of texts) {
    const language = languageOfStoryFile(exporter, path);
    if (!language) continue;
    const records = exporter.readRecords ? exporter.readRecords(translation) : await readStoryRecords(path, translation, environment);
    addTranslation(story, language, records);
  }
  return story;
}

/** Throws a Problem if the file is not a valid story. */
export async function readStoryFile(path: string, text: string, environment: Environment): Promise<Project> {
  const records = await readStoryRecords(path, text, environment);
  return new Project(hasPositions(text) ? records : records.map(withoutPosition));
}

async function readStoryRecords(path: string, text: string, environment: Environment): Promise<AnyRecord[]> {
  const json = await parseJson(Buffer.from(text), path);
  // Ids are derived from the file, so that records that have no id in the file can be compared.
  const options = { environment: { ...environment, newId: countingIds() }, files: placeholderFiles(json) };
  return (await importStory(json, options)).records;
}

function countingIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
}

/** A stored file for each asset, because an import leaves out assets without one, and all their uses. */
function placeholderFiles(json: unknown): Map<string, StoredFile> {
  const files = listAssetFileReferences(json).map(({ id, name, type }): [string, StoredFile] => {
    const media = mediaTypes.find((each) => type === each || type === `template-${each}`) ?? 'image';
    const facts = { mime: '', bytes: 0, size: '', width: null, height: null, duration: null, sha256: '' };
    return [id, { file: name, name, type: media, ...facts }];
  });
  return new Map(files);
}

/**
 * Whether the file has positions. Files for Godot have none: the import places their elements automatically, which is no difference of the
 * story.
 */
const hasPositions = (text: string): boolean => /"x"\s*:\s*-?\d/.test(text);
const withoutPosition = (record: AnyRecord): AnyRecord => ('x' in record ? { ...record, x: 0, y: 0, width: 0, height: 0 } : record);

/** Adds the texts from the file of another language, in which that language is the main one. */
function addTranslation(story: Project, language: string, records: readonly AnyRecord[]): void {
  const { locales } = story.projectRecord;
  const root = story.get(projectRecordId);
  const added: Locale = { iso: language, name: language, base: story.mainLocale };
  if (root && !locales.some(({ iso }) => iso === language))
    story.apply([{ before: root, after: { ...root, locales: [...locales, added] } }]);
  const main = new Project(records).mainLocale;
  for (const record of records) {
    const before = record.id === projectRecordId ? undefined : story.get(record.id);
    if (!before) continue;
    const translated = Object.entries(getKind(record.kind).texts).flatMap(([field, { localized }]) => {
      // A file of a page lacks the names of components.
      if (!localized || record[field] === undefined) return [];
      const own = localizedTextOf(before, field);
      return [[field, { ...own, [language]: localizedTextOf(record, field)[main] ?? { text: null } }] as const];
    });
    if (translated.length > 0) story.apply([{ before, after: { ...before, ...Object.fromEntries(translated) } }]);
  }
}
