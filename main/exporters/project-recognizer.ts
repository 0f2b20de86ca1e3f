/** How an exporter recognizes a project of its engine. Only reads. */
import { basename } from 'node:path';
import type { Disk } from '../platform/disk.ts';

export interface ProjectRecognizer {
  /** Whether this folder itself is a project; parent folders are not checked. */
  isProject(disk: Disk, folder: string): Promise<boolean>;
  /** The name of the project as its own settings state it. */
  readName(disk: Disk, folder: string): Promise<string>;
}

/** The kind of a path, following links. */
export async function resolveKind(disk: Disk, path: string): Promise<'file' | 'folder' | null> {
  const kind = await disk.kind(path);
  if (kind === null) return null;
  if (kind !== 'link') return kind === 'folder' ? 'folder' : 'file';
  const real = await disk.realPath(path).catch(() => null);
  if (real === null) return null;
  return (await disk.identity(real)) === null ? 'file' : 'folder';
}

/** The first group of the pattern in a file of the project; the name of the folder if there is no match. */
export async function readProjectName(disk: Disk, folder: string, file: string, pattern: RegExp): Promise<string> {
  const text = await disk.readText(file).catch(() => '');
  return pattern.exec(text)?.[1]?.trim() || basename(folder);
}
