/** The texts of the first sheet of an Excel workbook (ECMA-376). Formulas are never run: what they last gave is taken. Pure. */
import { strFromU8, unzipSync } from 'fflate';
import { Problem } from '../../../shared/problem.ts';
import { translationsMessages } from '../../messages/en/translations.ts';
import { scanXml } from './scan-xml.ts';

const messages = translationsMessages.faults;
/** A workbook that claims to be larger is a trap or no table of texts. */
const MAX_UNZIPPED_BYTES = 512 * 1024 * 1024;

export function readXlsx(bytes: Uint8Array): { readonly table: string[][]; readonly rows: number[] } {
  const files = unzipWorkbook(bytes);
  const part = (path: string): string => {
    const file = files[path];
    return file ? strFromU8(file) : '';
  };
  const strings = readSharedStrings(part('xl/sharedStrings.xml'));
  const path = findSheetPath(part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels'));
  if (path === null || !files[path]) throw invalidWorkbook(messages.noSheet);
  return readSheet(part(path), strings);
}

const invalidWorkbook = (why: string): Problem => new Problem('invalid', messages.notXlsx(why));

function unzipWorkbook(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook|sharedStrings|worksheets\/|_rels\/)/.test(name)) return false;
        total += originalSize;
        if (total > MAX_UNZIPPED_BYTES) throw invalidWorkbook(messages.tooLarge);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof Problem ? error : invalidWorkbook(messages.damaged);
  }
}

function scan(xml: string, visitor: Parameters<typeof scanXml>[1]): void {
  if (!scanXml(xml, visitor)) throw invalidWorkbook(messages.damaged);
}

/** Where the first sheet stands in the file. */
function findSheetPath(workbook: string, relations: string): string | null {
  let first: string | null = null;
  scan(workbook, {
    open: (name, attributes) => {
      if (name === 'sheet') first ??= attributes.get('r:id') ?? [...attributes].find(([key]) => key.endsWith(':id'))?.[1] ?? null;
    },
  });
  let target: string | null = null;
  scan(relations, {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.get('Id') === first) target = attributes.get('Target') ?? null;
    },
  });
  return target === null ? null : (target as string).startsWith('/') ? (target as string).slice(1) : `xl/${target}`;
}

/** Phonetic hints of East Asian texts (`rPh`) are not part of them. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let aside = 0;
  scan(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') aside++;
    },
    close: (name) => {
      if (name === 'si') strings.push(unescaped(text));
      else if (name === 't') inText = false;
      else if (name === 'rPh') aside--;
    },
    text: (more) => {
      if (inText && aside === 0) text += more;
    },
  });
  return strings;
}

/** More columns than languages there are. */
const MAX_COLUMNS = 1_024;

function readSheet(xml: string, strings: readonly string[]): { table: string[][]; rows: number[] } {
  const table: string[][] = [];
  const rows: number[] = [];
  let row: string[] = [];
  let number = 0;
  let column = 0;
  let type = '';
  let value = '';
  let takes = false;
  let aside = 0;
  scan(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = [];
        column = 0;
        number = Number(attributes.get('r') ?? number + 1);
      } else if (name === 'c') {
        const place = attributes.get('r');
        column = place === undefined ? column : columnAt(place);
        type = attributes.get('t') ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') takes = true;
      else if (name === 'rPh') aside++;
    },
    close: (name) => {
      if (name === 'v' || name === 't') takes = false;
      else if (name === 'rPh') aside--;
      else if (name === 'c') {
        const text = cellText(type, value, strings);
        if (text !== '' && column < MAX_COLUMNS) {
          while (row.length < column) row.push('');
          row[column] = text;
        }
        column++;
      } else if (name === 'row' && row.length > 0) {
        table.push(row);
        rows.push(number);
      }
    },
    text: (more) => {
      if (takes && aside === 0) value += more;
    },
  });
  return { table, rows };
}

function cellText(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'inlineStr' || type === 'str') return unescaped(value);
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : '';
  return type === 'e' ? '' : value;
}

/** `C7` is column 2. */
function columnAt(place: string): number {
  let at = 0;
  for (const letter of place) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    at = at * 26 + digit;
  }
  return at - 1;
}

const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) : text;
