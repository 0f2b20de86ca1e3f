/**
 * Syncs the files of a project's assets in both directions, beside the runner: remote files are downloaded into the file store, local ones
 * are uploaded, and the runner names them in its requests. A step transfers one file; several may run at once. The file of another user is
 * never replaced without a lookup or a conflict (I22).
 */
import type { SyncTransfer } from '../../../../shared/contracts/sync.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../../shared/problem.ts';
import type { PendingFile } from '../../../assets/pending-files.ts';
import { createMergeConflict, type MergeConflict } from '../../plan/merge-conflict.ts';
import type { ConflictSide } from '../../plan/resolve-conflict.ts';
import { RemoteUnavailableError, type TransferControl } from '../../protocol/remote-api.ts';
import type { StepResult } from '../../protocol/step-result.ts';
import type { PendingWrite, RemoteFileState, RemoteFiles, SendResult, SyncRequest } from '../../protocol/sync-request.ts';
import { clearFileWriteEntry, type SyncStoreEntry } from '../../store/sync-store.ts';
import { TransferCancelledError } from '../remote-client.ts';
import { FileTransfers } from './file-transfers.ts';
import {
  type AssetRecord,
  FileRecheckQueue,
  FileStateStore,
  type FileSyncDeps,
  type FileSyncState,
  fileStateEntry,
  initialFileSyncState,
  isUploadFresh,
  LocalAssets,
  maxConcurrentFiles,
  planFileAction,
} from './local-assets.ts';
import { RunningTransfers, type TransferDirection } from './running-transfers.ts';

/** What the runner uses of file sync: how its requests and the files of assets depend on each other. */
export interface AssetFileTracker extends RemoteFiles {
  /** Increases whenever something changes on which requests depend. */
  readonly revision: number;
  /** Rows to store with the acknowledgement of a request that named or carried a file. `id` is the asset's id after the request. */
  entriesAfterWrite(request: SyncRequest, id: string): readonly SyncStoreEntry[];
  /**
   * Records that it is unknown whether the remote asset has its new file. `notStored`: it cannot have it, because the remote does not store
   * a file with that name.
   */
  invalidate(id: string, reason: 'unconfirmed' | 'notStored'): void;
  /** Whether an asset waits for its file. */
  readonly hasPending: boolean;
  /**
   * Must be called if another client wrote to the remote project, so that files may have been replaced. `possible`: the change may also be
   * our own.
   */
  noteRemoteChange(certainty: 'certain' | 'possible'): void;
  /**
   * Sends a write that carries a file beside the others, because a file may take minutes. Its row must be stored. `takeAnswer` returns the
   * result.
   */
  sendBeside(write: PendingWrite, send: (control: TransferControl) => Promise<SendResult>): void;
  /** Whether the answer to the write that creates this asset is still to come, or to be taken. */
  isUnderWay(id: string): boolean;
  /** Whether that write waits for a free transfer, so that nothing of it was sent yet. */
  isQueued(id: string): boolean;
  takeAnswer(): WriteAnswer | undefined;
}

/** The result of a write that was sent beside the others. */
interface WriteAnswer {
  readonly write: PendingWrite;
  readonly result: SendResult;
}

interface WriteWithFile {
  readonly write: PendingWrite;
  readonly send: (control: TransferControl) => Promise<SendResult>;
}

/** What the scheduler uses of file sync. Several steps may run at once, beside those of the runner. */
export interface ProjectFileSync extends AssetFileTracker {
  step(): Promise<StepResult>;
  retryNow(): void;
  /** Transfers files again that were rejected. */
  retryRejected(): void;
  readonly conflicts: readonly MergeConflict[];
  resolveConflict(conflict: MergeConflict, side: ConflictSide): void;
  /** (I27) The number of files that must be downloaded or uploaded, as far as known, whether or not they wait after a failure. */
  readonly pendingCount: number;
  /** The files on their way; undefined if there are none. */
  readonly transfer: SyncTransfer | undefined;
  /** Cancels running transfers: all of them, or those whose asset was removed or got another file. */
  cancelTransfers(which: 'all' | 'obsolete'): void;
  /** (I28) The assets whose local file the remote asset does not have. */
  readonly localOnly: readonly string[];
  /** The reasons why files were rejected, by asset. */
  readonly rejected: ReadonlyMap<string, Message>;
}

