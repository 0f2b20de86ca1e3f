/**
 * The file store: the files of all projects. Equal bytes are stored once.
 *
 *   incoming/…  ──(fsync, probe, rename, fsync)──▶  <2 hex>/<SHA-256>  ──▶  a row of the key-value store 'files'
 *
 * A row is written only after its bytes are on the disk. A crash can leave drafts in incoming/ (removed when the store is opened) and bytes
 * without a row (moved to trash/ by the sweep, for 30 days). One process owns the folder: it removes nothing once another one has opened the database.
 */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { CooperativeYielder, yieldToEventLoop } from '../platform/cooperative-yielder.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { ContentStore, removeStaleUploads } from './content-store.ts';
import { type PendingFile, PendingFiles, toStoredFile } from './pending-files.ts';
import { StoredFileIndex, storedFileRowId } from './stored-file-index.ts';
import type { ThumbnailStore } from './thumbnail-store.ts';
import { createReservation, type FileUpload, UploadReceiver, type UploadReservation } from './upload-receiver.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const tenMinutes = 600 * 1e6;
/** Milliseconds for which closing waits for uploads. */
const closeTimeout = 2000;

interface FileStoreOptions {
  /** [G13] microseconds after which a reservation expires unless an upload has begun. */
  readonly reservationTime?: number;
  /** [G13] microseconds for which a stored file is retained without an asset that refers to it. */
  readonly unreferencedTime?: number;
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
  /** Stores the bytes and the row. Throws a 400 at `file`, a 410 for an expired reservation, or `cancelled`; nothing is stored then. */
  store(hash: string, upload: FileUpload): Promise<StoredFile>;
  /** Stores the bytes without the row, for callers that write the row in a transaction of their own. `hash` is null for a project that is still to be created. */
  storePending(hash: string | null, upload: FileUpload): Promise<PendingFile>;
  /** The rows of pending files, for the caller's transaction. After it, the caller calls `confirmCommitted` or `discard`. */
  rowsToCommit(hash: string, files: readonly PendingFile[]): KeyValueWrites;
  confirmCommitted(hash: string, files: readonly PendingFile[]): void;
  /** Writes the rows of pending files in a transaction of its own. */
  commit(hash: string, files: readonly PendingFile[]): void;
  discard(files: readonly PendingFile[]): void;
  /** Removes the files that no asset refers to, as `named` returns, and that are old enough (G13). Returns their ids, `hash/file`. */
  sweepUnreferenced(options: { readonly named: (hash: string, file: string) => boolean }): Promise<string[]>;
  /**
   * The writes that remove a project's rows, for the transaction that removes the project. Afterwards `removeProjectFiles` removes the
   * bytes.
   */
  rowsToRemove(hash: string): KeyValueWrites;
  /** Forgets the files at once, and removes their bytes in slices. Never rejects: what cannot be removed, or is left by `close`, a later sweep removes. */
  removeProjectFiles(hash: string): Promise<void>;
  /** Ends running uploads. Waits at most `closeTimeout` for a sender that does not respond. */
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
  const content = new ContentStore({ root, rows, pendingFiles, now: () => environment.now(), log });
  const receiver = new UploadReceiver({ incomingFolder, content, pendingFiles, environment });
  const sweep = new FileSweep({ incomingFolder, rows, content, environment, log, unreferencedTime });
  const running = new RunningWork();
  const commit = (hash: string, files: readonly PendingFile[]): void => pendingFiles.takeEach(files, (row) => rows.put(hash, row));

  async function store(hash: string, upload: FileUpload): Promise<StoredFile> {
    const file = await receiver.receive(hash, upload);
    commit(hash, [file]);
    return file.stored;
  }

  return {
    incomingFolder,
    thumbnails: content.thumbnails,
    find(hash, file) {
      const row = rows.find(hash, file) ?? pendingFiles.find(hash, file);
      return row && toStoredFile(row);
    },
    findPath(hash, file) {
      const row = rows.find(hash, file);
      return row && content.pathOf(row.sha256);
    },
    list: (hash) => rows.list(hash).map(toStoredFile),
    reserve: () => createReservation(environment, reservationTime),
    storePending: (hash, upload) => running.add(receiver.receive(hash, upload)),
    store: (hash, upload) => running.add(store(hash, upload)),
    rowsToCommit: (hash, files) => rows.rowsToPut(hash, pendingFiles.rowsOf(files)),
    commit,
    confirmCommitted: (hash, files) => pendingFiles.takeEach(files, (row) => rows.addToIndex(hash, row)),
    discard: (files) => pendingFiles.takeEach(files, ({ sha256 }) => content.removeIfUnused(sha256)),
    sweepUnreferenced: ({ named }) => running.add(sweep.run(named)),
    rowsToRemove: (hash) => rows.rowsToRemove(hash),
    removeProjectFiles: (hash) => running.add(sweep.removeBytes(rows.forgetProject(hash))),
    async close() {
      receiver.close();
      sweep.stop();
      await waitWithTimeout(closeTimeout, running.whenIdle());
      if (folder === null) await rm(root, { recursive: true, force: true });
    },
  };
}

interface FileSweepDeps {
  readonly incomingFolder: string;
  readonly rows: StoredFileIndex;
  readonly content: ContentStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  /** Microseconds, as in `FileStoreOptions`. */
  readonly unreferencedTime: number;
}

/** Removes files that no asset refers to, one project at a time (G13), and those of removed projects. */
class FileSweep {
  readonly #deps: FileSweepDeps;
  #isStopped = false;

  constructor(deps: FileSweepDeps) {
    this.#deps = deps;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Ends with a Problem `store` if another process has opened the database since. Returns the ids of the removed files, `hash/file`. */
  async run(named: (hash: string, file: string) => boolean): Promise<string[]> {
    const { incomingFolder, rows, content, environment, log, unreferencedTime } = this.#deps;
    const storedBefore = environment.now() - unreferencedTime;
    const removed: string[] = [];
    for (const hash of rows.listProjects()) {
      for (const { file, storedAt } of rows.list(hash)) {
        if (storedAt > storedBefore) continue;
        await yieldToEventLoop();
        if (this.#isStopped) return removed;
        if (named(hash, file)) continue;
        for (const sha256 of rows.remove(hash, [file])) content.moveToTrashIfUnused(sha256);
        removed.push(storedFileRowId(hash, file));
      }
    }
    rows.assertCurrent();
    removeStaleUploads(incomingFolder, environment.now(), log, 'page');
    await content.sweep();
    return removed;
  }

  /** Those that no project has. */
  async removeBytes(all: readonly string[]): Promise<void> {
    const yielder = new CooperativeYielder();
    for (const sha256 of all) {
      if (this.#isStopped) return;
      this.#deps.content.removeIfUnused(sha256);
      await yielder.yieldIfNeeded();
    }
  }
}

/** The folder in which other processes may place files for a file store. */
export const incomingFolderIn = (root: string): string => join(root, 'incoming');

/** Keeps track of work that must end before something is closed. */
class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Returns the same promise. */
  add<T>(work: Promise<T>): Promise<T> {
    const done: Promise<unknown> = work
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => this.#running.delete(done));
    this.#running.add(done);
    return work;
  }

  /** Resolves when all work that is now running has ended, whatever its result. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
