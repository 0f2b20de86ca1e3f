/**
 * The story files of a target: their paths, and the languages in each; and files of other programs that the importer would read instead of
 * them.
 */

import { join, posix } from 'node:path';
import { existingLocales } from '../../shared/contracts/existing-locales.ts';
import type { ExportFile } from '../../shared/contracts/export-file.ts';
import type { Finding } from '../../shared/contracts/findings.ts';
import type { TargetSettings } from '../../shared/contracts/targets.ts';
import { appendAll } from '../../shared/lists.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { Disk } from '../platform/disk.ts';
import { type AssetExport, noAssetExport } from './asset-files.ts';
import { type Exporter, mainStoryPath, type OtherStoryFiles, type SerializeOptions } from './exporter.ts';
import { languageFilesOf, type PluginKnowledge, stopsAtAssetLists } from './plugin-version.ts';

/**
 * [Exports] the main file contains the main language, or the first chosen one if that is not among them. Depending on the exporter, several
 * languages are written to a file each (`project.<locale>`) or to one file, or rejected. If the exporter supports both, the settings
 * decide; a single file then contains the chosen languages and the main one.
 */
export function createStoryFiles(
  project: Project,
  exporter: Exporter,
  settings: Pick<TargetSettings, 'locales' | 'fallbackContents'> &
    Partial<Pick<TargetSettings, 'fileEach' | 'boardIds' | 'compact'>> &
    PluginKnowledge,
  { renamedAssets: assetNames, paths: assetPaths }: Pick<AssetExport, 'renamedAssets' | 'paths'> = noAssetExport,
  projectOptions: Pick<SerializeOptions, 'projectKey' | 'translators' | 'keptLayout'> = {},
): ExportFile[] {
  const { fallbackContents, boardIds = [], compact } = settings;
  const emptiesAssetLists = stopsAtAssetLists(exporter, settings);
  return planStoryFiles(project, exporter, settings).map(({ path, ...languages }) => {
    const options: SerializeOptions = {
      destination: 'file',
      fallbackContents,
      boardIds: [...boardIds],
      compact,
      assetNames,
      assetPaths,
      emptiesAssetLists,
      ...projectOptions,
      ...languages,
    };
    return { path, chunks: (chunkScope) => exporter.serialize(project, options, chunkScope) };
  });
}

type StoryFilePlan = { readonly path: string } & ({ readonly locale: string } | Pick<SerializeOptions, 'allLocales' | 'onlyLocales'>);

/** The path of each story file, and which languages it contains. */
function planStoryFiles(
  project: Project,
  exporter: Exporter,
  settings: Pick<TargetSettings, 'locales'> & Partial<Pick<TargetSettings, 'fileEach'>> & PluginKnowledge,
): StoryFilePlan[] {
  const { story } = exporter;
  const languageFiles = languageFilesOf(exporter, settings);
  const { fileEach = false } = settings;
  const locales = selectedLocales(project, settings);
  const mainPath = mainStoryPath(exporter);
  const [first = project.mainLocale, ...others] = locales;
  if (languageFiles === 'oneLanguage' && others.length > 0)
    throw invalidFieldProblem('locales', message('fault.target.oneLanguage', { engine: exporter.label }));
  const isOneFile = languageFiles === 'oneFile' || (languageFiles === 'either' && !fileEach);
  if (isOneFile && others.length > 0) return [{ path: mainPath, allLocales: true, onlyLocales: locales }];
  const pathOf = (name: string): string => `${mainPath.slice(0, -story.extension.length)}.${name}${story.extension}`;
  return [{ path: mainPath, locale: first }, ...[...fileNamesByLocale(others)].map(([locale, name]) => ({ path: pathOf(name), locale }))];
}

/** Throws a Problem if the exporter rejects the languages. */
export function assertLanguagesFit(...[project, exporter, settings]: Parameters<typeof planStoryFiles>): void {
  planStoryFiles(project, exporter, settings);
}

/** The language of each story file, by path; null for a file that has several and names them itself. */
export const storyFileLanguages = (
  project: Project,
  exporter: Exporter,
  settings: Pick<TargetSettings, 'locales' | 'fileEach'> & PluginKnowledge,
): ReadonlyMap<string, string | null> =>
  new Map(planStoryFiles(project, exporter, settings).map((plan) => [plan.path, 'locale' in plan ? plan.locale : null]));

/** The languages that a target writes, that of the main file first, without those that the project does not have. */
export function selectedLocales(project: Project, { locales }: Pick<TargetSettings, 'locales'>): readonly string[] {
  const main = project.mainLocale;
  const all = project.projectRecord.locales.map(({ iso }) => iso);
  const existing = existingLocales(locales, all);
  if (existing === 'main') return [main];
  const chosen = existing === 'all' ? all : [...new Set(existing)];
  return chosen.includes(main) ? [main, ...chosen.filter((iso) => iso !== main)] : chosen;
}

/** The languages of the settings that the project does not have. */
export const missingLocales = (project: Project, { locales }: Pick<TargetSettings, 'locales'>): readonly string[] =>
  typeof locales === 'string' ? [] : locales.filter((iso) => project.projectRecord.locales.every((locale) => locale.iso !== iso));

/** Valid and distinct file names for languages, because some file systems do not distinguish `pt-BR` from `pt-br`. */
function fileNamesByLocale(locales: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const locale of locales) {
    const safe = locale.replace(/[^A-Za-z0-9_-]/g, '_');
    let name = safe;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${safe}_${count}`;
    taken.add(name.toLowerCase());
    names.set(locale, name);
  }
  return names;
}

/** The part of an exporter that describes its story files. */
type StoryFileRules = { readonly story: { readonly extension: string } } & Pick<Exporter, 'otherStoryFiles'>;

const storyFolders = (extension: string, paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => path.endsWith(extension)).map((path) => posix.dirname(path))),
];

/** Whether a file is not one of the exported ones and would be read instead of them. */
export const isOtherStoryFile = ({ story, otherStoryFiles }: StoryFileRules, exportedPaths: readonly string[], path: string): boolean =>
  otherStoryFiles?.looksLikeStory(path) === true &&
  !exportedPaths.includes(path) &&
  storyFolders(story.extension, exportedPaths).some((folder) => path.startsWith(`${folder}/`));

export async function findOtherStoryFiles(
  disk: Disk,
  root: string,
  rules: StoryFileRules,
  exportedPaths: readonly string[],
): Promise<string[]> {
  if (rules.otherStoryFiles === null) return [];
  const found: string[] = [];
  for (const folder of storyFolders(rules.story.extension, exportedPaths)) {
    const names = await disk.listNamesRecursively(join(root, folder));
    appendAll(
      found,
      names.map((name) => `${folder}/${name}`).filter((path) => isOtherStoryFile(rules, exportedPaths, path)),
    );
  }
  return found.sort();
}

export const otherStoryFileFinding = ({ otherStoryFiles }: StoryFileRules, path: string): Finding => ({
  severity: 'warning',
  rule: 'other-json',
  message: otherStoryFileMessage(otherStoryFiles, path),
  kind: 'file',
  id: path,
});

/** The message about such a file; just its path if the exporter has no rules for them. */
export const otherStoryFileMessage = (rules: OtherStoryFiles | null, path: string): Message => rules?.message(path) ?? verbatim(path);
