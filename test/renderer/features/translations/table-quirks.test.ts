/**
 * Tables as people have them: saved by Excel, LibreOffice, Google Sheets and Numbers, written by small programs, edited by hand. A text is imported as
 * the table shows it or reported with its place; it never gets lost, is never another text, and nothing that was not read counts as empty or the same.
 */
import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { readCsv } from '../../../../renderer/features/translations/csv.ts';
import { isWorkbook, readXlsx } from '../../../../renderer/features/translations/read-xlsx.ts';
import { createSheetImport, importOutcome, importSheet } from '../../../../renderer/features/translations/translation-sheet.ts';
import { Problem } from '../../../../shared/problem.ts';
import { decodeEntities } from '../../../../shared/rich-text/html.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment();
const { project, build } = createTestStory(openEngine(null, environment), environment);
const title = (en: string, de: string) =>
  `${build('element', { title: { en: `<p>${en}</p>`, de: `<p>${de}</p>` }, content: null }).id}/title`;
/** The keys of the story's texts. In German they are “Eins”, “Zwei” and “Drei”. The third is called “Key” in English. */
const [one, two, three] = [title('One', 'Eins'), title('Two', 'Zwei'), title('Key', 'Drei')];
const keys = [one, two, three];

const linesOf = (html: string): string => decodeEntities(html.replaceAll('</p><p>', '\n').replace(/<\/?p>/g, ''));

/**
 * What an import of the file does to the German texts, in their order: the new text, `=` (the same), `empty`, `!` (reported), `-` (not in the file). Then the
 * number of other faults, if there are any. A file that cannot be read at all has the reason.
 */
function outcomeOf(bytes: Uint8Array): string {
  const read = (clearsEmptyCells: boolean) => {
    const found = createSheetImport();
    for (const _ of importSheet(project, table, { clearsEmptyCells }, found));
    return found;
  };
  let table: ReturnType<typeof readCsv>;
  try {
    table = isWorkbook(bytes) ? readXlsx(bytes) : readCsv(bytes);
  } catch (error) {
    if (error instanceof Problem) return error.text.key.replace('translations.faults.', '');
    throw error;
  }
  const [kept, cleared] = [read(false), read(true)];
  const keyOfLine = (line: number | null) => {
    const row = table.table[table.rows.indexOf(line ?? -1)] ?? [];
    return keys.find((key) => row.some((cell) => typeof cell === 'string' && cell.trim() === key));
  };
  const reported = kept.errors.map(({ line }) => keyOfLine(line));
  const texts = keys.map((key) => {
    const change = kept.changes.find(({ row, iso }) => row.key === key && iso === 'de');
    if (change) return JSON.stringify(linesOf(change.after ?? '')).slice(1, -1);
    if (reported.includes(key)) return '!';
    if (cleared.changes.some(({ row, iso }) => row.key === key && iso === 'de')) return 'empty';
    const isListed = table.table.some((row) => row.some((cell) => typeof cell === 'string' && cell.trim() === key));
    return isListed && importOutcome(kept) !== 'unread' ? '=' : '-';
  });
  // Only what was compared with the story is the same as it is there.
  if (importOutcome(kept) === 'same') expect(texts.filter((text) => /[!-]/.test(text))).toEqual([]);
  const others = reported.filter((key) => key === undefined).length;
  return texts.join(' | ') + (others > 0 ? ` (${others})` : '');
}

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, { isBigEndian }: { isBigEndian: boolean }) =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const [low, high] = [character.charCodeAt(0) & 0xff, character.charCodeAt(0) >> 8];
      return isBigEndian ? [high, low] : [low, high];
    }),
  );
const rows = (separator: string, newline: string, ...lines: (readonly string[])[]) =>
  lines.map((cells) => cells.join(separator)).join(newline) + newline;

