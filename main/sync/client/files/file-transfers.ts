/** Transfers single files: looks up the remote name, downloads into the file store, uploads. */

import { z } from 'zod';
import { safeParseJson } from '../../../../shared/contracts/schema-issues.ts';
import { type MediaType, mediaTypes, type StoredFile } from '../../../../shared/contracts/stored-file.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { PendingFile } from '../../../assets/pending-files.ts';
import { RemoteUnavailableError } from '../../protocol/remote-api.ts';
import type { SyncStore } from '../../store/sync-store.ts';
import type { RemoteClient } from '../remote-client.ts';
import type { Urgency } from '../request-budget.ts';
import { downloadFile } from './download-file.ts';
import type { SyncFileStore } from './sync-file-store.ts';
import { type FileUploadResult, uploadFile } from './upload-file.ts';

export interface FileProgress {
  readonly asset: string;
  readonly direction: 'up' | 'down';
  /** The number of bytes transferred so far. */
  readonly bytes: number;
  /** The total number of bytes, if it is known. */
  readonly total: number | null;
}

interface FileTransfersDeps {
  readonly client: RemoteClient;
  readonly hash: string;
  readonly store: Pick<SyncStore, 'checkpoint'>;
  readonly fileStore: SyncFileStore;
  readonly newId: () => string;
  readonly urgency?: () => Urgency;
  readonly progress?: (moved: FileProgress) => void;
}

/** (I33) A size that no file can have counts as not reported. */
const assetSchema = z.looseObject({ file: z.string().nullish(), bytes: z.int().min(0).nullish().catch(null) });
/** A file that the remote has accepted is always accepted. */
const unlimited = { fileBytes: null, projectBytes: null, imagePixels: Number.MAX_SAFE_INTEGER };

export class FileTransfers {
  readonly #deps: FileTransfersDeps;

  constructor(deps: FileTransfersDeps) {
    this.#deps = deps;
  }

  /** The name of the remote file, null if the asset has none; and its size in bytes, if the remote reports it. */
  async lookUp(asset: string): Promise<{ file: string | null; bytes: number | null }> {
    const read = safeParseJson(assetSchema, await this.#deps.client.get(this.#path(asset), this.#urgency));
    if (!read.success) throw new RemoteUnavailableError(message('remote.unavailable.notAsset'));
    const { file = null, bytes = null } = read.data;
    return { file, bytes };
  }

  async download({ id, name, type }: StoryRecord<'asset'>, expectedSize: number | null): Promise<PendingFile> {
    const { client, fileStore, hash, progress } = this.#deps;
    const wanted = type.replace('template-', '');
    return await fileStore.storePending(hash, {
      name,
      type: mediaTypes.find((each): each is MediaType => each === wanted),
      bytes: downloadFile(client, `${this.#path(id)}/file`, expectedSize, this.#urgency),
      limits: unlimited,
      progress: (bytes) => progress?.({ asset: id, direction: 'down', bytes, total: expectedSize }),
    });
  }

  /** Whether the remote file has these bytes, if that can be determined without downloading it, because its entity tag is their hash. */
  async isUnchanged(asset: string, sha256: string): Promise<boolean> {
    const headers = { 'if-none-match': `"${sha256}"` };
    const answer = await this.#deps.client.exchange({ method: 'GET', path: `${this.#path(asset)}/file`, headers, urgency: this.#urgency });
    if (answer.type !== 'response') throw new RemoteUnavailableError(answer.reason);
    answer.discard();
    if (answer.status === 304) return true;
    if (answer.status === 200) return false;
    throw this.#deps.client.errorFor(answer);
  }

  async upload(asset: string, stored: StoredFile): Promise<FileUploadResult> {
    const { client, fileStore, hash, newId, progress } = this.#deps;
    const path = fileStore.findPath(hash, stored.file);
    if (path === undefined) throw new RemoteUnavailableError(message('remote.unavailable.fileMissing'), { status: 404 });
    const file = { path, name: stored.name, mime: stored.mime, type: stored.type };
    return await uploadFile(client, this.#remoteHash, file, newId(), (bytes) =>
      progress?.({ asset, direction: 'up', bytes, total: stored.bytes }),
    );
  }

  get #urgency(): Urgency {
    return this.#deps.urgency?.() ?? 'background';
  }

  #path(asset: string): string {
    return `/${encodeURIComponent(this.#remoteHash)}/asset/${encodeURIComponent(asset)}`;
  }

  get #remoteHash(): string {
    const { checkpoint } = this.#deps.store;
    if (!checkpoint) throw new RemoteUnavailableError(message('remote.unavailable.notSynced'), { status: 404 });
    return checkpoint.remoteHash;
  }
}
