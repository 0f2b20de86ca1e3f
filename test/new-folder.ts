/** Folders for tests, which are removed after them. Their paths contain no links. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const foldersOfFile: string[] = [];

/** An empty folder that is removed after the test. */
export function newFolder(): string {
  const folder = createFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** An empty folder that is removed after the test file. */
export function newFolderForFile(): string {
  const folder = createFolder();
  foldersOfFile.push(folder);
  return folder;
}

/** For test/setup.ts: a hook in this module would run after the first file only, because the files of a worker share their modules. */
export function removeFoldersOfFile(): void {
  for (const folder of foldersOfFile.splice(0)) removeFolder(folder);
}

const createFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'taleport-')));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
