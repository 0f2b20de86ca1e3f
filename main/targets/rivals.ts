/** Unreal's importer takes the first file whose name holds `.json`, also in folders below, so ours has to be the only one there. */
import { join, posix } from 'node:path';
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { targetSentences } from '../../shared/words/en/targets.ts';
import type { Disk } from './disk.ts';

const foldersOf = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => path.endsWith('.json')).map((path) => posix.dirname(path))),
];

export const isRival = (engine: ExportFormat, paths: readonly string[], path: string): boolean =>
  engine === 'unreal' &&
  /\.json[^/]*$/i.test(path) &&
  !paths.includes(path) &&
  foldersOf(paths).some((folder) => path.startsWith(`${folder}/`));

export async function rivalsOf(disk: Disk, root: string, engine: ExportFormat, paths: readonly string[]): Promise<string[]> {
  if (engine !== 'unreal') return [];
  const rivals: string[] = [];
  for (const folder of foldersOf(paths)) {
    const names = await disk.allNames(join(root, folder));
    rivals.push(...names.map((name) => `${folder}/${name}`).filter((path) => isRival(engine, paths, path)));
  }
  return rivals.sort();
}

export const rivalFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'other-json',
  message: targetSentences.rival(path),
  kind: 'file',
  id: path,
});
