/**
 * Texts of exports of the past, packed, each once, by their SHA-256. What is in here can be made again from nothing else, but nothing
 * depends on it either: a text that is damaged or gone is said to be lost. Texts come and go in pieces.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface Archive {
  /** Answers the bytes that it takes; null where what came is not what was promised. */
  put(sha256: string, bytes: Bytes): Promise<number | null>;
  /** Throws while it is read where it is damaged or gone. */
  read(sha256: string): AsyncIterable<Uint8Array>;
  isWhole(sha256: string): Promise<boolean>;
  /** All of it; undefined where it is lost. */
  get(sha256: string): Promise<string | undefined>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  /** Removes all that is not named. */
  sweep(named: ReadonlySet<string>): Promise<void>;
}

const packing = { level: 1, chunkSize: 1 << 18 };

/** null keeps everything in memory. */
export const openArchive = (folder: string | null): Archive => (folder === null ? inMemory() : inFolder(folder));

function inMemory(): Archive {
  const packed = new Map<string, Buffer>();
  const unpack = (bytes: Buffer): AsyncIterable<Uint8Array> => Readable.from([bytes]).pipe(createGunzip());
  return {
    async put(sha256, bytes) {
      const known = packed.get(sha256);
      if (known) return known.length;
      const print = printing(bytes);
      const parts: Buffer[] = [];
      await pack(print.bytes(), new Writable({ write: (part, _, next) => next(void parts.push(part)) }));
      const all = Buffer.concat(parts);
      if (print.sha256() !== sha256) return null;
      packed.set(sha256, all);
      return all.length;
    },
    read: (sha256) => unpack(packed.get(sha256) ?? Buffer.alloc(0)),
    isWhole: async (sha256) => packed.has(sha256),
    async get(sha256) {
      const bytes = packed.get(sha256);
      return bytes && textOf(unpack(bytes));
    },
    has: async (sha256) => packed.has(sha256),
    remove: async (sha256) => void packed.delete(sha256),
    async sweep(named) {
      for (const sha256 of packed.keys()) if (!named.has(sha256)) packed.delete(sha256);
    },
  };
}

function inFolder(folder: string): Archive {
  const placeOf = (sha256: string): string => join(folder, `${sha256}.gz`);
  const sizeOf = async (sha256: string): Promise<number | undefined> => (await stat(placeOf(sha256)).catch(() => undefined))?.size;
  const unpack = (sha256: string): AsyncIterable<Uint8Array> => {
    const unpacked = createGunzip();
    createReadStream(placeOf(sha256))
      .on('error', (error) => unpacked.destroy(error))
      .pipe(unpacked);
    return unpacked;
  };
  const isWhole = async (sha256: string): Promise<boolean> => {
    const print = printing(unpack(sha256));
    try {
      for await (const _ of print.bytes());
      return print.sha256() === sha256;
    } catch {
      return false;
    }
  };
  return {
    async put(sha256, bytes) {
      const there = await sizeOf(sha256);
      if (there !== undefined) return there;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${randomBytes(8).toString('hex')}.new`);
      try {
        const print = printing(bytes);
        await pack(print.bytes(), createWriteStream(draft, { flush: true }));
        if (print.sha256() !== sha256) {
          await rm(draft, { force: true });
          return null;
        }
        await rename(draft, placeOf(sha256));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return (await sizeOf(sha256)) ?? 0;
    },
    read: unpack,
    isWhole,
    get: async (sha256) => ((await isWhole(sha256)) ? textOf(unpack(sha256)) : undefined),
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: (sha256) => rm(placeOf(sha256), { force: true }),
    async sweep(named) {
      for (const name of await readdir(folder).catch(() => []))
        if (!named.has(name.replace(/\.gz$/, ''))) await rm(join(folder, name), { force: true });
    },
  };
}

/** Each chunk is packed before the next is asked for. */
async function pack(bytes: AsyncIterable<Uint8Array>, into: Writable): Promise<void> {
  const packed = createGzip(packing);
  const fill = async (): Promise<void> => {
    try {
      for await (const each of bytes)
        await new Promise<void>((resolve, reject) => {
          packed.write(each, (error) => (error ? reject(error) : resolve()));
        });
      packed.end();
    } catch (error) {
      packed.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  await Promise.all([pipeline(packed, into), fill()]);
}

/** Bytes that are hashed as they go by. */
function printing(bytes: Bytes) {
  const hash = createHash('sha256');
  return {
    async *bytes(): AsyncGenerator<Uint8Array> {
      for await (const each of bytes) {
        hash.update(each);
        yield each;
      }
    },
    sha256: () => hash.digest('hex'),
  };
}

const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => (await buffer(Readable.from(bytes))).toString('utf8');
