/**
 * What we wrote into a folder, or were told to leave alone there. It lies in our own database, never in the game
 * project. A file is ours exactly while its bytes have the print that stands here.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';

/** `stamp`: how the file was seen when it had this print; while it is seen so, it is not read again. */
const ownedEntrySchema = z.strictObject({ sha256: z.string(), size: z.number(), stamp: z.string().optional() });
/** The user keeps what someone else made of this file; `deleted`: that it is not there. */
const keptEntrySchema = z.strictObject({ kept: z.literal(true), deleted: z.boolean() });
const entrySchema = z.union([ownedEntrySchema, keptEntrySchema]);
export type OwnedEntry = z.infer<typeof ownedEntrySchema>;
export type ManifestEntry = z.infer<typeof entrySchema>;

export const isOwned = (found: ManifestEntry | undefined): found is OwnedEntry => found !== undefined && 'sha256' in found;

export class Manifest {
  readonly #store: KeyValueStore;
  readonly #prefix: string;
  readonly #entries = new Map<string, ManifestEntry>();

  constructor(store: KeyValueStore, targetId: string) {
    this.#store = store;
    this.#prefix = `manifest/${targetId}/`;
    for (const { id, value } of store.list(this.#prefix)) {
      const read = entrySchema.safeParse(value);
      if (read.success) this.#entries.set(id.slice(this.#prefix.length), read.data);
    }
  }

  get(path: string): ManifestEntry | undefined {
    return this.#entries.get(path);
  }

  entries(): [path: string, entry: ManifestEntry][] {
    return [...this.#entries];
  }

  paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Those that are ours, the story files first: the ones with this extension. */
  ownedPaths(storyExtension: string): string[] {
    const isStory = (path: string): number => Number(path.endsWith(storyExtension));
    return this.ownedEntries()
      .map(([path]) => path)
      .sort((one, two) => isStory(two) - isStory(one));
  }

  ownedEntries(): [path: string, entry: OwnedEntry][] {
    return this.entries().flatMap(([path, found]): [string, OwnedEntry][] => (isOwned(found) ? [[path, found]] : []));
  }

  /** `beside` goes into the same transaction. */
  put(entries: readonly (readonly [path: string, entry: ManifestEntry])[], beside: readonly { id: string; value: unknown }[] = []): void {
    if (entries.length + beside.length === 0) return;
    this.#store.put([...entries.map(([path, value]) => ({ id: this.#prefix + path, value })), ...beside]);
    for (const [path, value] of entries) this.#entries.set(path, value);
  }

  /** `beside` are ids of other rows that go with it. */
  remove(paths: readonly string[], beside: readonly string[] = []): void {
    if (paths.length + beside.length === 0) return;
    this.#store.remove([...paths.map((path) => this.#prefix + path), ...beside]);
    for (const path of paths) this.#entries.delete(path);
  }
}
