/** A story with stored files, for tests that compare every byte: the files are in a folder like that of the file store. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetFile } from '../../../main/delivery/folder/target-file.ts';
import type { ExportFile } from '../../../shared/contracts/export-file.ts';
import { sha256 } from '../../sha256.ts';

export interface StoredAsset {
  /** The path in the game project. */
  readonly path: string;
  readonly bytes: string;
}

/** Stores each file under its hash, as the file store does. */
export class TestAssetFolder {
  readonly folder: string;
  readonly #missing = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  file({ path, bytes }: StoredAsset): TargetFile {
    const hash = sha256(bytes);
    writeFileSync(join(this.folder, hash), bytes, { mode: 0o600 });
    return { path, file: hash, sha256: hash, size: Buffer.byteLength(bytes) };
  }

  lose(bytes: string): void {
    this.#missing.add(sha256(bytes));
  }

  locate = (_hash: string, file: string): string | undefined => (this.#missing.has(file) ? undefined : join(this.folder, file));
}

/** In two chunks with an empty step between them, as exporters yield them. */
export const textFile = (path: string, text: string): ExportFile => ({
  path,
  chunks: () => [{ text: text.slice(0, 20) }, undefined, { text: text.slice(20) }],
});
