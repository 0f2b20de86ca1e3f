/**
 * Perforce, by its command `p4` in PATH: files of a workspace are read-only until they are opened for edit. Client and server are those of its own
 * settings (P4CONFIG).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Disk } from './disk.ts';
import { errorCodeOf, errorMessageOf } from './errors.ts';

/** Arguments of a command are limited by the system. */
const filesAtOnce = 200;
/** A server that cannot be reached must not hold a folder for ever. */
const maxMilliseconds = 120_000;

/** Paths relative to the folder. */
interface ChangedFiles {
  readonly edited: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Opens read-only files before they are replaced or removed. Returns the paths of those that are read-only nevertheless: another user has
 * locked them, or they belong to no workspace. Throws a Problem if Perforce fails.
 */
export async function openInPerforce(disk: Disk, folder: string, { edited, removed }: ChangedFiles): Promise<string[]> {
  const failed = (await runPerforce(folder, ['edit'], edited)) ?? (await runPerforce(folder, ['delete', '-k'], removed));
  if (failed !== null) throw new Problem('folder', message('problem.perforce.failed', { reason: failed }));
  const isReadOnly = await Promise.all(edited.map(async (path) => (await disk.stat(join(folder, path)))?.isWritable === false));
  return edited.filter((_, index) => isReadOnly[index]);
}

/**
 * Tells Perforce of new files, and of removed ones that were writable: they were open already, or Perforce does not know them. Returns why it failed;
 * null if it did not. The files are in place by then, so nobody has to wait for this.
 */
export async function recordInPerforce(
  folder: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<Message | null> {
  // A file that is open for edit or add cannot be opened for delete.
  await runPerforce(folder, ['revert', '-k'], removed);
  await runPerforce(folder, ['delete', '-k'], removed);
  const failed = await runPerforce(folder, ['add', '-f'], added);
  return failed === null ? null : message('problem.perforce.notAdded', { reason: failed });
}

/** With -f, `add` takes the names of files as they are, also with wildcards. The other commands want the names that Perforce stores. */
type PerforceCommand = readonly ['edit'] | readonly ['add', '-f'] | readonly ['delete' | 'revert', '-k'];

/** Returns what went wrong, in the words of Perforce; null if nothing did. */
async function runPerforce(folder: string, command: PerforceCommand, paths: readonly string[]): Promise<string | Message | null> {
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const names = paths.slice(at, at + filesAtOnce).map((path) => join(folder, path));
    const files = command[0] === 'add' ? names : names.map(quoteWildcards);
    // With -d instead of a working directory, in which Windows would look for the program first.
    const problem = await runOnce(['-d', folder, '-ztag', ...command, ...files]);
    if (problem !== null) return problem;
  }
  return null;
}

/** The characters that have a meaning in the file names of Perforce. */
const quoteWildcards = (path: string): string =>
  path.replace(/[%@#*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function runOnce(args: readonly string[]): Promise<string | Message | null> {
  const { promise, resolve } = Promise.withResolvers<string | Message | null>();
  const child = spawn('p4', args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, timeout: maxMilliseconds });
  const errors: Buffer[] = [];
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => void errors.push(chunk));
  child.on('error', (error) => resolve(errorCodeOf(error) === 'ENOENT' ? message('problem.perforce.notFound') : errorMessageOf(error)));
  child.on('close', (code, signal) => {
    // Warnings, such as that a file is already opened, are in stderr, too, with exit 0.
    if (code === 0) resolve(null);
    else if (signal !== null) resolve(message('problem.perforce.noAnswer'));
    else resolve(Buffer.concat(errors).toString().trim() || String(code));
  });
  return promise;
}
