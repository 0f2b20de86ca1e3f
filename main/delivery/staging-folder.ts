/**
 * The folder `.taleport~/<target>/` at the root of the game project: on the same volume, and ignored by every engine. Every file is written there completely
 * before anything else is changed. Nothing in it is needed once a delivery has ended.
 */

import { join } from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { damagedStoredFileProblem, stagingFolderTakenProblem } from './delivery-messages.ts';

export const stagingFolderName = '.taleport~';

export class StagingFolder {
  readonly #disk: Disk;
  readonly #root: string;
  readonly #folder: string;
  #count = 0;
  #made: Promise<void> | null = null;

  constructor(disk: Disk, root: string, id: string) {
    this.#disk = disk;
    this.#root = root;
    this.#folder = join(root, stagingFolderName, id);
  }

  pathFor(name: string): string {
    return join(this.#folder, name);
  }

  /** Resolves to the name of the staged file. */
  async write(chunks: AsyncIterable<Uint8Array>, mode: number | null): Promise<string> {
    const name = await this.#next();
    await this.#disk.writeFile(this.pathFor(name), chunks, mode);
    return name;
  }

  async copy(from: string, size: number, mode: number | null, path: string): Promise<string> {
    const name = await this.#next();
    await this.#disk.copyFile(from, this.pathFor(name), mode);
    if ((await this.#disk.stat(this.pathFor(name)))?.size !== size) throw damagedStoredFileProblem(path);
    return name;
  }

  /** Makes the staged files survive a power cut. */
  async sync(): Promise<void> {
    if (this.#made) await this.#disk.syncFolder(this.#folder);
  }

  /** Removes also what an earlier delivery left: the game project may have been unavailable when it ended. */
  async discard(): Promise<void> {
    if ((await this.#disk.kind(join(this.#root, stagingFolderName))) !== 'folder') return;
    this.#made = null;
    if ((await this.#disk.kind(this.#folder)) === 'folder') await this.#disk.removeFolder(this.#folder);
    await this.#disk.removeIfEmpty(join(this.#root, stagingFolderName));
  }

  /** Throws for a file or link of another program with that name: writing there could lead out of the folder. */
  async assertOwnFolder(): Promise<void> {
    for (const folder of [join(this.#root, stagingFolderName), this.#folder]) {
      const kind = await this.#disk.kind(folder);
      if (kind !== null && kind !== 'folder') throw stagingFolderTakenProblem(stagingFolderName, this.#root);
    }
  }

  async #next(): Promise<string> {
    this.#made ??= this.assertOwnFolder().then(() => this.#disk.createFolder(this.#folder));
    await this.#made;
    return String(this.#count++);
  }
}
