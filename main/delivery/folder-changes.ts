/** Looks at the files of a target without asking the story: whether they are still what we left. */
import type { Exporter } from '../exporters/exporter.ts';
import { findOtherStoryFiles } from '../exporters/other-story-files.ts';
import type { Disk } from '../platform/disk.ts';
import { mapConcurrently } from '../platform/job-queue.ts';
import { FileInspector, type ForeignFile, findFileIfAllowed } from './delivery-plan.ts';
import { isProjectPresent } from './detect-projects.ts';
import { isOwned, type Manifest } from './manifest.ts';

export interface TargetFolder {
  readonly disk: Disk;
  readonly exporter: Exporter;
  readonly folder: string;
  readonly root: string;
  readonly manifest: Manifest;
}

/** Whether anything is other than it was left: then a round finds out what. */
export async function hasFolderChanged(
  { disk, exporter, folder, root, manifest }: TargetFolder,
  paths: readonly string[],
  rivals: readonly string[],
): Promise<boolean> {
  if (!(await isProjectPresent(disk, exporter, folder))) return true;
  const eye = new FileInspector({ disk, exporter, root, manifest }, true);
  const found = await mapConcurrently(16, manifest.entries(), async ([path, entry]) => {
    const file = await eye.findIfAllowed(path);
    // Touched, but the same bytes: from now on it need not be read again.
    if (isOwned(entry) && file?.sha256 === entry.sha256 && file.stamp !== entry.stamp)
      manifest.put([[path, { ...entry, stamp: file.stamp }]]);
    return isOwned(entry) ? file?.sha256 !== entry.sha256 : !file && !entry.deleted;
  });
  if (found.includes(true)) return true;
  return (await findOtherStoryFiles(disk, root, exporter, paths)).join('\n') !== rivals.join('\n');
}

/**
 * The user wants ours: what lies there now may be overwritten, as long as it stays what it is now. That holds for what
 * is being asked about; where nothing is, for what the user kept before.
 */
export async function allowOverwrite({ disk, exporter, root, manifest }: TargetFolder, foreign: readonly ForeignFile[]): Promise<void> {
  const kept = manifest.entries().flatMap(([path, entry]) => (isOwned(entry) ? [] : [path]));
  for (const path of foreign.length > 0 ? foreign.map((one) => one.path) : kept) {
    const found = await findFileIfAllowed(disk, root, exporter, path).catch(() => null);
    if (found) manifest.put([[path, { sha256: found.sha256, size: found.size, stamp: found.stamp }]]);
    else manifest.remove([path]);
  }
}
