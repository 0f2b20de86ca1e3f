/**
 * What we wrote into a folder, or were told to leave alone there. It lies in our own database, never in the game
 * project. A file is ours exactly while its bytes have the print that stands here.
 */
import { z } from 'zod';
import type { Shelf } from '../../shared/shelf.ts';

/** `stamp`: how the file was seen when it had this print; while it is seen so, it is not read again. */
const ours = z.strictObject({ sha256: z.string(), size: z.number(), stamp: z.string().optional() });
/** The user keeps what someone else made of this file; `deleted`: that it is not there. */
const theirs = z.strictObject({ kept: z.literal(true), deleted: z.boolean() });
const entry = z.union([ours, theirs]);
export type Ours = z.infer<typeof ours>;
export type Entry = z.infer<typeof entry>;

export const isOurs = (found: Entry | undefined): found is Ours => found !== undefined && 'sha256' in found;

export class Manifest {
  readonly #shelf: Shelf;
  readonly #prefix: string;
  readonly #entries = new Map<string, Entry>();

  constructor(shelf: Shelf, targetId: string) {
    this.#shelf = shelf;
    this.#prefix = `file/${targetId}/`;
    for (const { id, value } of shelf.list(this.#prefix)) {
      const read = entry.safeParse(value);
      if (read.success) this.#entries.set(id.slice(this.#prefix.length), read.data);
    }
  }

  get(path: string): Entry | undefined {
    return this.#entries.get(path);
  }

  entries(): [path: string, entry: Entry][] {
    return [...this.#entries];
  }

  paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Those that are ours, the story itself first. */
  ourPaths(): string[] {
    const isJson = (path: string): number => Number(path.endsWith('.json'));
    return this.ours()
      .map(([path]) => path)
      .sort((a, b) => isJson(b) - isJson(a));
  }

  ours(): [path: string, entry: Ours][] {
    return this.entries().flatMap(([path, found]): [string, Ours][] => (isOurs(found) ? [[path, found]] : []));
  }

  /** `beside` goes into the same transaction. */
  put(entries: readonly (readonly [path: string, entry: Entry])[], beside: readonly { id: string; value: unknown }[] = []): void {
    if (entries.length + beside.length === 0) return;
    this.#shelf.put([...entries.map(([path, value]) => ({ id: this.#prefix + path, value })), ...beside]);
    for (const [path, value] of entries) this.#entries.set(path, value);
  }

  /** `beside` are ids of other rows that go with it. */
  drop(paths: readonly string[], beside: readonly string[] = []): void {
    if (paths.length + beside.length === 0) return;
    this.#shelf.remove([...paths.map((path) => this.#prefix + path), ...beside]);
    for (const path of paths) this.#entries.delete(path);
  }
}
