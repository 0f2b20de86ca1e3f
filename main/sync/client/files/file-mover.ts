/** Moves the file of one asset: its upload, its download, and finding out its remote name. Stores what came of it in the file's row. */
import { message } from '../../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../../shared/problem.ts';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import { type FileStateStore, type FileSyncState, initialFileSyncState } from '../../store/file-state-store.ts';
import type { FileSyncDeps } from './file-sync-deps.ts';
import type { FileTransfers } from './file-transfers.ts';
import type { AssetRecord, LocalAssets } from './local-assets.ts';
import type { FileAction } from './plan-file-action.ts';

interface FileMoverDeps extends FileSyncDeps {
  readonly rows: FileStateStore;
  readonly transfers: FileTransfers;
  readonly localAssets: LocalAssets;
  readonly write: (id: string, row: FileSyncState) => void;
  /** [G1] The remote has no upload route: requests carry their files. */
  readonly onRouteMissing: () => void;
}

export class FileMover {
  readonly #deps: FileMoverDeps;

  constructor(deps: FileMoverDeps) {
    this.#deps = deps;
  }

  /** The remote name of a file that was sent with its asset is not known: it is the name that the remote shows, unless the bytes differ. */
  async withRemoteName(id: string, row: FileSyncState, there: string | null): Promise<FileSyncState> {
    const { agreed } = row;
    if (!agreed || agreed.there !== undefined || agreed.sha256 === null || there === null) return row;
    const isIt = await this.#deps.transfers.isUnchanged(id, agreed.sha256);
    return { ...row, agreed: { ...agreed, there: isIt ? there : null } };
  }

  /** Uploads the bytes; the row then says under which name the remote stores them, or why it rejects them. */
  async upload(asset: AssetRecord, row: FileSyncState): Promise<string> {
    const { id, file } = asset;
    const stored = file === null ? undefined : this.#deps.fileStore.find(this.#deps.hash, file);
    if (!stored) return 'gone';
    const result = await this.#deps.transfers.upload(id, stored);
    if (result.type === 'no route') {
      this.#deps.capabilityStore.update({ upload: 'single' });
      this.#deps.onRouteMissing();
      if (!this.#deps.localAssets.fileStateOf(asset).existsRemotely) return 'learned';
    } else if (this.#deps.capabilityStore.capabilities.upload === undefined) this.#deps.capabilityStore.update({ upload: 'two-step' });
    if (result.type !== 'stored') {
      const why = result.type === 'rejected' ? result.reason : message('sync.rejection.fileOnlyWithAsset');
      this.#deps.write(id, { ...row, refused: { what: stored.sha256, why } });
      return 'refused';
    }
    this.#deps.write(id, { ...row, up: { as: result.fileName, sha256: stored.sha256, at: this.#deps.client.now() }, refused: null });
    // (I30) The upload took time: the next step looks up the remote file once more.
    return this.#deps.localAssets.fileStateOf(asset).existsRemotely ? 'uploaded' : 'sent';
  }

  /** Stores the bytes, their row and the asset in one transaction, unless the user has replaced the file meanwhile. */
  async download(
    asset: AssetRecord,
    row: FileSyncState,
    { there, bytes: expectedSize }: { there: string; bytes: number | null },
    step: FileAction,
  ): Promise<string> {
    const { fileStore, hash, local } = this.#deps;
    const { id } = asset;
    const before = this.#deps.localAssets.fileStateOf(asset).sha256;
    const held = await this.#deps.transfers.download(asset, expectedSize).catch((error: unknown) => {
      const isMissing = error instanceof RemoteUnavailableError && error.status === 404;
      if (!isMissing && !(error instanceof Problem)) throw error;
      const why = isMissing ? null : { what: there, why: message('sync.rejection.fileNotStored', { reason: error.text }) };
      this.#deps.write(id, { ...row, agreed: { there, sha256: before }, refused: why });
      return undefined;
    });
    if (!held) return 'not to be had';
    const { stored } = held;
    const now = local.project.find('asset', id);
    const isSame = now !== undefined && this.#deps.localAssets.fileStateOf(now).sha256 === stored.sha256;
    const agreed: FileSyncState = { ...initialFileSyncState, agreed: { there, sha256: stored.sha256 } };
    if (!now || isSame || step === 'ask' || this.#deps.localAssets.fileStateOf(now).sha256 !== before) {
      const isAsked = now !== undefined && !isSame && step === 'ask' && before !== null;
      if (isAsked) fileStore.commit(hash, [held]);
      else fileStore.discard([held]);
      if (now && isSame) this.#deps.write(id, agreed);
      else if (isAsked) this.#deps.write(id, { ...row, crossed: { there, sha256: before, file: stored.file } });
      return isSame ? 'same' : 'asked';
    }
    const { file, size, bytes, mime, width, height, duration } = stored;
    const record: AnyRecord = { ...now, file, size, bytes, mime, width, height, duration };
    const beside = [this.#deps.rows.toExtraRows(id, agreed), fileStore.rowsToCommit(hash, [held])];
    local.apply({ do: 'replaceRecords', renamedIds: [], put: [record], removedIds: [] }, beside);
    fileStore.confirmCommitted(hash, [held]);
    return 'received';
  }
}