/** Milliseconds. */
const halfAnHour = 30 * 60_000;
/**
 * The number of files that are looked up immediately after each write to the remote, and the milliseconds between two lookups if there are
 * more.
 */
const fewFiles = 10;
const lookupInterval = 3000;
/** (I30) Milliseconds: if a replacement is not sent this soon after its lookup, it waits for another lookup. */
const lookupLifetime = 5000;
const retryDelay = 5000;

export class FileSync implements ProjectFileSync {
  readonly #deps: FileSyncDeps;
  readonly #rows: FileStateStore;
  readonly #recheckQueue: FileRecheckQueue;
  readonly #transfers: FileTransfers;
  /** Uploaded files that may replace remote ones, and when their assets were looked up. */
  readonly #ready = new Map<string, { readonly remoteName: string; readonly at: number }>();
  readonly #localAssets: LocalAssets;
  readonly #mover: FileMover;
  readonly #attempts = new FileAttempts();
  readonly #running: RunningTransfers;
  /** Writes with a file that wait for a free transfer. */
  #writes: WriteWithFile[] = [];
  /** The ids of assets whose create is sent beside the other writes and was not answered, or whose answer was not taken. */
  readonly #underWay = new Set<string>();
  readonly #answers: WriteAnswer[] = [];
  #revision = 0;