describe('text files', () => {
  test.each<[name: string, bytes: Uint8Array, outcome: string]>([
    [
      'Excel: UTF-8 with a mark, CRLF',
      strToU8(`\uFEFF${rows(',', '\r\n', ['Key', 'de'], [one, 'Neu'], [two, 'Zwei'], [three, ''])}`),
      'Neu | = | empty',
    ],
    [
      'European Excel: semicolons, and as many cells in each row',
      strToU8(rows(';', '\r\n', ['Key', 'de', '', ''], [one, 'a, b', '', ''], [two, '"c; d"', '', 'my note'])),
      'a, b | c; d | -',
    ],
    [
      'Excel’s Unicode text',
      utf16(`\uFEFF${rows('\t', '\r\n', ['Key', 'de'], [one, '"Erste\nZeile"'], [two, 'Grüße'], [three, '日本'])}`, { isBigEndian: false }),
      'Erste\\nZeile | Grüße | 日本',
    ],
    ['UTF-16 of another byte order', utf16(`\uFEFF${rows('\t', '\n', ['Key', 'de'], [one, 'Ä'])}`, { isBigEndian: true }), 'Ä | - | -'],
    ['UTF-16 without a mark', utf16(rows(',', '\n', ['Key', 'de'], [one, '勇者']), { isBigEndian: false }), '勇者 | - | -'],
    ['old Macs: CR', strToU8(rows(';', '\r', ['Key', 'de'], [one, 'Neu'], [two, '"a\rb"'])), 'Neu | a\\nb | -'],
    ['CRLF between rows, LF in texts', strToU8(rows(',', '\r\n', ['Key', 'de'], [one, '"a\nb"'], [two, 'Zwei'])), 'a\\nb | = | -'],
    ['sep= with a mark', strToU8(`\uFEFFsep=;\r\n${rows(';', '\r\n', ['Key', 'de'], [one, 'a, b, c, d'])}`), 'a, b, c, d | - | -'],
    ['sep= with another separator', strToU8(`"sep=|"\r\n${rows('|', '\r\n', ['Key', 'de'], [one, 'a;b,c'])}`), 'a;b,c | - | -'],
    [
      'sep= in UTF-16, with a tab',
      utf16(`\uFEFFsep=\t\r\n${rows('\t', '\r\n', ['Key', 'de'], [one, 'x'])}`, { isBigEndian: false }),
      'x | - | -',
    ],
    [
      'titles above the names of the columns',
      strToU8(
        `Our story, act 1, by Maren;;\n\n"Key, where, how";;\n${rows(';', '\n', ['de', 'Where', 'Key'], ['Neu', 'Gate', one], ['Zwei', '', two])}`,
      ),
      'Neu | = | -',
    ],
    [
      'a title that has more separators than the names, and the word Key',
      strToU8(`"Key, a, b, c, d, e"\n${rows(';', '\n', ['Key', 'de'], [one, 'Neu'])}`),
      'Neu | - | -',
    ],
    [
      'empty rows and columns',
      strToU8(
        `,,,,\n,,,,\n${rows(',', '\n', ['', '', 'Key', '', 'de'], ['', '', '', '', ''], ['', '', one, '', 'Neu'], ['', 'x', two, 'y', 'Zwei'])}`,
      ),
      'Neu | = | -',
    ],
    [
      'spaces and no-break spaces around names and keys',
      strToU8(rows(',', '\n', [' KEY\u00A0', '\u00A0de '], [` ${one}\u00A0`, 'Neu'])),
      'Neu | - | -',
    ],
    [
      'everything quoted, and quotation marks in texts',
      strToU8(`"Key","de"\n"${one}","Er sagte ""Los!"", dann"\n"${two}","Zwei"\n`),
      'Er sagte \\"Los!\\", dann | = | -',
    ],
    ['quotation marks of Google’s tabs', strToU8(rows('\t', '\n', ['Key', 'de'], [one, '"Los!" rief er'])), '\\"Los!\\" rief er | - | -'],
    [
      'a text with a separator that is not quoted',
      strToU8(rows(',', '\n', ['Key', 'de'], [one, 'Hallo, Welt'], [two, 'Zwei'])),
      '! | = | -',
    ],
    [
      'the same in a column before it',
      strToU8(rows(',', '\n', ['Key', 'en', 'de'], [one, 'Hello, world', 'Hallo'], [two, 'Two', 'Neu'])),
      '! | Neu | -',
    ],
    ['a quotation mark after a space', strToU8(rows(',', '\n', ['Key', 'de'], [one, ' "Hallo, Welt"'], [two, 'Zwei'])), '! | = | -'],
    ['a row that ends early', strToU8(rows(',', '\n', ['Key', 'de'], [one], [two, 'Neu'])), 'empty | Neu | -'],
    ['a quotation mark that is never closed', strToU8(rows(',', '\n', ['Key', 'de'], [one, '"Neu'], [two, 'Zwei'])), 'unclosed'],
    ['Windows-1252', latin(rows(';', '\r\n', ['Key', 'de'], [one, 'Gr\xfc\xdfe'])), '- | - | - (1)'],
    ['Shift_JIS', latin(rows(',', '\r\n', ['Key', 'de'], [one, '\x97\x45\x8e\xd2'])), '- | - | - (1)'],
    ['EUC-JP', latin(rows(',', '\r\n', ['Key', 'de'], [one, '\xcd\xa6\xbc\xd4'])), '- | - | - (1)'],
    ['GBK', latin(rows(',', '\r\n', ['Key', 'de'], [one, '\xd3\xc2\xd5\xdf'])), '- | - | - (1)'],
    ['ISO-2022-JP, which consists of ASCII', latin(rows(',', '\r\n', ['Key', 'de'], [one, '\x1b$BM&<T\x1b(B'])), 'notText'],
    ['letters that a program has lost', strToU8(rows(',', '\n', ['Key', 'de'], [one, 'Gr\uFFFD\uFFFDe'], [two, 'Neu'])), '! | Neu | -'],
    [
      'errors of formulas, in several languages',
      strToU8(rows(',', '\n', ['Key', 'de'], [one, '#NAME?'], [two, ' #BEZUG! '], [three, 'Err:508'])),
      '! | ! | !',
    ],
    ['a column that was too narrow', strToU8(rows(',', '\n', ['Key', 'de'], [one, '########'], [two, "'#NAME?"])), '! | #NAME? | -'],
    [
      'the names of the columns again, in another order',
      strToU8(rows(',', '\n', ['Key', 'en', 'de'], [one, 'One', 'Neu'], ['Key', 'de', 'en'], [two, 'Zwei', 'Two'], [three, 'Tor', 'Key'])),
      'Neu | = | Tor',
    ],
    [
      'the names of the columns again, on each page',
      strToU8(rows(',', '\n', ['Key', 'de', 'fr'], [one, 'Neu', ''], ['Key', 'de', 'fr'], [two, 'Zwei', ''])),
      'Neu | = | - (1)',
    ],
    [
      'two files in one',
      strToU8(`\uFEFF${rows(',', '\n', ['Key', 'de'], [one, 'Neu'])}\uFEFF${rows(',', '\n', ['Where', 'Key', 'de'], ['', two, 'Zwo'])}`),
      'Neu | Zwo | -',
    ],
    [
      'a text that is the name of the column of keys',
      strToU8(rows(',', '\n', ['Key', 'en', 'de'], [three, 'Key', 'Schlüssel'], [one, 'either/or', 'Neu'])),
      'Neu | - | Schlüssel',
    ],
    [
      'totals, and a row with a note',
      strToU8(rows(',', '\n', ['Key', 'de'], [one, 'Neu'], ['Total', '12'], ['see below', ''])),
      'Neu | - | - (1)',
    ],
    ['the same text twice', strToU8(rows(',', '\n', ['Key', 'de'], [one, 'Neu'], [two, 'Zwei'], [one, 'Anders'])), 'Neu | = | -'],
    ['languages by names of their own', strToU8(rows(',', '\n', ['Key', 'German'], [one, 'Neu'])), '- | - | - (2)'],
    ['each row in one cell', strToU8(`"Key,de"\n"${one},Neu"\n`), '- | - | - (1)'],
    ['the end of a file of DOS', strToU8(`${rows(',', '\r\n', ['Key', 'de'], [one, 'Neu'])}\x1a`), 'Neu | - | - (1)'],
    [
      'a web page that is called .xls',
      strToU8(`<html><table><tr><td>Key</td><td>de</td></tr><tr><td>${one}</td><td>Neu</td></tr></table></html>`),
      'otherFormat',
    ],
    ['the XML of Excel 2003', strToU8('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'), 'otherFormat'],
    ['SYLK', strToU8(`ID;PWXL;N;E\r\nC;Y1;X1;K"Key"\r\nC;Y2;X1;K"${one}"\r\nE\r\n`), '- | - | - (1)'],
    ['an empty file', new Uint8Array(), '- | - | - (1)'],
    ['a file of empty cells', strToU8(',,\r\n,,\r\n'), '- | - | - (1)'],
  ])('%s', (_, bytes, outcome) => {
    expect(outcomeOf(bytes)).toBe(outcome);
  });
});

