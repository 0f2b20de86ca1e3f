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
import { ImportPolicy } from '../../importers/import-story.ts';
import { readItemBoxes } from '../../importers/item-boxes.ts';
import { assertStory } from '../../importers/other-files.ts';
import { parseStory } from '../../importers/read-import-source.ts';
import { YieldingProgress } from '../../importers/yielding-progress.ts';
import { decodeStory } from '../../story-format/story-codec.ts';
import { type ItemBoxes, StoryDecoder } from '../../story-format/story-decoder.ts';
import { hasPositions, itemCollections } from '../../story-format/story-file.ts';

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
  const story = exporter.readRecords ? new Project(await exporter.readRecords(text)) : await readStoryFile(mainPath, text, environment);
  for (const [path, translation] of texts) {
    const language = languageOfStoryFile(exporter, path);
    if (!language) continue;
    const records = await (exporter.readRecords?.(translation) ?? readStoryRecords(path, translation, environment));
    addTranslation(story, language, records);
  }
  return story;
}

/** Throws a Problem if the file is not a valid story. */
export const readStoryFile = async (path: string, text: string, environment: Environment): Promise<Project> =>
  new Project(await readStoryRecords(path, text, environment));

async function readStoryRecords(path: string, text: string, environment: Environment): Promise<AnyRecord[]> {
  const { json } = await parseStory(Buffer.from(text), path);
  assertStory(json, path);
  const policy = new ExportedFilePolicy(json, environment);
  const decoder = new StoryDecoder(policy.file, policy);
  const progress = new YieldingProgress({});
  const readBoxes = hasPositions(policy.file.root) === false ? boxesWithoutPosition : readItemBoxes;
  await progress.runToEnd(decodeStory(decoder, (of) => readBoxes(of, progress)));
  if (!policy.errors.isEmpty) throw policy.errors.toProblem();
  return decoder.records;
}

/** Files for Godot have no positions. A layout of their boards would be no difference of the story. */
function* boxesWithoutPosition({ file }: StoryDecoder): Generator<number, ItemBoxes> {
  return new Map(
    itemCollections.flatMap((name) => [...file.entriesOf(name).keys()]).map((id) => [id, { x: 0, y: 0, width: 0, height: 0 }]),
  );
}

/** Decodes an exported file, whose assets are complete although their bytes are in other files, always into the same records. */
class ExportedFilePolicy extends ImportPolicy {
  constructor(json: unknown, environment: Environment) {
    // Ids are derived from the file, so that records that have no id in the file can be compared.
    super(json, { environment: { ...environment, newId: countingIds() } });
  }

  override assetTypeOf(id: string): string | undefined {
    const raw = this.file.find('assets', id);
    if (!raw || raw.root === true || Array.isArray(raw.children) || typeof raw.name !== 'string') return undefined;
    return mediaTypes.some((each) => raw.type === each || raw.type === `template-${each}`) ? String(raw.type) : 'image';
  }

  override storedFileOf(id: string): StoredFile | undefined {
    const type = this.assetTypeOf(id);
    const media = mediaTypes.find((each) => type?.endsWith(each));
    const name = String(this.file.find('assets', id)?.name);
    return media && { file: name, name, type: media, mime: '', bytes: 0, size: '', width: null, height: null, duration: null, sha256: '' };
  }
}

function countingIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
}

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
