/**
 * The earlier exports of a target: their texts are compressed in the archive, their assets are referenced by the stored file. The newest
 * are all kept; of older ones, only the last in each minute, so that an hour of writing leaves sixty entries and not thousands. Texts are
 * copied when they are exported and compressed some time later. An export that is followed by another within that time is not kept.
 */
import { buffer, text } from 'node:stream/consumers';
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { ExportHistoryEntry } from '../../../shared/contracts/targets.ts';
import { formatIsoTime } from '../../../shared/environment.ts';
import { parseJsonOrUndefined } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { AssetFile } from '../../exporters/asset-files.ts';
import { isMissingError } from '../../platform/disk.ts';
import { type Fingerprint, fingerprintOf } from '../../platform/fingerprint.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import { storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import { type Timer, waitWithTimeout } from '../../platform/timer.ts';
import { missingAssetListProblem, missingTextProblem } from '../delivery-messages.ts';
import { textsUsedByIntegrations } from '../folder/editor-integration.ts';
import type { StoredFileLocator, TargetFile } from '../folder/target-file.ts';
import { digestContent, maxDigestedBytes } from './content-digest.ts';
import type { TextArchive, TextCopy } from './text-archive.ts';

const assetListSchema = z.array(z.strictObject({ path: z.string(), file: z.string(), sha256: z.string(), size: z.number() }));

/**
 * Milliseconds without another export after which one is archived. A long one takes longer to archive, and is usually soon replaced by
 * another.
 */
const packingDelayFor = (bytes: number): number => 1500 + bytes / 1e4;

/** Milliseconds after which exports are listed without the answer of the disk of the game. */
const inspectionMilliseconds = 2000;

/** The number of texts copied at the same time. */
const copyConcurrency = 4;

interface ExportHistoryDeps {
  readonly store: KeyValueStore;
  readonly archive: TextArchive;
  readonly timer: Timer;
}

interface ArchivedExport {
  readonly at: number;
  readonly version: number;
  readonly texts: readonly (readonly [path: string, fingerprint: Fingerprint])[];
  readonly assets: readonly AssetFile[];
  /**
   * False if the folder already contained all files. Such an export is only archived if it has texts that the last one in the history
   * lacks.
   */
  readonly hasWrittenFiles: boolean;
}

/** The hash of a text, and a file from which it can be copied. */
export interface TextFileContent {
  readonly sha256: string;
  readonly file: string;
}

interface ExportHistoryOptions {
  readonly locate: StoredFileLocator;
  /** Reads a file of the game project. */
  readonly readFile: (path: string, size: number) => AsyncIterable<Uint8Array>;
  /** Whether the folder contains these versions of files, unchanged since the last run or inspection. */
  readonly areInFolder: (files: readonly { readonly path: string; readonly sha256: string }[]) => Promise<boolean>;
  readonly logError: (error: unknown) => void;
}

