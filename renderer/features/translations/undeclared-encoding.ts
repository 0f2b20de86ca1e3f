/**
 * Tables in an encoding that they do not state, as Excel writes “CSV”: Windows uses the code page of its language. The encoding is the one in which the texts
 * beyond ASCII are those of the story. Pure.
 */
import { equalLists } from '../../../shared/lists.ts';
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

/** Those of Western Europe. */
const westernEncodings: readonly TableEncoding[] = ['windows-1252', 'macintosh'];
/** They contain the letters of German, too. */
const germanEncodings: readonly TableEncoding[] = [...westernEncodings, 'windows-1250', 'windows-1254', 'windows-1257'];

const languageOf = (iso: string): string => iso.toLowerCase().split(/[-_]/)[0] ?? '';

/** The encodings that a table with the languages of the project may have. */
function possibleEncodings({ projectRecord }: Project): readonly TableEncoding[] {
  const own = projectRecord.locales.flatMap(({ iso }) => encodingsByLanguage[languageOf(iso)] ?? []);
  return [...new Set([...westernEncodings, ...own])];
}

/** Whether the encoding has the letters of the language. A program that writes others replaces them by `?` or by similar ones. */
function hasLettersOf(iso: string, encoding: TableEncoding): boolean {
  const language = languageOf(iso);
  if (language === 'en') return true;
  if (language === 'de') return germanEncodings.includes(encoding);
  const own = encodingsByLanguage[language];
  return own ? own.includes(encoding) : isWesternLanguage(language) && westernEncodings.includes(encoding);
}

/** Whether the language, which has no encodings of its own here, is written in Latin letters. So is one whose code no standard has. */
function isWesternLanguage(language: string): boolean {
  try {
    return language !== 'vi' && (new Intl.Locale(language).maximize().script ?? 'Latn') === 'Latn';
  } catch {
    return true;
  }
}

type Table = NumberedTable['table'];
/** Compares a table with the story: how many of its texts are the same there, and each of the others, with its place. */
type Compare = (table: Table) => Generator<void, { readonly same: number; readonly changes: readonly string[] }>;

interface DecodedTable {
  readonly table: Table;
  /** Those that read it alike. */
  readonly encodings: readonly [TableEncoding, ...TableEncoding[]];
  readonly same: number;
  readonly changes: readonly string[];
}

/** What a table is in, as people know it, and which languages it can be in. */
export interface UndeclaredEncoding {
  readonly name: string;
  /** Texts of other languages were damaged when the table was saved. */
  contains(iso: string): boolean;
  /** Whether a cell, by its place in the table, could be in UTF-8 as well. Its text is certain only if it is that of the story. */
  isDoubtful(row: number, column: number): boolean;
}

/**
 * Decodes a table whose cells contain bytes. Undefined if no encoding fits, if several fit that would change other texts of the story, or if as many texts that
 * the story does not have are valid UTF-8 as it has others: then it is probably a damaged file in UTF-8.
 */
export function* decodeTable(
  project: Project,
  undecoded: Table,
  compare: Compare,
): Generator<void, { readonly table: Table; readonly encoding: UndeclaredEncoding } | undefined> {
  let best: DecodedTable | undefined;
  let isAmbiguous = false;
  for (const encoding of possibleEncodings(project)) {
    const table = yield* decodeCells(undecoded, strictDecoder(encoding));
    if (!table) continue;
    const { same, changes } = yield* compare(yield* onlyCells(undecoded, table, isBeyondAscii));
    if (same === 0 || (best && same < best.same)) continue;
    if (best?.same === same) {
      // What is not imported, such as a column of notes, may be read differently.
      isAmbiguous ||= !equalLists(changes, best.changes);
      best = { ...best, encodings: [...best.encodings, encoding] };
    } else {
      best = { table, encodings: [encoding], same, changes };
      isAmbiguous = false;
    }
  }
  if (!best || isAmbiguous) return undefined;
  const doubtful = yield* compare(yield* onlyCells(undecoded, best.table, isUtf8));
  if (doubtful.changes.length >= best.same) return undefined;
  const { table, encodings } = best;
  const contains = (iso: string) => encodings.every((each) => hasLettersOf(iso, each));
  const isDoubtful = (row: number, column: number) => isUtf8(undecoded[row]?.[column] ?? '');
  return { table, encoding: { name: encodingNames[encodings[0]], contains, isDoubtful } };
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

const utf8 = new TextDecoder();
const isUtf8 = (cell: SheetCell): boolean => isBeyondAscii(cell) && !utf8.decode(bytesOf(cell)).includes('\uFFFD');

/** The decoded table with its keys and names of columns, but without all other cells that do not meet the condition. */
function* onlyCells(undecoded: Table, table: Table, meets: (cell: SheetCell) => boolean): Generator<void, Table> {
  const headers = new Map(findHeaders(undecoded).map(({ row, keyColumn }) => [row, keyColumn]));
  const cells: SheetCell[][] = [];
  let keyColumn = -1;
  for (const [at, row] of table.entries()) {
    const ofHeader = headers.get(at);
    keyColumn = ofHeader ?? keyColumn;
    cells.push(
      ofHeader === undefined
        ? row.map((cell, column) => (column === keyColumn || meets(undecoded[at]?.[column] ?? '') ? cell : ''))
        : [...row],
    );
    yield;
  }
  return cells;
}
