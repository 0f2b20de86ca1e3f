/**
 * Finds the rows of a database by reading its pages one after another, if the header, the schema or the pages that lead to them are damaged
 * or missing (SQLite: “Database File Format”, sections 1.3, 1.6 and 2.1). Pages that the log replaces are read from the log.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { readLog } from './log-position.ts';

export type ScannedValue = string | number | null;

interface ScannedRow {
  /** The stored values, which do not include the number of a row in an ordinary table. */
  readonly values: readonly ScannedValue[];
  /** null in a table without row numbers. */
  readonly rowid: number | null;
}

/** The page size of all databases of Taleport. */
const pageBytes = 4096;
const headerBytes = 100;
const [logHeaderBytes, frameHeaderBytes] = [32, 24];
const [tableLeaf, indexLeaf, indexInterior] = [0x0d, 0x0a, 0x02];

/**
 * The rows of a database file. Some may be outdated, because an unused page keeps its content. Damaged rows are left out if they cannot be
 * parsed.
 */
export function* scanRows(file: string): Generator<ScannedRow> {
  const pages = openPages(file);
  try {
    const unused = listUnusedPages(pages);
    for (let number = 1; number <= pages.count; number += 1) {
      const page = unused.has(number) ? null : pages.read(number);
      if (page) yield* rowsOf(page, number === 1 ? headerBytes : 0, pages);
    }
  } finally {
    pages.close();
  }
}

interface Pages {
  readonly count: number;
  /** Returns null for a page that does not exist. The next call overwrites the result. */
  read(number: number): Buffer | null;
  close(): void;
}

function openPages(file: string): Pages {
  const database = openSync(file, 'r');
  const logFile = `${file}-wal`;
  const log = existsSync(logFile) ? openSync(logFile, 'r') : null;
  const offsets = log === null ? new Map<number, number>() : findLoggedPages(logFile, log);
  const page = Buffer.alloc(pageBytes);
  const last = Math.max(Math.ceil(fstatSync(database).size / pageBytes), ...offsets.keys());
  return {
    count: last,
    read(number) {
      const offset = offsets.get(number);
      page.fill(0);
      const bytes =
        log !== null && offset !== undefined
          ? readSync(log, page, 0, pageBytes, offset)
          : readSync(database, page, 0, pageBytes, (number - 1) * pageBytes);
      return bytes > 0 ? page : null;
    },
    close() {
      closeSync(database);
      if (log !== null) closeSync(log);
    },
  };
}

/** The positions in the log of the last version of each page, considering only complete transactions. */
function findLoggedPages(path: string, log: number): Map<number, number> {
  const { position } = readLog(path);
  const complete = new Map<number, number>();
  const pending = new Map<number, number>();
  const header = Buffer.alloc(frameHeaderBytes);
  for (let frame = 0; frame < (position?.frames ?? 0); frame += 1) {
    const at = logHeaderBytes + frame * (frameHeaderBytes + pageBytes);
    readSync(log, header, 0, frameHeaderBytes, at);
    pending.set(header.readUInt32BE(0), at + frameHeaderBytes);
    if (header.readUInt32BE(4) === 0) continue;
    for (const [number, offset] of pending) complete.set(number, offset);
    pending.clear();
  }
  return complete;
}

/** The numbers of the free pages, as far as their list can be followed. */
function listUnusedPages(pages: Pages): ReadonlySet<number> {
  const unused = new Set<number>();
  let trunk = pages.read(1)?.readUInt32BE(32) ?? 0;
  while (trunk > 1 && trunk <= pages.count && !unused.has(trunk)) {
    unused.add(trunk);
    const page = pages.read(trunk);
    if (!page) break;
    const leaves = Math.min(page.readUInt32BE(4), pageBytes / 4 - 2);
    const numbers = Array.from({ length: leaves }, (_, at) => page.readUInt32BE(8 + at * 4));
    trunk = page.readUInt32BE(0);
    // This page is not part of a list of free pages, so the list is damaged.
    if (numbers.some((number) => number < 2 || number > pages.count)) return new Set();
    for (const number of numbers) unused.add(number);
  }
  return unused;
}

function rowsOf(source: Buffer, start: number, pages: Pages): ScannedRow[] {
  const type = source[start];
  if (type !== tableLeaf && type !== indexLeaf && type !== indexInterior) return [];
  // Copied, because overflow pages are read into the same buffer.
  const page = Buffer.from(source);
  const cells = Math.min(page.readUInt16BE(start + 3), pageBytes / 4);
  const pointers = start + (type === indexInterior ? 12 : 8);
  const rows: ScannedRow[] = [];
  for (let cell = 0; cell < cells && pointers + cell * 2 + 2 <= pageBytes; cell += 1) {
    const row = readCell(page, page.readUInt16BE(pointers + cell * 2), type, pages);
    if (row) rows.push(row);
  }
  return rows;
}

/** null if the row is damaged. */
function readCell(page: Buffer, offset: number, type: number, pages: Pages): ScannedRow | null {
  try {
    const reader = new Reader(page, offset + (type === indexInterior ? 4 : 0));
    const length = reader.varint();
    const rowid = type === tableLeaf ? reader.varint() : null;
    const payload = readPayload(page, reader.at, { length, isTable: type === tableLeaf }, pages);
    return payload && { values: readRecord(payload), rowid };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A long row continues on overflow pages. */
function readPayload(
  page: Buffer,
  at: number,
  { length, isTable }: { readonly length: number; readonly isTable: boolean },
  pages: Pages,
): Buffer | null {
  if (length > pages.count * pageBytes) return null;
  const most = isTable ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23;
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
  const rest = least + ((length - least) % (pageBytes - 4));
  const localOfLong = rest <= most ? rest : least;
  const local = length <= most ? length : localOfLong;
  if (at + local > pageBytes) return null;
  const parts = [page.subarray(at, at + local)];
  let next = local < length ? page.readUInt32BE(at + local) : 0;
  for (let missing = length - local; missing > 0; ) {
    const overflow = next === 0 ? null : pages.read(next);
    if (!overflow) return null;
    const part = Math.min(missing, pageBytes - 4);
    parts.push(Buffer.from(overflow.subarray(4, 4 + part)));
    next = overflow.readUInt32BE(0);
    missing -= part;
  }
  return Buffer.concat(parts);
}

function readRecord(payload: Buffer): ScannedValue[] {
  const header = new Reader(payload, 0);
  const end = header.varint();
  const body = new Reader(payload, end);
  const values: ScannedValue[] = [];
  while (header.at < end) values.push(body.value(header.varint()));
  return values;
}

/** Throws a RangeError at the end of the bytes, and for values that no table of Taleport contains. */
class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  varint(): number {
    let value = 0;
    for (let read = 0; read < 8; read += 1) {
      const byte = this.#bytes.readUInt8(this.at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new RangeError();
  }

  value(type: number): ScannedValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    const integerBytes = [0, 1, 2, 3, 4, 6, 8][type];
    if (integerBytes !== undefined) {
      const number = integerBytes === 8 ? Number(this.#bytes.readBigInt64BE(this.at)) : this.#bytes.readIntBE(this.at, integerBytes);
      this.at += integerBytes;
      return number;
    }
    const length = (type - 13) / 2;
    if (type < 13 || !Number.isInteger(length) || this.at + length > this.#bytes.length) throw new RangeError();
    this.at += length;
    return this.#bytes.toString('utf8', this.at - length, this.at);
  }
}
