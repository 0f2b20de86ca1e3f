/** How an exporter recognizes a project of its engine. It only reads. */
import { basename } from 'node:path';
import type { Disk } from '../platform/disk.ts';

export interface ProjectRecognizer {
  /** Whether this folder itself is a project. */
  isProject(disk: Disk, folder: string): Promise<boolean>;
  /** The name of the project in its own settings. */
  readName(disk: Disk, folder: string): Promise<string>;
}

/** The kind of a path; links are resolved. */
export async function resolvedKind(disk: Disk, path: string): Promise<'file' | 'folder' | null> {
  const kind = await disk.kind(path);
  if (kind === null) return null;
  if (kind !== 'link') return kind === 'folder' ? 'folder' : 'file';
  const real = await disk.realPath(path).catch(() => null);
  if (real === null) return null;
  return (await disk.identity(real)) === null ? 'file' : 'folder';
}

/** The first group of the pattern in a file of the project, or the name of the folder. */
export async function readProjectName(disk: Disk, folder: string, file: string, pattern: RegExp): Promise<string> {
  const text = await disk.readText(file).catch(() => '');
  return pattern.exec(text)?.[1]?.trim() || basename(folder);
}
