/** Tables as CSV (RFC 4180), as spreadsheets write and read them. Pure. */
import { Problem } from '../../../shared/problem.ts';
import { translationsMessages } from '../../messages/en/translations.ts';

export type CellTable = readonly (readonly string[])[];

/** With a byte order mark: without it spreadsheets take the letters for those of another age. */
export function writeCsv(table: CellTable): Uint8Array<ArrayBuffer> {
  const lines = table.map((row) => row.map(quoteCell).join(','));
  return new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}\r\n`);
}

const quoteCell = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Takes commas, semicolons and tabs, whichever the first line has most of. Empty lines are left out; `rows` counts them all the same. */
export function readCsv(bytes: Uint8Array): { readonly table: CellTable; readonly rows: readonly number[] } {
  const text = decodeText(bytes);
  const comma = detectSeparator(text);
  const table: string[][] = [];
  const rows: number[] = [];
  let row: string[] = [];
  let cell = '';
  let number = 1;
  let quote: number | null = null;
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
    isQuoted = false;
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) {
      table.push(row);
      rows.push(number);
    }
    row = [];
    number++;
  };
  const plain = comma === '\t' ? /[\t\r\n"]/g : comma === ';' ? /[;\r\n"]/g : /[,\r\n"]/g;
  for (let at = 0; at < text.length; ) {
    if (quote !== null) {
      const end = text.indexOf('"', at);
      cell += end < 0 ? text.slice(at) : text.slice(at, end);
      at = end < 0 ? text.length : end + 1;
      if (end >= 0 && text[at] === '"') {
        cell += '"';
        at++;
      } else if (end >= 0) quote = null;
      continue;
    }
    plain.lastIndex = at;
    const sign = plain.exec(text);
    cell += text.slice(at, sign?.index ?? text.length);
    at = (sign?.index ?? text.length) + 1;
    if (sign?.[0] === '"') {
      if (cell === '' && !isQuoted) {
        quote = number;
        isQuoted = true;
      } else cell += '"';
    } else if (sign?.[0] === comma) endCell();
    else if (sign) {
      if (sign[0] === '\r' && text[at] === '\n') at++;
      endRow();
    }
  }
  if (quote !== null) throw new Problem('invalid', translationsMessages.faults.unclosed(quote));
  if (cell !== '' || row.length > 0) endRow();
  return { table, rows };
}

function detectSeparator(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1);
  const counts = [',', ';', '\t'].map((letter) => ({ letter, count: first.split(letter).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).letter;
}

function decodeText(bytes: Uint8Array): string {
  const [one, two] = bytes;
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid', translationsMessages.faults.notText);
  }
}
