/** Folders for the tests of one file. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const created: string[] = [];

/** An empty folder that is removed after the test file. */
export function newFolderForFile(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'taleport-')));
  created.push(folder);
  return folder;
}

/** For test/setup.ts: a hook in this module would run after the first file only, because the files of a worker share their modules. */
export function removeFoldersOfFile(): void {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
}
