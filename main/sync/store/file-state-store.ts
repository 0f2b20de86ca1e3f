/** What sync stores about the file of each asset. A cleared row is null. */
import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { WaitClock } from '../../platform/wait-clock.ts';
import { fromRow, storedMessageSchema, toRow } from './row-codec.ts';
import { type SyncStoreEntry, syncStoreName } from './sync-store.ts';

const fileSyncStateSchema = z.strictObject({
  /**
   * The last file on which both sides agreed: its hash, and its name on the remote (null if there is no file, missing if it is unknown).
   */
  agreed: z.strictObject({ remoteName: z.string().nullable().optional(), sha256: z.string().nullable() }).nullable(),
  /**
   * An uploaded file to which no remote asset refers yet. `at` is on the monotonic clock: uploads without a reference are deleted after a day
   * (G13).
   */
  upload: z.strictObject({ remoteName: z.string(), sha256: z.string(), at: z.number() }).nullable(),
  /**
   * Both sides have replaced the file: the remote file's name, the local file's hash, and the downloaded remote file, for comparison (G13:
   * for a day).
   */
  conflict: z.strictObject({ remoteName: z.string(), sha256: z.string(), downloaded: z.string().nullable().default(null) }).nullable(),
  /** Not transferred again as long as it does not change. `file` is the hash of a local file, or the name of a remote one. */
  rejected: z.strictObject({ file: z.string(), reason: storedMessageSchema }).nullable(),
});
export type FileSyncState = z.infer<typeof fileSyncStateSchema>;

export const initialFileSyncState: FileSyncState = { agreed: null, upload: null, conflict: null, rejected: null };

export const fileStateEntry = (asset: string, row: FileSyncState | null): SyncStoreEntry => ({ id: `${rowPrefix}${asset}`, value: row });

const rowPrefix = 'file/';

/** Reads the rows each time, because the runner writes some of them in its own transactions. */
export class FileStateStore {
  readonly #store: KeyValueStore;
  readonly #prefix: string;
  readonly #clock: WaitClock;

  constructor(store: KeyValueStore, hash: string, clock: WaitClock) {
    this.#store = store;
    this.#clock = clock;
    this.#prefix = `${hash}/${rowPrefix}`;
  }

  get(asset: string): FileSyncState {
    return this.#parse(asset, this.#store.get(`${this.#prefix}${asset}`)).data ?? initialFileSyncState;
  }

  all(): Map<string, FileSyncState> {
    const rows = new Map<string, FileSyncState>();
    for (const { id, value } of this.#store.list(this.#prefix)) {
      const asset = id.slice(this.#prefix.length);
      const read = this.#parse(asset, value);
      if (read.success) rows.set(asset, read.data);
    }
    return rows;
  }

  write(asset: string, row: FileSyncState | null): void {
    this.#store.put(this.toExtraRows(asset, row).put ?? []);
  }

  /** The row for the transaction of a command. */
  toExtraRows(asset: string, row: FileSyncState | null): KeyValueWrites {
    return { store: syncStoreName, put: [{ id: `${this.#prefix}${asset}`, value: toRow(`${rowPrefix}${asset}`, row, this.#clock) }] };
  }

  #parse(asset: string, stored: unknown) {
    return fileSyncStateSchema.safeParse(fromRow(`${rowPrefix}${asset}`, stored, this.#clock));
  }
}
