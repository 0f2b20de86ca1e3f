/**
 * Reads a .zip from the disk: its list of files, and the bytes of single files as a stream. The archive is never loaded as a whole and nothing
 * is extracted to disk: names are only compared. The size and checksum in the list are verified against the bytes.
 */

import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Deflate cannot compress better than this, so an entry that claims more has a false size. */
const maxCompressionRatio = 1_100;
/** Both limits are far above any story; they bound the time and memory that a hostile list of files can take. */
const maxDirectoryBytes = 64 * 2 ** 20;
const maxFiles = 100_000;
/** Fixed part of an entry in the list of files, before its name, extra field and comment. */
const directoryEntryBytes = 46;
const utf8NameFlag = 0x800;

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
}

export interface ZipArchive {
  /** Files by plain relative names. Folders, links, encrypted files and files that operating systems add are left out. */
  readonly entries: readonly ZipEntry[];
  /** Throws a Problem, at the latest at the end, if the bytes do not match the list of files. */
  readBytes(entry: ZipEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Throws a Problem if the file is no readable archive; errors of the disk are thrown unchanged. */
export async function openZip(path: string, zipName: string): Promise<ZipArchive> {
  // Names are decoded and checked here: yauzl would reject the whole archive for one name that leads out of it.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false }).catch((error: unknown) => {
    throw isDiskError(error) ? error : invalidZipProblem(zipName, error);
  });
  // Reads and eachEntry report the same errors to their callers; without a listener Node would end the process as well.
  zip.on('error', () => undefined);
  try {
    const entries = await listEntries(zip, zipName);
    return {
      entries: [...entries.keys()],
      readBytes: (listed) => streamEntry(zip, entries.get(listed), zipName),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof Problem ? error : invalidZipProblem(zipName, error);
  }
}

async function listEntries(zip: ZipFile, zipName: string): Promise<Map<ZipEntry, Entry>> {
  const tooManyFiles = () => new Problem('tooLarge', message('problem.import.zipTooManyFiles', { zipName }));
  if (zip.entryCount > maxFiles) throw tooManyFiles();
  const entries = new Map<ZipEntry, Entry>();
  let directoryBytes = 0;
  for await (const entry of zip.eachEntry()) {
    directoryBytes += directoryEntryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw tooManyFiles();
    const name = decodeName(entry);
    if (isPlainRelativePath(name) && !entry.isEncrypted() && !isLink(entry)) entries.set({ name, size: entry.uncompressedSize }, entry);
  }
  return entries;
}

/** Many programs write names in UTF-8 without setting the corresponding flag. */
function decodeName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag | (isUtf8(fileNameRaw) ? utf8NameFlag : 0), fileNameRaw, extraFields, true);
}

/** The upper half of the attributes is the Unix file mode, its upper four bits the file type. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 28) & 0xf) === 0xa;

const isPlainRelativePath = (name: string): boolean =>
  !/[\\\0:]/.test(name) && name.split('/').every((step) => step !== '' && !step.startsWith('.') && step !== '__MACOSX');

async function* streamEntry(zip: ZipFile, entry: Entry | undefined, zipName: string): AsyncGenerator<Uint8Array> {
  if (!entry || entry.uncompressedSize > entry.compressedSize * maxCompressionRatio + 1_000) throw invalidZipProblem(zipName);
  let size = 0;
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += piece.length;
      if (size > entry.uncompressedSize) throw invalidZipProblem(zipName);
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    throw error instanceof Problem ? error : invalidZipProblem(zipName, error);
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw invalidZipProblem(zipName);
}

const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const invalidZipProblem = (zipName: string, cause?: unknown): Problem =>
  new Problem('invalid', message('problem.import.zipDamaged', { zipName }), { cause });
