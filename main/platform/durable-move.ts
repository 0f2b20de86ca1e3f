/** Writing so that it survives a crash: bytes and folder entries onto the disk before anyone relies on them. */

import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Moves a file that is on the disk to its place, which may have the same bytes already, and its entry onto the disk. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    // Windows does not replace a file that someone reads; it holds what we have.
    const [mine, there] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
    if (there?.size !== mine.size) throw error;
    await rm(from, { force: true });
  }
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  // A folder cannot be opened there; its entries are in the journal of NTFS.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the disk says, as a sentence; a Problem stays what it is. */
export function toDiskProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = diskErrorMessages[code];
  if (!why) throw error;
  return new Problem('store', message('problem.assets.notStored', { why }), { cause: error });
}

const diskErrorMessages: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your space on the disk is used up',
  EACCES: 'the data folder may not be written to',
  EPERM: 'the data folder may not be written to',
  EROFS: 'the data folder can only be read',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
};
