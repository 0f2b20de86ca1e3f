/** Files of version control with one entry on each line, such as `.gitattributes`, which a folder shares with whatever else set them up. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { errorCodeOf } from '../platform/errors.ts';

/** The lines of a file in a folder; none if it does not exist. A link is not followed. */
export async function readLines(folder: string, name: string): Promise<readonly string[]> {
  const file = join(folder, name);
  const found = await lstat(file).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return [];
  if (!found.isFile())
    throw new Problem('folder', message('storyFolder.problem.ofFile', { path: name, fault: message('storyFolder.fault.notFile') }));
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Returns whether the lines have changed. */
export async function changeLines(folder: string, name: string, change: (lines: readonly string[]) => readonly string[]): Promise<boolean> {
  const before = await readLines(folder, name);
  const after = change(before);
  if (after.join('\n') === before.join('\n')) return false;
  await replaceFile(join(folder, name), after.map((line) => `${line}\n`).join(''));
  return true;
}
