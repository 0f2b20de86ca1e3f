/**
 * Reads a .zip from the disk: its list of files, and the bytes of single files as a stream. The archive is never loaded as a whole, and
 * nothing is extracted to disk: names are only compared. The size and checksum in the list are verified against the bytes.
 */

import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** Deflate cannot compress better than this, so an entry that claims a higher ratio has a false size. */
const maxCompressionRatio = 1_100;
/** Both limits are far above any story. They bound the time and memory that a malicious list of files can take. */
const maxDirectoryBytes = 64 * 2 ** 20;
const maxFiles = 100_000;
/** The size of the fixed part of an entry in the list of files, before its name, extra field and comment. */
const directoryEntryBytes = 46;
const utf8NameFlag = 0x800;

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
}

/** The reason why an entry is left out. `hidden`: a folder, or a file that an operating system added. */
export type SkipReason = 'encrypted' | 'link' | 'unsafePath' | 'hidden';

export interface ZipArchive {
  /** The files with plain relative names. */
  readonly entries: readonly ZipEntry[];
  /** The entries that are left out. */
  readonly skipped: readonly { readonly name: string; readonly reason: SkipReason }[];
  /** Throws a Problem, at the latest after the last byte, if the bytes do not match the list of files. */
  readBytes(entry: ZipEntry): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Throws a Problem if the file is not a readable archive, with `damage` as its text. Errors of the disk are thrown unchanged. */
export async function openZip(
  path: string,
  zipName: string,
  damage: Message = message('problem.import.zipDamaged', { zipName }),
): Promise<ZipArchive> {
  const damagedProblem = (cause?: unknown) => new Problem('invalid', damage, { cause });
  // Names are decoded and checked here, because yauzl would reject the whole archive for one name that leads out of it.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: false }).catch((error: unknown) => {
    throw isDiskError(error) ? error : damagedProblem(error);
  });
  // Reads and eachEntry report the same errors to their callers. Without a listener, Node would end the process as well.
  zip.on('error', () => undefined);
  try {
    const { entries, skipped } = await listEntries(zip, zipName, damagedProblem);
    return {
      entries: [...entries.keys()],
      skipped,
      readBytes: (listed) => streamEntry(zip, entries.get(listed), damagedProblem),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof Problem ? error : damagedProblem(error);
  }
}

interface ListedEntries {
  readonly entries: Map<ZipEntry, Entry>;
  readonly skipped: { name: string; reason: SkipReason }[];
}

async function listEntries(zip: ZipFile, zipName: string, damagedProblem: () => Problem): Promise<ListedEntries> {
  const tooManyFiles = () => new Problem('tooLarge', message('problem.import.zipTooManyFiles', { zipName }));
  if (zip.entryCount > maxFiles) throw tooManyFiles();
  const entries: ListedEntries['entries'] = new Map();
  const skipped: ListedEntries['skipped'] = [];
  let directoryBytes = 0;
  let contentBytes = 0;
  for await (const entry of zip.eachEntry()) {
    directoryBytes += directoryEntryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw tooManyFiles();
    // Entries that share their bytes would make a small file unpack to any size.
    contentBytes += entry.compressedSize;
    if (contentBytes > zip.fileSize) throw damagedProblem();
    const name = decodeName(entry);
    const reason = findSkipReason(name, entry);
    if (reason) skipped.push({ name, reason });
    else entries.set({ name, size: entry.uncompressedSize }, entry);
  }
  return { entries, skipped };
}

function findSkipReason(name: string, entry: Entry): SkipReason | undefined {
  if (!isRelativePath(name)) return 'unsafePath';
  if (name.split('/').some((step) => step === '' || step.startsWith('.') || step === '__MACOSX')) return 'hidden';
  if (entry.isEncrypted()) return 'encrypted';
  return isLink(entry) ? 'link' : undefined;
}

/** Many programs write names in UTF-8 without setting the corresponding flag. */
function decodeName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? utf8NameFlag : 0);
  const strictFileNames = true;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, strictFileNames);
}

/** The upper half of the attributes is the Unix file mode, its upper four bits the file type. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 28) & 0xf) === 0xa;

/** Whether the path leads to a file inside the folder that contains the archive, on every system. */
const isRelativePath = (name: string): boolean => !/^\/|[\\\0:]/.test(name) && !name.split('/').includes('..');

async function* streamEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  damagedProblem: (cause?: unknown) => Problem,
): AsyncGenerator<Uint8Array> {
  if (!entry || entry.uncompressedSize > entry.compressedSize * maxCompressionRatio + 1_000) throw damagedProblem();
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw damagedProblem();
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Problem ? error : damagedProblem(error);
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damagedProblem();
}

const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
