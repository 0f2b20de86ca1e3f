/** Finds the game project that a folder belongs to: in the folder itself, then in its parent folders. Only reads. */
import { dirname, resolve } from 'node:path';
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import type { DetectedGameProject } from '../../../shared/contracts/targets.ts';
import { type Exporter, resolveKind } from '../../exporters/exporter.ts';
import { exporters, getExporter } from '../../exporters/exporters.ts';
import type { Disk } from '../../platform/disk.ts';
import { missingFolderProblem, noProjectProblem, noSuchProjectProblem, severalProjectsProblem } from '../delivery-messages.ts';

/** Whether the folder contains a game project of this exporter's engine. */
export async function isProjectPresent(disk: Disk, { project }: Exporter, folder: string): Promise<boolean> {
  return (await disk.identity(folder)) !== null && (project === null || project.isProject(disk, folder));
}

/** The nearest project of each engine, nearest first. A folder may be a project of several engines. */
export async function detectProjects(disk: Disk, requestedFolder: string): Promise<DetectedGameProject[]> {
  const found: DetectedGameProject[] = [];
  let folder = await resolveFolder(disk, requestedFolder);
  for (;;) {
    for (const { id, project } of exporters) {
      if (project === null || found.some((other) => other.engine === id)) continue;
      // A parent folder that cannot be read is not a project of the user.
      if (await project.isProject(disk, folder).catch(() => false))
        found.push({ engine: id, folder, name: await project.readName(disk, folder) });
    }
    if (dirname(folder) === folder) return found;
    folder = dirname(folder);
  }
}

/**
 * The folder of a new target and its exporter: the requested one, or the only one for the engine of the nearest game project. Throws a
 * Problem if there is none, or if several match.
 */
export async function resolveTargetFolder(
  disk: Disk,
  requestedFolder: string,
  engine: ExporterId | undefined,
): Promise<{ exporter: Exporter; folder: string }> {
  const exporter = engine === undefined ? undefined : getExporter(engine, 'engine');
  if (exporter?.project === null) return { exporter, folder: await resolveFolder(disk, requestedFolder) };
  const found = await detectProjects(disk, requestedFolder);
  if (exporter) {
    const match = found.find((one) => one.engine === exporter.id);
    if (!match) throw noSuchProjectProblem(exporter, requestedFolder);
    return { exporter, folder: match.folder };
  }
  const nearest = found.filter(({ folder }) => folder === found[0]?.folder);
  const [only] = nearest;
  if (!only) throw noProjectProblem(requestedFolder);
  if (nearest.length > 1)
    throw severalProjectsProblem(
      only.folder,
      nearest.map((one) => getExporter(one.engine)),
    );
  return { exporter: getExporter(only.engine), folder: only.folder };
}

/** The user may select the project file instead of its folder. */
async function resolveFolder(disk: Disk, requestedFolder: string): Promise<string> {
  const folder = resolve(requestedFolder);
  const kind = await resolveKind(disk, folder);
  if (kind === null) throw missingFolderProblem(folder);
  return kind === 'folder' ? folder : dirname(folder);
}
