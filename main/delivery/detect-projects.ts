/** Which game project a folder belongs to: looked for in the folder itself, then upwards. It only reads. */
import { basename, dirname, join, resolve } from 'node:path';
import { type ExportFormat, type GameEngine, gameEngines } from '../../shared/contracts/findings.ts';
import type { DetectedGameProject } from '../../shared/contracts/targets.ts';
import { Problem } from '../../shared/problem.ts';
import type { Disk } from '../platform/disk.ts';

export const engineNames: Record<ExportFormat, string> = { json: 'JSON', unity: 'Unity', unreal: 'Unreal', godot: 'Godot' };

/** Whether this very folder is a game project, and what it calls itself. */
interface ProjectRecognizer {
  isProject(disk: Disk, folder: string): Promise<boolean>;
  readName(disk: Disk, folder: string): Promise<string>;
}

const findUnrealProjectFile = async (disk: Disk, folder: string): Promise<string | undefined> =>
  (await disk.listNames(folder)).filter((name) => name.toLowerCase().endsWith('.uproject')).sort()[0];

const projectRecognizers: Record<GameEngine, ProjectRecognizer> = {
  unity: {
    async isProject(disk, folder) {
      if ((await resolvedKind(disk, join(folder, 'Assets'))) !== 'folder') return false;
      const marks = [join(folder, 'ProjectSettings', 'ProjectVersion.txt'), join(folder, 'Packages', 'manifest.json')];
      return (await Promise.all(marks.map((mark) => resolvedKind(disk, mark)))).includes('file');
    },
    readName: (disk, folder) =>
      matchInFile(disk, join(folder, 'ProjectSettings', 'ProjectSettings.asset'), /^\s*productName:\s*(.+)$/m, basename(folder)),
  },
  unreal: {
    isProject: async (disk, folder) => (await findUnrealProjectFile(disk, folder)) !== undefined,
    readName: async (disk, folder) => (await findUnrealProjectFile(disk, folder))?.slice(0, -'.uproject'.length) || basename(folder),
  },
  godot: {
    isProject: async (disk, folder) => (await resolvedKind(disk, join(folder, 'project.godot'))) === 'file',
    readName: (disk, folder) => matchInFile(disk, join(folder, 'project.godot'), /^config\/name\s*=\s*"(.*)"/m, basename(folder)),
  },
};

/** Whether the game project is (still) there. */
export async function isProjectPresent(disk: Disk, engine: ExportFormat, folder: string): Promise<boolean> {
  return (await disk.identity(folder)) !== null && (engine === 'json' || projectRecognizers[engine].isProject(disk, folder));
}

/** The nearest game project of each engine, the nearest first. A folder may hold several. */
export async function detectProjects(disk: Disk, asked: string): Promise<DetectedGameProject[]> {
  const found: DetectedGameProject[] = [];
  let folder = await resolveFolder(disk, asked);
  for (;;) {
    for (const engine of gameEngines) {
      if (found.some((other) => other.engine === engine)) continue;
      // A folder above that may not be read is none of ours.
      if (await projectRecognizers[engine].isProject(disk, folder).catch(() => false))
        found.push({ engine, folder, name: await projectRecognizers[engine].readName(disk, folder) });
    }
    if (dirname(folder) === folder) return found;
    folder = dirname(folder);
  }
}

/** Where a new target goes: the engine as said, or the only one that the nearest game project is of. */
export async function resolveTargetFolder(
  disk: Disk,
  asked: string,
  engine: ExportFormat | undefined,
): Promise<{ engine: ExportFormat; folder: string }> {
  if (engine === 'json') return { engine, folder: await resolveFolder(disk, asked) };
  const found = await detectProjects(disk, asked);
  if (engine) {
    const match = found.find((one) => one.engine === engine);
    if (match) return match;
    throw new Problem('folder', `There is no ${engineNames[engine]} project in ${asked} or above it.`);
  }
  const nearest = found.filter(({ folder }) => folder === found[0]?.folder);
  const [only] = nearest;
  if (!only) {
    const sentence = `No game project was recognised in ${asked} or above it. Choose the folder of a Unity, Unreal or Godot project, or the engine “json” to write plain files there.`;
    throw new Problem('folder', sentence, { errors: { engine: 'needed, because no game project was recognised' } });
  }
  if (nearest.length === 1) return only;
  const names = nearest.map((one) => engineNames[one.engine]).join(' and ');
  const context = { engines: nearest.map((one) => one.engine).join(', '), folder: only.folder };
  throw new Problem('folder', `${only.folder} is a project of ${names}. Say which engine is meant.`, {
    errors: { engine: `one of ${context.engines}` },
    context,
  });
}

/** Someone may pick the project file itself. */
async function resolveFolder(disk: Disk, asked: string): Promise<string> {
  const folder = resolve(asked);
  const kind = await resolvedKind(disk, folder);
  if (kind === null) throw new Problem('folder', `There is no folder ${folder}.`, { errors: { folder: 'does not exist' } });
  return kind === 'folder' ? folder : dirname(folder);
}

async function resolvedKind(disk: Disk, path: string): Promise<'file' | 'folder' | null> {
  const kind = await disk.kind(path);
  if (kind === null) return null;
  if (kind !== 'link') return kind === 'folder' ? 'folder' : 'file';
  const real = await disk.realPath(path).catch(() => null);
  return real === null ? null : (await disk.identity(real)) === null ? 'file' : 'folder';
}

async function matchInFile(disk: Disk, file: string, pattern: RegExp, otherwise: string): Promise<string> {
  const text = await disk.readText(file).catch(() => '');
  return pattern.exec(text)?.[1]?.trim() || otherwise;
}