describe('a text that a spreadsheet takes for a number, a date or a time', () => {
  const outcome = (before: string, cell: string): string => {
    const { project: story, build: make } = createTestStory(openEngine(null, environment), environment);
    const { id } = make('element', { title: { en: '<p>Text</p>', de: `<p>${before}</p>` }, content: null });
    const found = createSheetImport();
    const file = strToU8(rows(';', '\r\n', ['Key', 'de'], [`${id}/title`, cell]));
    for (const _ of importSheet(story, readCsv(file), { clearsEmptyCells: false }, found));
    if (found.errors.length > 0) return '!';
    return found.changes.length > 0 ? 'changed' : '=';
  };

  test.each([
    ['007', '7'],
    ['1.50', '1.5'],
    ['1.50', '1,5'],
    ['1,000', '1000'],
    ['1000000', '1,000,000'],
    ['1000000', '1 000 000'],
    ['123456789012', '1.23457E+11'],
    ['123456789012', '1,23E+11'],
    ['12345678901234567890', '12345678901234500000'],
    ['1E5', '1.00E+05'],
    ['50%', '0.5'],
    ['1-2', '02. Jan'],
    ['1-2', '2-Jan'],
    ['1/2', '01. Feb'],
    ['3.5', '03. Mai'],
    ['3/4', '04. Mrz'],
    ['3-4', '3月4日'],
    ['1-2', '01.02.2026'],
    ['2024-02-01', '01.02.2024'],
    ['2024-02-01', '2/1/2024'],
    ['1.2.3', '01.02.2003'],
    ['9:05', '09:05:00'],
    ['9:05', '09:05'],
    ['9:05', '9:05 AM'],
    ['14:30', '2:30:00 PM'],
    ['0:15', '12:15 AM'],
    ['2024-02-01', '01-Feb-24'],
    ['1-2', '02-Jan-26'],
    ['12 March', '12-Mar'],
    ['March 12', '12-Mar'],
    ['12. März', '12. Mrz'],
    ['May 5', '5-May'],
    ['March 2024', 'Mar-24'],
    ['3 May 2024', '03.05.2024'],
    ['May 3, 2024', '3-May-24'],
    ['true', 'TRUE'],
    ['true', 'WAHR'],
    ['Falsch', 'FALSCH'],
    ['10:30 PM', '22:30:00'],
    ['10:30 PM', '10:30:00 PM'],
    ['.5', '0.5'],
    [',5', '0,5'],
    ['2026-03-04', '3/4/26'],
    ['2026-03-04', '46085'],
    ['4.3.26', '46085'],
    ['1-2', '46024'],
    ['Mar 4', '46085'],
    ['March 2026', '46082'],
    ['10:30', '0.4375'],
    ['10:30', '0,44'],
    ['10:30 PM', '0.9375'],
    ['MARCH1', '1-Mar'],
    ['SEPT2', '2-Sep'],
    ['Mar 1', '1. Mär'],
    ['Jan 2', '2/Jan'],
    ['Jan 2', '02.janv.'],
    ['March 2024', '24-Mar'],
    ['+5', '5'],
    ['-5', '(5)'],
    ['€5', '5,00 €'],
    ['$1,000', '1000'],
    ['3:15pm', '15:15'],
    ['3:15pm', '3:15 PM'],
    ['10:30 PM', '22:30'],
    ['1_000', '1000'],
  ])('%s, shown as %s, is reported', (before, cell) => {
    expect(outcome(before, cell)).toBe('!');
  });

  test.each([
    ['7', '8'],
    ['1-2', '2-1'],
    ['1-2', '1-2-3'],
    ['12 March', '13-Mar'],
    ['12 March', '12 March 2024'],
    ['12 March', '12. März'],
    ['12 March', '12 Mar'],
    ['12 Marbles', '12 Marvels'],
    ['March on', 'March off'],
    ['March', 'Mar'],
    ['May', 'MAY'],
    ['May 5', 'May 6'],
    ['Mayor 2', 'Mayor 2!'],
    ['true', 'True'],
    ['true', 'wahr'],
    ['true', 'FALSE'],
    ['It is true', 'IT IS TRUE'],
    ['10:30 PM', '10:30 pm'],
    ['10:30 PM', '10:30:00 AM'],
    ['10:30 PM', '10:30'],
    ['10:30 PM', '10:45:00 PM'],
    ['.5', '.6'],
    ['1-2', '1–2'],
    ['1-2', '2 Affen'],
    ['2-3', '2-3 sets'],
    ['2-3', '2-3 Generationen'],
    ['2-3', '3-4 Märkte'],
    ['2-3', '2-3 pm'],
    ['2-3', '2-3日'],
    ['9:05', '9:30 AM'],
    ['12:30', '12.30'],
    ['12:30', '12:30 Uhr'],
    ['3.5', '3,5'],
    ['1.2.3', '1.2.4'],
    ['Kapitel 1', 'Jan 1'],
    ['5', 'fünf'],
    ['1/2', 'halb'],
    ['50%', '50 %'],
    ['€5', '5 €'],
    ['€5', '6,00 €'],
    ['€5', '$5'],
    ['+5', '-5'],
    ['-5', '5'],
    ['2026-03-04', '46086'],
    ['2026-03-04', '3/5/26'],
    ['1-2', '1945'],
    ['10:30', '0.5'],
    ['10:30', '10'],
    ['MARCH1', 'MARCH2'],
    ['MARCH1', '1 March'],
    ['Mar 1', '1. Mai'],
    ['March 2024', '25-Mar'],
  ])('%s is changed to %s', (before, cell) => {
    expect(outcome(before, cell)).toBe('changed');
  });
});

