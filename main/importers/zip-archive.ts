/**
 * A .zip on the disk: its list of files, and the bytes of single ones as a stream. It is never whole in memory and nothing is unpacked:
 * names are only compared. What the list says of a file (size, checksum) is held against the bytes.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { Problem } from '../../shared/problem.ts';

/** Deflate cannot do better than this; who promises more lies about its size. */
const maxCompressionRatio = 1_100;
/** A list longer than this no story has. */
const maxDirectoryBytes = 64 * 2 ** 20;
const maxFiles = 100_000;

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
  readonly method: number;
  readonly checksum: number;
  readonly offset: number;
}

export interface ZipArchive {
  /** Files by plain relative names; what systems leave behind, links and what is encrypted does not count. */
  readonly entries: readonly ZipEntry[];
  /** Throws a Problem, at the latest at the end, where the bytes are not what was promised. */
  readBytes(entry: ZipEntry): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export async function openZip(path: string, zipName: string): Promise<ZipArchive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { listAt, entries } = await readCentralDirectory(file, size, zipName);
    return { entries, readBytes: (entry) => streamEntry(file, entry, listAt, zipName), close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof Problem) throw error;
    throw invalidZipProblem(zipName, error);
  }
}

async function readCentralDirectory(file: FileHandle, size: number, zipName: string): Promise<{ listAt: number; entries: ZipEntry[] }> {
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw invalidZipProblem(zipName);
  let count = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let at = tail.readUInt32LE(end + 16);
  if (count === 0xffff || length === 0xffffffff || at === 0xffffffff) {
    const locator = end - 20;
    if (locator < 0 || tail.toString('latin1', locator, locator + 4) !== 'PK\x06\x07') throw invalidZipProblem(zipName);
    const large = await readAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56);
    if (large.toString('latin1', 0, 4) !== 'PK\x06\x06') throw invalidZipProblem(zipName);
    count = Number(large.readBigUInt64LE(32));
    length = Number(large.readBigUInt64LE(40));
    at = Number(large.readBigUInt64LE(48));
  }
  if (length > maxDirectoryBytes || count > maxFiles) throw new Problem('tooLarge', `${zipName} holds more files than any story has.`);
  if (at + length > size) throw invalidZipProblem(zipName);
  return { listAt: at, entries: parseDirectoryEntries(await readAt(file, at, length), zipName) };
}

function parseDirectoryEntries(list: Buffer, zipName: string): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < list.length; ) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50) throw invalidZipProblem(zipName);
    const [nameLength, extraLength, noteLength] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)];
    const name = decodeName(list.subarray(at + 46, at + 46 + nameLength));
    const extra = list.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const [size, packed, start] = readZip64Numbers(extra, [
      list.readUInt32LE(at + 24),
      list.readUInt32LE(at + 20),
      list.readUInt32LE(at + 42),
    ]);
    const isEncrypted = (list.readUInt16LE(at + 8) & 1) !== 0;
    const isLink = ((list.readUInt32LE(at + 38) >>> 28) & 0xf) === 0xa;
    const method = list.readUInt16LE(at + 10);
    if (isPlainRelativePath(name) && !isEncrypted && !isLink)
      entries.push({
        name,
        size: size ?? 0,
        compressedSize: packed ?? 0,
        method,
        checksum: list.readUInt32LE(at + 16),
        offset: start ?? 0,
      });
    at += 46 + nameLength + extraLength + noteLength;
  }
  return entries;
}

/** Where four bytes do not suffice the number stands in the extra field, in this order (zip64). */
function readZip64Numbers(extra: Buffer, numbers: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return numbers.map((number) => {
    if (number !== 0xffffffff || at + 8 > extra.length) return number;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

const decodeName = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
};

const isPlainRelativePath = (name: string): boolean =>
  !/[\\\0:]/.test(name) && name.split('/').every((step) => step !== '' && !step.startsWith('.') && step !== '__MACOSX');

async function* streamEntry(file: FileHandle, entry: ZipEntry, listAt: number, zipName: string): AsyncGenerator<Uint8Array> {
  const { offset, compressedSize, method, size } = entry;
  if ((method !== 0 && method !== 8) || size > compressedSize * maxCompressionRatio + 1_000) throw invalidZipProblem(zipName);
  const head = await readAt(file, offset, 30);
  const start = head.length < 30 ? 0 : offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start === 0 || head.readUInt32LE(0) !== 0x04034b50 || start + compressedSize > listAt) throw invalidZipProblem(zipName);
  let length = 0;
  let checksum = 0;
  const raw = Readable.from(streamRange(file, start, compressedSize));
  const unpacked: AsyncIterable<Buffer> = method === 0 ? raw : pipeline(raw, createInflateRaw(), () => undefined);
  try {
    for await (const piece of unpacked) {
      length += piece.length;
      if (length > size) throw invalidZipProblem(zipName);
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    throw error instanceof Problem ? error : invalidZipProblem(zipName, error);
  } finally {
    raw.destroy();
  }
  if (length !== size || checksum !== entry.checksum) throw invalidZipProblem(zipName);
}

async function* streamRange(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length; ) {
    const piece = await readAt(file, at, Math.min(65_536, start + length - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

export const invalidZipProblem = (zipName: string, cause?: unknown): Problem =>
  new Problem('invalid', `${zipName} is not a sound .zip file, or it is encrypted.`, { cause });
