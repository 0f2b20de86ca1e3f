/**
 * Determines how much of a write-ahead log SQLite uses, and whether the log contains more. SQLite stops at the first page (“frame”) whose
 * checksum is wrong, which is what an interrupted write looks like, and ignores everything after it (SQLite: “WAL-mode File Format”,
 * sections 1.1, 1.2 and 4.1).
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** The position of a write-ahead log. */
export interface LogPosition {
  /** The salts of this run of the log, in hexadecimal. SQLite chooses new ones whenever it starts again at the beginning of the file. */
  readonly salts: string;
  /** The number of pages in the log that SQLite uses. */
  readonly frames: number;
}

interface LogReading {
  /** null if the header is missing or damaged, so that SQLite uses nothing. */
  readonly position: LogPosition | null;
  /**
   * Whether the part that SQLite ignores contains two transactions of the same run. Each transaction begins when the previous one is on the
   * disk, so the first of the two was complete once and has been damaged since. A single one may have been interrupted by a power failure.
   * The remains of an interrupted transaction after a later, shorter one contain no complete transaction.
   */
  readonly hasLostTransactions: boolean;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The header of a log whose checksums are over little-endian words, the byte order of all systems that Taleport supports. */
const littleEndianMagic = 0x377f0682;
/** The page size of all databases of Taleport, for a log whose header is damaged. */
const usualPageBytes = 4096;

const noLog: LogReading = { position: null, hasLostTransactions: false };

/** Reads a log before SQLite opens it, while no process uses it. */
export function readLog(path: string): LogReading {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return noLog;
  }
  try {
    return readOpenLog(file);
  } finally {
    closeSync(file);
  }
}

function readOpenLog(file: number): LogReading {
  const header = new Uint32Array(headerBytes / 4);
  if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return noLog;
  const headerView = bytesOf(header);
  const pageBytes = headerView.readUInt32BE(8);
  const sum = addToChecksum([0, 0], header.subarray(0, 6));
  const isValid =
    headerView.readUInt32BE(0) === littleEndianMagic && pageBytes >= 512 && pageBytes <= 65_536 && isStored(sum, headerView, 24);
  const log = new FrameReader(file, isValid ? pageBytes : usualPageBytes);
  if (!isValid) {
    const salts = log.readHeader(0) ? log.salts : '';
    return { position: null, hasLostTransactions: hasTwoTransactions(log, 0, salts) };
  }
  const salts = headerView.toString('hex', 16, 24);
  let frames = 0;
  for (let last = sum; log.readFrame(frames) && log.salts === salts; frames += 1) {
    last = log.continueChecksum(last);
    if (!log.hasChecksum(last)) break;
  }
  return { position: { salts, frames }, hasLostTransactions: hasTwoTransactions(log, frames, salts) };
}

/**
 * Whether two frames at or after `from` end a transaction of this run, the second of them with a checksum that continues that of the frame
 * before it.
 */
function hasTwoTransactions(log: FrameReader, from: number, salts: string): boolean {
  let hasOne = false;
  for (let frame = from; log.readHeader(frame); frame += 1) {
    if (log.salts !== salts || !log.endsTransaction) continue;
    if (hasOne && log.readHeader(frame - 1)) {
      const previous = log.checksum;
      if (log.readFrame(frame) && log.hasChecksum(log.continueChecksum(previous))) return true;
    }
    hasOne = true;
  }
  return false;
}

/** The two sums of a checksum, which each frame continues. */
type Checksum = readonly [first: number, second: number];

/** Reads one frame of a log at a time. */
class FrameReader {
  readonly #file: number;
  readonly #words: Uint32Array;
  readonly #bytes: Buffer;

  constructor(file: number, pageBytes: number) {
    this.#file = file;
    this.#words = new Uint32Array((frameHeaderBytes + pageBytes) / 4);
    this.#bytes = bytesOf(this.#words);
  }

  /** Returns false at the end of the log. */
  readFrame(frame: number): boolean {
    return this.#read(frame, this.#bytes.length);
  }

  /** Reads the header of a frame without its page. */
  readHeader(frame: number): boolean {
    return this.#read(frame, frameHeaderBytes);
  }

  get endsTransaction(): boolean {
    return this.#bytes.readUInt32BE(4) !== 0;
  }

  get salts(): string {
    return this.#bytes.toString('hex', 8, 16);
  }

  get checksum(): Checksum {
    return [this.#bytes.readUInt32BE(16), this.#bytes.readUInt32BE(20)];
  }

  /** The checksum over the page number, the size of the database and the page. */
  continueChecksum(previous: Checksum): Checksum {
    return addToChecksum(addToChecksum(previous, this.#words.subarray(0, 2)), this.#words.subarray(frameHeaderBytes / 4));
  }

  hasChecksum(sum: Checksum): boolean {
    return isStored(sum, this.#bytes, 16);
  }

  #read(frame: number, bytes: number): boolean {
    return readSync(this.#file, this.#bytes, 0, bytes, headerBytes + frame * this.#bytes.length) === bytes;
  }
}

function addToChecksum([first, second]: Checksum, words: Uint32Array): Checksum {
  for (let at = 0; at < words.length; at += 2) {
    first = (first + (words[at] ?? 0) + second) >>> 0;
    second = (second + (words[at + 1] ?? 0) + first) >>> 0;
  }
  return [first, second];
}

/** Stored checksums are big-endian. */
const isStored = ([first, second]: Checksum, bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;

const bytesOf = (words: Uint32Array): Buffer => Buffer.from(words.buffer, words.byteOffset, words.byteLength);
