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

export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface TextArchive {
  /** Answers the bytes that it takes; null where what came is not what was promised. */
  put(sha256: string, bytes: ByteChunks): Promise<number | null>;
  /** Throws while it is read where it is damaged or gone. */
  read(sha256: string): AsyncIterable<Uint8Array>;
  isIntact(sha256: string): Promise<boolean>;
  /** All of it; undefined where it is lost. */
  readText(sha256: string): Promise<string | undefined>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  /** Removes all that is not named. */
  prune(named: ReadonlySet<string>): Promise<void>;
}

const gzipOptions = { level: 1, chunkSize: 1 << 18 };

/** null keeps everything in memory. */
export const openTextArchive = (folder: string | null): TextArchive =>
  folder === null ? createMemoryArchive() : createFolderArchive(folder);

function createMemoryArchive(): TextArchive {
  const packed = new Map<string, Buffer>();
  const unpack = (bytes: Buffer): AsyncIterable<Uint8Array> => Readable.from([bytes]).pipe(createGunzip());
  return {
    async put(sha256, bytes) {
      const known = packed.get(sha256);
      if (known) return known.length;
      const print = hashWhileReading(bytes);
      const parts: Buffer[] = [];
      await compress(print.chunks(), new Writable({ write: (part, _, next) => next(void parts.push(part)) }));
      const all = Buffer.concat(parts);
      if (print.sha256() !== sha256) return null;
      packed.set(sha256, all);
      return all.length;
    },
    read: (sha256) => unpack(packed.get(sha256) ?? Buffer.alloc(0)),
    isIntact: async (sha256) => packed.has(sha256),
    async readText(sha256) {
      const bytes = packed.get(sha256);
      return bytes && decodeText(unpack(bytes));
    },
    has: async (sha256) => packed.has(sha256),
    remove: async (sha256) => void packed.delete(sha256),
    async prune(named) {
      for (const sha256 of packed.keys()) if (!named.has(sha256)) packed.delete(sha256);
    },
  };
}

function createFolderArchive(folder: string): TextArchive {
  const placeOf = (sha256: string): string => join(folder, `${sha256}.gz`);
  const sizeOf = async (sha256: string): Promise<number | undefined> => (await stat(placeOf(sha256)).catch(() => undefined))?.size;
  const unpack = (sha256: string): AsyncIterable<Uint8Array> => {
    const unpacked = createGunzip();
    createReadStream(placeOf(sha256))
      .on('error', (error) => unpacked.destroy(error))
      .pipe(unpacked);
    return unpacked;
  };
  const isIntact = async (sha256: string): Promise<boolean> => {
    const print = hashWhileReading(unpack(sha256));
    try {
      for await (const _ of print.chunks());
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
        const print = hashWhileReading(bytes);
        await compress(print.chunks(), createWriteStream(draft, { flush: true }));
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
    isIntact,
    readText: async (sha256) => ((await isIntact(sha256)) ? decodeText(unpack(sha256)) : undefined),
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: (sha256) => rm(placeOf(sha256), { force: true }),
    async prune(named) {
      for (const name of await readdir(folder).catch(() => []))
        if (!named.has(name.replace(/\.gz$/, ''))) await rm(join(folder, name), { force: true });
    },
  };
}

/** Each chunk is packed before the next is asked for. */
async function compress(bytes: AsyncIterable<Uint8Array>, into: Writable): Promise<void> {
  const packed = createGzip(gzipOptions);
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
function hashWhileReading(bytes: ByteChunks) {
  const hash = createHash('sha256');
  return {
    async *chunks(): AsyncGenerator<Uint8Array> {
      for await (const each of bytes) {
        hash.update(each);
        yield each;
      }
    },
    sha256: () => hash.digest('hex'),
  };
}

const decodeText = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => (await buffer(Readable.from(bytes))).toString('utf8');