  constructor(deps: FileSyncDeps) {
    this.#deps = deps;
    this.#rows = new FileStateStore(deps.keyValueStore, deps.hash, deps.client.clock);
    this.#recheckQueue = new FileRecheckQueue(deps.keyValueStore, deps.hash, deps.client.clock, (certainty) =>
      this.#recheckInterval(certainty),
    );
    this.#running = new RunningTransfers(deps.progress);
    this.#transfers = new FileTransfers({ ...deps, running: this.#running });
    this.#localAssets = new LocalAssets(deps, this.#rows, this.#recheckQueue);
    this.#mover = new FileMover({
      ...deps,
      rows: this.#rows,
      transfers: this.#transfers,
      localAssets: this.#localAssets,
      write: (id, row) => this.#write(id, row),
      onRouteMissing: () => this.#revision++,
    });
  }

  get revision(): number {
    return this.#revision;
  }

  get replacements(): ReadonlyMap<string, string> {
    const now = this.#deps.client.clock.now();
    return new Map([...this.#ready].flatMap(([id, { remoteName, at }]) => (isFreshLookup(at, now) ? [[id, remoteName] as const] : [])));
  }

  get pendingCount(): number {
    return this.#localAssets.untransferred(this.replacements).filter((asset) => !this.#isMissingRemotely(asset)).length;
  }

  get transfer(): SyncTransfer | undefined {
    return this.#running.status((direction) => this.#localAssets.waiting(direction));
  }

  /** Read often, so the project is only opened if a file was rejected. */
  get rejected(): ReadonlyMap<string, Message> {
    const rejected = [...this.#rows.all()].flatMap(([id, row]) => (row.rejected ? [[id, row.rejected.reason] as const] : []));
    return new Map(rejected.filter(([id]) => this.#deps.local.project.has(id)));
  }

  get localOnly(): readonly string[] {
    const rows = this.#rows.all();
    return this.#localAssets.list().flatMap((asset) => {
      const { sha256 } = this.#localAssets.fileStateOf(asset);
      // [Assets] assets of templates are read-only, so their files are never uploaded.
      const isOurs = sha256 !== null && !asset.type.startsWith('template-');
      return isOurs && rows.get(asset.id)?.agreed?.sha256 !== sha256 ? [asset.id] : [];
    });
  }

  /** Files of assets that both sides have replaced: in conflict until it is resolved or the local file changes again. */
  get conflicts(): readonly MergeConflict[] {
    return [...this.#rows.all()].flatMap(([id, { conflict }]) => {
      // Read often, so the project is only opened if there is a conflict.
      const asset = conflict && this.#deps.local.project.find('asset', id);
      if (!asset || this.#localAssets.fileStateOf(asset).sha256 !== conflict.sha256) return [];
      const remote = conflict.downloaded ?? conflict.remoteName;
      return [createMergeConflict({ ...asset }, 'file', 'bothChanged', { base: null, local: asset.file, remote })];
    });
  }

  resolveConflict({ recordId }: Pick<MergeConflict, 'recordId'>, side: ConflictSide): undefined {
    const row = this.#rows.get(recordId);
    if (!row.conflict) return undefined;
    const { remoteName, sha256 } = row.conflict;
    // The other side counts as agreed, so that the chosen file is the change.
    const agreed = side === 'local' ? { remoteName, sha256: null } : { remoteName: null, sha256 };
    this.#write(recordId, { ...row, agreed, conflict: null });
    if (side === 'remote') this.#recheckQueue.add(recordId);
    return undefined;
  }

  /** Ends waits after failures, because the network is available again or the user requests it. */
  retryNow(): void {
    this.#attempts.retryNow();
  }

  retryRejected(): void {
    this.retryNow();
    for (const [id, row] of this.#rows.all()) {
      if (!row.rejected) continue;
      const isLookedUp = row.agreed?.remoteName !== undefined || row.agreed?.sha256 !== null;
      this.#write(id, { ...row, agreed: isLookedUp ? row.agreed : null, rejected: null });
    }
  }

  noteRemoteChange(certainty: 'certain' | 'possible'): void {
    this.#recheckQueue.noteRemoteChange(certainty);
    this.#attempts.forgetMissing();
  }

  invalidate(id: string, reason: 'unconfirmed' | 'notStored'): void {
    this.#ready.delete(id);
    this.#recheckQueue.add(id);
    if (reason === 'notStored') this.#attempts.recordFailure(id, this.#deps.client.clock.now());
    this.#write(id, { ...this.#rows.get(id), ...(reason === 'notStored' && { upload: null }) });
  }

  /** Whether a new local asset waits for its file, or an uploaded file has not been set as that of its asset. */
  get hasPending(): boolean {
    return (
      this.#ready.size > 0 ||
      this.#localAssets.list().some((asset) => !this.#deps.store.base.has(asset.id) && this.stateOf(asset).type !== 'none')
    );
  }

  stateOf(asset: Pick<AnyRecord, 'id'>): RemoteFileState {
    const found = this.#deps.local.project.find('asset', asset.id);
    const local = found && this.#localAssets.fileStateOf(found);
    // [Assets] assets of templates are read-only, so their files are never uploaded.
    if (!found?.file || !local?.sha256 || found.type.startsWith('template-')) return { type: 'none' };
    const row = this.#rows.get(asset.id);
    if (row.rejected?.file === local.sha256) return { type: 'none' };
    if (this.#deps.capabilityStore.capabilities.upload === 'single')
      return this.#underWay.size < maxConcurrentFiles ? { type: 'inRequest', file: found.file } : { type: 'pending' };
    return row.upload && row.upload.sha256 === local.sha256 && isUploadFresh(row.upload, this.#deps.client.clock.now())
      ? { type: 'stored', fileName: row.upload.remoteName }
      : { type: 'pending' };
  }

  entriesAfterWrite({ operation, body, uploadFile }: SyncRequest, id: string): readonly SyncStoreEntry[] {
    const row = this.#rows.get(operation.id);
    const remoteName = typeof body?.file === 'string' ? body.file : undefined;
    if (operation.kind !== 'asset') return [];
    for (const each of [operation.id, id]) this.#rows.noteChange(each);
    if (remoteName === undefined && uploadFile === undefined)
      return id === operation.id ? [] : [fileStateEntry(operation.id, null), fileStateEntry(id, row)];
    // The local file may have been replaced since, but the bytes that were sent are what counts.
    const sentUpload = row.upload?.remoteName === remoteName ? row.upload : null;
    const sent = sentUpload ?? (uploadFile === undefined ? undefined : this.#deps.fileStore.find(this.#deps.hash, uploadFile));
    this.#ready.delete(operation.id);
    const agreed = { ...(remoteName !== undefined && { remoteName }), sha256: sent?.sha256 ?? null };
    return [
      ...(id === operation.id ? [] : [fileStateEntry(operation.id, null)]),
      fileStateEntry(id, { ...initialFileSyncState, agreed, upload: sentUpload ? null : row.upload }),
    ];
  }

  sendBeside(write: PendingWrite, send: WriteWithFile['send']): void {
    this.#underWay.add(write.request.operation.id);
    this.#writes.push({ write, send });
  }

  isUnderWay(id: string): boolean {
    return this.#underWay.has(id);
  }

  isQueued(id: string): boolean {
    return this.#writes.some(({ write }) => write.request.operation.id === id);
  }

  takeAnswer(): WriteAnswer | undefined {
    const answer = this.#answers.shift();
    if (answer) this.#underWay.delete(answer.write.request.operation.id);
    return answer;
  }

  cancelTransfers(which: 'all' | 'obsolete'): void {
    const isConcerned = (asset: string, direction: TransferDirection, file: string | undefined) => {
      const found = which === 'all' ? undefined : this.#deps.local.project.find('asset', asset);
      return !found || (direction === 'up' && found.file !== file);
    };
    this.#running.cancel(({ asset, direction, file }) => isConcerned(asset, direction, file));
    const [cancelled, kept] = [true, false].map((wanted) =>
      this.#writes.filter(({ write: { request } }) => isConcerned(request.operation.id, 'up', request.uploadFile) === wanted),
    );
    this.#writes = kept ?? [];
    for (const { write } of cancelled ?? []) this.#addAnswer({ write, result: { type: 'cancelled' } });
  }

  /** A cancelled write is over: its row is cleared here, because a paused project takes no step. */
  #addAnswer(answer: WriteAnswer): void {
    const { id } = answer.write.request.operation;
    if (answer.result.type === 'cancelled') {
      this.#underWay.delete(id);
      this.#deps.store.write([clearFileWriteEntry(id)]);
    } else this.#answers.push(answer);
    this.#revision++;
  }

  async #sendWithFile({ write, send }: WriteWithFile): Promise<StepResult<FileStepAction>> {
    const { operation, uploadFile: file = '' } = write.request;
    const total = this.#deps.fileStore.find(this.#deps.hash, file)?.bytes ?? null;
    const isApplied = (result: SendResult) => result.type === 'response' && result.status < 300;
    let result: SendResult | undefined;
    try {
      result = await this.#running.run({ asset: operation.id, direction: 'up', file, total }, send, isApplied);
      return { type: 'progressed', action: 'sentWithAsset' };
    } finally {
      this.#addAnswer({ write, result: result ?? { type: 'noResponse' } });
    }
  }

  /** Runs one transfer or lookup, never two at a time for one asset. */
  async step(): Promise<StepResult<FileStepAction>> {
    const now = this.#deps.client.clock.now();
    const write = this.#writes.shift();
    if (write) return await this.#sendWithFile(write);
    const { retryAllAt } = this.#attempts;
    if (now < retryAllAt) return { type: 'waiting', until: retryAllAt, reason: 'offline' };
    await this.#deps.open();
    await this.#localAssets.verifyFiles();
    const round = this.#roundAt(now);
    const canAttend = (asset: AssetRecord) => this.#attempts.canStart(asset.id, now) && !this.#isMissingRemotely(asset);
    const asset = this.#localAssets.pending(this.replacements).find(canAttend);
    if (!asset)
      return { type: 'waiting', until: Math.min(now + halfAnHour, round, this.#attempts.nextRetryAt(now) ?? Infinity), reason: 'synced' };
    this.#attempts.start(asset.id);
    try {
      const action = await this.#attend(asset);
      this.#attempts.recordSuccess(asset.id);
      return { type: 'progressed', action };
    } catch (error) {
      if (error instanceof TransferCancelledError) return { type: 'progressed', action: 'cancelled' };
      return this.#failed(asset, error);
    } finally {
      this.#attempts.end(asset.id);
    }
  }

  /**
   * (I30) Milliseconds. There are at most 20 lookups a minute, so that most of the rate limit remains for everything else. A few files are
   * looked up at once.
   */
  #recheckInterval(certainty: 'certain' | 'possible'): number {
    if (certainty === 'possible') return halfAnHour;
    const count = this.#localAssets.list().length;
    return count <= fewFiles ? 0 : Math.min(halfAnHour, count * lookupInterval);
  }

  /**
   * The time of the next round of lookups for replaced remote files; starts the round if it is due. Files that were never looked up need no
   * round.
   */
  #roundAt(now: number): number {
    const at = this.#recheckQueue.dueAt ?? Infinity;
    if (now < at) return at;
    const rows = this.#rows.all();
    this.#recheckQueue.startRound(
      this.#localAssets.list().flatMap(({ id }) => (rows.get(id)?.agreed ? [id] : [])),
      now,
    );
    return Infinity;
  }

  /** (I16) An asset that was deleted remotely is not looked up at every poll. */
  #isMissingRemotely(asset: AssetRecord): boolean {
    return this.#attempts.isMissing(asset.id) && this.#localAssets.fileStateOf(asset).existsRemotely;
  }

  /** (I20) A failure belongs to its asset: only a key without permission, another address, the network and the rate limit stop the other files. */
  #failed(asset: AssetRecord, error: unknown): StepResult<FileStepAction> {
    const { id } = asset;
    this.#attempts.recordFailure(id, this.#deps.client.clock.now());
    if (!(error instanceof RemoteUnavailableError)) throw error;
    const { status = 0 } = error;
    const isOfAll = status === 401 || status === 403 || (status >= 300 && status < 400);
    if (isOfAll) return { type: 'stopped', cause: { reason: 'unavailable', detail: error.text } };
    if (status === 404) {
      this.#attempts.recordMissing(id);
      return { type: 'progressed', action: 'noRemoteAsset' };
    }
    if (error.isPermanent || error.isForeign) {
      // The first refusal may be a temporary fault.
      if (this.#attempts.wasRefused(id)) this.#reject(asset, error.text);
      this.#attempts.recordRefusal(id);
      return { type: 'progressed', action: 'rejected' };
    }
    this.#attempts.postponeAll(error.retryAt ?? this.#deps.client.clock.now() + retryDelay);
    return { type: 'waiting', until: this.#attempts.retryAllAt, reason: error.retryAt === undefined ? 'offline' : 'limit' };
  }

  /** The file is neither looked up nor transferred again before it changes, or the user tries again. */
  #reject(asset: AssetRecord, reason: Message): void {
    const row = this.#rows.get(asset.id);
    const { sha256 } = this.#localAssets.fileStateOf(asset);
    const agreed = row.agreed ?? (sha256 === null ? { sha256 } : null);
    this.#recheckQueue.remove(asset.id);
    this.#write(asset.id, { ...row, agreed, rejected: { file: sha256 ?? agreed?.remoteName ?? '', reason } });
  }

  /** Performs the next action for the file of the asset. */
  async #attend(asset: AssetRecord): Promise<FileStepAction> {
    const { id } = asset;
    if (!this.#localAssets.fileStateOf(asset).existsRemotely) return await this.#mover.upload(asset, this.#rows.get(id));
    const { file: name, bytes } = await this.#transfers.lookUp(id);
    let row = this.#rows.get(id);
    if (row.upload && row.upload.remoteName === name)
      row = { ...row, agreed: { remoteName: name, sha256: row.upload.sha256 }, upload: null };
    row = await this.#mover.withRemoteName(id, row, name);
    const local = this.#localAssets.fileStateOf(asset);
    const action = planFileAction(row, local, name, this.#deps.client.clock.now());
    this.#recheckQueue.remove(id);
    if (action === 'upload') return await this.#mover.upload(asset, row);
    if (action === 'setFile' && row.upload) return this.#makeReady(id, row.upload.remoteName);
    if ((action === 'download' || action === 'conflict') && name !== null)
      return await this.#mover.download(asset, row, { name, bytes }, { isConflict: action === 'conflict' });
    const isSettled = local.sha256 === null ? name === null : row.agreed?.sha256 === local.sha256;
    if (isSettled) row = { ...row, agreed: { remoteName: name, sha256: local.sha256 }, rejected: null };
    this.#write(id, row);
    return 'lookedUp';
  }

  /** Allows the runner to set the file as that of the remote asset. */
  #makeReady(id: string, remoteName: string): FileStepAction {
    this.#ready.set(id, { remoteName, at: this.#deps.client.clock.now() });
    this.#revision++;
    return 'readyToSet';
  }

  #write(id: string, row: FileSyncState): void {
    this.#rows.write(id, row);
    this.#revision++;
  }
}

