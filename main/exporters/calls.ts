/** Handlers of the calls that export a project to a file, check it for an engine, and describe the formats. */

import { extname } from 'node:path';
import { blocksExport, type Finding, type FindingGroup, findingRules, findingSeverities } from '../../shared/contracts/findings.ts';
import type { BackendHandlers, CallInput, HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import type { WrittenFile } from '../../shared/contracts/ipc/results.ts';
import { joinLines, message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { JobRegistry } from '../platform/job-registry.ts';
import { assertWritable, writeUserFile } from '../platform/user-file.ts';
import { applyFixes, type FixDeps, toFinding } from './checks/apply-fixes.ts';
import type { CheckFinding } from './checks/check-context.ts';
import { checkStoryInSteps } from './checks/check-story.ts';
import { writeDocumentInThread } from './document-thread.ts';
import { describeDocuments, documentWriterFor, getDocument } from './documents.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import { describeExporters, exportStoryPieces, getExporter, loadExportTranslators, type StoryExportOptions } from './exporters.ts';
import { assertKnownPluginVersion, languageFilesOf, stopsAtAssetLists } from './plugin-version.ts';
import { type LocatedFile, totalFileBytes, writeProjectFile } from './write-project-file.ts';

interface ExportHandlerDeps {
  readonly snapshots: Pick<ExportSnapshots, 'use'>;
  readonly fileStore: Pick<FileStore, 'find' | 'findPath'>;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
  readonly jobs: JobRegistry;
}

type ExportHandlers = HandlersFor<'exporter'> &
  Pick<BackendHandlers, 'project.export' | 'project.exportDocument' | 'project.writeProjectFile' | 'project.check' | 'project.problems'>;

export function createExportHandlers({ snapshots, fileStore, dataFolder, jobs }: ExportHandlerDeps): ExportHandlers {
  const checkSnapshot = async ({ hash, engine: exporterId, ...options }: CallInput<'project.check'>) => {
    if (exporterId !== undefined) assertKnownPluginVersion(getExporter(exporterId, 'engine'), options.pluginVersion, 'pluginVersion');
    return snapshots.use(hash, async (project, version) => ({
      version,
      findings: await new CooperativeYielder().runToEnd(checkStoryInSteps(project, exporterId, options)),
    }));
  };

  return {
    'project.export': (input) => exportToFile(input, { snapshots, fileStore, dataFolder }),
    'project.exportDocument': (input) => exportDocument(input, { snapshots, dataFolder }),
    'project.writeProjectFile': (input) => exportProjectFile(input, { snapshots, fileStore, dataFolder, jobs }),
    'project.check': async (input) => (await checkSnapshot(input)).findings.map(toFinding),
    'project.problems': async (input) => {
      const { version, findings } = await checkSnapshot(input);
      return { version, groups: groupFindings(findings) };
    },
    'exporter.list': () => describeExporters(),
    'exporter.documents': () => describeDocuments(),
  };
}

export const createFixHandlers = (deps: FixDeps): Pick<BackendHandlers, 'project.applyFixes'> => ({
  'project.applyFixes': ({ hash, fixes, engine: exporterId, ...options }) =>
    applyFixes(deps, hash, fixes, (project) => checkStoryInSteps(project, exporterId, options)),
});

/** Throws for a story that the engine's importer would reject, unless `force` is set. */
async function exportToFile(
  { hash, file, options, noClobber, force }: CallInput<'project.export'>,
  { snapshots, fileStore, dataFolder }: Omit<ExportHandlerDeps, 'jobs'>,
) {
  const exporter = getExporter(options.format, 'options.format');
  assertKnownPluginVersion(exporter, options.pluginVersion, 'options.pluginVersion');
  const mode = noClobber ? 'create' : 'replace';
  await assertWritable(file, { dataFolder, mode });
  return snapshots.use(hash, async (project) => {
    const locales = options.allLocales ? undefined : [options.locale ?? project.mainLocale];
    const findings = await new CooperativeYielder().runToEnd(checkStoryInSteps(project, options.format, { ...options, locales }));
    const errors = findings.filter(blocksExport);
    if (errors.length > 0 && !force) {
      const faults = errors.map(({ kind, id, message: fault }, at) => [`${kind}.${id}.${at}`, fault] as const);
      const list = joinLines(errors.map((finding) => finding.message));
      throw new Problem('storyError', message('problem.export.storyErrors', { format: options.format, list }), {
        errors: Object.fromEntries(faults),
      });
    }
    const hasLanguages = options.allLocales === true && project.projectRecord.locales.length > 1;
    const languageFiles = languageFilesOf(exporter, options);
    if (hasLanguages && languageFiles !== 'either' && languageFiles !== 'oneFile' && !force)
      throw invalidFieldProblem('options.allLocales', message('fault.export.languagesInOneFile', { engine: exporter.label }));
    const locateStoredFile = (name: string) => fileStore.findPath(hash, name);
    const translators = await loadExportTranslators(project, exporter);
    const storyOptions: StoryExportOptions = {
      ...options,
      destination: 'file',
      locateStoredFile,
      projectKey: hash,
      translators,
      emptiesAssetLists: stopsAtAssetLists(exporter, options),
    };
    const bytes = await writeUserFile(file, exportChunks(project, storyOptions), mode);
    return { file, bytes, warnings: findings.filter(({ severity }) => severity !== 'hint').map(toFinding) };
  });
}

/** Writes a project with all its stored data. Errors of the story do not matter, because no game reads this file. */
function exportProjectFile(
  { hash, file, noClobber, job }: CallInput<'project.writeProjectFile'>,
  { snapshots, fileStore, dataFolder, jobs }: ExportHandlerDeps,
): Promise<WrittenFile> {
  return jobs.run(job, async ({ reportProgress, throwIfCancelled }) => {
    const mode = noClobber ? 'create' : 'replace';
    await assertWritable(file, { dataFolder, mode });
    const locateFile = (name: string): LocatedFile | undefined => {
      const [stored, path] = [fileStore.find(hash, name), fileStore.findPath(hash, name)];
      return stored && path !== undefined ? { stored, path } : undefined;
    };
    return snapshots.use(hash, async (project) => {
      const total = totalFileBytes(project, locateFile);
      let written = 0;
      const onBytes = (bytes: number) => {
        throwIfCancelled();
        written += bytes;
        reportProgress(Math.min(written, total), total);
      };
      const bytes = await writeUserFile(file, writeProjectFile({ project, locateFile }, onBytes), mode);
      return { file, bytes };
    });
  });
}

async function* exportChunks(project: Project, options: StoryExportOptions): AsyncGenerator<Uint8Array> {
  for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all')))
    if (text) yield Buffer.from(text);
}

/** The extension of the file selects the document format. If no languages are given, the main one is written. */
async function exportDocument(
  { hash, file, format, noClobber, language = 'en', options = {} }: CallInput<'project.exportDocument'>,
  { snapshots, dataFolder }: Pick<ExportHandlerDeps, 'snapshots' | 'dataFolder'>,
): Promise<WrittenFile> {
  const extension = extname(file).toLowerCase();
  documentWriterFor(getDocument(format), extension);
  const mode = noClobber ? 'create' : 'replace';
  await assertWritable(file, { dataFolder, mode });
  return snapshots.use(hash, async (project) => {
    const { locales = [project.mainLocale], boardIds = [], componentIds = [] } = options;
    assertFound(project, locales, componentIds);
    const bytes = await writeDocumentInThread(project, { format, extension, language, options: { locales, boardIds, componentIds } });
    return { file, bytes: await writeUserFile(file, bytes, mode) };
  });
}

function assertFound(project: Project, locales: readonly string[], componentIds: readonly string[]): void {
  const isos = project.projectRecord.locales.map(({ iso }) => iso);
  const locale = locales.find((iso) => !isos.includes(iso));
  if (locale !== undefined) throw invalidFieldProblem('options.locales', message('fault.query.unknownLanguage', { locale }));
  if (!componentIds.every((id) => project.find('component', id)))
    throw invalidFieldProblem('options.componentIds', message('fault.query.unknownComponent'));
}

/** The maximum number of findings in a group. Further ones are only counted, and the list says how many they are. */
const maxListedFindings = 5_000;

/** The rules that do not depend on an exporter. The rules of exporters come before the last one of `findingRules`. */
const firstRules: readonly string[] = findingRules.slice(0, -1);
const lastRule: string | undefined = findingRules.at(-1);
/** `findings` must be sorted by severity and rule, as checkStory returns them. */
export function groupFindings(findings: readonly CheckFinding[]): readonly FindingGroup[] {
  const groups: (FindingGroup & { count: number; missingTexts?: Record<string, number>; readonly findings: Finding[] })[] = [];
  for (const finding of findings) {
    const { rule, severity } = finding;
    let group = groups.at(-1);
    if (group?.rule !== rule || group.severity !== severity) {
      group = { rule, severity, count: 0, findings: [] };
      groups.push(group);
    }
    group.count += 1;
    if (finding.missingTexts) {
      group.missingTexts ??= {};
      for (const [iso, count] of Object.entries(finding.missingTexts)) group.missingTexts[iso] = (group.missingTexts[iso] ?? 0) + count;
    }
    if (group.findings.length < maxListedFindings) group.findings.push(toFinding(finding));
  }
  return groups.sort(
    (one, two) => findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(two.severity) || rankOf(one.rule) - rankOf(two.rule),
  );
}

function rankOf(rule: string): number {
  if (rule === lastRule) return firstRules.length + 1;
  const rank = firstRules.indexOf(rule);
  return rank < 0 ? firstRules.length : rank;
}
