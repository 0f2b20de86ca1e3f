/**
 * The folder `.taleport~/<target>/` at the root of the game project: on the same volume, and ignored by every engine. Every file is written
 * there completely before anything else is changed. Files that are replaced or removed are moved to `kept/<SHA-256>/<path>` in it and stay
 * there until the end of the delivery. So if another program saved such a file in the meantime, its version can be put back, even after a
 * crash. Nothing in the folder is needed once a delivery has ended.
 */

import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { isBusyError } from '../../platform/atomic-file.ts';
import type { Disk, FileStat } from '../../platform/disk.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import { damagedStoredFileProblem, stagingFolderTakenProblem } from '../delivery-messages.ts';

const stagingFolderName = '.taleport~';
const keptFolderName = 'kept';
/** The number of files copied at the same time. */
const copyConcurrency = 8;

/** A stored file to copy. */
export interface CopiedFile {
  readonly from: string;
  readonly size: number;
  readonly mode: number | null;
  /** The destination of the copy, relative to the root of the game project. */
  readonly path: string;
}

export class StagingFolder {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #folder: string;
  /** Replaced and removed files, by the path to which they were moved. */
  readonly #kept = new Map<string, { readonly replacedBy: string | null; readonly stamp: string | undefined }>();
  /**
   * A staged file that an earlier delivery left behind may be a hard link to a file of the game project, so its name must not be used
   * again.
   */
  readonly #prefix = randomBytes(6).toString('hex');
  #count = 0;
  #made: Promise<void> | null = null;
  #supportsHardLinks: Promise<boolean> | null = null;
  /** The names of the copies, by path. */
  #copies: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  /** Stops the copies that have not begun. */
  #abortCopies = new AbortController();

  constructor(disk: Disk, root: string, id: string) {
    this.#disk = disk;
    this.#root = root;
    this.#folder = join(root, stagingFolderName, id);
  }

  pathFor(name: string): string {
    return join(this.#folder, name);
  }

  /** Resolves to the name of the staged file. */
  async write(chunks: Uint8Array | AsyncIterable<Uint8Array>, mode: number | null): Promise<string> {
    const name = await this.#next();
    await this.#disk.writeFile(this.pathFor(name), chunks, mode);
    return name;
  }

  /** Starts to copy the files, while the caller does other work. */
  startCopies(files: readonly CopiedFile[]): void {
    this.#abortCopies = new AbortController();
    const { signal } = this.#abortCopies;
    const copy = async (file: CopiedFile): Promise<[path: string, name: string]> => {
      signal.throwIfAborted();
      return [file.path, await this.#copy(file)];
    };
    this.#copies = mapConcurrently(copyConcurrency, files, copy).then((names) => new Map(names));
    // finishCopies throws the error. Until it is called, the error must not count as unhandled.
    this.#copies.catch(() => undefined);
  }

  /** Resolves to the names of the copies, by path, when all of them are on the disk. */
  finishCopies(): Promise<ReadonlyMap<string, string>> {
    return this.#copies;
  }

  async #copy({ from, size, mode, path }: CopiedFile): Promise<string> {
    const name = await this.#next();
    if ((await this.#disk.copyFile(from, this.pathFor(name), mode)) !== size) throw damagedStoredFileProblem(path);
    return name;
  }

  /** Whether files can be swapped, so that a save of another program is never overwritten. */
  supportsHardLinks(): Promise<boolean> {
    this.#supportsHardLinks ??= this.#make().then(() => this.#disk.supportsHardLinks(this.#folder));
    return this.#supportsHardLinks;
  }

  /** Replaces the file `to` with a staged one if it still has the hash `was`, or does not exist if that is null. Otherwise returns null. */
  async replace(staged: string, to: string, was: string | null, sha256: string): Promise<FileStat | null> {
    const keep = await this.#keptPathFor(to, was);
    const stamp = was === null ? undefined : (await this.#disk.stat(to))?.stamp;
    const seen = await this.#disk.replaceIfUnchanged(this.pathFor(staged), to, was, keep);
    if (seen && was !== null && keep !== null) this.#kept.set(keep, { replacedBy: sha256, stamp });
    return seen;
  }

  /** Removes a file if it still has this hash. Returns whether it was removed. */
  async remove(path: string, sha256: string): Promise<boolean> {
    const keep = await this.#keptPathFor(path, sha256);
    const stamp = (await this.#disk.stat(path))?.stamp;
    const isRemoved = await this.#disk.removeIfUnchanged(path, sha256, keep);
    if (isRemoved && keep !== null) this.#kept.set(keep, { replacedBy: null, stamp });
    return isRemoved;
  }

  /**
   * Puts back what another program has written to replaced files, and files that a killed process had moved away. Returns their absolute
   * paths. `replacements` are the known hashes of files that a killed process put in their place.
   */
  async restoreKeptFiles(replacements: ReadonlyMap<string, string> = new Map()): Promise<string[]> {
    const restored: string[] = [];
    const kept = join(this.#folder, keptFolderName);
    for (const name of await this.#disk.listNamesRecursively(kept)) {
      const keep = join(kept, name);
      const [sha256 = '', ...names] = name.split('/');
      if ((await this.#disk.kind(keep)) !== 'file') continue;
      const known = this.#kept.get(keep);
      const path = join(this.#root, ...names);
      const replacedBy = known ? known.replacedBy : (replacements.get(path) ?? null);
      const file = { keep, path, sha256, replacedBy, isInterrupted: known === undefined };
      if (await this.#disk.restoreOrRemoveKept(file, known?.stamp, this.pathFor('spare'))) restored.push(path);
    }
    this.#kept.clear();
    return restored;
  }

  async #keptPathFor(path: string, sha256: string | null): Promise<string | null> {
    if (!(await this.supportsHardLinks())) return null;
    return join(this.#folder, keptFolderName, sha256 ?? '', relative(this.#root, path));
  }

  /** Flushes the staged files to the disk, so that they survive a power failure. */
  async sync(): Promise<void> {
    if (this.#made) await this.#disk.syncFolder(this.#folder);
  }

  /**
   * Waits for the files that are being copied, cancels the other copies, and removes the folder. This includes files of earlier deliveries,
   * whose game project may have been unavailable when they ended. Windows does not remove a file that an importer has open under its other
   * name; the next call removes it.
   */
  async discard(): Promise<void> {
    this.#abortCopies.abort();
    await this.#copies.catch(() => undefined);
    if ((await this.#disk.kind(join(this.#root, stagingFolderName))) !== 'folder') return;
    this.#made = null;
    this.#supportsHardLinks = null;
    if ((await this.#disk.kind(this.#folder)) === 'folder') {
      await this.restoreKeptFiles();
      await this.#disk.removeFolder(this.#folder).catch((error: unknown) => {
        if (!isBusyError(error)) throw error;
      });
    }
    await this.#disk.removeIfEmpty(join(this.#root, stagingFolderName));
  }

  /**
   * Throws if another program has created a file or link with the name of this folder, because writing there could lead out of the game
   * project.
   */
  async assertOwnFolder(): Promise<void> {
    for (const folder of [join(this.#root, stagingFolderName), this.#folder]) {
      const kind = await this.#disk.kind(folder);
      if (kind !== null && kind !== 'folder') throw stagingFolderTakenProblem(stagingFolderName, this.#root);
    }
  }

  async #next(): Promise<string> {
    await this.#make();
    return `${this.#prefix}-${this.#count++}`;
  }

  #make(): Promise<void> {
    this.#made ??= this.assertOwnFolder().then(() => this.#disk.createFolder(this.#folder));
    return this.#made;
  }
}