const isFreshLookup = (at: number, now: number): boolean => now < at + lookupLifetime;

interface FileMoverDeps extends FileSyncDeps {
  readonly rows: FileStateStore;
  readonly transfers: FileTransfers;
  readonly localAssets: LocalAssets;
  readonly write: (id: string, row: FileSyncState) => void;
  /** [G1] called if the remote has no upload route, so that requests carry their files. */
  readonly onRouteMissing: () => void;
}

/** What a step has done with the file of an asset. */
type FileStepAction =
  | 'noLocalFile'
  | 'noRemoteFile'
  | 'noRemoteAsset'
  | 'noUploadRoute'
  | 'rejected'
  | 'uploaded'
  | 'downloaded'
  | 'unchanged'
  | 'conflictStored'
  | 'replacedMeanwhile'
  | 'lookedUp'
  | 'readyToSet'
  | 'sentWithAsset'
  | 'cancelled';

interface RemoteFile {
  readonly name: string;
  /** null if the remote does not report the size. */
  readonly bytes: number | null;
}

/** Transfers the file of one asset: uploads it, downloads it, or determines its remote name. Stores the outcome in the row of the file. */
class FileMover {
  readonly #deps: FileMoverDeps;

  constructor(deps: FileMoverDeps) {
    this.#deps = deps;
  }

