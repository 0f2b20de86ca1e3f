import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readCsv, writeCsv } from '../../../../renderer/features/translations/csv.ts';
import { parseXml, readXlsx } from '../../../../renderer/features/translations/read-xlsx.ts';
import { richTextEquals } from '../../../../shared/rich-text/rich-text-equality.ts';
import { escapeFormula, parseCell, toCellText, unescapeFormula } from '../../../../shared/sheets/cell-text.ts';
import { columnName, writeXlsx } from '../../../../shared/sheets/write-xlsx.ts';
import { cases } from '../../../rounds.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '"', ',', ';', '\r\n', '\n', "'=1", '=1+1', '_x0041_', '<b>', 'a&b', 'ä€𝄞', ' x ', '\t'),
);
/** Rows whose first cell is not empty: an empty row does not count. */
const table = fc.array(
  fc.array(text, { minLength: 1, maxLength: 5 }).map((row) => ['k', ...row]),
  { minLength: 1, maxLength: 8 },
);
const trimmed = (rows: readonly (readonly string[])[]) => rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));

const errorValue = (value: string) => ({ key: 'translations.faults.errorValue', params: { value } });
const notText = { key: 'translations.faults.notTextCell' };
const bytesOf = (words: string) => new TextEncoder().encode(words);

describe('CSV', () => {
  test('what is written is read again, character by character', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const width = Math.max(...rows.map(({ length }) => length));
        // Every row has as many cells; UTF-8 cannot contain half of a surrogate pair.
        const whole = rows.map((row) => Array.from({ length: width }, (_, at) => (row[at] ?? '').toWellFormed()));
        expect(readCsv(writeCsv(whole)).table).toEqual(whole);
      }),
    );
  });

  test('semicolons, tabs, UTF-16 and quotations over lines, as spreadsheets write them', () => {
    const bytes = (words: string) => new TextEncoder().encode(words);
    expect(readCsv(bytes('Key;de\r\na;"one; ""two""\r\nthree"\r\n\r\nb;c')).table).toEqual([
      ['Key', 'de'],
      ['a', 'one; "two"\r\nthree'],
      ['b', 'c'],
    ]);
    expect(readCsv(bytes('Key\tde\na\tb')).table[1]).toEqual(['a', 'b']);
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'Key,de\na,ä'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(readCsv(utf16).table[1]).toEqual(['a', 'ä']);
    expect(readCsv(bytes('Key,de\n\na,b')).rows).toEqual([1, 3]);
  });

  test('a first line that states the separator, titles above the names of the columns, and UTF-16 without a mark', () => {
    expect(readCsv(bytesOf('sep=;\r\nKey;de\r\na/b;"x;y"'))).toEqual({
      table: [
        ['Key', 'de'],
        ['a/b', 'x;y'],
      ],
      rows: [2, 3],
    });
    expect(readCsv(bytesOf('\uFEFFsep=|\nKey|de\na/b|x')).table[1]).toEqual(['a/b', 'x']);
    expect(readCsv(bytesOf('Texts, of the story, in German;;\n\nWhere;Key;de\nGate;a/b;x, y'))).toEqual({
      table: [
        ['Texts, of the story, in German', '', ''],
        ['Where', 'Key', 'de'],
        ['Gate', 'a/b', 'x, y'],
      ],
      rows: [1, 3, 4],
    });
    const letters = [...'Key\tde\na\tb'].map((letter) => letter.charCodeAt(0));
    expect(readCsv(new Uint8Array(letters.flatMap((code) => [code, 0]))).table[1]).toEqual(['a', 'b']);
    expect(readCsv(new Uint8Array(letters.flatMap((code) => [0, code]))).table[1]).toEqual(['a', 'b']);
  });

  test('lines may end in different ways in one file', () => {
    const bytes = new TextEncoder().encode('Key,de\r\na,b\nc,"d\r\ne"\rf,g');
    expect(readCsv(bytes).table).toEqual([
      ['Key', 'de'],
      ['a', 'b'],
      ['c', 'd\ne'],
      ['f', 'g'],
    ]);
    expect(readCsv(new TextEncoder().encode('Key,de\ra,b')).table[1]).toEqual(['a', 'b']);
  });

  test('characters after a closed quotation are rejected, so that rows are never swallowed', () => {
    expect(() => readCsv(new TextEncoder().encode('Key,de\na,b\nc,"d"e\nf,"g"'))).toThrow(/in row 3/);
  });

  test('quotation marks are part of a text where tabs separate cells that are not quoted, as Google Sheets writes them', () => {
    expect(readCsv(bytesOf('Key\tde\r\na/b\t"Go!" he said.\r\nc/d\t6" of rain\r\n')).table).toEqual([
      ['Key', 'de'],
      ['a/b', '"Go!" he said.'],
      ['c/d', '6" of rain'],
    ]);
    expect(() => readCsv(bytesOf('Key\tde\na/b\t"one\ttwo"\nc/d\t"three"four'))).toThrow(/in row 3/);
  });

  test('a quotation that never ends and bytes that are not text are reported', () => {
    expect(() => readCsv(new TextEncoder().encode('Key,de\na,"b'))).toThrow(/in row 2/);
    expect(() => readCsv(new Uint8Array([0x4b, 0xe4, 0x20]))).toThrow(/UTF-8/);
  });
});

