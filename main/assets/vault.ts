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
import type { Shelf, ShelfWrites } from '../../shared/shelf.ts';
import { type MediaType, type StoredFile, storedFile } from '../../shared/stored-file.ts';
import type { World } from '../../shared/world.ts';
import { diskProblem, settle } from './disk.ts';
import { type FileRow, FileRows, rowId } from './file-rows.ts';
import { clearIncoming, sweepBytes } from './leftovers.ts';
import { probe } from './probe.ts';
import { type Receiving, receive, refuseIfTooLarge } from './receive.ts';
import { type Reservation, reserve } from './reservation.ts';
import { safeName } from './safe-name.ts';
import { sizeWords } from './size-words.ts';
import { openThumbnails, type Thumbnails } from './thumbnails.ts';

/** Microseconds. */
const day = 24 * 3600 * 1e6;
const tenMinutes = 600 * 1e6;
/** Milliseconds. */
const patience = 2000;

export interface VaultOptions {
  /** [G13] Microseconds that a place is kept without a byte, and a stored file without an asset. */
  readonly reservation?: number;
  readonly unnamed?: number;
}

export interface FileGiven extends Receiving {
  readonly name: string;
  /** What the bytes have to be; without it whatever they are. */
  readonly type?: MediaType | undefined;
  /** Where name and type come after the bytes (a form): asked for when all of them are there. */
  readonly described?: (() => Promise<{ readonly name: string; readonly type?: MediaType | undefined }>) | undefined;
  readonly reservation?: Reservation | undefined;
  /** A file in incoming/ that is taken as it lies; `bytes` are its bytes. */
  readonly from?: string | undefined;
}

/** Bytes that lie in the vault and wait for their row: they are kept, or let go. */
export interface Held {
  readonly stored: StoredFile;
}

export interface Vault {
  /** Where a shell of another process may put a file that `asset.store` then takes from there. */
  readonly incoming: string;
  readonly thumbnails: Thumbnails;
  /** Also finds what is held for this project: the command that makes its asset is sent before its row stands. */
  find(hash: string, file: string): StoredFile | undefined;
  pathOf(hash: string, file: string): string | undefined;
  list(hash: string): StoredFile[];
  reserve(hash: string): Reservation;
  /** Throws a 400 at `file`, a 410 for a lapsed reservation, or `cancelled`; then nothing is left of it. */
  store(hash: string, given: FileGiven): Promise<StoredFile>;
  /** As `store`, but without its row: for those that lay it beside a commit. null: for a project that is still to be made. */
  hold(hash: string | null, given: FileGiven): Promise<Held>;
  /** The rows to lay beside a commit; then `keep` says that it happened. */
  rows(hash: string, held: readonly Held[]): ShelfWrites;
  keep(hash: string, held: readonly Held[]): void;
  /** Writes the rows itself. */
  put(hash: string, held: readonly Held[]): void;
  letGo(held: readonly Held[]): void;
  /** Removes what no asset names any more and has been there long enough (G13); answers the ids of the files, `hash/file`. */
  sweep(options: { readonly named: (hash: string, file: string) => boolean }): Promise<string[]>;
  /** To lay beside the removal of a project; then `forget` lets its bytes go. */
  removal(hash: string): ShelfWrites;
  forget(hash: string): void;
  /** Ends what is being stored; a sender who says nothing is not waited for long. */
  close(): Promise<void>;
}

