/** The files in the zip archive of a workbook, each of which is unzipped and compared with its checksum when it is read. Pure. */
import { inflateSync } from 'fflate';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

/** Limits far above any table of texts: a workbook beyond them was made to exhaust the memory. */
const maxUnzippedBytes = 512 * 2 ** 20;
/** Deflate packs repeated bytes a thousand times; the XML of workbooks is packed to between a fifth and a fiftieth. */
const freeUnzippedBytes = 64 * 2 ** 20;
const maxCompressionRatio = 200;
const maxParts = 10_000;

export const invalidWorkbook = (reason: Message): Problem => new Problem('invalid', reason);
export const tooLargeWorkbook = (): Problem => invalidWorkbook(message('translations.faults.tooLarge'));
export const damagedWorkbook = (): Problem => invalidWorkbook(message('translations.faults.damaged'));

export class WorkbookParts {
  readonly #bytes: Uint8Array;
  /** By path, without letter case: some programs write `XL/Workbook.xml`. */
  readonly #parts = new Map<string, Part>();
  #unzipped = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (const part of listParts(bytes)) {
      if (this.#parts.size >= maxParts) throw tooLargeWorkbook();
      const path = normalizePath(part.name);
      if (!this.#parts.has(path)) this.#parts.set(path, part);
    }
  }

  has(path: string): boolean {
    return this.#parts.has(normalizePath(path));
  }

  /** The paths of all parts, in lower case. */
  get paths(): readonly string[] {
    return [...this.#parts.keys()];
  }

  /** Undefined if there is no such part. */
  read(path: string): Uint8Array | undefined {
    const part = this.#parts.get(normalizePath(path));
    if (!part) return undefined;
    this.#unzipped += part.size;
    const limit = Math.min(maxUnzippedBytes, Math.max(freeUnzippedBytes, this.#bytes.length * maxCompressionRatio));
    if (this.#unzipped > limit) throw tooLargeWorkbook();
    return unzip(this.#bytes, part);
  }
}

const normalizePath = (name: string): string => decodePercent(name.replaceAll('\\', '/').replace(/^\/+/, '')).toLowerCase();

/** Targets of relations are addresses: “Blatt 1.xml” is `Blatt%201.xml` in them. */
function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A file as the list of the archive describes it. */
interface Part {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0: stored, 8: Deflate. */
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** The position of its local header. */
  readonly offset: number;
}

const listSignature = 0x02014b50;
const endSignature = 0x06054b50;
const largeEndLocatorSignature = 0x07064b50;
const largeEndSignature = 0x06064b50;
const endLength = 22;
const maxCommentLength = 0xffff;
/** In place of a number that the extra field contains. */
const inExtraField = 0xffffffff;
const largeSizesField = 1;
const encryptedFlag = 1;

/** Throws a Problem if the list of the archive is damaged. */
function listParts(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { start, count } = findList(view);
    const parts: Part[] = [];
    let at = start;
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== listSignature) throw damagedWorkbook();
      if (parts.length > maxParts) throw tooLargeWorkbook();
      const nameLength = view.getUint16(at + 28, true);
      const extraLength = view.getUint16(at + 30, true);
      const extraStart = at + 46 + nameLength;
      const [size, packedSize, offset] = readLargeNumbers(
        view,
        [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
        { from: extraStart, to: extraStart + extraLength },
      );
      parts.push({
        name: decodeName(bytes.subarray(at + 46, extraStart)),
        isEncrypted: (view.getUint16(at + 8, true) & encryptedFlag) !== 0,
        method: view.getUint16(at + 10, true),
        checksum: view.getUint32(at + 16, true),
        packedSize,
        size,
        offset,
      });
      at = extraStart + extraLength + view.getUint16(at + 32, true);
    }
    return parts;
  } catch (error) {
    throw toProblem(error);
  }
}

/** Reading beyond the end of the bytes is a RangeError. */
const toProblem = (error: unknown): unknown => (error instanceof RangeError ? damagedWorkbook() : error);

/** Where the list begins, and how many files it has. Archives with a comment or other bytes after the list are searched for its end. */
function findList(view: DataView): { readonly start: number; readonly count: number } {
  let end = view.byteLength - endLength;
  const first = Math.max(0, end - maxCommentLength);
  while (end >= first && view.getUint32(end, true) !== endSignature) end--;
  if (end < first) throw damagedWorkbook();
  const locator = end - 20;
  if (locator >= 0 && view.getUint32(locator, true) === largeEndLocatorSignature) {
    const largeEnd = Number(view.getBigUint64(locator + 8, true));
    if (view.getUint32(largeEnd, true) !== largeEndSignature) throw damagedWorkbook();
    return { start: Number(view.getBigUint64(largeEnd + 48, true)), count: Number(view.getBigUint64(largeEnd + 32, true)) };
  }
  return { start: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) };
}

/** Replaces the numbers that did not fit, in this order. */
function readLargeNumbers(
  view: DataView,
  numbers: readonly [number, number, number],
  { from, to }: { readonly from: number; readonly to: number },
): [number, number, number] {
  if (!numbers.includes(inExtraField)) return [...numbers];
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== largeSizesField) continue;
    let next = at + 4;
    const large = (number: number): number => {
      if (number !== inExtraField) return number;
      next += 8;
      return Number(view.getBigUint64(next - 8, true));
    };
    return [large(numbers[0]), large(numbers[1]), large(numbers[2])];
  }
  throw damagedWorkbook();
}

/** UTF-8, which many programs write without a mark; otherwise one character for each byte, because the names of parts are in ASCII. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The local header repeats the name, and has an extra field of its own. Its sizes are 0 where they follow the bytes, so those of the list count. */
function unzip(bytes: Uint8Array, { isEncrypted, method, checksum, packedSize, size, offset }: Part): Uint8Array {
  if (isEncrypted) throw invalidWorkbook(message('translations.faults.passwordProtected'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = bytes.subarray(start, start + packedSize);
    const content = inflate(packed, method, size);
    if (content?.length !== size || crc32(content) !== checksum) throw damagedWorkbook();
    return content;
  } catch (error) {
    throw toProblem(error);
  }
}

/** Undefined if the bytes cannot be unpacked. */
function inflate(packed: Uint8Array, method: number, size: number): Uint8Array | undefined {
  if (method === 0) return packed;
  if (method !== 8) return undefined;
  try {
    return inflateSync(packed, { out: new Uint8Array(size) });
  } catch {
    return undefined;
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
