/** The local assets of a project: whether their files are on the disk, and which of them need a transfer. */

import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../../shared/contracts/key-value-store.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import { storedTimeSchema, type WaitClock } from '../../../platform/wait-clock.ts';
import type { LocalProject } from '../../store/sync-engine.ts';
import { fromRow, type SyncStore, type SyncStoreEntry, storedMessageSchema, syncStoreName, toRow } from '../../store/sync-store.ts';
import type { CapabilityStore, RemoteClient } from '../remote-client.ts';
import type { Urgency } from '../request-queue.ts';
import { findDamagedFiles, type SyncFileStore } from './file-transfers.ts';
import type { FileProgress, TransferDirection, WaitingFile } from './running-transfers.ts';

export type AssetRecord = StoryRecord<'asset'>;

export class LocalAssets {
  readonly #deps: FileSyncDeps;
  readonly #rows: FileStateStore;
  readonly #recheckQueue: FileRecheckQueue;
  readonly #damaged = new Set<string>();
  /** SHA-256 by stored filename, which always refers to the same bytes. */
  readonly #known = new Map<string, string>();
  #checking: Promise<void> | undefined;

  constructor(deps: FileSyncDeps, rows: FileStateStore, recheckQueue: FileRecheckQueue) {
    this.#deps = deps;
    this.#rows = rows;
    this.#recheckQueue = recheckQueue;
  }

