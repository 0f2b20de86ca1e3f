/**
 * Texts on their way to the disk: made piece by piece and hashed on the way, so that none is ever whole in memory. What a file says as it did before is
 * copied from the file that we wrote last; that it is still that file is looked at again before it is replaced (disk.ts).
 */
import type { StoryFile } from '../../shared/story-file.ts';
import { Turns } from '../turns.ts';
import type { Disk } from './disk.ts';
import type { TextFile } from './files.ts';
import type { Print } from './hash.ts';
import { printOfPiece } from './piece-prints.ts';
import { chunk, pour, type Sink } from './pour.ts';

/** A piece as it lies in a file. */
interface Run {
  readonly sha256: string;
  readonly at: number;
  readonly size: number;
}
interface Layout {
  readonly print: Print;
  readonly runs: readonly Run[];
}

/** The file that we wrote last, as it lies there now. */
export interface Last extends Print {
  /** Absolute. */
  readonly at: string;
}

/** A piece with what it is: its bytes, or where they lie in the last file. */
interface Part {
  readonly sha256: string;
  readonly size: number;
  readonly bytes: Buffer | null;
  readonly at: number;
}

export class Drafts {
  readonly #disk: Disk;
  readonly #layouts = new Map<string, Layout>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** The print of the file. Written into `sink` it is only where it is not as the last one. */
  async draft(file: TextFile, last: Last | null, sink: Sink | null): Promise<Print> {
    if (!('pieces' in file)) return pour(file.unpacked(), sink);
    const known = this.#layouts.get(file.path);
    if (last && known?.print.sha256 === last.sha256) {
      const parts = await changed(file, known);
      if (parts && isSame(parts, known)) return known.print;
      if (parts) return this.#write(file.path, runsOf(parts), last, sink);
    } else if (last && sink) {
      // After a start nothing is known of it, and mostly it is as it was.
      const print = await this.#write(file.path, allOf(file), null, null);
      if (print.sha256 === last.sha256) return print;
    }
    return this.#write(file.path, allOf(file), null, sink);
  }

  /** Nothing of these paths will be written again. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#layouts.keys()) if (!paths.has(path)) this.#layouts.delete(path);
  }

  async #write(path: string, parts: AsyncIterable<Part>, last: Last | null, sink: Sink | null): Promise<Print> {
    const runs: Run[] = [];
    let end = 0;
    const noted = async function* (): AsyncGenerator<Part> {
      for await (const part of parts) {
        runs.push({ sha256: part.sha256, at: end, size: part.size });
        end += part.size;
        yield part;
      }
    };
    const print = await pour(this.#bytesOf(noted(), last), sink);
    this.#layouts.set(path, { print, runs });
    return print;
  }

  /** Runs that lie behind each other in the last file are read together. */
  async *#bytesOf(parts: AsyncIterable<Part>, last: Last | null): AsyncGenerator<Uint8Array> {
    const old = last && (await this.#disk.open(last.at));
    const buffer = Buffer.allocUnsafe(old ? chunk : 0);
    let from = 0;
    let to = 0;
    const waiting = async function* (): AsyncGenerator<Uint8Array> {
      for (; old && from < to; from += chunk) yield await old.read(from, buffer.subarray(0, Math.min(chunk, to - from)));
    };
    try {
      for await (const { bytes, at, size } of parts) {
        if (bytes === null && at === to) to += size;
        else {
          yield* waiting();
          from = at;
          to = bytes === null ? at + size : at;
          if (bytes) yield bytes;
        }
      }
      yield* waiting();
    } finally {
      await old?.close();
    }
  }
}

/** All parts where the last file and what is new give them; null: something else is needed, too. */
async function changed(file: StoryFile, { runs }: Layout): Promise<Part[] | null> {
  const there = new Map(runs.map((run, index) => [run.sha256, index]));
  const parts: Part[] = [];
  let next = 0;
  for await (const piece of new Turns().through(file.pieces('new'))) {
    const { sha256, bytes, size } = printOfPiece(piece) ?? {};
    // Some say the same (a comma): the one that follows the last is meant, so that they can be read together.
    const index = sha256 === undefined ? undefined : runs[next]?.sha256 === sha256 ? next : there.get(sha256);
    const run = index === undefined ? undefined : runs[index];
    if (index !== undefined) next = index + 1;
    if (run) parts.push({ ...run, bytes: null });
    else if (sha256 !== undefined && size !== undefined && bytes) parts.push({ sha256, size, bytes, at: 0 });
    else return null;
  }
  return parts;
}

const isSame = (parts: readonly Part[], { runs }: Layout): boolean =>
  parts.length === runs.length && parts.every(({ sha256 }, at) => sha256 === runs[at]?.sha256);

async function* runsOf(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts;
}

async function* allOf(file: StoryFile): AsyncGenerator<Part> {
  for await (const piece of new Turns().through(file.pieces('all'))) {
    const { sha256, size, bytes } = printOfPiece(piece) ?? {};
    if (sha256 === undefined || size === undefined || !bytes) throw new Error(`${file.path} has a piece without its text`);
    yield { sha256, size, bytes, at: 0 };
  }
}
