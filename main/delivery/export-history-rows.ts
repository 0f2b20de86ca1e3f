/** The stored list of a target's earlier exports, and which of them are kept. */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';

const textSchema = z.strictObject({ path: z.string(), sha256: z.string(), packed: z.number() });
const historyRowSchema = z.strictObject({
  /** Microseconds since 1970. */
  at: z.number(),
  version: z.number(),
  files: z.number(),
  bytes: z.number(),
  texts: z.array(textSchema),
  /** The list of assets is archived as a text as well, because it is long and mostly the same. */
  assets: z.strictObject({ sha256: z.string(), packed: z.number() }).nullable(),
});
export type HistoryRow = z.infer<typeof historyRowSchema>;
export interface StoredHistoryRow {
  readonly id: string;
  readonly row: HistoryRow;
}

/** Limits for each target: the number of exports, the number of newest ones that are kept whatever their time, and compressed bytes. */
const maxExports = 60;
const minRecentExports = 10;
const maxPackedBytes = 128e6;
const microsecondsPerMinute = 60e6;
const minuteOf = (at: number): number => Math.floor(at / microsecondsPerMinute);

const historyKeyPrefix = 'export/';

export class ExportHistoryRows {
  readonly #store: KeyValueStore;
  readonly #prefix: string;

  constructor(store: KeyValueStore, target: string) {
    this.#store = store;
    this.#prefix = `${historyKeyPrefix}${target}/`;
  }

  /** Oldest first. */
  list(): StoredHistoryRow[] {
    return this.#store.list(this.#prefix).flatMap(({ id, value }) => {
      const read = historyRowSchema.safeParse(value);
      return read.success ? [{ id: id.slice(this.#prefix.length), row: read.data }] : [];
    });
  }

  add(row: HistoryRow): void {
    const count = Number(this.list().at(-1)?.id ?? 0) + 1;
    this.#store.put([{ id: this.#prefix + String(count).padStart(9, '0'), value: row }]);
  }

  remove(rows: readonly StoredHistoryRow[]): void {
    this.#store.remove(rows.map(({ id }) => this.#prefix + id));
  }

  /** The SHA-256 of the archived texts that this target or another one uses. */
  usedTexts(): Set<string> {
    return textsUsedByHistory(this.#store);
  }
}

/** The rows that exceed the limits, and of older exports all but the last in each minute. `rows` are those of one target, oldest first. */
export function findSurplusRows(rows: readonly StoredHistoryRow[]): StoredHistoryRow[] {
  let packed = 0;
  const isLarge = rows.toReversed().map(({ row }) => {
    packed += row.texts.reduce((sum, each) => sum + each.packed, row.assets?.packed ?? 0);
    return packed > maxPackedBytes;
  });
  return rows.filter(({ row }, at) => {
    const after = rows.length - 1 - at;
    const next = rows[at + 1]?.row;
    const isThinned = after >= minRecentExports && next !== undefined && minuteOf(next.at) === minuteOf(row.at);
    return after > 0 && (isThinned || after >= maxExports || isLarge[after]);
  });
}

/** The SHA-256 of the texts of an export, including that of its list of assets. */
export const archivedTextHashes = ({ texts, assets }: HistoryRow): string[] => [
  ...texts.map(({ sha256 }) => sha256),
  ...(assets ? [assets.sha256] : []),
];

/** The SHA-256 of the archived texts to which the histories of all targets refer. */
export function textsUsedByHistory(store: KeyValueStore): Set<string> {
  const used = new Set<string>();
  for (const { value } of store.list(historyKeyPrefix)) {
    const read = historyRowSchema.safeParse(value);
    if (read.success) for (const sha256 of archivedTextHashes(read.data)) used.add(sha256);
  }
  return used;
}
