/**
 * Reads a file of unknown origin for its headers: in a limited number of ranges, each where a header places it, so that neither the size of the
 * file nor what it contains determines how much is read ([ADR 0600](../../docs/adr/0600-media-are-probed-within-bounds.md)).
 */
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';

export interface RangeLimits {
  readonly count: number;
  /** The size of each range. */
  readonly bytes: number;
}

/** One megabyte in total. */
export const mediaRanges: RangeLimits = { count: 16, bytes: 64 * 1024 };

export interface RandomAccessFile {
  readonly size: number;
  /** Returns the number of bytes read; fewer than there is room for at the end of the file only. */
  readonly readInto: (target: Buffer, position: number) => number;
}

/** The ranges of a RangeReader are used up. */
class RangesExhaustedError extends Error {
  override readonly name = 'RangesExhaustedError';
}

/** The file must not change while it is read. */
export class RangeReader {
  readonly #file: RandomAccessFile;
  readonly #limits: RangeLimits;
  readonly #ranges: { readonly start: number; readonly bytes: Buffer }[] = [];
  #isExhausted = false;

  constructor(file: RandomAccessFile, limits = mediaRanges) {
    this.#file = file;
    this.#limits = limits;
  }

  get size(): number {
    return this.#file.size;
  }

  /** Whether something that was wanted was not read. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** Fewer bytes than `length` at the end of the file only. Throws RangesExhaustedError, and the errors of the disk. */
  read(position: number, length: number): Buffer {
    const parts: Buffer[] = [];
    const end = Math.min(position + length, this.size);
    for (let at = position; at < end; ) {
      const part = this.#readPart(at, end);
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    const [first] = parts;
    return parts.length === 1 && first ? first : Buffer.concat(parts);
  }

  #readPart(at: number, end: number): Buffer {
    const range = this.#ranges.find(({ start, bytes }) => start <= at && at < start + bytes.length) ?? this.#readRange(at);
    return range.bytes.subarray(at - range.start, Math.min(end, range.start + range.bytes.length) - range.start);
  }

  #readRange(at: number): { readonly start: number; readonly bytes: Buffer } {
    if (this.#ranges.length >= this.#limits.count) throw this.exhaust();
    // At the end of a file there are several headers one before the other, which are read from the last to the first.
    const start = Math.max(0, Math.min(at, this.size - this.#limits.bytes));
    const bytes = Buffer.alloc(Math.min(this.#limits.bytes, this.size - start));
    const range = { start, bytes: bytes.subarray(0, this.#file.readInto(bytes, start)) };
    this.#ranges.push(range);
    return range;
  }

  /** Returns the error for the caller to throw. */
  exhaust(): RangesExhaustedError {
    this.#isExhausted = true;
    return new RangesExhaustedError();
  }
}

/** Real files take some hundreds; elements, boxes or chunks without content take as many as the file has room for. */
const maxOperations = 10_000;

interface TokenizerOptions {
  /** What is before this position does not exist for the parser. */
  readonly start?: number;
  readonly mimeType?: string | undefined;
  /**
   * Whether what is larger than a range and no header is skipped: the sample tables of an MP4 file, which the duration does not depend on, have
   * another type for the parser, and of any other token, such as a cover, only the start is read, and the rest is zeros.
   */
  readonly skipsLargeTokens?: boolean;
}

/** A RangeReader for the parsers of file-type and music-metadata. When its ranges or operations are used up, the file ends for them. */
export class RangeTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number; mimeType?: string };
  readonly #reader: RangeReader;
  readonly #start: number;
  readonly #skipsLargeTokens: boolean;
  #operations = 0;

  constructor(reader: RangeReader, { start = 0, mimeType, skipsLargeTokens = false }: TokenizerOptions = {}) {
    super({ maxBufferSize: maxTokenBytes });
    this.#reader = reader;
    this.#start = start;
    this.#skipsLargeTokens = skipsLargeTokens;
    this.fileInfo = { size: Math.max(0, reader.size - start), ...(mimeType === undefined ? {} : { mimeType }) };
  }

  override supportsRandomAccess(): true {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const position = options.position ?? this.position;
    const read = this.#fill(target, position, options);
    this.position = position + read;
    return read;
  }

  override async peekBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    return this.#fill(target, options.position ?? this.position, options);
  }

  override async ignore(length: number): Promise<number> {
    this.#countOperation();
    return super.ignore(length);
  }

  #fill(target: Uint8Array, position: number, { length = target.length, mayBeLess = false }: IReadChunkOptions): number {
    this.#countOperation();
    const available = Math.min(length, Math.max(0, this.fileInfo.size - position));
    if (available < length && !mayBeLess) throw new EndOfStreamError();
    if (this.#skipsLargeTokens && length > mediaRanges.bytes) {
      target.fill(0, 0, available);
      target.set(this.#readOrEnd(position, Math.min(available, largeTokenStart)));
      return available;
    }
    const bytes = this.#readOrEnd(position, available);
    target.set(bytes);
    if (this.#skipsLargeTokens && length === boxHeaderBytes && isLargeSampleTable(bytes)) target.set(freeBoxType, 4);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    return bytes.length;
  }

  #readOrEnd(position: number, length: number): Buffer {
    try {
      return this.#reader.read(this.#start + position, length);
    } catch (error) {
      throw error instanceof RangesExhaustedError ? new EndOfStreamError() : error;
    }
  }

  #countOperation(): void {
    this.#operations++;
    if (this.#operations <= maxOperations) return;
    this.#reader.exhaust();
    throw new EndOfStreamError();
  }
}

const largeTokenStart = 64;

const boxHeaderBytes = 8;
const sampleTables: ReadonlySet<string> = new Set(['stts', 'ctts', 'stss', 'stsc', 'stsz', 'stco', 'co64']);
/** Parsers ignore this box. */
const freeBoxType = Buffer.from('free');

const isLargeSampleTable = (header: Buffer): boolean =>
  header.length === boxHeaderBytes && header.readUInt32BE(0) > mediaRanges.bytes && sampleTables.has(header.toString('latin1', 4));

/** The tables of a video of many hours have some megabytes. */
const maxTokenBytes = 32 * 1024 ** 2;
