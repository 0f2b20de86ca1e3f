/** Unreal's importer takes the first file whose name holds `.json`, also in folders below, so ours has to be the only one there. */
import { join, posix } from 'node:path';
import type { ExportFormat, Finding } from '../../../shared/contracts/findings.ts';
import { targetMessages } from '../../../shared/messages/en/targets.ts';
import type { Disk } from '../../platform/disk.ts';

const storyFolders = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => path.endsWith('.json')).map((path) => posix.dirname(path))),
];

export const isOtherJsonFile = (engine: ExportFormat, paths: readonly string[], path: string): boolean =>
  engine === 'unreal' &&
  /\.json[^/]*$/i.test(path) &&
  !paths.includes(path) &&
  storyFolders(paths).some((folder) => path.startsWith(`${folder}/`));

export async function findOtherJsonFiles(disk: Disk, root: string, engine: ExportFormat, paths: readonly string[]): Promise<string[]> {
  if (engine !== 'unreal') return [];
  const rivals: string[] = [];
  for (const folder of storyFolders(paths)) {
    const names = await disk.listNamesRecursively(join(root, folder));
    rivals.push(...names.map((name) => `${folder}/${name}`).filter((path) => isOtherJsonFile(engine, paths, path)));
  }
  return rivals.sort();
}

export const otherJsonFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'other-json',
  message: targetMessages.rival(path),
  kind: 'file',
  id: path,
});
