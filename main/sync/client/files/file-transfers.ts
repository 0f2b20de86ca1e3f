/** Transfers single files: looks up the remote name, downloads into the file store, uploads. */

import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { KeyValueWrites } from '../../../../shared/contracts/key-value-store.ts';
import { safeParseJson } from '../../../../shared/contracts/schema-issues.ts';
import { type MediaType, mediaTypes, type StoredFile } from '../../../../shared/contracts/stored-file.ts';
import { type Message, message, verbatim } from '../../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { PendingFile } from '../../../assets/pending-files.ts';
import { RemoteUnavailableError, retryTime, type TransferControl } from '../../protocol/remote-api.ts';
import { interceptionReason } from '../../protocol/sync-request.ts';
import type { SyncStore } from '../../store/sync-store.ts';
import { createMultipartForm, type RemoteClient, TransferCancelledError, type UploadSource } from '../remote-client.ts';
import type { Urgency } from '../request-queue.ts';
import type { RunningTransfers } from './running-transfers.ts';

interface FileTransfersDeps {
  readonly client: RemoteClient;
  readonly hash: string;
  readonly store: Pick<SyncStore, 'checkpoint'>;
  readonly fileStore: SyncFileStore;
  readonly newId: () => string;
  readonly urgency?: () => Urgency;
  readonly running: RunningTransfers;
}