  /**
   * The remote name of a file that was sent together with its asset is unknown: it is the name that the remote shows, unless the bytes
   * differ.
   */
  async withRemoteName(id: string, row: FileSyncState, shownName: string | null): Promise<FileSyncState> {
    const { agreed } = row;
    if (!agreed || agreed.remoteName !== undefined || agreed.sha256 === null || shownName === null) return row;
    const isUnchanged = await this.#deps.transfers.isUnchanged(id, agreed.sha256);
    return { ...row, agreed: { ...agreed, remoteName: isUnchanged ? shownName : null } };
  }

  /** Uploads the bytes. The row then contains the name under which the remote stores them, or the reason why it rejects them. */
  async upload(asset: AssetRecord, row: FileSyncState): Promise<FileStepAction> {
    const { id, file } = asset;
    const stored = file === null ? undefined : this.#deps.fileStore.find(this.#deps.hash, file);
    if (!stored) return 'noLocalFile';
    const result = await this.#deps.transfers.upload(id, stored);
    if (result.type === 'noRoute') {
      this.#deps.capabilityStore.update({ upload: 'single' });
      this.#deps.onRouteMissing();
      if (!this.#deps.localAssets.fileStateOf(asset).existsRemotely) return 'noUploadRoute';
    } else if (this.#deps.capabilityStore.capabilities.upload === undefined) this.#deps.capabilityStore.update({ upload: 'two-step' });
    if (result.type !== 'stored') {
      const reason = result.type === 'rejected' ? result.reason : message('sync.rejection.fileOnlyWithAsset');
      this.#deps.write(id, { ...row, rejected: { file: stored.sha256, reason } });
      return 'rejected';
    }
    // (I30) The upload took time, so the next step looks up the remote file again.
    const upload = { remoteName: result.fileName, sha256: stored.sha256, at: this.#deps.client.clock.now() };
    this.#deps.write(id, { ...row, upload, rejected: null });
    return 'uploaded';
  }

  /**
   * Stores the bytes, their row and the asset in one transaction. If the user has replaced the file in the meantime, or if `isConflict`,
   * the asset keeps its file.
   */
  async download(
    asset: AssetRecord,
    row: FileSyncState,
    remote: RemoteFile,
    { isConflict }: { isConflict: boolean },
  ): Promise<FileStepAction> {
    const { fileStore, hash, local, localAssets } = this.#deps;
    const { id } = asset;
    const before = localAssets.fileStateOf(asset).sha256;
    const pending = await this.#downloadPending(asset, row, remote);
    if (!pending) return 'noRemoteFile';
    const { sha256 } = pending.stored;
    const agreed: FileSyncState = { ...initialFileSyncState, agreed: { remoteName: remote.name, sha256 } };
    const current = local.project.find('asset', id);
    const now = current && localAssets.fileStateOf(current).sha256;
    if (current && now === sha256) {
      fileStore.discard([pending]);
      this.#deps.write(id, agreed);
      return 'unchanged';
    }
    if (current && isConflict && before !== null) {
      fileStore.commit(hash, [pending]);
      this.#deps.write(id, { ...row, conflict: { remoteName: remote.name, sha256: before, downloaded: pending.stored.file } });
      return 'conflictStored';
    }
    if (!current || isConflict || now !== before) {
      fileStore.discard([pending]);
      return 'replacedMeanwhile';
    }
    this.#replaceFile(current, pending, agreed);
    return 'downloaded';
  }

  /** Undefined if the remote has no such file, or if this computer cannot store it, which is recorded in the row. */
  async #downloadPending(asset: AssetRecord, row: FileSyncState, { name, bytes }: RemoteFile): Promise<PendingFile | undefined> {
    const { sha256 } = this.#deps.localAssets.fileStateOf(asset);
    try {
      return await this.#deps.transfers.download(asset, bytes);
    } catch (error) {
      const isMissing = error instanceof RemoteUnavailableError && error.status === 404;
      if (!isMissing && !(error instanceof Problem)) throw error;
      const rejected = isMissing ? null : { file: name, reason: message('sync.rejection.fileNotStored', { reason: error.text }) };
      this.#deps.write(asset.id, { ...row, agreed: { remoteName: name, sha256 }, rejected });
      return undefined;
    }
  }

  #replaceFile(asset: AssetRecord, pending: PendingFile, row: FileSyncState): void {
    const { fileStore, hash, local, rows } = this.#deps;
    const { file, size, bytes, mime, width, height, duration } = pending.stored;
    const record: AnyRecord = { ...asset, file, size, bytes, mime, width, height, duration };
    const extraRows = [rows.toExtraRows(asset.id, row), fileStore.rowsToCommit(hash, [pending])];
    try {
      local.apply({ do: 'replaceRecords', renamedIds: [], put: [record], removedIds: [] }, extraRows);
    } catch (error) {
      fileStore.discard([pending]);
      throw error;
    }
    fileStore.confirmCommitted(hash, [pending]);
  }
}

/** Milliseconds until a failed file is tried again, growing with each failure. */
const initialDelay = 10_000;
const maxDelay = 600_000;

/** The failures of an asset since its last success. */
interface AssetFailures {
  readonly failures: number;
  /** The earliest time of the next attempt. */
  readonly retryAt: number;
  /** How often the remote has responded that the asset is missing, since the last write to the remote. */
  readonly timesMissing: number;
  readonly wasRefused: boolean;
}

const noFailures: AssetFailures = { failures: 0, retryAt: 0, timesMissing: 0, wasRefused: false };

/**
 * Decides which assets may be transferred at the moment: one step at a time for each, and failed ones only after a wait. In memory only.
 * Times are in milliseconds.
 */
class FileAttempts {
  readonly #running = new Set<string>();
  readonly #failed = new Map<string, AssetFailures>();
  #retryAllAt = 0;

