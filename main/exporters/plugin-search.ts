/** Searches the folders of a game project for the files of an engine's plug-in. Only reads, and only a limited number of folders and bytes. */
import { join, posix } from 'node:path';
import { toFileNameKey } from '../../shared/text.ts';
import type { Disk } from '../platform/disk.ts';

/** Folders of a plug-in are few; the limits keep a game project with another structure from being read as a whole. */
const maxFolders = 400;
const maxDepth = 8;
/** The files that state a version are short. */
const maxFileBytes = 200_000;

/**
 * The paths of all files in these folders that have one of the names, relative to the root, in the order of the folders. `except`: a folder with very many
 * files, where no plug-in is.
 */
export async function findPluginFiles(
  disk: Disk,
  root: string,
  folders: readonly string[],
  isWanted: (name: string) => boolean,
  except?: string,
): Promise<string[]> {
  const found: string[] = [];
  const exceptKey = except && toFileNameKey(except);
  let room = maxFolders;
  const walk = async (folder: string, depth: number): Promise<void> => {
    room -= 1;
    if (room < 0 || depth > maxDepth) return;
    for (const name of (await disk.listNames(join(root, folder)).catch(() => [])).sort()) {
      const path = posix.join(folder, name);
      if (toFileNameKey(path) === exceptKey) continue;
      const kind = isWanted(name) ? 'file' : await disk.kind(join(root, path)).catch(() => null);
      if (kind === 'file' && isWanted(name)) found.push(path);
      else if (kind === 'folder') await walk(path, depth + 1);
    }
  };
  for (const folder of folders) await walk(folder, 0);
  return found;
}

/** The folders in one of `parents` whose name matches, relative to the root. One of them may be a link: an add-on is often a checkout elsewhere. */
export async function findFolders(disk: Disk, root: string, parents: readonly string[], name: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const parent of parents)
    for (const each of (await disk.listNames(join(root, parent)).catch(() => [])).sort()) {
      const path = posix.join(parent, each);
      if (name.test(each) && (await disk.identity(join(root, path)).catch(() => null)) !== null) found.push(path);
    }
  return found;
}

/** The first group of the pattern in a text file; null if there is no such file or no match. */
export async function findInFile(disk: Disk, root: string, path: string, pattern: RegExp): Promise<string | null> {
  const at = join(root, path);
  const stat = await disk.stat(at).catch(() => null);
  if (!stat?.isFile || stat.size > maxFileBytes) return null;
  const text = await disk.readText(at).catch(() => '');
  return pattern.exec(text)?.[1]?.trim() || null;
}
