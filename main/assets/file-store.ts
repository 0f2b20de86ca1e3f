/**
 * The file store: the files of all projects. Equal bytes are stored once.
 *
 *   incoming/…  ──(fsync, probe, rename, fsync)──▶  <2 hex>/<SHA-256>  ──▶  a row of the key-value store 'files'
 *
 * A row is written only after its bytes are on the disk. A crash can leave drafts in incoming/ (removed when the store is opened) and bytes
 * without a row (moved to trash/ by the sweep, for 30 days). One process owns the folder: it removes nothing once another one has opened the database. Bytes are removed in the same turn of the event loop in which they are
 * found to be unused, so that no upload can begin to use them in between.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { MediaType, StoredFile } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { english } from '../../shared/messages/english.ts';
import { fileSize } from '../../shared/messages/file-size.ts';
import { moveFileDurably } from '../platform/atomic-file.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { removeStaleUploads, sweepUnreferencedContent } from './cleanup.ts';
import { type PendingFile, PendingFiles, toStoredFile } from './pending-files.ts';
import { probeMedia } from './probe-media.ts';
import { assertWithinLimits, receiveUpload, type UploadInput } from './receive-upload.ts';
import { toSafeFileName } from './safe-file-name.ts';
import { toStorageProblem } from './storage-problem.ts';
import { StoredFileIndex, type StoredFileRow, storedFileRowId } from './stored-file-index.ts';
import { openThumbnailStore, type ThumbnailStore } from './thumbnail-store.ts';
import { openTrash } from './trash.ts';
import { createReservation, type UploadReservation } from './upload-reservation.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const tenMinutes = 600 * 1e6;
/** Milliseconds. */
const closeTimeout = 2000;

interface FileStoreOptions {
  /** [G13] microseconds after which a reservation expires unless an upload has begun. */
  readonly reservationTime?: number;
  /** [G13] microseconds for which a stored file is retained without an asset that refers to it. */
  readonly unreferencedTime?: number;
}

export interface FileUpload extends UploadInput {
  readonly name: string;
  /** The type that the bytes must have; without it, any accepted type. */
  readonly type?: MediaType | undefined;
  /** Called after all bytes have arrived, for senders whose name and type follow the bytes (a form). */
  readonly readDescription?: (() => Promise<{ readonly name: string; readonly type?: MediaType | undefined }>) | undefined;
  readonly reservation?: UploadReservation | undefined;
  /** The stored filename, for a project that is still to be created and has no file of this name; otherwise a new one is generated. */
  readonly storedName?: string | undefined;
  /** A file in incoming/ that is moved instead of copied; `bytes` reads the same file. */
  readonly existingPath?: string | undefined;
}

export interface FileStore {
  /** A folder in which another process may place a file (`page-…`) that `asset.store` then moves into the store. */
  readonly incomingFolder: string;
  readonly thumbnails: ThumbnailStore;
  /** Also finds pending files of the project: the command that creates the asset is sent before the row is written. */
  find(hash: string, file: string): StoredFile | undefined;
  findPath(hash: string, file: string): string | undefined;
  list(hash: string): StoredFile[];
  reserve(hash: string): UploadReservation;
  /** Stores the bytes and the row. Throws a 400 at `file`, a 410 for an expired reservation, or `cancelled`, and then stores nothing. */
  store(hash: string, upload: FileUpload): Promise<StoredFile>;
  /** Stores the bytes without the row, for callers that write the row in a transaction of their own. `hash` is null for a project that is still to be created. */
  storePending(hash: string | null, upload: FileUpload): Promise<PendingFile>;
  /** The rows of pending files, for the caller's transaction. After it, the caller calls `confirmCommitted` or `discard`. */
  rowsToCommit(hash: string, files: readonly PendingFile[]): KeyValueWrites;
  confirmCommitted(hash: string, files: readonly PendingFile[]): void;
  /** Writes the rows of pending files in a transaction of its own. */
  commit(hash: string, files: readonly PendingFile[]): void;
  discard(files: readonly PendingFile[]): void;
  /** Removes files that no asset refers to (`named`) and that are old enough (G13); returns their ids, `hash/file`. */
  sweepUnreferenced(options: { readonly named: (hash: string, file: string) => boolean }): Promise<string[]>;
  /** The rows to remove in the transaction that removes a project; afterwards `removeProjectFiles` removes the bytes. */
  rowsToRemove(hash: string): KeyValueWrites;
  removeProjectFiles(hash: string): void;
  /** Ends running uploads; waits at most two seconds for a sender that does not respond. */
  close(): Promise<void>;
}