test.each([
  ...['#ΟΝΟΜΑ?', '#ΤΙΜΗ!', '#NÁZOV?', '#IME?', '#NUME?', '#NAZIV?', "#ІМ'Я?", '#СТОЙНОСТ!', '#VARDAS?', '#שם?', '#اسم?', '#ОШИБКА!'],
  ...['#CIRCULAR!', '#UNSUPPORTED!', '#DIVISION/0!', '#DĚLENÍ_NULOU!', '#¡DESBORDAMIENTO!', '#이름?', '#N/V', 'Loading...'],
])('the error value %s is neither a translation nor empty, but the text that was there before stays', (value) => {
  const { project: story, build: make } = createTestStory(openEngine(null, environment), environment);
  const keyOf = (de: string) => `${make('element', { title: { en: '<p>Text</p>', de: `<p>${de}</p>` }, content: null }).id}/title`;
  const table = [
    ['Key', 'de'],
    [keyOf('Tür'), value],
    [keyOf(value), value],
    [keyOf('Tor'), `'${value}`],
  ];
  for (const clearsEmptyCells of [false, true]) {
    const found = createSheetImport();
    for (const _ of importSheet(story, { table, rows: [1, 2, 3, 4] }, { clearsEmptyCells }, found));
    expect(found.errors.map(({ line, column }) => [line, column])).toEqual([[2, 'de']]);
    expect(found.unchangedCount).toBe(1);
    expect(found.changes.map(({ after }) => linesOf(after ?? ''))).toEqual([value]);
  }
});

