/** The files of a target: where each importer looks for the story (exports.md), and which languages stand in which file. */
import type { ExportFormat } from '../../shared/findings.ts';
import { invalid } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { StoryFile } from '../../shared/story-file.ts';
import type { TargetSettings } from '../../shared/targets.ts';
import { type StoryExport, storyPieces } from './export-story.ts';

/** Unreal's importer takes the first JSON it finds in its folder, so no other may lie there. */
const places: Readonly<Record<ExportFormat, { readonly folder: string; readonly fileEach: boolean }>> = {
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
export function targetFiles(
  project: Project,
  engine: ExportFormat,
  settings: Pick<TargetSettings, 'locales' | 'fallbackContents'> & Partial<Pick<TargetSettings, 'fileEach' | 'boardIds'>>,
  assetNames: ReadonlyMap<string, string> = new Map(),
): StoryFile[] {
  const { folder, fileEach } = places[engine];
  const { fallbackContents, boardIds = [] } = settings;
  const locales = targetLocales(project, settings);
  const file = (name: string, languages: Pick<StoryExport, 'locale' | 'allLocales' | 'among'>): StoryFile => {
    const options: StoryExport = { format: engine, as: 'file', fallbackContents, boardIds: [...boardIds], assetNames, ...languages };
    return { path: `${folder}${name}`, pieces: (wanted) => storyPieces(project, options, wanted) };
  };
  const [first = project.mainLocale, ...others] = locales;
  const isOne = others.length > 0 && !fileEach && !(engine === 'json' && settings.fileEach);
  if (isOne) return [file('project.json', engine === 'json' ? { allLocales: true, among: locales } : { allLocales: true })];
  return [file('project.json', { locale: first }), ...[...fileNames(others)].map(([locale, name]) => file(name, { locale }))];
}

/** The languages that a target writes, the one of `project.json` first. A chosen one that the project no longer has is a 400. */
export function targetLocales(project: Project, { locales }: Pick<TargetSettings, 'locales'>): readonly string[] {
  const main = project.mainLocale;
  if (locales === 'main') return [main];
  const all = project.root.locales.map(({ iso }) => iso);
  const unknown = locales === 'all' ? undefined : locales.find((iso) => !all.includes(iso));
  if (unknown !== undefined) throw invalid('locales', `the project has no language “${unknown}”`);
  const chosen = locales === 'all' ? all : [...new Set(locales)];
  return chosen.includes(main) ? [main, ...chosen.filter((iso) => iso !== main)] : chosen;
}

/** A language may be called anything; a file may not, and some file systems do not tell `pt-BR` from `pt-br`. */
function fileNames(locales: readonly string[]): ReadonlyMap<string, string> {
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
