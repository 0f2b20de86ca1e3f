/**
 * What version control does with a folder at the moment: the branch, and whether a command is in progress that changes files. Only files of git are read,
 * because this is asked before every step; git itself is asked for unmerged files only.
 */
import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readStoryFile, runGit } from '../read-folder.ts';

/** What is in progress; `command` while git runs one. */
export type GitOperation = 'command' | 'merge' | 'rebase' | 'cherryPick' | 'revert';

interface VersionControl {
  /** null outside of a repository, and where no branch is checked out. */
  readonly branch: string | null;
  readonly operation: GitOperation | null;
  /** The files with conflicts of a merge that is in progress, relative to the folder. */
  readonly unmerged: readonly string[];
}

const none: VersionControl = { branch: null, operation: null, unmerged: [] };

/** Commands that stop for conflicts and leave one of these. A merge without unmerged files only has to be committed, and changes no file any more. */
const markers: readonly (readonly [name: string, operation: GitOperation, stopsFor: 'unmergedFiles' | 'always'])[] = [
  ['index.lock', 'command', 'always'],
  ['rebase-merge', 'rebase', 'always'],
  ['rebase-apply', 'rebase', 'always'],
  ['MERGE_HEAD', 'merge', 'unmergedFiles'],
  ['CHERRY_PICK_HEAD', 'cherryPick', 'unmergedFiles'],
  ['REVERT_HEAD', 'revert', 'unmergedFiles'],
];

export async function readVersionControl(folder: string): Promise<VersionControl> {
  const gitFolder = await findGitFolder(folder);
  if (gitFolder === null) return none;
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(await readShortFile(join(gitFolder, 'HEAD')))?.[1] ?? null;
  for (const [name, operation, stopsFor] of markers) {
    if (!(await exists(join(gitFolder, name)))) continue;
    if (operation === 'command') return { branch, operation, unmerged: [] };
    const unmerged = await listUnmerged(folder);
    if (stopsFor === 'always' || unmerged.length > 0) return { branch, operation, unmerged };
  }
  return { branch, operation: null, unmerged: [] };
}

/** The folder with the state of the working tree: `.git`, or the one that a file of this name leads to in linked working trees and submodules. */
async function findGitFolder(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.git');
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory()) return path;
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(await readShortFile(path))?.[1];
      return target === undefined ? null : resolve(at, target.trim());
    }
    if (dirname(at) === at) return null;
  }
}

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

async function listUnmerged(folder: string): Promise<readonly string[]> {
  const listed = (await runGit(folder, ['ls-files', '--unmerged', '-z', '--', '.'])).toString();
  return [...new Set(listed.split('\0').flatMap((line) => line.split('\t')[1] ?? []))].sort();
}

/** Files of git about its state are short. Empty if the file is missing or something else is in its place. */
async function readShortFile(path: string): Promise<string> {
  const text = await readStoryFile(path);
  return typeof text === 'string' ? text : '';
}
