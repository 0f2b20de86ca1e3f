/**
 * Tables in an encoding that they do not state, as Excel writes “CSV”: Windows uses the code page of its language. The encoding is the one in which the texts
 * beyond ASCII are those of the story. Pure.
 */
import type { Project } from '../../../shared/model/project.ts';
import { findHeaders, type NumberedTable, type SheetCell } from '../../../shared/sheets/sheet-headers.ts';
import { createBytesDecoder, type TextEncoding } from '../../../shared/text-encodings.ts';

/** Each byte as a character: those of ASCII as they are, the others at the end of the private use area, as `x-user-defined` decodes them. */
const rawBytes = /[\uF780-\uF7FF]/;

/** The names of the encodings as people know them. */
const encodingNames = {
  'windows-1252': 'Windows-1252',
  macintosh: 'MacRoman',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  gbk: 'GBK',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
} as const satisfies Partial<Record<TextEncoding, string>>;
type TableEncoding = keyof typeof encodingNames;

/** What programs write for languages that have other letters than those of Western Europe. */
const encodingsByLanguage: Readonly<Record<string, readonly TableEncoding[]>> = {
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gbk', 'big5'],
  ko: ['euc-kr'],
  ...Object.fromEntries(['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'].map((language) => [language, ['windows-1250'] as const])),
  ...Object.fromEntries(['ru', 'uk', 'be', 'bg', 'mk', 'kk'].map((language) => [language, ['windows-1251'] as const])),
  sr: ['windows-1250', 'windows-1251'],
  el: ['windows-1253'],
  tr: ['windows-1254'],
  az: ['windows-1254'],
  ...Object.fromEntries(['et', 'lv', 'lt'].map((language) => [language, ['windows-1257'] as const])),
};

/** The encodings that a table with the languages of the project may have. */
function possibleEncodings({ projectRecord }: Project): readonly TableEncoding[] {
  const languages = projectRecord.locales.map(({ iso }) => iso.toLowerCase().split(/[-_]/)[0] ?? '');
  return [
    ...new Set<TableEncoding>([...languages.flatMap((language) => encodingsByLanguage[language] ?? []), 'windows-1252', 'macintosh']),
  ];
}

type Table = NumberedTable['table'];
/** Compares a table with the story: how many of its texts are the same there, and how many are not. */
type Compare = (table: Table) => Generator<void, { readonly same: number; readonly different: number }>;

interface DecodedTable {
  readonly table: Table;
  /** The name of the encoding. */
  readonly encoding: string;
}

/**
 * Decodes a table whose cells contain bytes. Undefined if no encoding fits, if several fit that would read other texts, or if a text that the story does not have
 * is valid UTF-8: then it is probably a damaged file in UTF-8.
 */
export function* decodeTable(project: Project, undecoded: Table, compare: Compare): Generator<void, DecodedTable | undefined> {
  let best: (DecodedTable & { readonly same: number }) | undefined;
  let isAmbiguous = false;
  for (const encoding of possibleEncodings(project)) {
    const table = yield* decodeCells(undecoded, strictDecoder(encoding));
    if (!table) continue;
    const { same } = yield* compare(onlyCells(undecoded, table, isBeyondAscii));
    if (same === 0 || (best && same < best.same)) continue;
    if (best?.same === same) isAmbiguous ||= !isSameTable(table, best.table);
    else {
      best = { table, encoding: encodingNames[encoding], same };
      isAmbiguous = false;
    }
  }
  if (!best || isAmbiguous) return undefined;
  const { different } = yield* compare(onlyCells(undecoded, best.table, isUtf8));
  return different === 0 ? best : undefined;
}

/** Undefined if a cell is not in the encoding. */
function* decodeCells(undecoded: Table, decode: (bytes: Uint8Array) => string): Generator<void, Table | undefined> {
  const table: SheetCell[][] = [];
  try {
    for (const row of undecoded) {
      table.push(row.map((cell) => (isBeyondAscii(cell) ? decode(bytesOf(cell)) : cell)));
      yield;
    }
    return table;
  } catch {
    return undefined;
  }
}

/** Rejects control characters, too, which code pages with one byte for each character have in their gaps. */
function strictDecoder(encoding: TextEncoding): (bytes: Uint8Array) => string {
  const decode = createBytesDecoder(encoding);
  return (bytes) => {
    const text = decode(bytes);
    if (/[\u0080-\u009F]/.test(text)) throw new RangeError(`The bytes are not in ${encoding}.`);
    return text;
  };
}

const isBeyondAscii = (cell: SheetCell): cell is string => typeof cell === 'string' && rawBytes.test(cell);
const bytesOf = (cell: string): Uint8Array => Uint8Array.from(cell, (character) => character.charCodeAt(0) & 0xff);

const utf8 = new TextDecoder('utf-8', { fatal: true });
function isUtf8(cell: SheetCell): boolean {
  if (!isBeyondAscii(cell)) return false;
  try {
    utf8.decode(bytesOf(cell));
    return true;
  } catch {
    return false;
  }
}

/** The decoded table with its keys and names of columns, but without all other cells that do not meet the condition. */
function onlyCells(undecoded: Table, table: Table, meets: (cell: SheetCell) => boolean): Table {
  const headers = findHeaders(undecoded);
  const headerRows = new Set(headers.map(({ row }) => row));
  let keyColumn = -1;
  return table.map((row, at) => {
    if (headerRows.has(at)) {
      keyColumn = headers.find((header) => header.row === at)?.keyColumn ?? keyColumn;
      return row;
    }
    return row.map((cell, column) => (column === keyColumn || meets(undecoded[at]?.[column] ?? '') ? cell : ''));
  });
}

const isSameTable = (one: Table, two: Table): boolean =>
  one.every((row, at) => row.every((cell, column) => typeof cell !== 'string' || cell === two[at]?.[column]));
