/**
 * The texts of earlier exports, compressed, each once under its SHA-256. A text cannot be created again, but only the export history
 * depends on it, so a damaged or missing one is reported as lost. Texts are read and written in chunks.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable, type Transform, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { replaceFile } from '../../platform/atomic-file.ts';

type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A private copy of a file, which does not change when other programs change the file. It is removed when the process ends. */
export interface TextCopy {
  read(): ByteChunks;
  remove(): Promise<void>;
}

/** Returns the compressed size in bytes; null if the chunks do not have this SHA-256. */
export type PutText = (sha256: string, bytes: ByteChunks) => Promise<number | null>;

export interface TextArchive {
  /**
   * Runs a job that puts texts and then stores what refers to them. `removeUnused` removes none of these texts before the job has ended, because nothing
   * refers to them until then.
   */
  add<T>(job: (put: PutText) => Promise<T>): Promise<T>;
  /** Removes those of the texts that are not in use. `findUsed` returns the SHA-256 of all texts to which anything refers. */
  removeUnused(texts: Iterable<string>, findUsed: () => ReadonlySet<string>): Promise<void>;
  /** The chunks of a text. Reading throws if the text is damaged or missing. */
  read(sha256: string): AsyncIterable<Uint8Array>;
  isIntact(sha256: string): Promise<boolean>;
  /** Undefined if the text is damaged or missing. */
  readText(sha256: string): Promise<string | undefined>;
  has(sha256: string): Promise<boolean>;
  /** Copies a file, which is much faster than archiving, so that a delivery can wait for it. */
  copy(file: string): Promise<TextCopy>;
  /** Removes all copies, and all texts except these. */
  prune(named: ReadonlySet<string>): Promise<void>;
}

const gzipOptions = { level: 1, chunkSize: 1 << 18 };

/** null opens an archive in memory. */
export const openTextArchive = (folder: string | null): TextArchive =>
  withClaims(folder === null ? createMemoryStore() : createFolderStore(folder));

interface TextStore extends Omit<TextArchive, 'add' | 'removeUnused'> {
  readonly put: PutText;
  remove(sha256: string): Promise<void>;
}

/** Several histories share the store: one may remove a text while another is adding it. */
function withClaims({ put, remove, ...store }: TextStore): TextArchive {
  /** The number of jobs that have put each text. */
  const claims = new Map<string, number>();
  const removals = new Map<string, Promise<void>>();
  const claim = (sha256: string, difference: 1 | -1): void => {
    const count = (claims.get(sha256) ?? 0) + difference;
    if (count > 0) claims.set(sha256, count);
    else claims.delete(sha256);
  };
  return {
    ...store,
    async add(job) {
      const claimed: string[] = [];
      try {
        return await job(async (sha256, bytes) => {
          claimed.push(sha256);
          claim(sha256, 1);
          await removals.get(sha256)?.catch(() => undefined);
          return put(sha256, bytes);
        });
      } finally {
        for (const sha256 of claimed) claim(sha256, -1);
      }
    },
    async removeUnused(texts, findUsed) {
      // Everything is decided in one turn, so that no text is claimed or used in between.
      const used = findUsed();
      const unused = [...texts].filter((sha256) => !used.has(sha256) && !claims.has(sha256));
      const removed = unused.map((sha256) => {
        const removal = removals.get(sha256) ?? remove(sha256).finally(() => removals.delete(sha256));
        removals.set(sha256, removal);
        return removal;
      });
      await Promise.all(removed);
    },
  };
}

function createMemoryStore(): TextStore {
  const packed = new Map<string, Buffer>();
  const unpack = (bytes: Buffer): AsyncIterable<Uint8Array> => Readable.from([bytes]).pipe(createGunzip());
  return {
    async put(sha256, bytes) {
      const known = packed.get(sha256);
      if (known) return known.length;
      const hashed = hashWhileReading(bytes);
      const compressed = await buffer(compress(hashed.chunks()));
      if (hashed.sha256() !== sha256) return null;
      packed.set(sha256, compressed);
      return compressed.length;
    },
    read: (sha256) => unpack(packed.get(sha256) ?? Buffer.alloc(0)),
    isIntact: async (sha256) => packed.has(sha256),
    async readText(sha256) {
      const bytes = packed.get(sha256);
      return bytes && decodeText(unpack(bytes));
    },
    has: async (sha256) => packed.has(sha256),
    remove: async (sha256) => void packed.delete(sha256),
    async copy(file) {
      const bytes = await readFile(file);
      return { read: () => [bytes], remove: async () => undefined };
    },
    async prune(named) {
      for (const sha256 of packed.keys()) if (!named.has(sha256)) packed.delete(sha256);
    },
  };
}

function createFolderStore(folder: string): TextStore {
  const pathOf = (sha256: string): string => join(folder, `${sha256}.gz`);
  const sizeOf = async (sha256: string): Promise<number | undefined> => (await stat(pathOf(sha256)).catch(() => undefined))?.size;
  const unpack = (sha256: string) => readAndClose(pathOf(sha256), createGunzip);
  const isIntact = async (sha256: string): Promise<boolean> => {
    const hashed = hashWhileReading(unpack(sha256));
    try {
      for await (const _ of hashed.chunks());
      return hashed.sha256() === sha256;
    } catch {
      return false;
    }
  };
  /** Texts that were intact or written in this process. A stored text that was damaged before is replaced. */
  const known = new Set<string>();
  return {
    async put(sha256, bytes) {
      const storedSize = await sizeOf(sha256);
      if (storedSize !== undefined && (known.has(sha256) || (await isIntact(sha256)))) {
        known.add(sha256);
        return storedSize;
      }
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const hashed = hashWhileReading(bytes);
      try {
        const size = await replaceFile(
          pathOf(sha256),
          assertHash(compress(hashed.chunks()), () => hashed.sha256() === sha256),
        );
        known.add(sha256);
        return size;
      } catch (error) {
        if (error instanceof WrongHashError) return null;
        throw error;
      }
    },
    read: unpack,
    isIntact,
    readText: async (sha256) => ((await isIntact(sha256)) ? decodeText(unpack(sha256)) : undefined),
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async copy(file) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${randomUUID()}.copy`);
      await copyFile(file, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      return { read: () => readAndClose(path), remove: () => rm(path, { force: true }) };
    },
    async prune(named) {
      for (const name of await readdir(folder).catch(() => []))
        if (!named.has(name.replace(/\.gz$/, ''))) await rm(join(folder, name), { force: true });
    },
  };
}

/**
 * The chunks of a file, which is closed when the reader has ended, also if the text is damaged or not read to its end: Windows does not
 * remove a file that is open.
 */
async function* readAndClose(path: string, transform?: () => Transform): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = file.createReadStream({ autoClose: false });
    yield* transform ? pipeline(bytes, transform(), () => undefined) : bytes;
  } finally {
    await file.close();
  }
}

async function* compress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip(gzipOptions);
  const filled = writeEach(gzip, bytes);
  yield* gzip;
  await filled;
}

/** Each chunk is compressed before the next is requested, because its memory may be reused. An error ends the stream. */
async function writeEach(into: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks)
      await new Promise<void>((resolve, reject) => {
        into.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    into.end();
  } catch (error) {
    into.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

class WrongHashError extends Error {}

/** Passes the chunks on. Throws after the last one if the hash is wrong, so that nothing is stored. */
async function* assertHash(chunks: AsyncIterable<Uint8Array>, isRight: () => boolean): AsyncGenerator<Uint8Array> {
  yield* chunks;
  if (!isRight()) throw new WrongHashError();
}

/** Hashes bytes as they are read. */
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
