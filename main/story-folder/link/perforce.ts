/** Perforce, by its command `p4` in PATH: files that are read-only until they are opened for edit. The client and server are those of its own settings (P4CONFIG). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { errorMessageOf } from '../../platform/errors.ts';

/** Arguments of a command are limited by the system. */
const filesAtOnce = 200;

type PerforceCommand = readonly ['edit' | 'add'] | readonly ['delete', '-k'];

/** Returns what went wrong, in the words of Perforce; null if nothing did. `paths` are relative to the folder. */
export async function runPerforce(folder: string, command: PerforceCommand, paths: readonly string[]): Promise<string | null> {
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const files = paths.slice(at, at + filesAtOnce).map((path) => quoteWildcards(join(folder, path)));
    const problem = await runOnce(folder, ['-ztag', ...command, ...files]);
    if (problem !== null) return problem;
  }
  return null;
}

/** The characters that have a meaning in the file names of Perforce. */
const quoteWildcards = (path: string): string =>
  path.replace(/[%@#*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function runOnce(folder: string, args: readonly string[]): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const child = spawn('p4', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const errors: Buffer[] = [];
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => void errors.push(chunk));
  child.on('error', (error) => resolve(errorMessageOf(error)));
  // Warnings, such as that a file is already opened, are in stderr, too, with exit 0.
  child.on('close', (code) => resolve(code === 0 ? null : Buffer.concat(errors).toString().trim() || String(code)));
  return promise;
}
