/**
 * The files that Taleport wrote into a folder, and those that the user chose to keep. Stored in the database, never in the game project. An
 * exported file may only be replaced as long as it has the hash stored here.
 */

import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';

/**
 * `stamp` is that of the file when it had this hash. As long as it is unchanged, the file is not read again. `isAdopted`: the file was found
 * and not written by the target. It may be replaced, but not removed when it leaves the export, because it may be the user's own.
 */
const ownedEntrySchema = z.strictObject({
  sha256: z.string(),
  size: z.number(),
  stamp: z.string().optional(),
  isAdopted: z.literal(true).optional(),
});
/**
 * The user chose to keep what another program does with the file, which is left alone until the user has it overwritten. Entries of earlier
 * versions also have `deleted`.
 */
const keptEntrySchema = z.object({ kept: z.literal(true) });
const entrySchema = z.union([ownedEntrySchema, keptEntrySchema]);
export type OwnedEntry = z.infer<typeof ownedEntrySchema>;
export type ManifestEntry = z.infer<typeof entrySchema>;

export const isOwned = (found: ManifestEntry | undefined): found is OwnedEntry => found !== undefined && 'sha256' in found;

/** Whether the target has written the file, so that it may remove it. */
export const isWritten = (found: ManifestEntry | undefined): found is OwnedEntry => isOwned(found) && found.isAdopted === undefined;

export class Manifest {
  readonly #store: KeyValueStore;
  readonly #prefix: string;
  readonly #entries = new Map<string, ManifestEntry>();
  #paths: readonly string[] | null = null;

  constructor(store: KeyValueStore, targetId: string) {
    this.#store = store;
    this.#prefix = `manifest/${targetId}/`;
    for (const { id, value } of store.list(this.#prefix)) {
      const read = safeParseJson(entrySchema, value);
      if (read.success) this.#entries.set(id.slice(this.#prefix.length), read.data);
    }
  }

  get(path: string): ManifestEntry | undefined {
    return this.#entries.get(path);
  }

  entries(): [path: string, entry: ManifestEntry][] {
    return [...this.#entries];
  }

  /** The same list until a file is added or removed. */
  paths(): readonly string[] {
    this.#paths ??= [...this.#entries.keys()];
    return this.#paths;
  }

  /** The exported files, story files (those with this extension) first. */
  ownedPaths(storyExtension: string): string[] {
    const isStory = (path: string): number => Number(path.endsWith(storyExtension));
    return this.ownedEntries()
      .map(([path]) => path)
      .sort((one, two) => isStory(two) - isStory(one));
  }

  ownedEntries(): [path: string, entry: OwnedEntry][] {
    return this.entries().flatMap(([path, found]): [string, OwnedEntry][] => (isOwned(found) ? [[path, found]] : []));
  }

  keptPaths(): string[] {
    return this.entries().flatMap(([path, found]) => (isOwned(found) ? [] : [path]));
  }

  /** `otherRows` are stored in the same transaction. */
  put(
    entries: readonly (readonly [path: string, entry: ManifestEntry])[],
    otherRows: readonly { id: string; value: unknown }[] = [],
  ): void {
    if (entries.length + otherRows.length === 0) return;
    this.#store.put([...entries.map(([path, value]) => ({ id: this.#prefix + path, value })), ...otherRows]);
    for (const [path, value] of entries) {
      if (!this.#entries.has(path)) this.#paths = null;
      this.#entries.set(path, value);
    }
  }

  /** `otherIds` are rows that are removed in the same transaction. */
  remove(paths: readonly string[], otherIds: readonly string[] = []): void {
    if (paths.length + otherIds.length === 0) return;
    this.#store.remove([...paths.map((path) => this.#prefix + path), ...otherIds]);
    for (const path of paths) if (this.#entries.delete(path)) this.#paths = null;
  }
}
