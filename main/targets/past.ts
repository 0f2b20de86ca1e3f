/**
 * The exports that a target has written before: the texts packed in the archive, assets by the stored file they came from. The newest are all kept;
 * of older ones within the same minute only the last, so that an hour of writing is sixty and not thousands. The texts are read from the folder that they
 * were written to; what is no longer there when there is time for it is not kept.
 */
import { z } from 'zod';
import { notFound, Problem } from '../../shared/problem.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { PastExport } from '../../shared/targets.ts';
import { isoTime } from '../../shared/world.ts';
import type { Archive } from './archive.ts';
import { isMissing } from './disk.ts';
import type { CopiedFile, LocateFile, TargetFile } from './files.ts';
import { type Print, printOf } from './hash.ts';
import type { Timer } from './schedule.ts';

const text = z.strictObject({ path: z.string(), sha256: z.string(), packed: z.number() });
const pastRow = z.strictObject({
  /** Microseconds. */
  at: z.number(),
  version: z.number(),
  files: z.number(),
  bytes: z.number(),
  texts: z.array(text),
  /** The list of assets, a text of the archive too: it is long and mostly the same. */
  assets: z.strictObject({ sha256: z.string(), packed: z.number() }).nullable(),
});
type PastRow = z.infer<typeof pastRow>;
const assetList = z.array(z.strictObject({ path: z.string(), file: z.string(), sha256: z.string(), size: z.number() }));

/** Exports of one target, how many of them without a look at the clock, and bytes that they take packed. */
const most = 60;
const newest = 10;
const largest = 128e6;
/** Milliseconds without an export until it is packed: what is long takes a while, and mostly another comes soon. */
const quietTime = (bytes: number): number => 1500 + bytes / 1e4;
const minute = 60e6;
const minuteOf = (at: number): number => Math.floor(at / minute);

const prefix = 'past/';

interface Keeping {
  readonly shelf: Shelf;
  readonly archive: Archive;
  readonly timer: Timer;
}

export interface Kept {
  readonly at: number;
  readonly version: number;
  readonly texts: readonly (readonly [path: string, print: Print])[];
  readonly copies: readonly CopiedFile[];
}

export interface PastOf {
  readonly locate: LocateFile;
  /** A file of the game project. */
  readonly bytesOf: (path: string, size: number) => AsyncIterable<Uint8Array>;
  readonly log: (error: unknown) => void;
}

