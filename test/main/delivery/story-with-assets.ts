/** A story with stored files, for tests that compare every byte: the files are in a folder like that of the file store. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetFile } from '../../../main/delivery/target-file.ts';
import type { ExportFile } from '../../../shared/contracts/export-file.ts';

export interface StoredAsset {
  /** The path in the game project. */
  readonly path: string;
  readonly bytes: string;
}

export const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes by their print, as the file store has them. */
export class LittleVault {
  readonly folder: string;
  readonly #gone = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  file({ path, bytes }: StoredAsset): TargetFile {
    const print = sha256(bytes);
    writeFileSync(join(this.folder, print), bytes, { mode: 0o600 });
    return { path, file: print, sha256: print, size: Buffer.byteLength(bytes) };
  }

  lose(bytes: string): void {
    this.#gone.add(sha256(bytes));
  }

  locate = (_hash: string, file: string): string | undefined => (this.#gone.has(file) ? undefined : join(this.folder, file));
}

/** A JSON that names its files, so that a test can look whether they are there. */
export const storyNaming = (number: number, assets: readonly StoredAsset[]): string =>
  `${JSON.stringify({ number, files: assets.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })), end: number })}\n`;

/** In two pieces, so that one of them may be what it was. */
export const textFile = (path: string, text: string): ExportFile => ({
  path,
  chunks: () => [{ text: text.slice(0, 20) }, undefined, { text: text.slice(20) }],
});
