/** The git repository around a folder, by its files: asking git itself takes a process each time. */
import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readStoryFile } from './read-folder.ts';

interface GitRepository {
  /** The root of the working tree. */
  readonly root: string;
  /** The folder with the state of the working tree: `.git`, or the one that a file of this name leads to in linked working trees and submodules. */
  readonly stateFolder: string;
}

/** null outside of a repository. */
export async function findGitRepository(folder: string): Promise<GitRepository | null> {
  for (const root of foldersUpward(folder)) {
    const path = join(root, '.git');
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory()) return { root, stateFolder: path };
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(await readShortFile(path))?.[1];
      return target === undefined ? null : { root, stateFolder: resolve(root, target.trim()) };
    }
  }
  return null;
}

/** Whether attributes of the repository above a folder, or in it, keep files in Git LFS. */
export async function usesLfs(folder: string): Promise<boolean> {
  const repository = await findGitRepository(folder);
  if (!repository) return false;
  for (const at of foldersUpward(folder)) {
    const lines = (await readShortFile(join(at, '.gitattributes'))).split('\n');
    if (lines.some((line) => !line.startsWith('#') && line.split(/\s/).includes('filter=lfs'))) return true;
    if (at === repository.root) return false;
  }
  return false;
}

/** A folder and all around it, the innermost first. */
export function* foldersUpward(folder: string): Generator<string> {
  for (let at = folder; ; at = dirname(at)) {
    yield at;
    if (dirname(at) === at) return;
  }
}

/** Files of git about its state are short. Empty if the file is missing or something else is in its place. */
export async function readShortFile(path: string): Promise<string> {
  const text = await readStoryFile(path);
  return typeof text === 'string' ? text : '';
}
