/**
 * The vault: the files of all projects, the same bytes kept once.
 *
 *   incoming/…  ──(fsync, probe, rename, fsync)──▶  <2 hex>/<SHA-256>  ──▶  a row on the shelf 'files'
 *
 * A row never stands before its bytes are on the disk. What a crash leaves is in incoming/ (cleared when it opens) or bytes that no
 * row names (cleared by the sweep). One process owns the folder; what removes bytes looks and removes without a pause between, so that
 * nothing can come to need them meanwhile.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import { type MediaType, type StoredFile, storedFileSchema } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { moveDurably, toDiskProblem } from '../platform/durable-move.ts';
import { removeStaleUploads, sweepUnreferencedContent } from './cleanup.ts';
import { formatFileSize } from './format-file-size.ts';
import { probeMedia } from './probe-media.ts';
import { assertWithinLimits, receiveUpload, type UploadInput } from './receive-upload.ts';
import { toSafeFileName } from './safe-file-name.ts';
import { StoredFileIndex, type StoredFileRow, storedFileRowId } from './stored-file-index.ts';
import { openThumbnailStore, type ThumbnailStore } from './thumbnail-store.ts';
import { createReservation, type UploadReservation } from './upload-reservation.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const tenMinutes = 600 * 1e6;
/** Milliseconds. */
const closeTimeout = 2000;

export interface FileStoreOptions {
  /** [G13] Microseconds that a place is kept without a byte, and a stored file without an asset. */
  readonly reservationTime?: number;
  readonly unreferencedTime?: number;
}

export interface FileUpload extends UploadInput {
  readonly name: string;
  /** What the bytes have to be; without it whatever they are. */
  readonly type?: MediaType | undefined;
  /** Where name and type come after the bytes (a form): asked for when all of them are there. */
  readonly readDescription?: (() => Promise<{ readonly name: string; readonly type?: MediaType | undefined }>) | undefined;
  readonly reservation?: UploadReservation | undefined;
  /** A file in incoming/ that is taken as it lies; `bytes` are its bytes. */
  readonly existingPath?: string | undefined;
}

/** Bytes that lie in the vault and wait for their row: they are kept, or let go. */
export interface PendingFile {
  readonly stored: StoredFile;
}

export interface FileStore {
  /** Where a shell of another process may put a file that `asset.store` then takes from there. */
  readonly incomingFolder: string;
  readonly thumbnails: ThumbnailStore;
  /** Also finds what is held for this project: the command that makes its asset is sent before its row stands. */
  find(hash: string, file: string): StoredFile | undefined;
  findPath(hash: string, file: string): string | undefined;
  list(hash: string): StoredFile[];
  reserve(hash: string): UploadReservation;
  /** Throws a 400 at `file`, a 410 for a lapsed reservation, or `cancelled`; then nothing is left of it. */
  store(hash: string, given: FileUpload): Promise<StoredFile>;
  /** As `store`, but without its row: for those that lay it beside a commit. null: for a project that is still to be made. */
  storePending(hash: string | null, given: FileUpload): Promise<PendingFile>;
  /** The rows to lay beside a commit; then `keep` says that it happened. */
  rowsToCommit(hash: string, held: readonly PendingFile[]): KeyValueWrites;
  confirmCommitted(hash: string, held: readonly PendingFile[]): void;
  /** Writes the rows itself. */
  commit(hash: string, held: readonly PendingFile[]): void;
  discard(held: readonly PendingFile[]): void;
  /** Removes what no asset names any more and has been there long enough (G13); answers the ids of the files, `hash/file`. */
  sweepUnreferenced(options: { readonly named: (hash: string, file: string) => boolean }): Promise<string[]>;
  /** To lay beside the removal of a project; then `forget` lets its bytes go. */
  rowsToRemove(hash: string): KeyValueWrites;
  removeProjectFiles(hash: string): void;
  /** Ends what is being stored; a sender who says nothing is not waited for long. */
  close(): Promise<void>;
}

