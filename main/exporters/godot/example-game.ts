/** A game project to try exports with, for a writer who has none yet: the least that Godot opens. What is there already stays as it is. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const exampleFiles: Readonly<Record<string, string>> = {
  'project.godot': '; An example game made by Taleport.\nconfig_version=5\n\n[application]\n\nconfig/name="Example game"\n',
  'README.txt':
    'This is an example game made by Taleport. It holds what your story exports: look into the folder arcweave.\nDelete the whole folder when you need it no longer.\n',
};

/** Answers the folder. */
export async function createExampleGame(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(exampleFiles)) await writeFile(join(folder, name), text, { flag: 'wx' }).catch(ignoreExisting);
  return folder;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