export class ExportHistory {
  readonly #rows: ExportHistoryRows;
  readonly #store: KeyValueStore;
  readonly #archive: TextArchive;
  readonly #options: ExportHistoryOptions;
  readonly #timer: Timer;
  /** Texts of exports that have not been archived yet, by SHA-256. */
  readonly #copies = new Map<string, TextCopy>();
  /** The SHA-256 of the texts, and of the assets that were replaced, of exports that were followed by another before they were archived. */
  readonly #unarchived = { texts: new Set<string>(), assets: new Set<string>() };
  /** The SHA-256 of all files that are still known, because a branch may contain thousands of them; null if they have to be read. */
  #known: ReadonlySet<string> | null = null;
  #next: ArchivedExport | null = null;
  #packing: ArchivedExport | null = null;
  #running: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor({ store, archive, timer }: ExportHistoryDeps, target: string, options: ExportHistoryOptions) {
    this.#rows = new ExportHistoryRows(store, target);
    this.#store = store;
    this.#archive = archive;
    this.#timer = timer;
    this.#options = options;
  }

  /**
   * Copies texts of an export that may be recorded afterwards, before another program can change the files. A failure is only logged. Must be
   * followed by `removeUnusedCopies` when the export has been recorded or has failed.
   */
  async copyTexts(texts: readonly TextFileContent[]): Promise<void> {
    const files = new Map(texts.map(({ sha256, file }) => [sha256, file]));
    await mapConcurrently(copyConcurrency, [...files], async ([sha256, file]) => {
      try {
        if (!this.#copies.has(sha256) && !(await this.#archive.has(sha256))) this.#copies.set(sha256, await this.#archive.copy(file));
      } catch (error) {
        this.#options.logError(error);
      }
    });
  }

  /**
   * Archives the export once no other has followed for a while, so that archiving does not delay the next one. Of several in quick
   * succession, only the last is kept.
   */
  record(archived: ArchivedExport): void {
    const pending = this.#next;
    if (pending && isContainedIn(archived, (sha256) => hasText(pending, sha256))) return;
    const isKept = new Set(archived.assets.map(({ sha256 }) => sha256));
    for (const [, { sha256 }] of pending?.texts ?? []) this.#unarchived.texts.add(sha256);
    for (const { sha256 } of pending?.assets ?? []) if (!isKept.has(sha256)) this.#unarchived.assets.add(sha256);
    this.#next = archived;
    this.#cancel();
    const bytes = archived.texts.reduce((sum, [, { size }]) => sum + size, 0);
    this.#cancel = this.#timer.after(packingDelayFor(bytes), () => void this.flush());
  }

  /** Removes the copies of texts that no recorded export has. An export that fails again and again would fill the disk with them. */
  async removeUnusedCopies(): Promise<void> {
    await this.#removeCopies((sha256) => !hasText(this.#next, sha256) && !hasText(this.#packing, sha256));
  }

  /** Archives the recorded export immediately, and waits for it. */
  async flush(): Promise<void> {
    this.#cancel();
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async list(): Promise<ExportHistoryEntry[]> {
    await this.flush();
    const rows = this.#rows.list();
    // Most exports have the same list of assets.
    const missingByList = new Map<string, Promise<readonly string[] | null>>();
    const missingAssetsOf = (row: HistoryRow): Promise<readonly string[] | null> => {
      const key = row.assets?.sha256 ?? '';
      const missing = missingByList.get(key) ?? this.#missingAssets(row);
      missingByList.set(key, missing);
      return missing;
    };
    const current = await this.#findCurrent(rows);
    const list = rows.map(async ({ id, row }): Promise<ExportHistoryEntry> => {
      const texts = await Promise.all(row.texts.map(async ({ path, sha256 }) => ((await this.#archive.has(sha256)) ? [] : [path])));
      const assets = await missingAssetsOf(row);
      return {
        id,
        exportedAt: formatIsoTime(row.at),
        version: row.version,
        files: row.files,
        bytes: row.bytes,
        isCurrent: id === current,
        missingFiles: [...texts.flat(), ...(assets ?? [])],
        isAssetListMissing: assets === null,
        releases: row.releases ?? [],
      };
    });
    return (await Promise.all(list)).reverse();
  }

  /**
   * The files of an earlier export. Throws if a text is lost. Assets whose stored files are missing are reported by the run that writes the
   * files.
   */
  async read(id: string): Promise<{ at: number; version: number; files: readonly TargetFile[] }> {
    await this.flush();
    const row = this.#rows.list().find((each) => each.id === id)?.row;
    if (!row) throw notFoundProblem(message('problem.noun.export'), id);
    const files: TargetFile[] = [];
    for (const { path, sha256 } of row.texts) {
      if (!(await this.#archive.isIntact(sha256))) throw missingTextProblem(path);
      files.push({ path, read: () => this.#archive.read(sha256) });
    }
    return { at: row.at, version: row.version, files: [...(await this.#assets(row)), ...files] };
  }

  /** The chosen texts of an earlier export, by path. Throws if one is lost. */
  async readTexts(id: string, isChosen: (file: TargetFile) => boolean): Promise<Map<string, string>> {
    const { files } = await this.read(id);
    const texts = new Map<string, string>();
    for (const file of files) if ('read' in file && isChosen(file)) texts.set(file.path, await text(file.read()));
    return texts;
  }

  /**
   * Pins an export as a release of the game, which is kept until the name is given to another one or removed: the newest one without `id`. `export: null`
   * removes the name. Returns the id of the export.
   */
  async setRelease(name: string, pinned: { readonly export: string | 'newest' | null }): Promise<string | null> {
    await this.flush();
    const rows = this.#rows.list();
    const newest = rows.at(-1);
    const chosen = pinned.export === 'newest' ? newest : rows.find(({ id }) => id === pinned.export);
    if (pinned.export !== null && !chosen)
      throw notFoundProblem(message('problem.noun.export'), pinned.export === 'newest' ? '' : pinned.export);
    if (pinned.export === null && !rows.some(({ row }) => row.releases?.includes(name))) throw unknownReleaseProblem(name, rows);
    for (const { id, row } of rows) {
      const others = (row.releases ?? []).filter((each) => each !== name);
      const releases = id === chosen?.id ? [...others, name] : others;
      if (releases.join('\n') !== (row.releases ?? []).join('\n')) this.#rows.replace(id, { ...row, releases });
    }
    return chosen?.id ?? null;
  }

  /** The id of the export that is pinned as this release. Throws a 404. */
  async findRelease(name: string): Promise<string> {
    await this.flush();
    const rows = this.#rows.list();
    const found = rows.find(({ row }) => row.releases?.includes(name));
    if (!found) throw unknownReleaseProblem(name, rows);
    return found.id;
  }

  /**
   * The SHA-256 of this file in the newest export that is pinned as a release, and the last name of this release; null if there is none. The
   * recorded export is not archived first, because it is not pinned.
   */
  findReleasedText(path: string): { readonly sha256: string; readonly release: string } | null {
    const newest = this.#rows.list().findLast(({ row }) => isPinned(row))?.row;
    const found = newest?.texts.find((each) => each.path === path);
    return found ? { sha256: found.sha256, release: newest?.releases?.at(-1) ?? '' } : null;
  }

  /** An archived text; undefined if it is lost. */
  readText(sha256: string): Promise<string | undefined> {
    return this.#archive.readText(sha256);
  }

  /** Whether a file, by its SHA-256, is one that the target has exported, as far as that is still known. */
  async contains(sha256: string): Promise<boolean> {
    await this.flush();
    this.#known ??= await this.#listKnownHashes();
    return this.#known.has(sha256);
  }

  /** The same, by the digest of its content, which does not depend on its layout (content-digest.ts). */
  async containsDigest(digest: string): Promise<boolean> {
    await this.flush();
    if (this.#rows.droppedHashes().has(digest)) return true;
    for (const { id, row } of this.#rows.list().reverse()) {
      const texts = await Promise.all(row.texts.map(async (each) => ({ ...each, digest: await this.#digestOf(each) })));
      // Exports of earlier versions were stored without digests.
      if (texts.some((each, at) => each.digest !== row.texts[at]?.digest)) this.#rows.replace(id, { ...row, texts });
      if (texts.some((each) => each.digest === digest)) return true;
    }
    return false;
  }

  /** The chosen texts of all exports, the newest first, by path. Exports of which a text is lost are left out. */
  async *readAllTexts(isChosen: (file: TargetFile) => boolean): AsyncGenerator<Map<string, string>> {
    await this.flush();
    for (const { id } of this.#rows.list().reverse()) {
      const texts = await this.readTexts(id, isChosen).catch((error: unknown) => this.#options.logError(error));
      if (texts) yield texts;
    }
  }

  /** Removes all exports. */
  async clear(): Promise<void> {
    this.#next = null;
    await this.flush();
    await this.#drop(this.#rows.list());
    this.#rows.clear();
  }

  /** The digest of an archived text; null if it has none, or if it is lost. */
  async #digestOf({ path, sha256, digest }: HistoryRow['texts'][number]): Promise<string | null> {
    if (digest !== undefined) return digest;
    try {
      return await digestContent(await buffer(this.#archive.read(sha256)), path);
    } catch (error) {
      this.#options.logError(error);
      return null;
    }
  }

  async #work(): Promise<void> {
    for (let archived = this.#next; archived; archived = this.#next) {
      this.#next = null;
      this.#packing = archived;
      await this.#put(archived).catch((error: unknown) => !isMissingError(error) && this.#options.logError(error));
      this.#packing = null;
      await this.#removeCopies((sha256) => hasText(archived, sha256) && !hasText(this.#next, sha256));
    }
  }

  /** Never rejects. */
  async #removeCopies(isChosen: (sha256: string) => boolean): Promise<void> {
    const removed = [...this.#copies].filter(([sha256]) => isChosen(sha256));
    for (const [sha256] of removed) this.#copies.delete(sha256);
    await Promise.all(removed.map(([, copy]) => copy.remove().catch((error: unknown) => this.#options.logError(error))));
  }

  async #put(archived: ArchivedExport): Promise<void> {
    this.#known = null;
    const { at, version, texts: exported, assets: copies } = archived;
    const known = new Map(
      this.#rows
        .list()
        .at(-1)
        ?.row.texts.map(({ sha256, digest }) => [sha256, digest]),
    );
    if (isContainedIn(archived, (sha256) => known.has(sha256))) return;
    const replaced = await this.#archive.add(async (put) => {
      const texts: HistoryRow['texts'] = [];
      let bytes = copies.reduce((sum, { size }) => sum + size, 0);
      for (const [path, { sha256, size }] of exported) {
        const packed = await put(sha256, this.#copies.get(sha256)?.read() ?? this.#options.readFile(path, size));
        if (packed === null) return null;
        bytes += size;
        const digest = known.get(sha256) ?? (size > maxDigestedBytes ? null : await this.#digestOf({ path, sha256, packed }));
        texts.push({ path, sha256, packed, digest });
      }
      let assets: HistoryRow['assets'] = null;
      if (copies.length > 0) {
        const list = Buffer.from(JSON.stringify(copies.map(({ path, file, sha256, size }) => ({ path, file, sha256, size }))));
        const { sha256 } = fingerprintOf(list);
        assets = { sha256, packed: (await put(sha256, [list])) ?? 0 };
      }
      return this.#addRow({ at, version, files: texts.length + copies.length, bytes, texts, assets });
    });
    if (replaced === null) return;
    if (replaced.length > 0) await this.#drop(replaced);
    await this.#drop(findSurplusRows(this.#rows.list()), { texts: [...this.#unarchived.texts], assets: [...this.#unarchived.assets] });
    this.#unarchived.texts.clear();
    this.#unarchived.assets.clear();
  }

  /** Adds a row with the releases of the last one if both have the same files. Returns the last one if the new one replaces it. */
  #addRow(row: HistoryRow): readonly StoredHistoryRow[] {
    const last = this.#rows.list().at(-1);
    const isSame = last && JSON.stringify(archivedTextHashes(last.row)) === JSON.stringify(archivedTextHashes(row));
    this.#rows.add(isSame && last.row.releases ? { ...row, releases: last.row.releases } : row);
    return isSame ? [last] : [];
  }

  /** `unarchived` are the files of exports that have no row. */
  async #drop(rows: readonly StoredHistoryRow[], unarchived: DroppedHashes = { texts: [], assets: [] }): Promise<void> {
    const texts = rows.flatMap(({ row }) => row.texts.map(({ sha256, digest }) => digest ?? sha256));
    this.#rows.addDroppedHashes({
      texts: [...texts, ...unarchived.texts],
      assets: [...(await this.#replacedAssets(rows)), ...unarchived.assets],
    });
    if (rows.length === 0) return;
    this.#rows.remove(rows);
    const droppedTexts = new Set(rows.flatMap(({ row }) => archivedTextHashes(row)));
    await this.#archive.removeUnused(droppedTexts, () => textsInUse(this.#store));
  }

  async #listKnownHashes(): Promise<ReadonlySet<string>> {
    const rows = this.#rows.list();
    const known = this.#rows.droppedHashes();
    for (const { row } of rows) for (const { sha256 } of row.texts) known.add(sha256);
    const lists = new Map(rows.map(({ row }) => [row.assets?.sha256, row]));
    for (const row of lists.values()) for (const { sha256 } of await this.#assets(row).catch(() => [])) known.add(sha256);
    return known;
  }

  /** The SHA-256 of the assets of these rows that the newest export does not have. */
  async #replacedAssets(rows: readonly StoredHistoryRow[]): Promise<Set<string>> {
    const newest = this.#rows.list().at(-1)?.row;
    const lists = new Map(rows.map(({ row }) => [row.assets?.sha256, row]));
    lists.delete(newest?.assets?.sha256);
    const hashes = new Set<string>();
    if (!newest || lists.size === 0) return hashes;
    for (const row of lists.values()) for (const { sha256 } of await this.#assets(row).catch(() => [])) hashes.add(sha256);
    for (const { sha256 } of await this.#assets(newest).catch(() => [])) hashes.delete(sha256);
    return hashes;
  }

  async #assets(row: HistoryRow): Promise<z.infer<typeof assetListSchema>> {
    if (!row.assets) return [];
    const text = (await this.#archive.readText(row.assets.sha256)) ?? '';
    const read = assetListSchema.safeParse(parseJsonOrUndefined(text, storyJsonLimits(text.length)));
    if (!read.success) throw missingAssetListProblem();
    return read.data;
  }

  /**
   * The id of the newest export if the folder contains all of its files, except for assets that could not be written; null if not: then a file
   * of another program was kept, or a later export has failed. Also null if the disk of the game fails or does not respond, because the exports
   * are not on it.
   */
  async #findCurrent(rows: readonly StoredHistoryRow[]): Promise<string | null> {
    const { areInFolder, locate } = this.#options;
    const newest = rows.at(-1);
    if (!newest) return null;
    const assets = await this.#assets(newest.row).catch(() => []);
    const files = [...newest.row.texts, ...assets.filter(({ file }) => locate(file) !== undefined)];
    let current: string | null = null;
    const inspection = areInFolder(files).then((areThere) => {
      if (areThere) current = newest.id;
    });
    await waitWithTimeout(inspectionMilliseconds, inspection, this.#timer).catch((error: unknown) => this.#options.logError(error));
    return current;
  }

  /** The assets whose stored files are missing; null if the list of assets is lost. */
  async #missingAssets(row: HistoryRow): Promise<readonly string[] | null> {
    const assets = await this.#assets(row).catch(() => null);
    if (!assets) return null;
    return assets.flatMap(({ path, file }) => (this.#options.locate(file) === undefined ? [path] : []));
  }
}

const isContainedIn = ({ texts, hasWrittenFiles }: ArchivedExport, isKnown: (sha256: string) => boolean): boolean =>
  !hasWrittenFiles && texts.every(([, { sha256 }]) => isKnown(sha256));

const hasText = (archived: ArchivedExport | null, sha256: string): boolean =>
  archived?.texts.some(([, text]) => text.sha256 === sha256) ?? false;

/** `digest`: of its content (content-digest.ts); null if it has none. Rows of earlier versions lack it. */
const textSchema = z.strictObject({
  path: z.string(),
  sha256: z.string(),
  packed: z.number(),
  digest: z.string().nullable().optional(),
});
const historyRowSchema = z.strictObject({
  /** Microseconds since 1970. */
  at: z.number(),
  version: z.number(),
  files: z.number(),
  bytes: z.number(),
  texts: z.array(textSchema),
  /** The list of assets is archived as a text as well, because it is long and mostly the same. */
  assets: z.strictObject({ sha256: z.string(), packed: z.number() }).nullable(),
  /** The names of the releases of the game as which it is pinned. */
  releases: z.array(z.string()).optional(),
});
type HistoryRow = z.infer<typeof historyRowSchema>;
interface StoredHistoryRow {
  readonly id: string;
  readonly row: HistoryRow;
}

/** Limits for each target: the number of exports, the number of newest ones that are kept whatever their time, and compressed bytes. */
const maxExports = 60;
const minRecentExports = 10;
const maxPackedBytes = 128e6;
const microsecondsPerMinute = 60e6;
const minuteOf = (at: number): number => Math.floor(at / microsecondsPerMinute);

const historyKeyPrefix = 'export/';
/**
 * Hashes of what is no longer in the history: a file of a branch that was left long ago may still contain one. Assets have a limit of their own,
 * because replacing all of them adds thousands at once.
 */
interface DroppedHashes {
  readonly texts: readonly string[];
  readonly assets: readonly string[];
}
const droppedHashStores = {
  /** Rows of earlier versions also have hashes of assets. */
  texts: { prefix: 'exportDropped/', max: 2000 },
  assets: { prefix: 'exportDroppedAsset/', max: 20_000 },
} as const;
/** More hashes become several rows, which are removed one by one. */
const maxHashesPerRow = 500;
const droppedHashesSchema = z.array(z.string());

/** The stored list of earlier exports. */
class ExportHistoryRows {
  readonly #store: KeyValueStore;
  readonly #prefix: string;
  readonly #target: string;

  constructor(store: KeyValueStore, target: string) {
    this.#store = store;
    this.#prefix = `${historyKeyPrefix}${target}/`;
    this.#target = target;
  }

  /** Oldest first. */
  list(): StoredHistoryRow[] {
    return this.#store.list(this.#prefix).flatMap(({ id, value }) => {
      const read = historyRowSchema.safeParse(value);
      return read.success ? [{ id: id.slice(this.#prefix.length), row: read.data }] : [];
    });
  }

  add(row: HistoryRow): void {
    const count = Number(this.list().at(-1)?.id ?? 0) + 1;
    this.#store.put([{ id: this.#prefix + String(count).padStart(9, '0'), value: row }]);
  }

  remove(rows: readonly StoredHistoryRow[]): void {
    this.#store.remove(rows.map(({ id }) => this.#prefix + id));
  }

  replace(id: string, row: HistoryRow): void {
    this.#store.put([{ id: this.#prefix + id, value: row }]);
  }

  /** The digests of texts that are no longer archived, or their SHA-256 if they have none, and the SHA-256 of assets. */
  droppedHashes(): Set<string> {
    return new Set([...this.#droppedRows('texts'), ...this.#droppedRows('assets')].flatMap(({ hashes }) => hashes));
  }

  /** Several rows, so that adding a few hashes never writes all of them again. */
  addDroppedHashes(dropped: DroppedHashes): void {
    for (const kind of ['texts', 'assets'] as const) {
      const { prefix, max } = droppedHashStores[kind];
      const rows = this.#droppedRows(kind);
      const hashes = dropped[kind].slice(-max);
      let count = Number(rows.at(-1)?.id.split('/').at(-1) ?? 0);
      const added: { id: string; value: readonly string[] }[] = [];
      for (let first = 0; first < hashes.length; first += maxHashesPerRow) {
        const id = `${prefix}${this.#target}/${String(++count).padStart(9, '0')}`;
        added.push({ id, value: hashes.slice(first, first + maxHashesPerRow) });
      }
      if (added.length > 0) this.#store.put(added);
      let total = hashes.length;
      const surplus = rows.toReversed().filter((row) => {
        total += row.hashes.length;
        return total > max;
      });
      this.#store.remove(surplus.map(({ id }) => id));
    }
  }

  /** Oldest first. */
  #droppedRows(kind: keyof DroppedHashes): { readonly id: string; readonly hashes: readonly string[] }[] {
    return this.#store.list(`${droppedHashStores[kind].prefix}${this.#target}/`).flatMap(({ id, value }) => {
      const read = droppedHashesSchema.safeParse(value);
      return read.success ? [{ id, hashes: read.data }] : [];
    });
  }

  clear(): void {
    this.#store.remove([...this.#droppedRows('texts'), ...this.#droppedRows('assets')].map(({ id }) => id));
  }
}

const isPinned = ({ releases }: HistoryRow): boolean => releases !== undefined && releases.length > 0;

function unknownReleaseProblem(name: string, rows: readonly StoredHistoryRow[]): Problem {
  const names = rows.flatMap(({ row }) => row.releases ?? []);
  return new Problem('notFound', message('targets.problem.noRelease', { name, names, hasNames: names.length > 0 }));
}

/** The rows that exceed the limits, unless they are pinned, and of older exports all but the last in each minute. `rows` are those of one target, oldest first. */
function findSurplusRows(rows: readonly StoredHistoryRow[]): StoredHistoryRow[] {
  let packed = 0;
  const isLarge = rows.toReversed().map(({ row }) => {
    packed += row.texts.reduce((sum, each) => sum + each.packed, row.assets?.packed ?? 0);
    return packed > maxPackedBytes;
  });
  return rows.filter(({ row }, at) => {
    const after = rows.length - 1 - at;
    const next = rows[at + 1]?.row;
    const isThinned = after >= minRecentExports && next !== undefined && minuteOf(next.at) === minuteOf(row.at);
    return after > 0 && !isPinned(row) && (isThinned || after >= maxExports || isLarge[after]);
  });
}

/** The SHA-256 of the texts of an export, including that of its list of assets. */
const archivedTextHashes = ({ texts, assets }: HistoryRow): string[] => [
  ...texts.map(({ sha256 }) => sha256),
  ...(assets ? [assets.sha256] : []),
];

/** The SHA-256 of the archived texts to which the histories and editor integrations of all targets refer. */
export function textsInUse(store: KeyValueStore): Set<string> {
  const used = new Set(textsUsedByIntegrations(store));
  for (const { value } of store.list(historyKeyPrefix)) {
    const read = historyRowSchema.safeParse(value);
    if (read.success) for (const sha256 of archivedTextHashes(read.data)) used.add(sha256);
  }
  return used;
}