  /** The earliest time of any transfer, because of the network or the rate limit. */
  get retryAllAt(): number {
    return this.#retryAllAt;
  }

  postponeAll(until: number): void {
    this.#retryAllAt = Math.max(this.#retryAllAt, until);
  }

  canStart(id: string, now: number): boolean {
    return !this.#running.has(id) && now >= this.#get(id).retryAt;
  }

  /** Whether the asset is missing; a single 404 may be a temporary fault. */
  isMissing(id: string): boolean {
    return this.#get(id).timesMissing > 1;
  }

  /** Whether the remote has refused the file before, since it last accepted it. */
  wasRefused(id: string): boolean {
    return this.#get(id).wasRefused;
  }

  recordRefusal(id: string): void {
    this.#update(id, { wasRefused: true });
  }

  start(id: string): void {
    this.#running.add(id);
  }

  /** Must be called after a success or a failure. */
  end(id: string): void {
    this.#running.delete(id);
  }

  recordSuccess(id: string): void {
    this.#failed.delete(id);
  }

  /** Records a failure. The wait becomes longer with each one. */
  recordFailure(id: string, now: number): void {
    const { failures } = this.#get(id);
    this.#update(id, { failures: failures + 1, retryAt: now + Math.min(initialDelay * 2 ** failures, maxDelay) });
  }

  recordMissing(id: string): void {
    this.#update(id, { timesMissing: this.#get(id).timesMissing + 1 });
  }

  /** Must be called after a write to the remote, which may have created what was missing. */
  forgetMissing(): void {
    for (const id of this.#failed.keys()) this.#update(id, { timesMissing: 0 });
  }

  /** Ends all waits, because the network is available again or the user requests it. */
  retryNow(): void {
    this.#retryAllAt = 0;
    for (const id of this.#failed.keys()) this.#update(id, { failures: 0, retryAt: 0 });
  }

  /** The time at which the next failed asset may be tried; undefined if none waits. */
  nextRetryAt(now: number): number | undefined {
    const times = [...this.#failed.values()].flatMap(({ retryAt }) => (retryAt > now ? [retryAt] : []));
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #get(id: string): AssetFailures {
    return this.#failed.get(id) ?? noFailures;
  }

  #update(id: string, change: Partial<AssetFailures>): void {
    this.#failed.set(id, { ...this.#get(id), ...change });
  }
}