export class Past {
  readonly #shelf: Shelf;
  readonly #archive: Archive;
  readonly #prefix: string;
  readonly #of: PastOf;
  readonly #timer: Timer;
  #next: Kept | null = null;
  #running: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor({ shelf, archive, timer }: Keeping, target: string, of: PastOf) {
    this.#shelf = shelf;
    this.#archive = archive;
    this.#timer = timer;
    this.#prefix = `${prefix}${target}/`;
    this.#of = of;
  }

  /** When it has been quiet for a while: packing is not to be in the way of the next export. Of several until then the last is kept. */
  keep(kept: Kept): void {
    this.#next = kept;
    this.#cancel();
    const bytes = kept.texts.reduce((sum, [, { size }]) => sum + size, 0);
    this.#cancel = this.#timer.after(quietTime(bytes), () => void this.settled());
  }

  /** All that was to be kept is. */
  async settled(): Promise<void> {
    this.#cancel();
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async list(): Promise<PastExport[]> {
    await this.settled();
    const rows = this.#rows();
    const known = new Map<string, Promise<readonly string[]>>();
    const lostOf = (row: PastRow): Promise<readonly string[]> => {
      const key = row.assets?.sha256 ?? '';
      const lost = known.get(key) ?? this.#lostAssets(row);
      known.set(key, lost);
      return lost;
    };
    const list = rows.map(async ({ id, row }, index): Promise<PastExport> => {
      const gone = await Promise.all(row.texts.map(async ({ path, sha256 }) => ((await this.#archive.has(sha256)) ? [] : [path])));
      return {
        id,
        at: isoTime(row.at),
        version: row.version,
        files: row.files,
        bytes: row.bytes,
        isCurrent: index === rows.length - 1,
        lost: [...gone.flat(), ...(await lostOf(row))],
      };
    });
    return (await Promise.all(list)).reverse();
  }

  /** The files as they were then. Without a text of the story there is nothing to write; assets whose bytes are gone are told by the round. */
  async read(id: string): Promise<{ at: number; version: number; files: readonly TargetFile[] }> {
    await this.settled();
    const row = this.#rows().find((each) => each.id === id)?.row;
    if (!row) throw notFound('export', id);
    const files: TargetFile[] = [];
    for (const { path, sha256 } of row.texts) {
      if (!(await this.#archive.isWhole(sha256))) throw lostProblem(path);
      files.push({ path, unpacked: () => this.#archive.read(sha256) });
    }
    return { at: row.at, version: row.version, files: [...(await this.#assets(row)), ...files] };
  }

  /** With the target. */
  async forget(): Promise<void> {
    this.#next = null;
    await this.settled();
    await this.#drop(this.#rows());
  }

  async #work(): Promise<void> {
    for (let kept = this.#next; kept; kept = this.#next) {
      this.#next = null;
      await this.#put(kept).catch((error: unknown) => !isMissing(error) && this.#of.log(error));
    }
  }

  async #put({ at, version, texts: written, copies }: Kept): Promise<void> {
    const texts: PastRow['texts'] = [];
    let bytes = copies.reduce((sum, { size }) => sum + size, 0);
    for (const [path, { sha256, size }] of written) {
      const packed = await this.#archive.put(sha256, this.#of.bytesOf(path, size));
      if (packed === null) return;
      bytes += size;
      texts.push({ path, sha256, packed });
    }
    let assets: PastRow['assets'] = null;
    if (copies.length > 0) {
      const list = Buffer.from(JSON.stringify(copies.map(({ path, file, sha256, size }) => ({ path, file, sha256, size }))));
      const { sha256 } = printOf(list);
      assets = { sha256, packed: (await this.#archive.put(sha256, [list])) ?? 0 };
    }
    const rows = this.#rows();
    const last = rows.at(-1);
    const row: PastRow = { at, version, files: texts.length + copies.length, bytes, texts, assets };
    const isSame = last && JSON.stringify(shasOf(last.row)) === JSON.stringify(shasOf(row));
    const count = Number(last?.id ?? 0) + 1;
    this.#shelf.put([{ id: this.#prefix + String(count).padStart(9, '0'), value: row }]);
    if (last && isSame) await this.#drop([last]);
    await this.#drop(this.#tooMany());
  }

  #tooMany(): { id: string; row: PastRow }[] {
    const rows = this.#rows();
    let packed = 0;
    const isLarge = rows.toReversed().map(({ row }) => {
      packed += row.texts.reduce((sum, each) => sum + each.packed, row.assets?.packed ?? 0);
      return packed > largest;
    });
    return rows.filter(({ row }, at) => {
      const after = rows.length - 1 - at;
      const next = rows[at + 1]?.row;
      const isThinned = after >= newest && next !== undefined && minuteOf(next.at) === minuteOf(row.at);
      return after > 0 && (isThinned || after >= most || isLarge[after]);
    });
  }

  async #drop(rows: readonly { id: string; row: PastRow }[]): Promise<void> {
    if (rows.length === 0) return;
    this.#shelf.remove(rows.map(({ id }) => this.#prefix + id));
    const named = namedTexts(this.#shelf);
    const gone = new Set(rows.flatMap(({ row }) => shasOf(row)));
    for (const sha256 of gone) if (!named.has(sha256)) await this.#archive.remove(sha256);
  }

  #rows(): { id: string; row: PastRow }[] {
    return this.#shelf.list(this.#prefix).flatMap(({ id, value }) => {
      const read = pastRow.safeParse(value);
      return read.success ? [{ id: id.slice(this.#prefix.length), row: read.data }] : [];
    });
  }

  async #assets(row: PastRow): Promise<z.infer<typeof assetList>> {
    if (!row.assets) return [];
    const read = assetList.safeParse(JSON.parse((await this.#archive.get(row.assets.sha256)) ?? 'null'));
    if (!read.success) throw lostProblem('the list of assets');
    return read.data;
  }

  async #lostAssets(row: PastRow): Promise<readonly string[]> {
    const assets = await this.#assets(row).catch(() => null);
    if (!assets) return ['all assets'];
    return assets.flatMap(({ path, file }) => (this.#of.locate(file) === undefined ? [path] : []));
  }
}

const lostProblem = (what: string): Problem =>
  new Problem('store', `This export cannot be written again: ${what} of it is no longer there. Choose another one.`);

const shasOf = ({ texts, assets }: PastRow): string[] => [...texts.map(({ sha256 }) => sha256), ...(assets ? [assets.sha256] : [])];

/** All texts that any target's past names. */
export function namedTexts(shelf: Shelf): Set<string> {
  const named = new Set<string>();
  for (const { value } of shelf.list(prefix)) {
    const read = pastRow.safeParse(value);
    if (read.success) for (const sha256 of shasOf(read.data)) named.add(sha256);
  }
  return named;
}
