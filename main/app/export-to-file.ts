/** Writes an export to a file outside of any target. What an engine's importer would fail on is refused, unless it is forced. */

import { lstat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { exportStoryPieces, type StoryExportOptions } from '../exporters/export-story.ts';
import { getExporter } from '../exporters/exporters.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { ExportSnapshots } from './export-snapshots.ts';

export async function exportToFile({ hash, file, options, noClobber, force }: CallInput<'project.export'>, stories: ExportSnapshots) {
  getExporter(options.format, 'options.format');
  await assertReplaceable(file, noClobber ? 'create' : 'replace');
  const { project, release } = await stories.acquire(hash);
  try {
    const locales = options.allLocales ? undefined : [options.locale ?? project.mainLocale];
    const findings = await new CooperativeYielder().runToEnd(checkStoryInSteps(project, options.format, { ...options, locales }));
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length > 0 && !force) {
      const faults = errors.map(({ kind, id, message }, at): [string, string] => [`${kind}.${id}.${at}`, message]);
      const list = errors.map(({ message }) => message).join('\n');
      throw new Problem('storyError', message('problem.export.storyErrors', { format: options.format, list }), {
        errors: Object.fromEntries(faults),
      });
    }
    const bytes = await replaceFile(file, exportChunks(project, { ...options, destination: 'file' })).catch((error: unknown) => {
      throw toWriteProblem(file, error);
    });
    return { file, bytes, warnings: findings.filter(({ severity }) => severity !== 'hint') };
  } finally {
    release();
  }
}

async function* exportChunks(project: Project, options: StoryExportOptions): AsyncGenerator<Uint8Array> {
  for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all')))
    if (text) yield Buffer.from(text);
}

/** Only a regular file is replaced: renaming over a link would replace the link, and a device is no place for a file. */
async function assertReplaceable(file: string, mode: 'create' | 'replace'): Promise<void> {
  if (!isAbsolute(file)) throw invalidFieldProblem('file', 'must be an absolute path');
  const present = await lstat(file).catch(() => undefined);
  if (!present) return;
  if (present.isDirectory()) throw invalidFieldProblem('file', 'is a folder');
  if (present.isSymbolicLink()) throw invalidFieldProblem('file', 'is a link, which is not replaced');
  if (!present.isFile()) throw invalidFieldProblem('file', 'is not a regular file');
  if (mode === 'create') throw new Problem('conflict', `${file} already exists.`);
}

const errorTexts: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
};

function toWriteProblem(file: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = errorTexts[code] ?? (error instanceof Error ? error.message : String(error));
  return new Problem('folder', `${file} could not be written: ${reason}.`, { cause: error });
}