test.each(['#win!', '#1!', '#WIN', '# WIN!', '#!', 'Loading…'])('%s is a text', (value) => {
  expect(outcomeOf(strToU8(rows(';', '\n', ['Key', 'de'], [one, value])))).toBe(`${value} | - | -`);
});

/** A workbook with one sheet of these rows of cells, and other parts. */
interface Parts {
  readonly [path: string]: string | Uint8Array;
}
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const sheetOf = (cells: readonly string[], after = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${main}><sheetData>${cells.map((row) => `<row>${row}</row>`).join('')}</sheetData>${after}</worksheet>`;
const inline = (text: string, more = '') => `<c t="inlineStr"${more}><is><t xml:space="preserve">${text}</t></is></c>`;
const header = inline('Key') + inline('de');
const pack = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, content]) => [path, typeof content === 'string' ? strToU8(content) : content])),
  );
const bookOf = (...names: string[]) =>
  `<workbook ${main} ${relations}><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${name.startsWith('_') ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`;
const relationsOf = (...targets: string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/>`).join('')}</Relationships>`;
const oneSheet = (sheet: string | Uint8Array, more: Parts = {}): Parts => ({
  'xl/workbook.xml': bookOf('Texts'),
  'xl/_rels/workbook.xml.rels': relationsOf('worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': sheet,
  ...more,
});
/** A workbook whose German cells are these; each is the whole element `c`. */
const withCells = (cells: readonly string[], more: Parts = {}) =>
  pack(oneSheet(sheetOf([header, ...cells.map((cell, at) => inline(keys[at] ?? '') + cell)]), more));
const stylesOf = (...codes: (number | string)[]) =>
  `<styleSheet ${main}><numFmts>${codes.map((code, at) => (typeof code === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>` : '')).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((code, at) => `<xf numFmtId="${typeof code === 'string' ? 164 + at : code}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
/** A workbook whose German cells are these numbers, each in its format: a code, or the number of one that is built in. */
const withNumbers = (...cells: (readonly [value: string, format: number | string])[]) =>
  withCells(
    cells.map(([value], at) => `<c s="${at + 1}"><v>${value}</v></c>`),
    { 'xl/styles.xml': stylesOf(...cells.map(([, format]) => format)) },
  );
const strings = (...items: string[]) => ({
  'xl/sharedStrings.xml': `<sst ${main} count="9">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`,
});
const shared = (index: number) => `<c t="s"><v>${index}</v></c>`;

describe('workbooks', () => {
  test.each<[name: string, bytes: Uint8Array, outcome: string]>([
    [
      'shared strings in runs, with furigana',
      withCells(
        [shared(0), shared(1), shared(2)],
        strings(
          '<r><rPr><b/></rPr><t xml:space="preserve">Neu </t></r><r><t>und fett</t></r>',
          '<t>勇者</t><rPh sb="0" eb="2"><t>ゆうしゃ</t></rPh><phoneticPr fontId="1"/>',
          '<r><t>東</t></r><rPh sb="0" eb="1"><t>ヒガシ</t></rPh><r><t>京</t></r><rPh sb="1" eb="2"><t>キョウ</t></rPh>',
        ),
      ),
      'Neu und fett | 勇者 | 東京',
    ],
    [
      'inline strings in runs, with furigana',
      withCells([
        '<c t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
        '<c t="inlineStr"><is/></c>',
        '<c t="inlineStr"><is><t/></is></c>',
      ]),
      '東京 | empty | empty',
    ],
    [
      'formulas with results',
      withCells(
        [
          '<c t="str"><f>B1&amp;"x"</f><v>Neu</v></c>',
          '<c t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("GOOGLETRANSLATE(B2)"),"Tor")</f><v>Tor</v></c>',
          '<c t="s"><f>A1</f><v>0</v></c>',
        ],
        strings('<t>Drei</t>'),
      ),
      'Neu | Tor | =',
    ],
    ['formulas without results', withCells(['<c><f>B1</f></c>', '<c><f>B1</f><v/></c>', '<c><f>B1</f><v></v></c>']), '! | ! | !'],
    [
      'formulas with an empty result',
      withCells(['<c t="str"><f>IF(A1="","","")</f><v></v></c>', '<c t="str"><f>B1</f></c>']),
      'empty | ! | -',
    ],
    ['booleans, also of formulas', withCells(['<c t="b"><v>1</v></c>', '<c t="b"><f>A1=A2</f><v>0</v></c>']), '! | ! | -'],
    [
      'errors: cells, formulas, texts of other programs, pictures in cells',
      withCells(['<c t="e"><v>#N/A</v></c>', '<c t="str"><f>X</f><v>#NAME?</v></c>', '<c t="e" vm="1"><v>#VALUE!</v></c>']),
      '! | ! | !',
    ],
    [
      'dates in the form of the system, of Excel, Google and LibreOffice',
      withNumbers(['45323', 14], ['45323', 'mm/dd/yy'], ['45323', '[$-409]mmmm d, yyyy']),
      '! | ! | !',
    ],
    [
      'dates in digits',
      withNumbers(['45323', 'yyyy\\-mm\\-dd'], ['45323', 'dd.mm.yyyy;@'], ['45323', '[$-411]yyyy"年"m"月"d"日";@']),
      '2024-02-01 | 01.02.2024 | 2024年2月1日',
    ],
    ['dates of strict workbooks', withCells(['<c t="d"><v>2024-02-01</v></c>', '<c t="d"><v>2024-02-01T10:00:00</v></c>']), '! | ! | -'],
    ['times, which have another form in other languages', withNumbers(['0.35', 20], ['0.35', 21], ['1.5', '[h]:mm']), '! | ! | !'],
    ['whole numbers, percent and leading zeros', withNumbers(['12', 0], ['0.5', 9], ['7', '000']), '12 | 50% | 007'],
    ['decimals, currencies and fractions', withNumbers(['1.5', 0], ['12', '#,##0.00\\ "€"'], ['0.5', 12]), '! | ! | !'],
    ['widths and signs in formats', withNumbers(['45323', '_-yyyy\\-mm\\-dd'], ['12', '_-* #,##0_-'], ['5', '0;-0;;@']), '! | ! | !'],
    [
      'scientific numbers, and those with too many digits',
      withNumbers(['100000', 11], ['12345678901234567', 1], ['1E3', 0]),
      '! | ! | 1000',
    ],
    [
      'hidden rows and columns, filters, tables, frozen panes',
      pack(
        oneSheet(
          `<worksheet ${main}><sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1">${header}</row><row r="2" hidden="1">${inline(one)}${inline('Neu')}</row><row r="3">${inline(two)}${inline('Zwei')}</row></sheetData><autoFilter ref="A1:B3"><filterColumn colId="1"><filters><filter val="Zwei"/></filters></filterColumn></autoFilter><tableParts count="1"><tablePart r:id="rId9"/></tableParts><extLst><ext><x14:f>A1</x14:f></ext></extLst></worksheet>`,
        ),
      ),
      'Neu | = | -',
    ],
    [
      'a sheet for each language',
      pack({
        'xl/workbook.xml': bookOf('German', 'French'),
        'xl/_rels/workbook.xml.rels': relationsOf('worksheets/a.xml', 'worksheets/b.xml'),
        'xl/worksheets/a.xml': sheetOf([header, inline(one) + inline('Neu'), inline(two) + inline('Zwei')]),
        'xl/worksheets/b.xml': sheetOf([inline('Key') + inline('fr'), inline(one) + inline('Nouveau')]),
      }),
      'Neu | = | - (1)',
    ],
    [
      'a summary before the table, a chart and a hidden copy',
      pack({
        'xl/workbook.xml': bookOf('Export Summary', 'Chart', '_Old', 'Texts'),
        'xl/_rels/workbook.xml.rels': relationsOf('worksheets/a.xml', 'chartsheets/b.xml', 'worksheets/c.xml', 'worksheets/d.xml'),
        'xl/worksheets/a.xml': sheetOf([inline('This document was exported from Numbers.')]),
        'xl/chartsheets/b.xml': '<chartsheet><sheetViews/></chartsheet>',
        'xl/worksheets/c.xml': sheetOf([header, ...keys.map((key) => inline(key) + inline('alt'))]),
        'xl/worksheets/d.xml': sheetOf([inline('Table 1'), header, inline(one) + inline('Neu')]),
      }),
      'Neu | - | -',
    ],
    [
      'a sheet that is missing beside the one with the texts',
      pack({
        'xl/workbook.xml': bookOf('Texts', 'More'),
        'xl/_rels/workbook.xml.rels': relationsOf('worksheets/a.xml', 'worksheets/b.xml'),
        'xl/worksheets/a.xml': sheetOf([header, inline(one) + inline('Neu')]),
      }),
      'Neu | - | - (1)',
    ],
    ['a sheet without cells', pack(oneSheet(sheetOf([]))), '- | - | - (1)'],
    [
      'merged cells',
      pack(
        oneSheet(
          `<worksheet><sheetData><row r="1">${header}</row><row r="2">${inline(one)}<c r="B2" t="inlineStr"><is><t>Neu</t></is></c></row><row r="3">${inline(two)}<c r="B3"/></row></sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells></worksheet>`,
        ),
      ),
      'Neu | ! | -',
    ],
    [
      'parts in capital letters and with backslashes',
      pack({
        '[CONTENT_TYPES].XML': '<Types/>',
        'XL\\WORKBOOK.XML': bookOf('Texts'),
        'XL\\_RELS\\WORKBOOK.XML.RELS': relationsOf('Worksheets\\Sheet1.xml'),
        'XL\\WORKSHEETS\\SHEET1.XML': sheetOf([header, inline(one) + inline('Neu')]),
      }),
      'Neu | - | -',
    ],
    [
      'targets with a slash, in percent encoding, with other letters',
      pack({
        'xl/workbook.xml': bookOf('A', 'B'),
        'xl/_rels/workbook.xml.rels': relationsOf('/xl/worksheets/Blatt%201.xml', 'worksheets/シート.xml'),
        'xl/worksheets/Blatt 1.xml': sheetOf([inline('x')]),
        'xl/worksheets/シート.xml': sheetOf([header, inline(one) + inline('Neu')]),
      }),
      'Neu | - | -',
    ],
    [
      'strict namespaces with prefixes',
      pack({
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="book/main.xml"/></Relationships>',
        'book/main.xml':
          '<s:workbook xmlns:s="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="x" conformance="strict"><s:sheets><s:sheet name="T" rel:id="b"/></s:sheets></s:workbook>',
        'book/_rels/main.xml.rels':
          '<pr:Relationships xmlns:pr="p"><pr:Relationship Id="b" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="t.xml"/></pr:Relationships>',
        'book/t.xml': sheetOf([header, inline(one) + inline('Neu')]).replace(/<(\/?)(?=[a-z])/g, '<$1s:'),
      }),
      'Neu | - | -',
    ],
    [
      'line breaks as Excel, old Macs and other programs write them',
      withCells([inline('a&#10;b'), inline('a_x000D_&#10;b'), inline('a\r\nb')]),
      'a\\nb | a\\nb | a\\nb',
    ],
    [
      'preserved spaces, CDATA and references',
      withCells([
        inline('<![CDATA[<3 & so]]>').replace('<3', '3 <'),
        inline('&lt;b&gt;&#x1F600;').replace('&lt;b&gt;', 'x &amp; '),
        inline('  Neu  '),
      ]),
      '3 < & so | x & 😀 |   Neu  ',
    ],
    [
      'characters that Excel escapes',
      withCells([inline('_xD83D__xDE00_'), inline('_x005F_x0041_'), inline('a_x0009_b')]),
      '😀 | _x0041_ | a\\tb',
    ],
    [
      'a cell of spaces, and cells with a style only',
      withCells([inline(' \n '), '<c s="3"/>', '<c s="3"><v></v></c>']),
      'empty | empty | empty',
    ],
    [
      'no positions, and positions in small letters',
      pack(
        oneSheet(
          `<worksheet><sheetData><row>${header}</row><row><c r="a2" t="inlineStr"><is><t>${one}</t></is></c><c r="b2" t="inlineStr"><is><t>Neu</t></is></c></row><row>${inline(two)}${inline('Zwo')}</row></sheetData></worksheet>`,
        ),
      ),
      'Neu | Zwo | -',
    ],
    [
      'rows of styles down to the last one',
      pack(
        oneSheet(
          `<worksheet><sheetData><row r="1">${header}</row><row r="9">${inline(one)}${inline('Neu')}</row><row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData></worksheet>`,
        ),
      ),
      'Neu | - | -',
    ],
    [
      'keys and names by formulas',
      pack(
        oneSheet(
          sheetOf([
            `<c t="str"><f>"Key"</f><v>Key</v></c>${inline('de')}`,
            `<c t="str"><f>A9</f><v>${one}</v></c>${inline('Neu')}`,
            `<c t="e"><f>A9</f><v>#REF!</v></c>${inline('Zwo')}`,
          ]),
        ),
      ),
      'Neu | - | - (1)',
    ],
    [
      'XML in UTF-16',
      pack(oneSheet(utf16(`\uFEFF${sheetOf([header, inline(one) + inline('勇者')])}`, { isBigEndian: false }))),
      '勇者 | - | -',
    ],
    [
      'XML in an encoding that it states',
      pack(oneSheet(latin(sheetOf([header, inline(one) + inline('Gr\xfc\xdfe')]).replace('UTF-8', 'ISO-8859-1')))),
      'Grüße | - | -',
    ],
    ['XML in another encoding than it states', pack(oneSheet(latin(sheetOf([header, inline(one) + inline('Gr\xfc\xdfe')])))), 'damaged'],
    [
      'XML in an encoding that nobody knows',
      pack(oneSheet(sheetOf([header, inline(one) + inline('Neu')]).replace('UTF-8', 'x-nobody'))),
      'damaged',
    ],
    ['shared strings that are missing', withCells([shared(0)]), 'partMissing'],
    [
      'a spreadsheet of LibreOffice',
      pack({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      'otherFormat',
    ],
    ['a spreadsheet of Numbers', pack({ 'Index/Document.iwa': 'x' }), 'otherFormat'],
    ['a binary workbook', pack({ 'xl/workbook.bin': 'x' }), 'otherFormat'],
    ['an archive of web pages, as Google makes them', pack({ 'Texts.html': '<table/>' }), 'noSheet'],
    ['a workbook that was cut off', withCells([inline('Neu')]).slice(0, -40), 'damaged'],
  ])('%s', (_, bytes, outcome) => {
    expect(outcomeOf(bytes)).toBe(outcome);
  });
});

/** A zip archive of stored files, in the forms that programs write and fflate does not. */
interface ZipForm {
  /** Sizes and checksums follow the bytes, and the header before them has none. */
  readonly hasDescriptors?: boolean;
  /** All sizes and positions have 64 bits, in extra fields. */
  readonly isLarge?: boolean;
  readonly isEncrypted?: boolean;
  readonly method?: number;
}

function storeZip(parts: Parts, { hasDescriptors = false, isLarge = false, isEncrypted = false, method = 0 }: ZipForm): Uint8Array {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  const add = (...buffers: Buffer[]) => {
    for (const each of buffers) at += each.length;
    pieces.push(...buffers);
  };
  const numbers = (...values: (readonly [number, 2 | 4 | 8])[]) =>
    Buffer.concat(
      values.map(([value, size]) => {
        const bytes = Buffer.alloc(8);
        bytes.writeBigUInt64LE(BigInt(value));
        return bytes.subarray(0, size);
      }),
    );
  const flags = (hasDescriptors ? 8 : 0) | (isEncrypted ? 1 : 0);
  for (const [path, content] of Object.entries(parts)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const [crc, size, offset] = [crc32(bytes), bytes.length, at];
    const shown = isLarge ? 0xffffffff : size;
    const extra = isLarge ? numbers([1, 2], [24, 2], [size, 8], [size, 8], [offset, 8]) : Buffer.alloc(0);
    const known = hasDescriptors ? 0 : 1;
    add(
      numbers(
        [0x04034b50, 4],
        [45, 2],
        [flags, 2],
        [method, 2],
        [0, 4],
        [crc * known, 4],
        [size * known, 4],
        [size * known, 4],
        [name.length, 2],
        [0, 2],
      ),
    );
    add(name, bytes);
    if (hasDescriptors) add(numbers([0x08074b50, 4], [crc, 4], [size, 4], [size, 4]));
    list.push(
      numbers(
        [0x02014b50, 4],
        [45, 2],
        [45, 2],
        [flags, 2],
        [method, 2],
        [0, 4],
        [crc, 4],
        [shown, 4],
        [shown, 4],
        [name.length, 2],
        [extra.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [isLarge ? 0xffffffff : offset, 4],
      ),
      name,
      extra,
    );
  }
  const [start, count] = [at, Object.keys(parts).length];
  add(...list);
  const [end, length] = [at, at - start];
  if (isLarge) {
    add(numbers([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4], [count, 8], [count, 8], [length, 8], [start, 8]));
    add(numbers([0x07064b50, 4], [0, 4], [end, 8], [1, 4]));
  }
  const comment = Buffer.from('made by hand');
  add(
    numbers(
      [0x06054b50, 4],
      [0, 4],
      [isLarge ? 0xffff : count, 2],
      [isLarge ? 0xffff : count, 2],
      [isLarge ? 0xffffffff : length, 4],
      [isLarge ? 0xffffffff : start, 4],
      [comment.length, 2],
    ),
    comment,
  );
  return Buffer.concat(pieces);
}

describe('the archive of a workbook', () => {
  const parts = oneSheet(sheetOf([header, inline(one) + inline('Neu')]));

  test.each<[name: string, form: ZipForm, outcome: string]>([
    ['is stored, with a comment', {}, 'Neu | - | -'],
    ['has its sizes after the bytes', { hasDescriptors: true }, 'Neu | - | -'],
    ['has sizes of 64 bits', { isLarge: true }, 'Neu | - | -'],
    ['has both', { hasDescriptors: true, isLarge: true }, 'Neu | - | -'],
    ['is encrypted', { isEncrypted: true }, 'passwordProtected'],
    ['is packed in another way than Deflate', { method: 9 }, 'damaged'],
  ])('%s', (_, form, outcome) => {
    expect(outcomeOf(storeZip(parts, form))).toBe(outcome);
  });

  test('changed at any position, it has the same texts, or it is refused', () => {
    const bytes = storeZip(parts, {});
    for (let at = 2; at < bytes.length; at += 3) {
      const copy = Uint8Array.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
      expect(['Neu | - | -', 'damaged', 'noSheet', 'partMissing', 'passwordProtected', 'tooLarge', 'otherFormat']).toContain(
        outcomeOf(copy),
      );
    }
  });
});
