/** Finds the game project that a folder belongs to: in the folder itself, then upwards. It only reads. */
import { dirname, resolve } from 'node:path';
import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { DetectedGameProject } from '../../shared/contracts/targets.ts';
import type { Exporter } from '../exporters/exporter.ts';
import { exporters, getExporter } from '../exporters/exporters.ts';
import { resolvedKind } from '../exporters/project-recognizer.ts';
import type { Disk } from '../platform/disk.ts';
import { missingFolderProblem, noProjectProblem, noSuchProjectProblem, severalProjectsProblem } from './delivery-messages.ts';

/** Whether the game project is (still) there. */
export async function isProjectPresent(disk: Disk, { project }: Exporter, folder: string): Promise<boolean> {
  return (await disk.identity(folder)) !== null && (project === null || project.isProject(disk, folder));
}

/** The nearest project of each engine, the nearest first. A folder may hold several. */
export async function detectProjects(disk: Disk, asked: string): Promise<DetectedGameProject[]> {
  const found: DetectedGameProject[] = [];
  let folder = await resolveFolder(disk, asked);
  for (;;) {
    for (const { id, project } of exporters) {
      if (project === null || found.some((other) => other.engine === id)) continue;
      // A folder above that may not be read is no project of the user.
      if (await project.isProject(disk, folder).catch(() => false))
        found.push({ engine: id, folder, name: await project.readName(disk, folder) });
    }
    if (dirname(folder) === folder) return found;
    folder = dirname(folder);
  }
}

/** Where a new target goes: the exporter that was asked for, or the only one that the nearest game project belongs to. */
export async function resolveTargetFolder(
  disk: Disk,
  asked: string,
  engine: ExporterId | undefined,
): Promise<{ exporter: Exporter; folder: string }> {
  const exporter = engine === undefined ? undefined : getExporter(engine, 'engine');
  if (exporter?.project === null) return { exporter, folder: await resolveFolder(disk, asked) };
  const found = await detectProjects(disk, asked);
  if (exporter) {
    const match = found.find((one) => one.engine === exporter.id);
    if (!match) throw noSuchProjectProblem(exporter, asked);
    return { exporter, folder: match.folder };
  }
  const nearest = found.filter(({ folder }) => folder === found[0]?.folder);
  const [only] = nearest;
  if (!only) throw noProjectProblem(asked);
  if (nearest.length > 1)
    throw severalProjectsProblem(
      only.folder,
      nearest.map((one) => getExporter(one.engine)),
    );
  return { exporter: getExporter(only.engine), folder: only.folder };
}

/** Someone may pick the project file itself. */
async function resolveFolder(disk: Disk, asked: string): Promise<string> {
  const folder = resolve(asked);
  const kind = await resolvedKind(disk, folder);
  if (kind === null) throw missingFolderProblem(folder);
  return kind === 'folder' ? folder : dirname(folder);
}
