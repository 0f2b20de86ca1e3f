/** Creates a small game project for trying exports, for a writer who has no game yet. Existing files are not changed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exporters } from './exporters.ts';

/** Resolves to the path of the folder. */
export async function createExampleProject(folder: string): Promise<string> {
  const files = exporters.find(({ exampleProject }) => exampleProject !== null)?.exampleProject ?? {};
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { flag: 'wx' }).catch(ignoreExisting);
  return folder;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
