/** Looks at the files of a target without asking the story: whether they are still what we left. */
import type { ExportFormat } from '../../shared/findings.ts';
import { isThere } from './detect.ts';
import type { Disk } from './disk.ts';
import { isOurs, type Manifest } from './manifest.ts';
import { Eye, type Foreign, findSafely } from './plan.ts';
import { rivalsOf } from './rivals.ts';
import { inTurn } from './serial.ts';

export interface Place {
  readonly disk: Disk;
  readonly engine: ExportFormat;
  readonly folder: string;
  readonly root: string;
  readonly manifest: Manifest;
}

/** Whether anything is other than it was left: then a round finds out what. */
export async function differs(
  { disk, engine, folder, root, manifest }: Place,
  paths: readonly string[],
  rivals: readonly string[],
): Promise<boolean> {
  if (!(await isThere(disk, engine, folder))) return true;
  const eye = new Eye({ disk, engine, root, manifest }, true);
  const found = await inTurn(16, manifest.entries(), async ([path, entry]) => {
    const file = await eye.findSafely(path);
    // Touched, but the same bytes: from now on it need not be read again.
    if (isOurs(entry) && file?.sha256 === entry.sha256 && file.stamp !== entry.stamp)
      manifest.put([[path, { ...entry, stamp: file.stamp }]]);
    return isOurs(entry) ? file?.sha256 !== entry.sha256 : !file && !entry.deleted;
  });
  if (found.includes(true)) return true;
  return (await rivalsOf(disk, root, engine, paths)).join('\n') !== rivals.join('\n');
}

/**
 * The user wants ours: what lies there now may be overwritten, as long as it stays what it is now. That holds for what
 * is being asked about; where nothing is, for what the user kept before.
 */
export async function takeBack({ disk, engine, root, manifest }: Place, foreign: readonly Foreign[]): Promise<void> {
  const kept = manifest.entries().flatMap(([path, entry]) => (isOurs(entry) ? [] : [path]));
  for (const path of foreign.length > 0 ? foreign.map((one) => one.path) : kept) {
    const found = await findSafely(disk, root, engine, path).catch(() => null);
    if (found) manifest.put([[path, { sha256: found.sha256, size: found.size, stamp: found.stamp }]]);
    else manifest.drop([path]);
  }
}
