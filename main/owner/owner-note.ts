/** `owner.json` beside the lock: for this user's eyes alone, written whole, removed by its writer only. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnerNote, ownerNote } from './messages.ts';

const fileIn = (folder: string): string => join(folder, 'owner.json');

export async function writeOwnerNote(folder: string, note: OwnerNote): Promise<void> {
  const draft = `${fileIn(folder)}.${note.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, fileIn(folder));
}

/** Nothing where there is no note, or one that cannot be read. */
export async function readOwnerNote(folder: string): Promise<OwnerNote | undefined> {
  try {
    return ownerNote.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeOwnerNote(folder: string): Promise<void> {
  await rm(fileIn(folder), { force: true });
}