/** null is a temporary folder that goes with `close`. */
export function openFileStore(
  folder: string | null,
  keyValueStore: KeyValueStore,
  environment: Environment,
  log: (line: string) => void = () => undefined,
  { reservationTime = tenMinutes, unreferencedTime = day }: FileStoreOptions = {},
): FileStore {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'taleport-vault-'));
  const incomingFolder = join(home, 'incoming');
  mkdirSync(incomingFolder, { recursive: true, mode: 0o700 });
  removeStaleUploads(incomingFolder, environment.now(), log);
  const rows = new StoredFileIndex(keyValueStore);
  const held = new Map<PendingFile, { readonly hash: string | null; readonly row: StoredFileRow }>();
  const coming = new Map<string, number>();
  const running = new Set<Promise<unknown>>();
  let closing = false;
  const thumbnails = openThumbnailStore(join(home, 'thumbnails'));

  const placeOf = (sha256: string): string => join(home, sha256.slice(0, 2), sha256);
  const isNeeded = (sha256: string): boolean => rows.hasContent(sha256) || coming.has(sha256);
  const letBytesGo = (sha256: string): void => {
    if (isNeeded(sha256)) return;
    try {
      rmSync(placeOf(sha256), { force: true });
      thumbnails.remove(sha256);
    } catch (error) {
      // Windows does not remove what is being read; the sweep comes again.
      log(`The bytes ${sha256} could not be removed: ${String(error)}`);
    }
  };
  const expect = (sha256: string) => coming.set(sha256, (coming.get(sha256) ?? 0) + 1);
  const unexpect = (sha256: string) => {
    const left = (coming.get(sha256) ?? 1) - 1;
    if (left > 0) coming.set(sha256, left);
    else coming.delete(sha256);
  };
  const heldFor = (hash: string, file: string): StoredFileRow | undefined =>
    [...held.values()].find((each) => each.hash === hash && each.row.file === file)?.row;
  const plain = ({ storedAt: _, ...stored }: StoredFileRow): StoredFile => storedFileSchema.parse(stored);

  async function hold(hash: string | null, given: FileUpload): Promise<PendingFile> {
    const draft = given.existingPath ?? join(incomingFolder, `vault-${environment.newId()}`);
    let expected: string | undefined;
    try {
      const cancelled = () => closing || given.cancelled?.() === true;
      const begun = () => given.reservation?.start();
      const { bytes, sha256 } = await receiveUpload(given.existingPath === undefined ? draft : null, { ...given, cancelled }, begun);
      const { name, type } = given.readDescription ? await given.readDescription() : given;
      assertWithinLimits(bytes, given.limits);
      const { format, width, height, duration } = await probeMedia(draft, type, given.limits.imagePixels);
      const row: StoredFileRow = {
        file: `${environment.newId()}.${format.extensions[0]}`,
        name: toSafeFileName(name, format),
        type: format.type,
        mime: format.mime,
        bytes,
        size: formatFileSize(bytes),
        width,
        height,
        duration,
        sha256,
        storedAt: environment.now(),
      };
      expect(sha256);
      expected = sha256;
      await moveDurably(draft, placeOf(sha256));
      const made: PendingFile = { stored: plain(row) };
      held.set(made, { hash, row });
      return made;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      if (expected !== undefined) {
        unexpect(expected);
        letBytesGo(expected);
      }
      throw toDiskProblem(error);
    } finally {
      given.reservation?.release();
    }
  }

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
  const rowsOf = (list: readonly PendingFile[]): StoredFileRow[] => list.flatMap((each) => held.get(each)?.row ?? []);
  const take = (list: readonly PendingFile[], kept: (row: StoredFileRow) => void): void => {
    for (const each of list) {
      const row = held.get(each)?.row;
      if (!row) continue;
      held.delete(each);
      unexpect(row.sha256);
      kept(row);
    }
  };

  const vault: FileStore = {
    incomingFolder,
    thumbnails,
    find: (hash, file) => {
      const row = rows.find(hash, file) ?? heldFor(hash, file);
      return row && plain(row);
    },
    findPath: (hash, file) => {
      const row = rows.find(hash, file);
      return row && placeOf(row.sha256);
    },
    list: (hash) => rows.list(hash).map(plain),
    reserve: () => createReservation(environment, reservationTime),
    storePending: (hash, given) => tracked(hold(hash, given)),
    store: (hash, given) =>
      tracked(
        hold(hash, given).then((made) => {
          vault.commit(hash, [made]);
          return made.stored;
        }),
      ),
    rowsToCommit: (hash, list) => rows.rowsToPut(hash, rowsOf(list)),
    commit: (hash, list) => take(list, (row) => rows.put(hash, row)),
    confirmCommitted: (hash, list) => take(list, (row) => rows.addToIndex(hash, row)),
    discard: (list) => take(list, ({ sha256 }) => letBytesGo(sha256)),
    sweepUnreferenced: ({ named }) => tracked(sweep(named)),
    rowsToRemove: (hash) => rows.rowsToRemove(hash),
    removeProjectFiles: (hash) => {
      for (const sha256 of rows.remove(hash, rows.listFileNames(hash))) letBytesGo(sha256);
    },
    async close() {
      closing = true;
      await waitAtMost(closeTimeout, Promise.all(running));
      if (folder === null) await rm(home, { recursive: true, force: true });
    },
  };

  async function sweep(named: (hash: string, file: string) => boolean): Promise<string[]> {
    const until = environment.now() - unreferencedTime;
    const gone: string[] = [];
    for (const hash of rows.listProjects()) {
      for (const { file, storedAt } of rows.list(hash)) {
        if (storedAt > until) continue;
        await yieldToEventLoop();
        if (closing) return gone;
        if (named(hash, file)) continue;
        for (const sha256 of rows.remove(hash, [file])) letBytesGo(sha256);
        gone.push(storedFileRowId(hash, file));
      }
    }
    removeStaleUploads(incomingFolder, environment.now(), log, 'page');
    await sweepUnreferencedContent(home, isNeeded, letBytesGo);
    return gone;
  }

  return vault;
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