describe('XLSX', () => {
  test('what is written is read again, character by character', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(readXlsx(writeXlsx(rows, [10])).table).toEqual(trimmed(rows));
      }),
      { numRuns: cases(60) },
    );
  });

  test('shared strings, formatted runs, numbers and formulas of other programs are read; a formula has its last result', () => {
    const file = zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="x"><sheets><sheet name="T" sheetId="1" r:id="rId7"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="rId7" Target="/xl/worksheets/one.xml"/></Relationships>'),
      'xl/sharedStrings.xml': strToU8(
        '<sst><si><t>Key</t></si><si><r><t>b</t></r><r><t xml:space="preserve">old </t></r><rPh><t>no</t></rPh></si></sst>',
      ),
      'xl/worksheets/one.xml': strToU8(
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>' +
          '<x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="C4"><x:v>12</x:v></x:c><x:c r="D4" t="str"><x:f>1+1</x:f><x:v>2 &amp; so</x:v></x:c>' +
          '<x:c r="E4" t="b"><x:v>1</x:v></x:c><x:c r="F4" t="e"><x:v>#REF!</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    });
    expect(readXlsx(file)).toEqual({ table: [['Key'], ['bold ', '', '12', '2 & so', notText, errorValue('#REF!')]], rows: [1, 4] });
  });

  const workbookXml = (sheets: string) => `<workbook xmlns:r="x">${sheets}</workbook>`;
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  const sheetXml = (...rows: string[]) =>
    `<worksheet><sheetData>${rows.map((cells) => `<row>${cells}</row>`).join('')}</sheetData></worksheet>`;
  const inline = (...texts: string[]) => texts.map((each) => `<c t="inlineStr"><is><t>${each}</t></is></c>`).join('');
  const zipTexts = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])));
  /** One sheet without relations: the parts have their usual names. */
  const plain = (sheet: string, more: Record<string, string> = {}) =>
    zipTexts({ 'xl/workbook.xml': workbookXml('<sheets><sheet name="T"/></sheets>'), 'xl/worksheets/sheet1.xml': sheet, ...more });

  test.each([
    ['in capital letters, with absolute targets', 'XL', '/XL/Worksheets/Sheet7.xml', '/xl/SharedStrings.xml'],
    ['in another folder, with relative targets', 'office', '../office/./Worksheets/Sheet7.xml', 'SharedStrings.xml'],
    ['with backslashes', 'xl', 'Worksheets\\Sheet7.xml', '\\xl\\SharedStrings.xml'],
  ])('parts are found %s', (_, folder, sheet, strings) => {
    const file = zipTexts({
      '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', `${folder}/Workbook.xml`)}</Relationships>`,
      [`${folder}/Workbook.xml`]: workbookXml('<sheets><sheet name="T" r:id="r7"/></sheets>'),
      [`${folder}/_rels/Workbook.xml.rels`]: `<Relationships>${relation('r7', 'worksheet', sheet)}${relation('r8', 'sharedStrings', strings)}</Relationships>`,
      [`${folder}/worksheets/sheet7.xml`]: sheetXml('<c t="s"><v>0</v></c>'),
      [`${folder}/sharedStrings.xml`]: '<sst><si><t>Key</t></si></sst>',
    });
    expect(readXlsx(file).table).toEqual([['Key']]);
  });

  test('the sheet with the keys is read, wherever it is; another one with keys is named, unless it is hidden', () => {
    const sheets = ['Notes', 'Glossary', 'Old', 'Texts', 'More'];
    const hidden = ['Old'];
    const file = zipTexts({
      'xl/workbook.xml': workbookXml(
        `<sheets>${sheets.map((name, at) => `<sheet name="${name}" r:id="r${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`).join('')}</sheets>`,
      ),
      'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((name, at) => relation(`r${at}`, 'worksheet', `worksheets/${name}.xml`)).join('')}</Relationships>`,
      'xl/worksheets/Notes.xml': sheetXml(inline('Please translate')),
      'xl/worksheets/Glossary.xml': sheetXml(inline('Key', 'de'), inline('gate', 'Tor')),
      'xl/worksheets/Old.xml': sheetXml(inline('Key', 'de'), inline('a/b', 'old'), inline('c/d', 'old'), inline('e/f', 'old')),
      'xl/worksheets/Texts.xml': sheetXml(inline('Our story'), inline('Key', 'de'), inline('a/b', 'x'), inline('c/d', 'y')),
      'xl/worksheets/More.xml': sheetXml(inline('Key', 'de'), inline('g/h', 'z')),
    });
    expect(readXlsx(file)).toEqual({
      table: [['Our story'], ['Key', 'de'], ['a/b', 'x'], ['c/d', 'y']],
      rows: [1, 2, 3, 4],
      unread: [{ key: 'translations.faults.otherSheet', params: { sheet: 'More' } }],
    });
  });

  test('merged cells are not empty, except for the first of them if it is', () => {
    const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
    const cell = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const sheet = (...ranges: string[]) =>
      plain(
        `<worksheet><sheetData>${row(1, cell('A1', 'Key') + cell('B1', 'de') + cell('C1', 'ja'))}${row(3, cell('A3', 'a/b') + cell('B3', 'x'))}${row(
          4,
          cell('A4', 'c/d'),
        )}</sheetData><mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
      );
    const merged = { key: 'translations.faults.mergedCell' };
    expect(readXlsx(sheet('B3:C4')).table).toEqual([
      ['Key', 'de', 'ja'],
      ['a/b', 'x', merged],
      ['c/d', merged, merged],
    ]);
    expect(readXlsx(sheet('C3:C3', 'B4:XFD1048576', 'nonsense')).table[2]?.slice(0, 3)).toEqual(['c/d', '', merged]);
    expect(() => readXlsx(sheet(...Array.from({ length: 10_000 }, () => 'A1:XFD1048576')))).toThrow(/too large/);
  });

  test('numbers and dates have the text that was shown, or a reason', () => {
    const codes = [
      'yyyy\\-mm\\-dd;@',
      'dd.mm.yy',
      'd"." m"."',
      '[$-411]yyyy"年"m"月"d"日"',
      'hh:mm',
      '000',
      'd/m/yyyy',
      'd mmm yyyy',
      '0.00',
      '#,##0',
    ];
    const styles = `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 9, 49, ...codes.map((_, at) => 164 + at)].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const cell = (value: string, style: number) => `<c s="${style}"><v>${value}</v></c>`;
    const read = (...cells: string[]) => readXlsx(plain(sheetXml(cells.join('')), { 'xl/styles.xml': styles })).table[0];
    expect(read(cell('12', 0), cell('45323', 1), cell('0.5', 2), cell('7', 3), cell('-3', 0))).toEqual(['12', notText, '50%', '7', '-3']);
    expect(read(...['45323', '45323', '45323', '45323', '45323.75', '7'].map((value, at) => cell(value, 4 + at)))).toEqual([
      '2024-02-01',
      '01.02.24',
      '1. 2.',
      '2024年2月1日',
      '18:00',
      '007',
    ]);
    expect(read(...['45323', '45323', '1.5', '1000'].map((value, at) => cell(value, 10 + at)), cell('1.5', 0), cell('1', 99))).toEqual(
      Array(6).fill(notText),
    );
    expect(read('<c t="d"><v>2024-02-01</v></c>', '<c t="b"><v>0</v></c>', cell('12345678901234567', 0))).toEqual(Array(3).fill(notText));
    expect(readXlsx(plain(sheetXml('<c s="1"><v>45323</v></c>'))).table).toEqual([[notText]]);
  });

  test('a formula has its last result; one that was never calculated or failed is not empty', () => {
    const cells =
      '<c t="str"><f>A1</f><v>one</v></c><c><f>A1</f></c><c t="str"><f>A1</f><v></v></c><c t="e"><f>X</f><v>#NAME?</v></c><c t="e"><v>#X!</v></c>';
    expect(readXlsx(plain(sheetXml(cells))).table).toEqual([
      ['one', { key: 'translations.faults.noResult' }, '', errorValue('#NAME?'), errorValue('#X!')],
    ]);
  });

  test('a part that is missing is named', () => {
    expect(() => readXlsx(plain(sheetXml('<c t="s"><v>0</v></c>')))).toThrow(/“xl\/sharedStrings.xml” is missing/);
    expect(() => readXlsx(plain(sheetXml('<c t="s"><v>3</v></c>'), { 'xl/sharedStrings.xml': '<sst/>' }))).toThrow(/damaged/);
    const file = zipTexts({ 'xl/workbook.xml': workbookXml('<sheets><sheet name="T"/></sheets>') });
    expect(() => readXlsx(file)).toThrow(/“xl\/worksheets\/sheet1.xml” is missing/);
  });

  test('small files that unpack to much more are refused before they fill the memory', () => {
    const wide = plain(`<worksheet><sheetData>${'<row><c r="ALM1"><v>1</v></c></row>'.repeat(20_000)}</sheetData></worksheet>`);
    expect(wide.length).toBeLessThan(66_000);
    expect(() => readXlsx(wide)).toThrow(/too large/);
    const attributes = Array.from({ length: 1_000 }, (_, at) => `a${at}=""`).join(' ');
    expect(() => readXlsx(plain(`<worksheet ${attributes}/>`))).toThrow(/damaged/);
    const large = plain(`<worksheet><sheetData>${' '.repeat(70 * 2 ** 20)}</sheetData></worksheet>`);
    expect(() => readXlsx(large)).toThrow(/too large/);
  });

  test('a file that is not a workbook is rejected with a sentence', () => {
    expect(() => readXlsx(zipTexts({ 'content.xml': '<x/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }))).toThrow(
      /isn’t an Excel workbook/,
    );
    expect(() => readXlsx(strToU8('Key,de'))).toThrow(/The workbook is damaged/);
    const container = (stream: string) =>
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...[...stream].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(() => readXlsx(container('EncryptedPackage'))).toThrow('password-protected');
    expect(() => readXlsx(container('Workbook'))).toThrow('isn’t an Excel workbook');
    expect(() => readXlsx(zipSync({ 'a.txt': strToU8('x') }))).toThrow(/no sheet/);
    const broken = { 'xl/workbook.xml': strToU8('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>') };
    expect(() => readXlsx(zipSync(broken))).toThrow(/damaged/);
  });

  test('columns are named as in a spreadsheet; XML without a document type is read to its end', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  test('XML is read to its end; entities of its own, documents that are cut off and deep nesting are refused', () => {
    const seen: string[] = [];
    const whole = parseXml(strToU8('<?xml version="1.0"?><!-- x --><a b="1 &#65;" c=\'2\'><![CDATA[<x>]]>&lt;&unknown;</a>'), {
      open: (name, attributes) => seen.push(name, ...Object.values(attributes)),
      text: (text) => seen.push(text),
    });
    expect(whole).toBe(true);
    expect([...seen.slice(0, 3), seen.slice(3).join('')]).toEqual(['a', '1 A', '2', '<x><&unknown;']);
    for (const cut of ['', '<a', '<a><b></b>', '<a><b/></a', '<a><!-- ', '<a><![CDATA[x', '<a b="'])
      expect(parseXml(strToU8(cut), {}), cut).toBe(false);
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>';
    expect(parseXml(strToU8(bomb), { text: (text) => expect(text).not.toContain('ha') })).toBe(false);
    expect(parseXml(strToU8(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`), {})).toBe(false);
  });

  test('a workbook whose parts claim to be larger than any table of texts is refused before it is unzipped', () => {
    const file = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') });
    const entry = Buffer.from(file.buffer).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(file.buffer).setUint32(entry + 24, 600 * 2 ** 20, true);
    expect(() => readXlsx(file)).toThrow(/too large/);
  });

  test('cells that repeat one long shared string until the memory is full are refused', () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(1000);
    const file = zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="x"><sheets><sheet r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/></Relationships>'),
      'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`),
      'xl/worksheets/one.xml': strToU8(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`),
    });
    expect(() => readXlsx(file)).toThrow(/too large/);
  });
});

describe('a cell', () => {
  test('what a spreadsheet would run as a formula is escaped, and read again unchanged', () => {
    for (const words of ['=1+1', '+1', '-1', '@x', "'=1", "''-2", '\t=1']) {
      expect(escapeFormula(words)).toBe(`'${words}`);
      expect(unescapeFormula(escapeFormula(words))).toBe(words);
    }
    for (const words of ['#NAME?', "'#N/A", '####', '#BEZUG!']) {
      expect(escapeFormula(words)).toBe(`'${words}`);
      expect(unescapeFormula(escapeFormula(words))).toBe(words);
    }
    for (const words of ["'quoted'", '#win!', '# one', 'a=b', '', "it's"]) expect(unescapeFormula(escapeFormula(words))).toBe(words);
    fc.assert(
      fc.property(text, (words) => {
        expect(unescapeFormula(escapeFormula(words))).toBe(words);
        expect(escapeFormula(words)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  test.each([
    ['<p>Hello</p>', 'Hello'],
    ['<p>One</p><p>Two &amp; three</p>', 'One\nTwo & three'],
    ['<p>=1+1</p>', "'=1+1"],
    ['<p>So <strong>bold</strong></p>', '<p>So <strong>bold</strong></p>'],
    ['<p>a</p><pre><code>x = 1</code></pre>', '<p>a</p><pre><code>x = 1</code></pre>'],
    ['<p>&lt;b&gt;</p>', '<p>&lt;b&gt;</p>'],
    ['<p>One<br>Two</p>', '<p>One<br>Two</p>'],
    ['<p> </p>', '<p> </p>'],
  ])('%s is written as %j and read again', (html, cell) => {
    expect(toCellText(html, { isRich: true })).toBe(cell);
    const read = parseCell(cell, { isRich: true });
    expect(read.ok && richTextEquals(read.text, html)).toBe(true);
  });

  test.each([
    ['#WOW!', '<p>#OMG!</p>'],
    ['#東京!', '<p>#Tokyo!</p>'],
    ['Loading...', '<p>Laden …</p>'],
  ])('%s is a text beside %s, and an error of the spreadsheet otherwise', (cell, known) => {
    expect(parseCell(cell, { isRich: true, known: [known] })).toEqual({ ok: true, text: `<p>${cell}</p>` });
    expect(parseCell(cell, { isRich: true, known: ['<p>#1 of 2</p>', '<p>Stop!</p>'] })).toMatchObject({ ok: false });
  });

  test.each(['#NAME?', ' #REF! ', '#N/A', '#VALUE!', '#DIV/0!', '#BEZUG!', '#NV', '#¿NOMBRE?', '#Н/Д', 'Err:502', '#####'])(
    '%s is an error of the spreadsheet, unless it is escaped',
    (value) => {
      for (const isRich of [true, false]) {
        expect(parseCell(value, { isRich })).toMatchObject({ ok: false, error: { params: { value: value.trim() } } });
        expect(parseCell(`'${value}`, { isRich })).toMatchObject({ ok: true });
      }
    },
  );

  test('an empty cell contains no text; invalid markup is reported; names are plain text', () => {
    expect(parseCell(' \n', { isRich: true })).toEqual({ ok: true, text: null });
    expect(parseCell('<p>x', { isRich: true })).toMatchObject({ ok: false });
    expect(parseCell('<script>x</script>', { isRich: true })).toMatchObject({ ok: false });
    expect(parseCell('<p>Maren', { isRich: false })).toEqual({ ok: true, text: '<p>Maren' });
  });
});
