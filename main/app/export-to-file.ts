/** Writes an export, or a portable project file, to a file outside of any target. */

import { lstat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { blocksExport } from '../../shared/contracts/findings.ts';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { WrittenFile } from '../../shared/contracts/ipc/results.ts';
import { joinLines } from '../../shared/messages/join-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import type { FileStore } from '../assets/file-store.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { exportStoryPieces, type StoryExportOptions } from '../exporters/export-story.ts';
import { loadExportTranslators } from '../exporters/export-translators.ts';
import { getExporter } from '../exporters/exporters.ts';
import { type LocatedFile, totalFileBytes, writeProjectFile } from '../exporters/write-project-file.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { assertOutsideDataFolder } from '../platform/outside-data-folder.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import type { JobRegistry } from './job-registry.ts';

/** Throws for a story that the engine's importer would reject, unless `force` is set. */
export async function exportToFile(
  { hash, file, options, noClobber, force }: CallInput<'project.export'>,
  { snapshots, fileStore, dataFolder }: Omit<ProjectFileDeps, 'jobs'>,
) {
  const exporter = getExporter(options.format, 'options.format');
  await assertWritable(file, { dataFolder, mode: noClobber ? 'create' : 'replace' });
  const { project, release } = await snapshots.acquire(hash);
  try {
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
    if (hasLanguages && exporter.languageFiles !== 'either' && !force)
      throw invalidFieldProblem('options.allLocales', message('fault.export.languagesInOneFile', { engine: exporter.label }));
    const locateStoredFile = (name: string) => fileStore.findPath(hash, name);
    const translators = await loadExportTranslators(project, exporter);
    const storyOptions: StoryExportOptions = { ...options, destination: 'file', locateStoredFile, projectKey: hash, translators };
    const bytes = await replaceExport(file, exportChunks(project, storyOptions));
    return { file, bytes, warnings: findings.filter(({ severity }) => severity !== 'hint') };
  } finally {
    release();
  }
}

interface ProjectFileDeps {
  readonly snapshots: ExportSnapshots;
  readonly fileStore: Pick<FileStore, 'find' | 'findPath'>;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
  readonly jobs: JobRegistry;
}

/** Writes a project with all its stored data. Errors of the story do not matter, because no game reads this file. */
export function exportProjectFile(
  { hash, file, noClobber, job }: CallInput<'project.writeProjectFile'>,
  { snapshots, fileStore, dataFolder, jobs }: ProjectFileDeps,
): Promise<WrittenFile> {
  return jobs.run(job, async ({ reportProgress, throwIfCancelled }) => {
    await assertWritable(file, { dataFolder, mode: noClobber ? 'create' : 'replace' });
    const { project, release } = await snapshots.acquire(hash);
    const locateFile = (name: string): LocatedFile | undefined => {
      const [stored, path] = [fileStore.find(hash, name), fileStore.findPath(hash, name)];
      return stored && path !== undefined ? { stored, path } : undefined;
    };
    try {
      const total = totalFileBytes(project, locateFile);
      let written = 0;
      const onBytes = (bytes: number) => {
        throwIfCancelled();
        written += bytes;
        reportProgress(Math.min(written, total), total);
      };
      const bytes = await replaceExport(file, writeProjectFile({ project, locateFile }, onBytes));
      return { file, bytes };
    } finally {
      release();
    }
  });
}

async function* exportChunks(project: Project, options: StoryExportOptions): AsyncGenerator<Uint8Array> {
  for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all')))
    if (text) yield Buffer.from(text);
}

interface WritableFileOptions {
  /** The data folder, in which exports must not be written; null if the projects are only in memory. */
  readonly dataFolder: string | null;
  readonly mode?: 'create' | 'replace';
}

/**
 * Throws a Problem unless a user's file can be written at this path. Only a regular file may be replaced: renaming a file over a link would
 * replace the link, and a device has no content to replace.
 */
export async function assertWritable(file: string, { dataFolder, mode = 'replace' }: WritableFileOptions): Promise<void> {
  if (!isAbsolute(file)) throw invalidFieldProblem('file', message('fault.file.absolutePath'));
  // On Windows, `a:b` is an alternate data stream of the file `a`.
  if (process.platform === 'win32' && basename(file).includes(':')) throw invalidFieldProblem('file', message('fault.file.notRegular'));
  assertOutsideDataFolder(file, dataFolder, 'file');
  const present = await lstat(file).catch(() => undefined);
  if (!present) return;
  if (present.isDirectory()) throw invalidFieldProblem('file', message('fault.file.isFolder'));
  if (present.isSymbolicLink()) throw invalidFieldProblem('file', message('fault.file.isLink'));
  if (!present.isFile()) throw invalidFieldProblem('file', message('fault.file.notRegular'));
  if (mode === 'create') throw new Problem('conflict', message('problem.export.fileExists', { file }));
}

const writeFailures: Readonly<Record<string, Message>> = {
  ENOENT: message('problem.export.reasons.noFolder'),
  ENOTDIR: message('problem.export.reasons.folderIsFile'),
  EACCES: message('problem.export.reasons.notPermitted'),
  EPERM: message('problem.export.reasons.notPermitted'),
  EROFS: message('problem.export.reasons.readOnlyDisk'),
  ENOSPC: message('problem.export.reasons.diskFull'),
  ENAMETOOLONG: message('problem.export.reasons.nameTooLong'),
};

/** Replaces the whole file and returns its size in bytes. Throws a Problem with the reason if it could not be written. */
export async function replaceExport(file: string, content: Parameters<typeof replaceFile>[1]): Promise<number> {
  return replaceFile(file, content).catch((error: unknown) => {
    throw toWriteProblem(file, error);
  });
}

function toWriteProblem(file: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const reason = writeFailures[errorCodeOf(error) ?? ''] ?? errorMessageOf(error);
  return new Problem('folder', message('problem.export.notWritten', { file, reason }), { cause: error });
}