  /** All assets except folders. */
  list(): AssetRecord[] {
    return [...this.#deps.local.project.recordsOfKind('asset')].filter(({ type }) => type !== 'folder');
  }

  fileStateOf({ id, file }: AssetRecord): LocalFileState {
    const existsRemotely = this.#deps.store.base.has(id);
    if (file === null || this.#damaged.has(file)) return { sha256: null, existsRemotely };
    const sha256 = this.#known.get(file) ?? this.#deps.fileStore.find(this.#deps.hash, file)?.sha256 ?? null;
    if (sha256 !== null) this.#known.set(file, sha256);
    return { sha256, existsRemotely };
  }

  /**
   * The assets whose files need a transfer or lookup, now or later: uploads first; then downloads, those that the story uses first; then
   * lookups. `ready` contains uploaded files that wait for the runner.
   */
  pending(ready: ReadonlyMap<string, string>): AssetRecord[] {
    const found = this.#withOpenFiles(ready, ({ id }, { existsRemotely }) => existsRemotely && this.#recheckQueue.has(id));
    const order = new Map(found.map((asset) => [asset, this.#orderOf(asset)]));
    return found.sort((one, two) => (order.get(one) ?? 0) - (order.get(two) ?? 0));
  }

  /** Those of them whose files are known to differ, and not only to be looked up because others have written. */
  untransferred(ready: ReadonlyMap<string, string>): AssetRecord[] {
    return this.#withOpenFiles(ready, () => false);
  }

  #withOpenFiles(ready: ReadonlyMap<string, string>, isRechecked: (asset: AssetRecord, local: LocalFileState) => boolean): AssetRecord[] {
    const rows = this.#rows.all();
    const now = this.#deps.client.clock.now();
    const isSingle = this.#deps.capabilityStore.capabilities.upload === 'single';
    return this.list().filter((asset) => {
      const local = this.fileStateOf(asset);
      if (ready.has(asset.id) && rows.get(asset.id)?.upload?.sha256 === local.sha256) return false;
      if (isRechecked(asset, local)) return true;
      const action = planFileAction(rows.get(asset.id) ?? initialFileSyncState, local, undefined, now);
      return action === 'lookUp' || (action === 'upload' && !isSingle && !asset.type.startsWith('template-'));
    });
  }

  /** The files that need a transfer in this direction, as far as that is known without a lookup. */
  waiting(direction: TransferDirection): WaitingFile[] {
    const rows = this.#rows.all();
    const now = this.#deps.client.clock.now();
    return this.list().flatMap((asset) => {
      const local = this.fileStateOf(asset);
      const row = rows.get(asset.id) ?? initialFileSyncState;
      if (asset.type.startsWith('template-') && direction === 'up') return [];
      return directionOf(row, local, now) === direction ? [{ asset: asset.id, bytes: this.#sizeOf(asset) }] : [];
    });
  }

  #sizeOf({ file, bytes }: AssetRecord): number | null {
    return bytes ?? (file === null ? undefined : this.#deps.fileStore.find(this.#deps.hash, file)?.bytes) ?? null;
  }

  #orderOf({ id, file }: AssetRecord): number {
    const { local, store } = this.#deps;
    if (!store.base.has(id)) return 0;
    if (file !== null) return 3;
    return local.project.referrerCount(id) > 0 ? 1 : 2;
  }

  /** [I21] called once: checks that the stored files are on the disk, and removes the rows of assets that do not exist. */
  verifyFiles(): Promise<void> {
    this.#checking ??= this.#check();
    return this.#checking;
  }

  async #check(): Promise<void> {
    const { local, store, fileStore, hash } = this.#deps;
    for (const id of this.#rows.all().keys()) if (!local.project.has(id) && !store.base.has(id)) this.#rows.write(id, null);
    const files = this.list().flatMap(({ file }) => file ?? []);
    for (const file of await findDamagedFiles(fileStore, hash, files)) this.#damaged.add(file);
  }
}

/** The dependencies of file sync: the remote, the local project, the file store, and the rows of sync. */
export interface FileSyncDeps {
  readonly client: RemoteClient;
  readonly capabilityStore: CapabilityStore;
  readonly local: LocalProject;
  readonly hash: string;
  readonly keyValueStore: KeyValueStore;
  /** The rows of the runner. */
  readonly store: Pick<SyncStore, 'base' | 'checkpoint' | 'write'>;
  /** Opens the project and its base in slices, before all assets are examined. */
  readonly open: () => Promise<void>;
  readonly fileStore: SyncFileStore;
  /** Creates the boundaries of forms. */
  readonly newId: () => string;
  /** Called as bytes are transferred. */
  readonly progress?: (moved: FileProgress) => void;
  /** The urgency of transfers for which nobody is waiting. */
  readonly urgency?: () => Urgency;
}

/** The maximum number of steps that run at once. */
export const maxConcurrentFiles = 3;

interface LocalFileState {
  /** The SHA-256 of the local bytes; null if there are none. */
  readonly sha256: string | null;
  /** Whether the asset exists on both sides. */
  readonly existsRemotely: boolean;
}

type FileAction =
  | 'nothing'
  /** The remote file is unknown and must be looked up. */
  | 'lookUp'
  | 'upload'
  | 'download'
  /** The file is uploaded; the runner sets it as the file of the asset. */
  | 'setFile'
  /** Both sides have replaced the file; the user decides. */
  | 'conflict';

/** Milliseconds for which an uploaded file may wait for its asset. */
const uploadLifetime = 20 * 3_600_000;

export const isUploadFresh = ({ at }: { readonly at: number }, now: number): boolean => now < at + uploadLifetime;

/**
 * Plans the next action for the file of one asset, from the last file on which both sides agreed, the local file, and the remote file.
 * Pure. Local files are identified by their SHA-256, remote ones by their name: another name is another file. `remote` is the
 * name of the remote file; null if it has none, undefined if it was not looked up.
 */
export function planFileAction(row: FileSyncState, local: LocalFileState, remote: string | null | undefined, now: number): FileAction {
  const { agreed, upload, rejected } = row;
  const isUploaded = upload !== null && upload.sha256 === local.sha256 && isUploadFresh(upload, now);
  const uploadUnlessRejected = (): FileAction => {
    if (rejected?.file === local.sha256) return 'nothing';
    return isUploaded ? 'setFile' : 'upload';
  };
  if (!local.existsRemotely) return local.sha256 === null ? 'nothing' : uploadUnlessRejected();
  if (remote === undefined) return needsLookup(row, local) ? 'lookUp' : 'nothing';
  const downloadUnlessRejected = (): FileAction => (rejected?.file === remote ? 'nothing' : 'download');
  if (local.sha256 === null) return remote === null ? 'nothing' : downloadUnlessRejected();
  const isLocalUnchanged = agreed !== null && local.sha256 === agreed.sha256;
  const isRemoteUnchanged = agreed !== null && agreed.remoteName === remote;
  if (isRemoteUnchanged || remote === null) return isLocalUnchanged ? 'nothing' : uploadUnlessRejected();
  if (isLocalUnchanged) return downloadUnlessRejected();
  return isInConflict(row, local, remote) ? 'nothing' : 'conflict';
}

/** In which direction a file has to be transferred, as far as that is known without a lookup; undefined if in none. */
function directionOf(row: FileSyncState, local: LocalFileState, now: number): TransferDirection | undefined {
  const action = planFileAction(row, local, undefined, now);
  if (action === 'upload') return 'up';
  if (action !== 'lookUp') return undefined;
  if (local.sha256 === null) return 'down';
  const isUploaded = row.upload?.sha256 === local.sha256 && isUploadFresh(row.upload, now);
  return row.agreed !== null && !isUploaded ? 'up' : undefined;
}

/** Whether the remote file must be looked up although there is no sign that it was replaced. */
function needsLookup({ agreed, conflict, rejected }: FileSyncState, local: LocalFileState): boolean {
  if (agreed !== null && local.sha256 === agreed.sha256) return false;
  if (conflict !== null && conflict.sha256 === local.sha256) return false;
  if (rejected !== null && rejected.file === (local.sha256 ?? agreed?.remoteName)) return false;
  return agreed === null || local.sha256 !== null || agreed.remoteName !== null;
}

const isInConflict = ({ conflict }: FileSyncState, local: LocalFileState, remote: string): boolean =>
  conflict !== null && conflict.remoteName === remote && conflict.sha256 === local.sha256;

const removalsPerRow = 10;

const recheckQueueSchema = z.strictObject({
  waitingIds: z.array(z.string()),
  /** Rows of earlier versions contain a wall time. */
  filledAt: z.union([storedTimeSchema, z.number()]),
  isRoundDue: z.boolean(),
  isCertain: z.boolean().default(false),
});

/**
 * Remote files that may have been replaced since they were looked up. No list shows that, so each asset is looked up after other clients
 * have written, at most once per interval. Stored, so that a restart forgets none.
 */
export class FileRecheckQueue {
  readonly #store: KeyValueStore;
  readonly #clock: WaitClock;
  readonly #id: string;
  /** Returns the milliseconds between two rounds. */
  readonly #every: (certainty: 'certain' | 'possible') => number;
  #waitingIds: Set<string>;
  #filledAt: number;
  #isRoundDue: boolean;
  /** Whether another client has certainly written. */
  #isCertain: boolean;

  constructor(store: KeyValueStore, hash: string, clock: WaitClock, every: (certainty: 'certain' | 'possible') => number) {
    this.#store = store;
    this.#clock = clock;
    this.#id = `${hash}/file-rechecks`;
    this.#every = every;
    const stored = recheckQueueSchema.safeParse(store.get(this.#id)).data;
    this.#waitingIds = new Set(stored?.waitingIds);
    this.#filledAt = stored ? clock.fromStoredTime(stored.filledAt) : Number.MIN_SAFE_INTEGER;
    this.#isRoundDue = stored?.isRoundDue ?? false;
    this.#isCertain = stored?.isCertain ?? false;
  }

  has(id: string): boolean {
    return this.#waitingIds.has(id);
  }

  add(id: string): void {
    this.#waitingIds.add(id);
    this.#save();
  }

  /** Not stored each time, because the row contains all others: after a kill, a few are looked up again. */
  remove(id: string): void {
    if (this.#waitingIds.delete(id) && this.#waitingIds.size % removalsPerRow === 0) this.#save();
  }

  noteRemoteChange(certainty: 'certain' | 'possible'): void {
    const isCertain = this.#isCertain || certainty === 'certain';
    if (this.#isRoundDue && this.#isCertain === isCertain) return;
    this.#isRoundDue = true;
    this.#isCertain = isCertain;
    this.#save();
  }

  /** The time at which the next round may begin; undefined if no other client has written. */
  get dueAt(): number | undefined {
    return this.#isRoundDue ? this.#filledAt + this.#every(this.#isCertain ? 'certain' : 'possible') : undefined;
  }

  startRound(ids: Iterable<string>, now: number): void {
    this.#waitingIds = new Set([...this.#waitingIds, ...ids]);
    this.#filledAt = now;
    this.#isRoundDue = false;
    this.#isCertain = false;
    this.#save();
  }

  #save(): void {
    const value = {
      waitingIds: [...this.#waitingIds],
      filledAt: this.#clock.toStoredTime(this.#filledAt),
      isRoundDue: this.#isRoundDue,
      isCertain: this.#isCertain,
    };
    this.#store.put([{ id: this.#id, value }]);
  }
}

/** What sync stores about the file of each asset. A cleared row is null. */
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

/** Keeps the rows in memory, because each status needs all of them. */
export class FileStateStore {
  readonly #store: KeyValueStore;
  readonly #prefix: string;
  readonly #clock: WaitClock;
  #all: Map<string, FileSyncState> | undefined;
  /** The assets whose rows have changed, or are about to, since `#all` was read. */
  readonly #changedIds = new Set<string>();

  constructor(store: KeyValueStore, hash: string, clock: WaitClock) {
    this.#store = store;
    this.#clock = clock;
    this.#prefix = `${hash}/${rowPrefix}`;
  }

  get(asset: string): FileSyncState {
    return this.#parse(asset, this.#store.get(`${this.#prefix}${asset}`)).data ?? initialFileSyncState;
  }

  all(): ReadonlyMap<string, FileSyncState> {
    if (this.#all) {
      for (const asset of this.#changedIds) this.#set(this.#all, asset, this.#store.get(`${this.#prefix}${asset}`));
    } else {
      this.#all = new Map();
      for (const { id, value } of this.#store.list(this.#prefix)) this.#set(this.#all, id.slice(this.#prefix.length), value);
    }
    this.#changedIds.clear();
    return this.#all;
  }

  #set(rows: Map<string, FileSyncState>, asset: string, value: unknown): void {
    const read = this.#parse(asset, value);
    if (read.success) rows.set(asset, read.data);
    else rows.delete(asset);
  }

  /** Must be called in the turn in which a transaction of the runner writes the row of the asset. */
  noteChange(asset: string): void {
    this.#changedIds.add(asset);
  }

  write(asset: string, row: FileSyncState | null): void {
    this.#store.put(this.toExtraRows(asset, row).put ?? []);
  }

  /** The row for the transaction of a command in this turn. */
  toExtraRows(asset: string, row: FileSyncState | null): KeyValueWrites {
    this.noteChange(asset);
    return { store: syncStoreName, put: [{ id: `${this.#prefix}${asset}`, value: toRow(`${rowPrefix}${asset}`, row, this.#clock) }] };
  }

  #parse(asset: string, stored: unknown) {
    return fileSyncStateSchema.safeParse(fromRow(`${rowPrefix}${asset}`, stored, this.#clock));
  }
}