/** (I33) A size that no file can have counts as not reported. */
const assetSchema = z.looseObject({ file: z.string().nullish(), bytes: z.int().min(0).nullish().catch(null) });
/** The maximum size of a file whose size the remote does not report: more than any plan allows. */
const maxUnstatedBytes = 4 * 2 ** 30;
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
    const { client, fileStore, hash, running } = this.#deps;
    const wanted = type.replace('template-', '');
    const path = `${this.#path(id)}/file`;
    const store = ({ signal, onProgress }: TransferControl) =>
      fileStore.storePending(hash, {
        name,
        type: mediaTypes.find((each): each is MediaType => each === wanted),
        bytes: downloadFile({ client, path, expectedSize, urgency: this.#urgency, signal }),
        limits: unlimited,
        progress: onProgress,
      });
    return await running.run({ asset: id, direction: 'down', file: name, total: expectedSize }, store, () => true);
  }

  /** Whether the remote file has these bytes, if that can be determined without downloading it, because its entity tag is their hash. */
  async isUnchanged(asset: string, sha256: string): Promise<boolean> {
    const headers = { 'if-none-match': `"${sha256}"` };
    const answer = await this.#deps.client.exchange({ method: 'GET', path: `${this.#path(asset)}/file`, headers, urgency: this.#urgency });
    if (answer.type === 'cancelled') throw new TransferCancelledError();
    if (answer.type !== 'response') throw new RemoteUnavailableError(answer.reason);
    answer.discard();
    if (answer.status === 304) return true;
    if (answer.status === 200) return false;
    throw this.#deps.client.errorFor(answer);
  }

  async upload(asset: string, stored: StoredFile): Promise<FileUploadResult> {
    const { client, fileStore, hash, newId, running } = this.#deps;
    const path = fileStore.findPath(hash, stored.file);
    if (path === undefined) throw new RemoteUnavailableError(message('remote.unavailable.fileMissing'), { status: 404 });
    const file = { path, name: stored.name, mime: stored.mime, type: stored.type };
    return await running.run(
      { asset, direction: 'up', file: stored.file, total: stored.bytes },
      (control) => uploadFile({ client, hash: this.#remoteHash, file, boundary: newId(), control }),
      ({ type }) => type === 'stored',
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

type FileUploadResult =
  | { readonly type: 'stored'; readonly fileName: string }
  /** [G1] the remote has no such route, so files are sent with the request that creates their asset. */
  | { readonly type: 'noRoute' }
  | { readonly type: 'rejected'; readonly reason: Message };

const uploadedFileSchema = z.looseObject({ filename: z.string().min(1) });
/** Milliseconds in which a server may process an upload. */
export const processingTimeout = 180_000;

interface FileUpload {
  readonly client: RemoteClient;
  readonly hash: string;
  readonly file: UploadSource & { readonly type: string };
  readonly boundary: string;
  readonly control: TransferControl;
}

/**
 * Uploads a local file in the two-step flow (G1): the remote stores it under a name, which is then set as the file of an asset. Throws a
 * RemoteUnavailableError if the outcome is unknown. That does no harm, because the remote deletes a stored file that no asset
 * uses.
 */
async function uploadFile({ client, hash, file, boundary, control }: FileUpload): Promise<FileUploadResult> {
  const form = await createMultipartForm({ type: file.type }, file, boundary, control.onProgress).catch(() => {
    throw new RemoteUnavailableError(message('remote.unavailable.fileMissing'), { isPermanent: true });
  });
  const path = `/${encodeURIComponent(hash)}/asset/upload`;
  const result = await client.send({ method: 'POST', path, form, headersTimeout: processingTimeout, signal: control.signal });
  if (result.type === 'cancelled') throw new TransferCancelledError();
  if (result.type === 'notSent') throw new RemoteUnavailableError(message('remote.unavailable.unreachable'));
  if (result.type === 'noResponse') throw new RemoteUnavailableError(message('remote.unavailable.fileInterrupted'));
  const { status, json, retryAfter, isForeign } = result;
  if (status === 405 && !isForeign) return { type: 'noRoute' };
  const read = safeParseJson(uploadedFileSchema, json);
  if (status < 300 && read.success) return { type: 'stored', fileName: read.data.filename };
  if (status === 429)
    throw new RemoteUnavailableError(message('remote.unavailable.limit'), {
      retryAt: retryTime(client.clock.now(), retryAfter),
      status,
    });
  // [Errors] 410 means that no byte arrived in time; another upload may succeed.
  if (status < 300 || status === 408 || status === 410 || status >= 500)
    throw new RemoteUnavailableError(message('remote.unavailable.fileNotAccepted'));
  // (I44) Neither a firewall nor a proxy knows the key.
  if (isForeign && status !== 404) throw new RemoteUnavailableError(interceptionReason(status), { isPermanent: true });
  if (status === 401 || status === 403) throw new RemoteUnavailableError(message('remote.unavailable.fileForbidden'), { status });
  if (status === 404) throw new RemoteUnavailableError(message('remote.unavailable.projectMissing'), { status });
  return { type: 'rejected', reason: rejectionReason(json) };
}

const problemSchema = z.looseObject({ detail: z.string().nullish(), errors: z.unknown().optional() });

/** [Errors 2] errors.file contains the reason of a rejected upload. */
function rejectionReason(json: unknown): Message {
  const { detail, errors } = safeParseJson(problemSchema, json).data ?? {};
  const faults = typeof errors === 'object' && errors !== null ? Object.values(errors).map(String) : [];
  if (faults.length > 0) return message('sync.rejection.file', { faults: faults.join(', ') });
  return detail ? verbatim(detail) : message('sync.rejection.fileNoReason');
}

/** The maximum number of requests for one file. */
const maxAttempts = 5;

interface FileDownload {
  readonly client: RemoteClient;
  readonly path: string;
  /** In bytes; null if it is unknown. */
  readonly expectedSize: number | null;
  readonly urgency: Urgency;
  readonly signal: AbortSignal;
}

/**
 * The bytes of a remote file as they arrive. If the transfer is interrupted, the rest is requested as long as the file is the same. Throws a
 * RemoteUnavailableError if the file does not arrive completely. `expectedSize` is in bytes, as the remote
 * reported it.
 */
async function* downloadFile({ client, path, expectedSize, urgency, signal }: FileDownload): AsyncGenerator<Uint8Array> {
  let got = 0;
  let tag: string | undefined;
  let whole: number | undefined;
  for (let tries = 0; tries < maxAttempts; tries++) {
    // Sizes and ranges are those of the file itself.
    const range = got > 0 && tag !== undefined ? { range: `bytes=${got}-`, 'if-range': tag } : {};
    const headersOfRequest = { 'accept-encoding': 'identity', ...range };
    const answer = await client.exchange({ method: 'GET', path, urgency, signal, headers: headersOfRequest });
    if (answer.type === 'cancelled') throw new TransferCancelledError();
    if (answer.type !== 'response') throw new RemoteUnavailableError(answer.reason);
    const { status, headers, body, discard } = answer;
    if (status !== (got > 0 ? 206 : 200) || (got > 0 && !headers['content-range']?.startsWith(`bytes ${got}-`))) {
      discard();
      throw client.errorFor(answer);
    }
    if (got === 0) {
      tag = headers.etag?.startsWith('"') ? headers.etag : undefined;
      whole = /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : undefined;
    }
    try {
      for await (const piece of body) {
        got += piece.length;
        if (got > (expectedSize ?? maxUnstatedBytes)) {
          discard();
          throw new RemoteUnavailableError(message('remote.unavailable.fileInterrupted'));
        }
        yield piece;
      }
      if ((whole === undefined || got === whole) && (expectedSize === null || got === expectedSize)) return;
      if (got === whole) break;
    } catch (error) {
      if (signal.aborted) throw new TransferCancelledError();
      if (tag === undefined || error instanceof RemoteUnavailableError) break;
    }
  }
  throw new RemoteUnavailableError(message('remote.unavailable.fileInterrupted'));
}

/** The part of the file store that sync uses. */
export interface SyncFileStore {
  find(hash: string, file: string): StoredFile | undefined;
  findPath(hash: string, file: string): string | undefined;
  /** Stores bytes and detects their type. Throws a Problem for a file that cannot be stored. */
  storePending(
    hash: string | null,
    given: {
      readonly name: string;
      readonly type?: MediaType | undefined;
      readonly bytes: AsyncIterable<Uint8Array>;
      readonly limits: { readonly fileBytes: number | null; readonly projectBytes: number | null; readonly imagePixels: number };
      readonly progress?: ((bytes: number) => void) | undefined;
    },
  ): Promise<PendingFile>;
  rowsToCommit(hash: string, files: readonly PendingFile[]): KeyValueWrites;
  confirmCommitted(hash: string, files: readonly PendingFile[]): void;
  /** Writes the rows of stored files. */
  commit(hash: string, files: readonly PendingFile[]): void;
  discard(files: readonly PendingFile[]): void;
}

/** [I21] stored files of a project whose bytes are missing on the disk or damaged. */
export async function findDamagedFiles(fileStore: SyncFileStore, hash: string, files: Iterable<string>): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of files) {
    const [stored, path] = [fileStore.find(hash, file), fileStore.findPath(hash, file)];
    if (!stored || path === undefined) continue;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || found.size !== stored.bytes) damaged.push(file);
  }
  return damaged;
}
