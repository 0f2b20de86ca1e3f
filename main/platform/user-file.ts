/** Files that a user names for an export, a backup or a report. They must be outside of data folders. */
import { lstat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { replaceFile } from './atomic-file.ts';
import { assertOutsideDataFolder } from './data-folder.ts';
import { type DiskFault, diskFaultOf } from './disk-error.ts';
import { errorCodeOf, errorMessageOf } from './errors.ts';

/** `create` fails where there is a file. */
type WriteMode = 'create' | 'replace';

interface WritableFileOptions {
  /** The data folder, in which exports must not be written; null if the projects are only in memory. */
  readonly dataFolder: string | null;
  readonly mode?: WriteMode;
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
  if (mode === 'create') throw fileExistsProblem(file);
}

const fileExistsProblem = (file: string): Problem => new Problem('conflict', message('problem.export.fileExists', { file }));

const writeFailures: Readonly<Partial<Record<DiskFault, Message>>> = {
  missing: message('problem.export.reasons.noFolder'),
  notFolder: message('problem.export.reasons.folderIsFile'),
  notPermitted: message('problem.export.reasons.notPermitted'),
  notPermittedOrInUse: message('problem.export.reasons.notPermitted'),
  readOnly: message('problem.export.reasons.readOnlyDisk'),
  full: message('problem.export.reasons.diskFull'),
  quotaReached: message('problem.disk.quotaReached'),
  nameTooLong: message('problem.export.reasons.nameTooLong'),
  failing: message('problem.disk.failing'),
  tooManyFiles: message('problem.disk.tooManyFiles'),
};

/** Why a file or folder of the user could not be written. */
export function writeFailureReason(error: unknown): Message | string {
  const fault = diskFaultOf(error);
  return (fault && writeFailures[fault]) ?? errorMessageOf(error);
}

/**
 * Writes the whole file, in mode `create` only if there is none, and returns its size in bytes. Throws a Problem with the reason if it could not be written.
 */
export async function writeUserFile(file: string, content: Parameters<typeof replaceFile>[1], mode: WriteMode): Promise<number> {
  return replaceFile(file, content, { isNew: mode === 'create' }).catch((error: unknown) => {
    if (mode === 'create' && errorCodeOf(error) === 'EEXIST') throw fileExistsProblem(file);
    throw toWriteProblem(file, error);
  });
}

/** Any error of writing a user's file as a Problem. */
export function toWriteProblem(file: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('folder', message('problem.export.notWritten', { file, reason: writeFailureReason(error) }), { cause: error });
}
