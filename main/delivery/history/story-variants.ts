/**
 * Recognizes a file as another variant of the exports of the current story: for another engine, in another language or all of them, as a
 * reply of the REST interface. A user who puts such a file into a game folder has changed nothing in the story.
 */
import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import type { Project } from '../../../shared/model/project.ts';
import { planAssetFiles, type StoredFileLookup } from '../../exporters/asset-files.ts';
import type { ExportSnapshots } from '../../exporters/export-snapshots.ts';
import { isReadableExport, type SerializeOptions } from '../../exporters/exporter.ts';
import { exporters } from '../../exporters/exporters.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { rawCollection } from '../../story-format/story-file.ts';
import { digestContent, type StoryContent } from './content-digest.ts';

/** Whether the content of a file is the current story of a project in another variant. */
export type StoryVariantRecognizer = (hash: string, content: StoryContent) => Promise<boolean>;

interface StoredFiles {
  find(hash: string, file: string): ReturnType<StoredFileLookup>;
}

/** For larger files the variants are not tried, because each is written and parsed. */
export const maxVariantBytes = 8e6;

export function createStoryVariantRecognizer(snapshots: Pick<ExportSnapshots, 'use'>, fileStore: StoredFiles): StoryVariantRecognizer {
  return async (hash, { json, digest }) => {
    return snapshots.use(hash, async (project) => {
      if (!mayBeVariant(project, json)) return false;
      const base = { boardIds: boardsIn(project, json), projectKey: hash };
      for (const languages of languagesIn(project, json))
        for (const exporter of exporters.filter(isReadableExport)) {
          const { renamedAssets: assetNames } = planAssetFiles(project, exporter.assets, (file) => fileStore.find(hash, file));
          const inFile = { destination: 'file' as const, assetNames };
          const forms: Pick<SerializeOptions, 'destination' | 'assetNames' | 'emptiesAssetLists'>[] = [inFile, { destination: 'http' }];
          if (exporter.plugin?.versions.some((version) => version.stopsAtAssetLists)) forms.push({ ...inFile, emptiesAssetLists: true });
          for (const form of forms) {
            const options: SerializeOptions = { ...base, ...languages, ...form };
            const pieces: Buffer[] = [];
            const written = exporter.serialize(project, options, 'all');
            for await (const { text } of new CooperativeYielder().iterate<TextChunk>(written)) pieces.push(Buffer.from(text ?? ''));
            if ((await digestContent(Buffer.concat(pieces), 'project.json')) === digest) return true;
          }
        }
      return false;
    });
  };
}

/** Whether the variants are worth a try: the name of the story, and the items of the file, are those of the story. */
function mayBeVariant(project: Project, json: JsonObject): boolean {
  if (json.name !== project.projectRecord.name) return false;
  return [...idsIn(json, 'elements')].every((id) => project.find('element', id) !== undefined);
}

const idsIn = (json: JsonObject, name: string): string[] => Object.keys(Object(rawCollection(json, name)));

/** The boards that the file contains; undefined if these are all. */
function boardsIn(project: Project, json: JsonObject): readonly string[] | undefined {
  const isBoard = (id: string): boolean => project.find('board', id)?.type === 'board';
  const inFile = idsIn(json, 'boards').filter(isBoard);
  const all = [...project.records()].filter(({ kind, id }) => kind === 'board' && isBoard(id));
  return inFile.length === 0 || inFile.length === all.length ? undefined : inFile;
}

/** The languages that the file may contain, as options of an export. */
function languagesIn(
  project: Project,
  json: JsonObject,
): readonly Pick<SerializeOptions, 'locale' | 'allLocales' | 'onlyLocales' | 'fallbackContents'>[] {
  if (Array.isArray(json.locales)) {
    const { locales } = project.projectRecord;
    const inFile = json.locales.map((each) => (isJsonObject(each) ? each.iso : each));
    const onlyLocales = locales.map(({ iso }) => iso).filter((iso) => inFile.includes(iso));
    return onlyLocales.length < inFile.length ? [] : [{ allLocales: true, onlyLocales }];
  }
  const elements = Object(rawCollection(json, 'elements'));
  const ids = idsIn(json, 'elements');
  // A title that the language lacks may be that of another one.
  const hasTitle = (id: string, iso: string): boolean => {
    const own = withoutTags(project.find('element', id)?.title[iso]?.text);
    return own === '' || own === withoutTags(Object(elements[id]).title);
  };
  const locales = project.projectRecord.locales.map(({ iso }) => iso).filter((iso) => ids.every((id) => hasTitle(id, iso)));
  return locales.flatMap((locale) => (locale === project.mainLocale ? [{ locale }] : [{ locale }, { locale, fallbackContents: true }]));
}

/** Formats write markup differently. */
const withoutTags = (html: unknown): string => String(html ?? '').replace(/<[^<>]*>/g, '');