/** Opens the store in a folder; null creates a temporary folder that `close` removes. */
export function openFileStore(
  folder: string | null,
  keyValueStore: KeyValueStore,
  environment: Environment,
  log: (line: string) => void = () => undefined,
  { reservationTime = tenMinutes, unreferencedTime = day }: FileStoreOptions = {},
): FileStore {
  const root = folder ?? mkdtempSync(join(tmpdir(), 'taleport-vault-'));
  const incomingFolder = incomingFolderIn(root);
  mkdirSync(incomingFolder, { recursive: true, mode: 0o700 });
  removeStaleUploads(incomingFolder, environment.now(), log);
  const rows = new StoredFileIndex(keyValueStore);
  const pendingFiles = new PendingFiles();
  const running = new Set<Promise<unknown>>();
  let isClosing = false;
  const thumbnails = openThumbnailStore(join(root, 'thumbnails'));
  const trash = openTrash(join(root, 'trash'));

  const pathOf = (sha256: string): string => contentPathIn(root, sha256);
  const isUsed = (sha256: string): boolean => rows.hasContent(sha256) || pendingFiles.isClaimed(sha256);
  try {
    trash.restore(isUsed, pathOf);
  } catch (error) {
    log(`Files could not be moved back from the trash of ${root}: ${String(error)}`);
  }
  /** `dispose` takes the path of the bytes. */
  const disposeIfUnused = (sha256: string, dispose: (path: string) => void): void => {
    if (isUsed(sha256)) return;
    try {
      dispose(pathOf(sha256));
      thumbnails.remove(sha256);
    } catch (error) {
      // Windows does not remove a file that is being read; the next sweep tries again.
      log(`The bytes ${sha256} could not be removed: ${String(error)}`);
    }
  };

  const removeIfUnused = (sha256: string): void =>
    disposeIfUnused(sha256, (path) => {
      rows.assertCurrent();
      rmSync(path, { force: true });
    });
  /** Ends the sweep with a Problem `store` once another process has opened the database. */
  const moveToTrashIfUnused = (sha256: string): void => {
    rows.assertCurrent();
    disposeIfUnused(sha256, (path) => existsSync(path) && trash.add(sha256, path, environment.now()));
  };

  async function receive(hash: string | null, upload: FileUpload): Promise<PendingFile> {
    const draft = upload.existingPath ?? join(incomingFolder, `vault-${environment.newId()}`);
    let claimed: string | undefined;
    try {
      const cancelled = () => isClosing || upload.cancelled?.() === true;
      const onFirstByte = () => upload.reservation?.start();
      const { bytes, sha256 } = await receiveUpload(
        upload.existingPath === undefined ? draft : null,
        { ...upload, cancelled },
        onFirstByte,
      );
      const { name, type } = upload.readDescription ? await upload.readDescription() : upload;
      assertWithinLimits(bytes, upload.limits);
      const { format, width, height, duration } = await probeMedia(draft, type, upload.limits.imagePixels);
      const row: StoredFileRow = {
        file: upload.storedName ?? `${environment.newId()}.${format.extensions[0]}`,
        name: toSafeFileName(name, format),
        type: format.type,
        mime: format.mime,
        bytes,
        size: english.t(fileSize(bytes)),
        width,
        height,
        duration,
        sha256,
        storedAt: environment.now(),
      };
      pendingFiles.claim(sha256);
      claimed = sha256;
      await moveFileDurably(draft, pathOf(sha256));
      return pendingFiles.add(hash, row);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      if (claimed !== undefined) {
        pendingFiles.release(claimed);
        removeIfUnused(claimed);
      }
      throw toStorageProblem(error);
    } finally {
      upload.reservation?.release();
    }
  }

  /** Makes `close` wait for the work. */
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const done: Promise<unknown> = work
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => running.delete(done));
    running.add(done);
    return work;
  };

  const fileStore: FileStore = {
    incomingFolder,
    thumbnails,
    find: (hash, file) => {
      const row = rows.find(hash, file) ?? pendingFiles.find(hash, file);
      return row && toStoredFile(row);
    },
    findPath: (hash, file) => {
      const row = rows.find(hash, file);
      return row && pathOf(row.sha256);
    },
    list: (hash) => rows.list(hash).map(toStoredFile),
    reserve: () => createReservation(environment, reservationTime),
    storePending: (hash, upload) => tracked(receive(hash, upload)),
    store: (hash, upload) =>
      tracked(
        receive(hash, upload).then((file) => {
          fileStore.commit(hash, [file]);
          return file.stored;
        }),
      ),
    rowsToCommit: (hash, files) => rows.rowsToPut(hash, pendingFiles.rowsOf(files)),
    commit: (hash, files) => pendingFiles.settle(files, (row) => rows.put(hash, row)),
    confirmCommitted: (hash, files) => pendingFiles.settle(files, (row) => rows.addToIndex(hash, row)),
    discard: (files) => pendingFiles.settle(files, ({ sha256 }) => removeIfUnused(sha256)),
    sweepUnreferenced: ({ named }) => tracked(sweep(named)),
    rowsToRemove: (hash) => rows.rowsToRemove(hash),
    removeProjectFiles: (hash) => {
      for (const sha256 of rows.remove(hash, rows.listFileNames(hash))) removeIfUnused(sha256);
    },
    async close() {
      isClosing = true;
      await waitWithTimeout(closeTimeout, Promise.all(running));
      if (folder === null) await rm(root, { recursive: true, force: true });
    },
  };

  async function sweep(named: (hash: string, file: string) => boolean): Promise<string[]> {
    const storedBefore = environment.now() - unreferencedTime;
    const removed: string[] = [];
    for (const hash of rows.listProjects()) {
      for (const { file, storedAt } of rows.list(hash)) {
        if (storedAt > storedBefore) continue;
        await yieldToEventLoop();
        if (isClosing) return removed;
        if (named(hash, file)) continue;
        for (const sha256 of rows.remove(hash, [file])) moveToTrashIfUnused(sha256);
        removed.push(storedFileRowId(hash, file));
      }
    }
    rows.assertCurrent();
    removeStaleUploads(incomingFolder, environment.now(), log, 'page');
    await sweepUnreferencedContent(root, isUsed, moveToTrashIfUnused);
    rows.assertCurrent();
    trash.removeOld(environment.now());
    return removed;
  }

  return fileStore;
}

/** Where another process may place files in the folder of a file store. */
export const incomingFolderIn = (root: string): string => join(root, 'incoming');

/** Where the bytes with this SHA-256 are in the folder of a file store. */
export const contentPathIn = (root: string, sha256: string): string => join(root, sha256.slice(0, 2), sha256);

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
