/** Transfers the file of one asset: uploads it, downloads it, or determines its remote name. Stores the outcome in the row of the file. */
import { message } from '../../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../../shared/problem.ts';
import type { PendingFile } from '../../../assets/pending-files.ts';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import { type FileStateStore, type FileSyncState, initialFileSyncState } from '../../store/file-state-store.ts';
import type { FileSyncDeps } from './file-sync-deps.ts';
import type { FileTransfers } from './file-transfers.ts';
import type { AssetRecord, LocalAssets } from './local-assets.ts';

interface FileMoverDeps extends FileSyncDeps {
  readonly rows: FileStateStore;
  readonly transfers: FileTransfers;
  readonly localAssets: LocalAssets;
  readonly write: (id: string, row: FileSyncState) => void;
  /** [G1] called if the remote has no upload route, so that requests carry their files. */
  readonly onRouteMissing: () => void;
}

/** What a step has done with the file of an asset. */
export type FileStepAction =
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
  | 'readyToSet';

interface RemoteFile {
  readonly name: string;
  /** null if the remote does not report the size. */
  readonly bytes: number | null;
}

export class FileMover {
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
    const upload = { remoteName: result.fileName, sha256: stored.sha256, at: this.#deps.client.now() };
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
