/** The files of an export: a text in pieces, a text of an earlier export, or a copy of a stored file; and what the disk has at their paths. */

import { join, posix } from 'node:path';
import type { ExportFile } from '../../../shared/contracts/export-file.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { Problem } from '../../../shared/problem.ts';
import type { AssetFile } from '../../exporters/asset-files.ts';
import type { Disk, FileStat, HashedFileStat } from '../../platform/disk.ts';
import type { Fingerprint } from '../../platform/fingerprint.ts';
import { isOwned, type Manifest, type OwnedEntry } from './manifest.ts';
import { type FolderWriter, type ResolvedFolder, resolveSafePath } from './safe-path.ts';

interface ArchivedFile {
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}
export type TextFile = ExportFile | ArchivedFile;
export type TargetFile = TextFile | AssetFile;

export interface RenderedStory {
  readonly version: number;
  readonly files: readonly TargetFile[];
  readonly findings: readonly Finding[];
  /** The languages of the settings that the project does not have. They are left out. */
  readonly unknownLocales?: readonly string[];
  /** Must be called when the files have been read; until then the story must not change. */
  readonly release?: () => void;
}

/** Returns the path of a stored file; undefined if it is missing. */
export type StoredFileLocator = (file: string) => string | undefined;

export const isAssetFile = (file: TargetFile): file is AssetFile => 'file' in file;
export const isTextFile = (file: TargetFile): file is TextFile => !isAssetFile(file);

interface InspectedFolder {
  readonly disk: Disk;
  readonly exporter: FolderWriter;
  /** The path of the game project, without links. */
  readonly root: string;
  readonly manifest: Manifest;
}

/** So many that a slow disk answers within the limit for one call. */
const filesPerCall = 500;

/**
 * Determines the state of the disk at the paths of a target. Only reads, and follows no link out of the game project. A file whose stamp is
 * unchanged since it was written is not read again.
 */
export class FileInspector {
  readonly #project: InspectedFolder;
  readonly #trustsStamps: boolean;
  readonly #folders = new Map<string, ResolvedFolder>();

  constructor(project: InspectedFolder, { trustsStamps }: { readonly trustsStamps: boolean }) {
    this.#project = project;
    this.#trustsStamps = trustsStamps;
  }

  /** Resolves the folders of these files once, before the files are compared in parallel. */
  async resolveFolders(files: readonly { readonly path: string }[]): Promise<void> {
    const folders = new Map(files.map(({ path }) => [posix.dirname(path), path]));
    for (const path of folders.values()) await this.resolvePath(path).catch(() => undefined);
  }

  resolvePath(path: string): Promise<string> {
    const { disk, root, exporter } = this.#project;
    return resolveSafePath(disk, root, exporter, path, { resolvedFolders: this.#folders });
  }

  /** The file as it was last written, if its stamp is unchanged; undefined if it has to be read. */
  async findUnchanged(path: string): Promise<(FileStat & Fingerprint) | undefined> {
    return (await this.findAllUnchanged([{ path }])).get(path);
  }

  /** Those of the files that `findUnchanged` finds, by path. */
  async findAllUnchanged(files: readonly { readonly path: string }[]): Promise<ReadonlyMap<string, FileStat & Fingerprint>> {
    const { disk } = this.#project;
    const written = files.flatMap(({ path }) => this.#asWritten(path));
    const unchanged = new Map<string, FileStat & Fingerprint>();
    for (let first = 0; first < written.length; first += filesPerCall) {
      const some = written.slice(first, first + filesPerCall);
      const stats = await disk.statAll(some.map(({ at }) => at));
      for (const [index, { path, entry }] of some.entries()) {
        const seen = stats[index];
        if (seen?.isFile && seen.stamp === entry.stamp) unchanged.set(path, { ...seen, sha256: entry.sha256 });
      }
    }
    return unchanged;
  }

  /** The place and the manifest entry of a file that need not be read if its stamp is unchanged. */
  #asWritten(path: string): { path: string; at: string; entry: OwnedEntry }[] {
    const { manifest, root } = this.#project;
    const entry = manifest.get(path);
    const folder = posix.dirname(path) === '.' ? root : this.#folders.get(posix.dirname(path))?.at;
    if (!this.#trustsStamps || folder === undefined || !isOwned(entry) || entry.stamp === undefined) return [];
    return [{ path, at: join(folder, posix.basename(path)), entry }];
  }

  async find(path: string, at: string): Promise<(FileStat & Fingerprint) | null> {
    if (this.#folders.get(posix.dirname(path))?.isMissing) return null;
    return (await this.findUnchanged(path)) ?? this.#project.disk.statAndHash(at);
  }

  /** The file; null if it does not exist, or if its path is protected, so that the file must be left unchanged. */
  async findIfAllowed(path: string): Promise<(FileStat & Fingerprint) | null> {
    try {
      return (await this.findUnchanged(path)) ?? (await this.find(path, await this.resolvePath(path)));
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}

/** Like `findIfAllowed`, but always reads the file. */
export async function findFileIfAllowed(disk: Disk, root: string, exporter: FolderWriter, path: string): Promise<HashedFileStat | null> {
  try {
    return await disk.statAndHash(await resolveSafePath(disk, root, exporter, path));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
