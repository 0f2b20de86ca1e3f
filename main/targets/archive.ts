/**
 * Texts of exports of the past, packed, each once, by their SHA-256. What is in here can be made again from nothing else, but nothing
 * depends on it either: a text that is damaged or gone is said to be lost.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { printOf } from './hash.ts';

export interface Archive {
  /** Answers the bytes that it takes. */
  put(sha256: string, text: string): Promise<number>;
  get(sha256: string): Promise<string | undefined>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  /** Removes all that is not named. */
  sweep(named: ReadonlySet<string>): Promise<void>;
}

const pack = (text: string): Promise<Buffer> => promisify(gzip)(text, { level: 1 });
const unpack = async (bytes: Uint8Array): Promise<string> => (await promisify(gunzip)(bytes)).toString('utf8');

/** null keeps everything in memory. */
export const openArchive = (folder: string | null): Archive => (folder === null ? inMemory() : inFolder(folder));

function inMemory(): Archive {
  const packed = new Map<string, Buffer>();
  return {
    async put(sha256, text) {
      const bytes = packed.get(sha256) ?? (await pack(text));
      packed.set(sha256, bytes);
      return bytes.length;
    },
    async get(sha256) {
      const bytes = packed.get(sha256);
      return bytes && unpack(bytes);
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
  return {
    async put(sha256, text) {
      const there = await sizeOf(sha256);
      if (there !== undefined) return there;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const bytes = await pack(text);
      const draft = join(folder, `${randomBytes(8).toString('hex')}.new`);
      try {
        await writeFile(draft, bytes, { flush: true });
        await rename(draft, placeOf(sha256));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return bytes.length;
    },
    async get(sha256) {
      try {
        const text = await unpack(await readFile(placeOf(sha256)));
        return printOf(Buffer.from(text)).sha256 === sha256 ? text : undefined;
      } catch {
        return undefined;
      }
    },
    has: async (sha256) => (await sizeOf(sha256)) !== undefined,
    remove: (sha256) => rm(placeOf(sha256), { force: true }),
    async sweep(named) {
      for (const name of await readdir(folder).catch(() => []))
        if (!named.has(name.replace(/\.gz$/, ''))) await rm(join(folder, name), { force: true });
    },
  };
}
