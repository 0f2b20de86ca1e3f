/**
 * Reads a .zip from the disk: its list of files, and the bytes of single files as a stream. The archive is never loaded as a whole, and
 * nothing is extracted to disk: names are only compared, in the encodings that they may have. The size and checksum in the list are verified against the bytes.
 */

import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { createBytesDecoder, type TextEncoding } from '../../shared/text-encodings.ts';

/** Deflate cannot compress better than this, so an entry that claims a higher ratio has a false size. */
const maxCompressionRatio = 1_100;
/** Both limits are far above any story. They bound the time and memory that a malicious list of files can take. */
const maxDirectoryBytes = 64 * 2 ** 20;
const maxFiles = 100_000;
/** The size of the fixed part of an entry in the list of files, before its name, extra field and comment. */
const directoryEntryBytes = 46;
const utf8NameFlag = 0x800;
/** The extra field of a name in UTF-8. */
const unicodePathField = 0x7075;

export interface ZipEntry {
  /** The path, with `/` also where the archive was made with `\\`, as on Windows, and without steps that lead nowhere. It may be none of this system. */
  readonly name: string;
  /** The path as the archive contains it. */
  readonly storedName: string;
  readonly size: number;
}

/** The reason why an entry is left out. `hidden`: a folder, or a file that an operating system added. */
export type SkipReason = 'encrypted' | 'link' | 'unsafePath' | 'hidden';

export interface ZipArchive {
  /** The files whose names lead to them. */
  readonly entries: readonly ZipEntry[];
  /** The entries that are left out. */
  readonly skipped: readonly { readonly name: string; readonly reason: SkipReason }[];
  /** The encodings that the names may have, besides that of `entries`; empty if every name states its encoding or needs none. */
  readonly otherEncodings: readonly NameEncoding[];
  /** The same files with their names in this encoding, where the archive does not state another. They are checked like all names. */
  entriesIn(encoding: NameEncoding): readonly ZipEntry[];
  /** Whether both are the same file, with names in two encodings. */
  isSameFile(one: ZipEntry, two: ZipEntry): boolean;
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
    const directory = await listDirectory(zip, zipName, damagedProblem);
    const listed = new WeakMap<ZipEntry, Entry>();
    const { entries, skipped } = nameEntries(directory, decodeName, listed);
    return {
      entries,
      skipped,
      otherEncodings: directory.some((entry) => !statesEncoding(entry)) ? nameEncodings : [],
      entriesIn: (encoding) => nameEntries(directory, createNameDecoder(encoding), listed).entries,
      isSameFile: (one, two) => listed.get(one) === listed.get(two),
      readBytes: (entry) => streamEntry(zip, listed.get(entry), damagedProblem),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof Problem ? error : damagedProblem(error);
  }
}

async function listDirectory(zip: ZipFile, zipName: string, damagedProblem: () => Problem): Promise<Entry[]> {
  const tooManyFiles = () => new Problem('tooLarge', message('problem.import.zipTooManyFiles', { zipName }));
  if (zip.entryCount > maxFiles) throw tooManyFiles();
  const directory: Entry[] = [];
  let directoryBytes = 0;
  let contentBytes = 0;
  for await (const entry of zip.eachEntry()) {
    directoryBytes += directoryEntryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw tooManyFiles();
    // Entries that share their bytes would make a small file unpack to any size.
    contentBytes += entry.compressedSize;
    if (contentBytes > zip.fileSize) throw damagedProblem();
    directory.push(entry);
  }
  return directory;
}

/** Adds the entries that it returns to `listed`. */
function nameEntries(
  directory: readonly Entry[],
  decode: (entry: Entry) => string,
  listed: WeakMap<ZipEntry, Entry>,
): Pick<ZipArchive, 'entries' | 'skipped'> {
  const entries: ZipEntry[] = [];
  const skipped: { name: string; reason: SkipReason }[] = [];
  for (const entry of directory) {
    // Replaced after decoding: in the encodings of East Asia, the byte of a backslash is also the second half of characters.
    const stored = decode(entry);
    const steps = stored.replaceAll('\\', '/').split('/');
    const reason = findSkipReason(steps, entry);
    const name = steps.filter(isNamedStep).join('/');
    if (reason) skipped.push({ name: stored, reason });
    else {
      const named = { name, storedName: stored, size: entry.uncompressedSize };
      entries.push(named);
      listed.set(named, entry);
    }
  }
  return { entries, skipped };
}

/** Programs write names from a root (PHP) or with empty steps or `.` (bsdtar), which all lead to the same file as without. */
const isNamedStep = (step: string): boolean => step !== '' && step !== '.';

function findSkipReason(steps: readonly string[], entry: Entry): SkipReason | undefined {
  if (steps.some((step) => step === '..' || step.includes('\0'))) return 'unsafePath';
  const isFolder = !isNamedStep(steps.at(-1) ?? '');
  if (isFolder || steps.some((step) => (step.startsWith('.') && step !== '.') || step === '__MACOSX')) return 'hidden';
  if (entry.isEncrypted()) return 'encrypted';
  return isLink(entry) ? 'link' : undefined;
}

/** As UTF-8, which many programs write without setting the corresponding flag, or as the format says, which is code page 437. */
function decodeName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? utf8NameFlag : 0);
  const strictFileNames = true;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, strictFileNames);
}

/**
 * Windows writes names in the code page of its language, and Linux programs write bytes. Code pages of East Asia are before those with one byte for
 * each character, because these decode anything.
 */
const nameEncodings = [
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
  'euc-jp',
  'cp850',
  'cp852',
  'ibm866',
  'cp737',
  'cp775',
  'cp857',
  'cp862',
  'cp720',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
] as const satisfies readonly TextEncoding[];
type NameEncoding = (typeof nameEncodings)[number];

/** Whether the name is the same in every encoding, or its encoding is known. */
const statesEncoding = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): boolean =>
  (generalPurposeBitFlag & utf8NameFlag) !== 0 ||
  fileNameRaw.every((byte) => byte < 0x80) ||
  extraFields.some(({ id }) => id === unicodePathField);

/** Names that are not in this encoding are decoded as without it. */
function createNameDecoder(encoding: NameEncoding): (entry: Entry) => string {
  const decodeBytes = createBytesDecoder(encoding);
  return (entry) => {
    if (statesEncoding(entry)) return decodeName(entry);
    try {
      return decodeBytes(entry.fileNameRaw);
    } catch {
      return decodeName(entry);
    }
  };
}

/** The upper half of the attributes is the Unix file mode, its upper four bits the file type. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 28) & 0xf) === 0xa;

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
