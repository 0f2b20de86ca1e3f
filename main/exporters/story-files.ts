/** The files of a target: where each importer looks for the story (exports.md), and which languages stand in which file. */

import type { ExportFile } from '../../shared/contracts/export-file.ts';
import type { ExportFormat } from '../../shared/contracts/findings.ts';
import type { TargetSettings } from '../../shared/contracts/targets.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { exportStoryPieces, type StoryExportOptions } from './export-story.ts';

/** Unreal's importer takes the first JSON it finds in its folder, so no other may lie there. */
const storyFileLayouts: Readonly<Record<ExportFormat, { readonly folder: string; readonly fileEach: boolean }>> = {
  json: { folder: '', fileEach: false },
  unity: { folder: 'Assets/Arcweave/', fileEach: true },
  unreal: { folder: 'Content/ArcweaveExport/', fileEach: false },
  godot: { folder: 'arcweave/', fileEach: true },
};

/**
 * [Exports] `project.json` is the main language, or the first chosen one where that is not among them. Several languages are a file each
 * (`project.<locale>.json`) for Unity and Godot, whose importers cannot read the form with all of them, and one file for the others: for Unreal
 * with all of them, for JSON with those chosen (and the main one), or a file each if that is wanted.
 */
export function createStoryFiles(
  project: Project,
  engine: ExportFormat,
  settings: Pick<TargetSettings, 'locales' | 'fallbackContents'> & Partial<Pick<TargetSettings, 'fileEach' | 'boardIds'>>,
  assetNames: ReadonlyMap<string, string> = new Map(),
): ExportFile[] {
  const { folder, fileEach } = storyFileLayouts[engine];
  const { fallbackContents, boardIds = [] } = settings;
  const locales = selectedLocales(project, settings);
  const file = (name: string, languages: Pick<StoryExportOptions, 'locale' | 'allLocales' | 'onlyLocales'>): ExportFile => {
    const options: StoryExportOptions = {
      format: engine,
      destination: 'file',
      fallbackContents,
      boardIds: [...boardIds],
      assetNames,
      ...languages,
    };
    return { path: `${folder}${name}`, chunks: (wanted) => exportStoryPieces(project, options, wanted) };
  };
  const [first = project.mainLocale, ...others] = locales;
  const isOne = others.length > 0 && !fileEach && !(engine === 'json' && settings.fileEach);
  if (isOne) return [file('project.json', engine === 'json' ? { allLocales: true, onlyLocales: locales } : { allLocales: true })];
  return [file('project.json', { locale: first }), ...[...fileNamesByLocale(others)].map(([locale, name]) => file(name, { locale }))];
}

/** The languages that a target writes, the one of `project.json` first. A chosen one that the project no longer has is a 400. */
export function selectedLocales(project: Project, { locales }: Pick<TargetSettings, 'locales'>): readonly string[] {
  const main = project.mainLocale;
  if (locales === 'main') return [main];
  const all = project.projectRecord.locales.map(({ iso }) => iso);
  const unknown = locales === 'all' ? undefined : locales.find((iso) => !all.includes(iso));
  if (unknown !== undefined) throw invalidFieldProblem('locales', `the project has no language “${unknown}”`);
  const chosen = locales === 'all' ? all : [...new Set(locales)];
  return chosen.includes(main) ? [main, ...chosen.filter((iso) => iso !== main)] : chosen;
}

/** A language may be called anything; a file may not, and some file systems do not tell `pt-BR` from `pt-br`. */
function fileNamesByLocale(locales: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const locale of locales) {
    const safe = locale.replace(/[^A-Za-z0-9_-]/g, '_');
    let name = safe;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${safe}_${count}`;
    taken.add(name.toLowerCase());
    names.set(locale, `project.${name}.json`);
  }
  return names;
}
