/** Sets a workspace of Perforce up for a story folder: `p4 reconcile` and `p4 add` must not take what is only staged. */
import { changeLines, readLines } from './change-lines.ts';
import { workFolder } from './folder-layout.ts';
import type { SetupCheck } from './git-setup.ts';
import { assertStoryFolder } from './read-folder.ts';

const ignoreFile = '.p4ignore';

/** Returns what was set. Throws a Problem if the folder contains no story. */
export async function installInPerforce(folder: string): Promise<readonly string[]> {
  await assertStoryFolder(folder);
  await changeLines(folder, ignoreFile, (lines) => (lines.includes(workFolder) ? lines : [...lines, workFolder]));
  return [ignoreFile];
}

/** Returns what was removed. */
export async function uninstallFromPerforce(folder: string): Promise<readonly string[]> {
  await assertStoryFolder(folder);
  const isChanged = await changeLines(folder, ignoreFile, (lines) => lines.filter((line) => line !== workFolder));
  return isChanged ? [ignoreFile] : [];
}

export async function checkPerforceSetup(folder: string): Promise<readonly SetupCheck[]> {
  await assertStoryFolder(folder);
  return [{ name: ignoreFile, ok: (await readLines(folder, ignoreFile)).includes(workFolder) }];
}
