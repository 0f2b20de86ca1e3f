/**
 * What version control does with a folder at the moment: the branch, and whether something is in progress that changes files. Only files of its state are read,
 * because this is asked before every step; git itself is asked for unmerged files only.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { findGitRepository, foldersUpward, readShortFile } from '../git-repository.ts';
import { runGit } from '../read-folder.ts';

/** What is in progress: a command of git, one that has stopped, a merge of Plastic, or an update, which shows only in files that change. */
export type VersionControlOperation = 'command' | 'merge' | 'rebase' | 'cherryPick' | 'revert' | 'plasticMerge' | 'update';

interface VersionControl {
  /** null outside of a repository of git, and where no branch is checked out. */
  readonly branch: string | null;
  readonly operation: VersionControlOperation | null;
  /** The files with conflicts of a merge that is in progress, relative to the folder. */
  readonly unmerged: readonly string[];
  /** Whether a command that changes files has a lock meanwhile, as git does. */
  readonly showsCommands: boolean;
}

/** Commands that stop for conflicts and leave one of these. A merge without unmerged files only has to be committed, and changes no file any more. */
const markers: readonly (readonly [name: string, operation: VersionControlOperation, stopsFor: 'unmergedFiles' | 'always'])[] = [
  ['index.lock', 'command', 'always'],
  ['rebase-merge', 'rebase', 'always'],
  ['rebase-apply', 'rebase', 'always'],
  ['MERGE_HEAD', 'merge', 'unmergedFiles'],
  ['CHERRY_PICK_HEAD', 'cherryPick', 'unmergedFiles'],
  ['REVERT_HEAD', 'revert', 'unmergedFiles'],
];

/** Plastic keeps it from the first file of a merge until the merge is checked in or undone. */
const plasticMergeFile = join('.plastic', 'plastic.mergeprogress');

export async function readVersionControl(folder: string): Promise<VersionControl> {
  const repository = await findGitRepository(folder);
  if (repository) return readGit(folder, repository.stateFolder);
  for (const at of foldersUpward(folder))
    if (await exists(join(at, plasticMergeFile))) return { branch: null, operation: 'plasticMerge', unmerged: [], showsCommands: false };
  return { branch: null, operation: null, unmerged: [], showsCommands: false };
}

async function readGit(folder: string, stateFolder: string): Promise<VersionControl> {
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(await readShortFile(join(stateFolder, 'HEAD')))?.[1] ?? null;
  for (const [name, operation, stopsFor] of markers) {
    if (!(await exists(join(stateFolder, name)))) continue;
    const unmerged = operation === 'command' ? [] : await listUnmerged(folder);
    if (stopsFor === 'always' || unmerged.length > 0) return { branch, operation, unmerged, showsCommands: true };
  }
  return { branch, operation: null, unmerged: [], showsCommands: true };
}

const exists = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

async function listUnmerged(folder: string): Promise<readonly string[]> {
  const listed = (await runGit(folder, ['ls-files', '--unmerged', '-z', '--', '.'])).toString();
  return [...new Set(listed.split('\0').flatMap((line) => line.split('\t')[1] ?? []))].sort();
}