/** null is a temporary folder that goes with `close`. */
export function openVault(
  folder: string | null,
  shelf: Shelf,
  world: World,
  log: (line: string) => void = () => undefined,
  { reservation = tenMinutes, unnamed = day }: VaultOptions = {},
): Vault {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'taleport-vault-'));
  const incoming = join(home, 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  clearIncoming(incoming, world.now(), log);
  const rows = new FileRows(shelf);
  const held = new Map<Held, { readonly hash: string | null; readonly row: FileRow }>();
  const coming = new Map<string, number>();
  const running = new Set<Promise<unknown>>();
  let closing = false;
  const thumbnails = openThumbnails(join(home, 'thumbnails'));

  const placeOf = (sha256: string): string => join(home, sha256.slice(0, 2), sha256);
  const isNeeded = (sha256: string): boolean => rows.has(sha256) || coming.has(sha256);
  const letBytesGo = (sha256: string): void => {
    if (isNeeded(sha256)) return;
    try {
      rmSync(placeOf(sha256), { force: true });
      thumbnails.forget(sha256);
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
  const heldFor = (hash: string, file: string): FileRow | undefined =>
    [...held.values()].find((each) => each.hash === hash && each.row.file === file)?.row;
  const plain = ({ at: _, ...stored }: FileRow): StoredFile => storedFile.parse(stored);

  async function hold(hash: string | null, given: FileGiven): Promise<Held> {
    const draft = given.from ?? join(incoming, `vault-${world.newId()}`);
    let expected: string | undefined;
    try {
      const cancelled = () => closing || given.cancelled?.() === true;
      const begun = () => given.reservation?.begin();
      const { bytes, sha256 } = await receive(given.from === undefined ? draft : null, { ...given, cancelled }, begun);
      const { name, type } = given.described ? await given.described() : given;
      refuseIfTooLarge(bytes, given.limits);
      const { kind, width, height, duration } = await probe(draft, type, given.limits.imagePixels);
      const row: FileRow = {
        file: `${world.newId()}.${kind.extensions[0]}`,
        name: safeName(name, kind),
        type: kind.type,
        mime: kind.mime,
        bytes,
        size: sizeWords(bytes),
        width,
        height,
        duration,
        sha256,
        at: world.now(),
      };
      expect(sha256);
      expected = sha256;
      await settle(draft, placeOf(sha256));
      const made: Held = { stored: plain(row) };
      held.set(made, { hash, row });
      return made;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      if (expected !== undefined) {
        unexpect(expected);
        letBytesGo(expected);
      }
      throw diskProblem(error);
    } finally {
      given.reservation?.end();
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
  const rowsOf = (list: readonly Held[]): FileRow[] => list.flatMap((each) => held.get(each)?.row ?? []);
  const take = (list: readonly Held[], kept: (row: FileRow) => void): void => {
    for (const each of list) {
      const row = held.get(each)?.row;
      if (!row) continue;
      held.delete(each);
      unexpect(row.sha256);
      kept(row);
    }
  };

  const vault: Vault = {
    incoming,
    thumbnails,
    find: (hash, file) => {
      const row = rows.find(hash, file) ?? heldFor(hash, file);
      return row && plain(row);
    },
    pathOf: (hash, file) => {
      const row = rows.find(hash, file);
      return row && placeOf(row.sha256);
    },
    list: (hash) => rows.list(hash).map(plain),
    reserve: () => reserve(world, reservation),
    hold: (hash, given) => tracked(hold(hash, given)),
    store: (hash, given) =>
      tracked(
        hold(hash, given).then((made) => {
          vault.put(hash, [made]);
          return made.stored;
        }),
      ),
    rows: (hash, list) => rows.writes(hash, rowsOf(list)),
    put: (hash, list) => take(list, (row) => rows.put(hash, row)),
    keep: (hash, list) => take(list, (row) => rows.added(hash, row)),
    letGo: (list) => take(list, ({ sha256 }) => letBytesGo(sha256)),
    sweep: ({ named }) => tracked(sweep(named)),
    removal: (hash) => rows.removal(hash),
    forget: (hash) => {
      for (const sha256 of rows.remove(hash, rows.files(hash))) letBytesGo(sha256);
    },
    async close() {
      closing = true;
      await within(patience, Promise.all(running));
      if (folder === null) await rm(home, { recursive: true, force: true });
    },
  };

  async function sweep(named: (hash: string, file: string) => boolean): Promise<string[]> {
    const until = world.now() - unnamed;
    const gone: string[] = [];
    for (const hash of rows.projects()) {
      for (const { file, at } of rows.list(hash)) {
        if (at > until) continue;
        await nextTurn();
        if (closing) return gone;
        if (named(hash, file)) continue;
        for (const sha256 of rows.remove(hash, [file])) letBytesGo(sha256);
        gone.push(rowId(hash, file));
      }
    }
    clearIncoming(incoming, world.now(), log, 'page');
    await sweepBytes(home, isNeeded, letBytesGo);
    return gone;
  }

  return vault;
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
