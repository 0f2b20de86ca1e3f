/**
 * The texts of an Excel workbook (ECMA-376), of the sheet that contains translations. Formulas are never run: the result stored with them is read. A
 * cell whose text is not in the file, because it depends on the language of the program that shows it or on a formula that failed, has a reason
 * instead. Pure.
 */
import { Parser } from 'htmlparser2';
import { type Message, message } from '../../../shared/messages/message.ts';
import { countKeys, findHeaders, type NumberedTable, type SheetCell } from '../../../shared/sheets/sheet-headers.ts';
import { createNumberFormatter, type NumberFormatter } from './number-format.ts';
import { damagedWorkbook, invalidWorkbook, tooLargeWorkbook, WorkbookParts } from './workbook-parts.ts';

/** Limits far above any table of texts: a workbook beyond them was made to exhaust the memory. */
const maxTextLength = 256 * 2 ** 20;
const maxSheets = 200;
const maxRows = 500_000;
/** Cells of the sheets together, with the empty ones before the last one of a row. */
const maxCells = 8_000_000;
/** More columns than a story has languages. */
const maxColumns = 1_024;

/** A workbook is a zip archive, whatever its name is. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The container of Excel 97 workbooks (.xls), and of workbooks with a password. */
const isCompoundFile = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

/** The names of the streams in the container are in UTF-16, at even places. */
const isEncrypted = (bytes: Uint8Array): boolean => new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');

/** Whether `readXlsx` reads the file, or says why it cannot. */
export const isWorkbook = (bytes: Uint8Array): boolean => isZip(bytes) || isCompoundFile(bytes);

/** Reads the sheet with the most keys of texts below a header “Key”; visible sheets before hidden ones, then in their order. */
export function readXlsx(bytes: Uint8Array): NumberedTable {
  if (isCompoundFile(bytes))
    throw invalidWorkbook(message(isEncrypted(bytes) ? 'translations.faults.passwordProtected' : 'translations.faults.otherFormat'));
  const parts = new WorkbookParts(bytes);
  assertExcelWorkbook(parts);
  const workbook = openWorkbook(parts);
  const budget = { text: maxTextLength, cells: maxCells, rows: maxRows };
  let first: NumberedTable | undefined;
  const missing: Message[] = [];
  const found: { name: string; table: NumberedTable; isVisible: boolean; keyCount: number }[] = [];
  for (const { name, path, isVisible } of workbook.sheets) {
    const sheet = parts.read(path);
    if (sheet === undefined) {
      missing.push(message('translations.faults.partMissing', { part: path }));
      continue;
    }
    const table = readSheet(sheet, workbook, budget);
    first ??= table;
    const headers = findHeaders(table.table);
    if (headers.length > 0) found.push({ name, table, isVisible, keyCount: countKeys(headers) });
  }
  found.sort((one, two) => rankSheet(two) - rankSheet(one) || two.keyCount - one.keyCount);
  const [best, ...others] = found;
  if (best) {
    const otherSheets = others.filter((each) => each.isVisible && each.keyCount > 0);
    const unread = [...otherSheets.map(({ name }) => message('translations.faults.otherSheet', { sheet: name })), ...missing];
    return unread.length > 0 ? { ...best.table, unread } : best.table;
  }
  if (missing[0] !== undefined) throw invalidWorkbook(missing[0]);
  if (!first) throw invalidWorkbook(message('translations.faults.noSheet'));
  return first;
}

const rankSheet = ({ isVisible, keyCount }: { isVisible: boolean; keyCount: number }): number =>
  (keyCount > 0 ? 2 : 0) + (isVisible ? 1 : 0);

/** Throws a Problem for the archives of LibreOffice and Numbers, and for the binary form of Excel workbooks. */
function assertExcelWorkbook(parts: WorkbookParts): void {
  const isOther = ['index/document.iwa', 'index.zip', 'xl/workbook.bin'].some((path) => parts.has(path));
  if (isOther || (parts.has('content.xml') && !parts.has('xl/workbook.xml')))
    throw invalidWorkbook(message('translations.faults.otherFormat'));
}

function visitXml(xml: Uint8Array | undefined, visitor: XmlVisitor): void {
  if (xml && !parseXml(xml, visitor)) throw damagedWorkbook();
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string; readonly isVisible: boolean }[];
  /** Missing in workbooks whose cells contain their texts. */
  readonly sharedStrings: readonly string[] | undefined;
  readonly numbers: NumberFormatter;
}

interface Relation {
  readonly type: string;
  readonly path: string;
}

function openWorkbook(parts: WorkbookParts): Workbook {
  const path = findWorkbookPath(parts);
  if (path === undefined) throw invalidWorkbook(message('translations.faults.noSheet'));
  const relations = readRelations(parts, path);
  const folder = folderOf(path);
  const partOf = (type: string, usual: string): Uint8Array | undefined =>
    parts.read([...relations.values()].find((each) => each.type.endsWith(`/${type}`))?.path ?? '') ?? parts.read(folder + usual);
  const sheets: { name: string; path: string; isVisible: boolean }[] = [];
  const seen = new Set<string>();
  let has1904Dates = false;
  visitXml(parts.read(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') has1904Dates = /^(1|true)$/i.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      // The namespace prefix of the relations is chosen by the program that wrote the file; `r` is common.
      const id = attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const sheetPath = relations.get(id ?? '')?.path ?? `${folder}worksheets/sheet${sheets.length + 1}.xml`;
      if (seen.has(sheetPath) || sheets.length >= maxSheets) return;
      seen.add(sheetPath);
      sheets.push({ name: attributes.name ?? '', path: sheetPath, isVisible: (attributes.state ?? 'visible') === 'visible' });
    },
  });
  return {
    sheets,
    sharedStrings: readSharedStrings(partOf('sharedStrings', 'sharedStrings.xml')),
    numbers: createNumberFormatter({ ...readStyles(partOf('styles', 'styles.xml')), has1904Dates }),
  };
}

function findWorkbookPath(parts: WorkbookParts): string | undefined {
  const stated = [...readRelations(parts, '').values()].find(({ type }) => type.endsWith('/officeDocument'))?.path;
  const candidates = [stated ?? '', 'xl/workbook.xml', ...parts.paths.filter((path) => /(^|\/)workbook\d*\.xml$/.test(path))];
  return candidates.find((path) => path !== '' && parts.has(path));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The parts that a part refers to, by the id of the relation. `''` is the package itself. */
function readRelations(parts: WorkbookParts, path: string): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  const folder = folderOf(path);
  visitXml(parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`), {
    open: (name, { Id, Target, Type }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        relations.set(Id, { type: Type ?? '', path: resolvePath(folder, Target) });
    },
  });
  return relations;
}

/** Targets are relative to the part that refers to them, or to the package if they begin with a slash. */
function resolvePath(folder: string, target: string): string {
  const slashed = target.replaceAll('\\', '/');
  const steps: string[] = [];
  for (const step of (slashed.startsWith('/') ? slashed : folder + slashed).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Collects the text inside elements with the given names. Phonetic hints of East Asian texts (`rPh`) are not part of the text. */
class TextCollector {
  #text = '';
  readonly #names: readonly string[];
  #depth = 0;
  #hintDepth = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  open(name: string): void {
    if (this.#names.includes(name)) this.#depth++;
    else if (name === 'rPh') this.#hintDepth++;
  }
  close(name: string): void {
    if (this.#names.includes(name)) this.#depth--;
    else if (name === 'rPh') this.#hintDepth--;
  }
  add(text: string): void {
    if (this.#depth > 0 && this.#hintDepth === 0) this.#text += text;
  }
  /** The text since the last call of `clear`. */
  get text(): string {
    return this.#text;
  }
  clear(): void {
    this.#text = '';
  }
}

function readSharedStrings(xml: Uint8Array | undefined): string[] | undefined {
  if (xml === undefined) return undefined;
  const strings: string[] = [];
  const collector = new TextCollector(['t']);
  visitXml(xml, {
    open: (name) => {
      if (name === 'si') collector.clear();
      collector.open(name);
    },
    close: (name) => {
      collector.close(name);
      if (name !== 'si') return;
      if (strings.length >= maxCells) throw tooLargeWorkbook();
      strings.push(unescapeXmlText(collector.text));
    },
    text: (text) => collector.add(text),
  });
  return strings;
}

/** The number formats of the workbook's own, and the format of each style of cells. */
function readStyles(xml: Uint8Array | undefined): { formatCodes: Map<number, string>; cellFormats: number[] } {
  const formatCodes = new Map<number, string>();
  const cellFormats: number[] = [];
  let isInCellFormats = false;
  visitXml(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt') formatCodes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats) cellFormats.push(Number(attributes.numFmtId ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return { formatCodes, cellFormats };
}

interface RawCell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
  readonly hasValue: boolean;
  readonly hasFormula: boolean;
}

/** Reduces `budget`, which the sheets of a workbook share. */
function readSheet(xml: Uint8Array, workbook: Workbook, budget: { text: number; cells: number; rows: number }): NumberedTable {
  const table: SheetCell[][] = [];
  const rows: number[] = [];
  const collector = new TextCollector(['v', 't']);
  let row: SheetCell[] = [];
  let rowNumber = 0;
  let column = 0;
  let cell = { type: 'n', style: 0, hasValue: false, hasFormula: false };
  const merged: string[] = [];
  const endCell = () => {
    const content = readCell({ ...cell, value: collector.text }, workbook);
    // A long shared string may be referenced by many cells, so the size of the file does not limit the size of the table.
    if (typeof content === 'string') budget.text -= content.length;
    if (content !== '' && column < maxColumns) {
      budget.cells -= Math.max(1, column + 1 - row.length);
      while (row.length < column) row.push('');
      row[column] = content;
    }
    if (budget.text < 0 || budget.cells < 0) throw tooLargeWorkbook();
    column++;
  };
  visitXml(xml, {
    open: (name, attributes) => {
      collector.open(name);
      if (name === 'row') {
        row = [];
        column = 0;
        rowNumber = Number(attributes.r ?? rowNumber + 1);
      } else if (name === 'c') {
        const stated = columnIndex(attributes.r ?? '');
        if (stated >= 0) column = stated;
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), hasValue: false, hasFormula: false };
        collector.clear();
      } else if (name === 'mergeCell') merged.push(attributes.ref ?? '');
      else if (name === 'v' || name === 'is') cell.hasValue = true;
      else if (name === 'f') cell.hasFormula = true;
    },
    close: (name) => {
      collector.close(name);
      if (name === 'c') endCell();
      else if (name === 'row' && row.length > 0) {
        budget.rows--;
        if (budget.rows < 0) throw tooLargeWorkbook();
        table.push(row);
        rows.push(rowNumber);
      }
    },
    text: (text) => collector.add(text),
  });
  markMergedCells(table, rows, merged, budget);
  return { table, rows };
}

/**
 * Only the first cell of merged ones has content, but people see it in all of them: the others are not empty. `merged` contains ranges such as `C2:C4`.
 */
function markMergedCells(table: SheetCell[][], rows: readonly number[], merged: readonly string[], budget: { cells: number }): void {
  const indexes = new Map(rows.map((number, index) => [number, index]));
  const lastRow = rows.at(-1) ?? 0;
  for (const range of merged) {
    const [, first = '', top, last = '', bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
    const lastColumn = Math.min(columnIndex(last), maxColumns - 1);
    for (let number = Number(top); number <= Math.min(Number(bottom), lastRow); number++) {
      budget.cells -= 1 + Math.max(0, lastColumn - columnIndex(first));
      if (budget.cells < 0) throw tooLargeWorkbook();
      const row = table[indexes.get(number) ?? -1];
      for (let at = columnIndex(first); row && at <= lastColumn; at++) {
        while (row.length <= at) row.push('');
        if (row[at] === '' && (number !== Number(top) || at !== columnIndex(first))) row[at] = mergedCell;
      }
    }
  }
}

const noResult = message('translations.faults.noResult');
const notText = message('translations.faults.notTextCell');
const mergedCell = message('translations.faults.mergedCell');

function readCell({ type, style, value, hasValue, hasFormula }: RawCell, { sharedStrings, numbers }: Workbook): SheetCell {
  // Programs that write workbooks without calculating them store no result.
  if (hasFormula && !hasValue) return noResult;
  // The result of a formula that is the empty text is of the type “str”; openpyxl writes an empty value where there is no result.
  if (hasFormula && type !== 'str' && value.trim() === '') return noResult;
  switch (type) {
    case 's': {
      if (value.trim() === '') return '';
      if (sharedStrings === undefined) throw invalidWorkbook(message('translations.faults.partMissing', { part: 'xl/sharedStrings.xml' }));
      const text = sharedStrings[Number(value)];
      if (text === undefined) throw damagedWorkbook();
      return text;
    }
    case 'inlineStr':
    case 'str':
      return unescapeXmlText(value);
    case 'e':
      return message('translations.faults.errorValue', { value: value.trim() });
    // “True” is shown in the language of the program, and in capital letters.
    case 'b':
    case 'd':
      return value.trim() === '' ? '' : notText;
    default: {
      const number = value.trim();
      return number === '' ? '' : (numbers.format(number, style) ?? notText);
    }
  }
}

/** The column of a cell reference, counted from 0: `C7` is in column 2. -1 if it is none. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference.toUpperCase()) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    index = index * 26 + digit;
  }
  return index - 1;
}

/** Characters that XML cannot contain are written as `_x0001_`. */
const unescapeXmlText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;

interface XmlVisitor {
  /** Tag names are passed without their namespace prefix, attribute names unchanged. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Workbooks nest about ten deep. */
const maxDepth = 100;
/** The root of a sheet declares about twenty namespaces. */
const maxAttributes = 200;
const pieceBytes = 1 << 16;

class InvalidXmlError extends Error {}

/**
 * Reads the XML of a workbook piece by piece, without building a tree: htmlparser2, with the strictness that untrusted files require.
 * Pure. Returns whether the XML is complete and safe. Document types are rejected, so that no entity can be declared; only the five
 * entities of XML itself and character references are replaced.
 */
export function parseXml(bytes: Uint8Array, visitor: XmlVisitor): boolean {
  let depth = 0;
  let attributeCount = 0;
  let hasRoot = false;
  let hasEnded = false;
  const parser = new Parser(
    {
      onopentagname() {
        attributeCount = 0;
      },
      onattribute() {
        attributeCount++;
        if (attributeCount > maxAttributes) throw new InvalidXmlError('too many attributes');
      },
      onopentag(name, attributes) {
        hasRoot = true;
        depth++;
        if (depth > maxDepth) throw new InvalidXmlError('nested too deeply');
        visitor.open?.(localName(name), attributes);
      },
      onclosetag(name) {
        // At the end of the input the parser closes open elements, which would hide that the file is truncated.
        if (hasEnded) throw new InvalidXmlError('a tag is not closed');
        depth--;
        visitor.close?.(localName(name));
      },
      ontext: (text) => visitor.text?.(text),
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw new InvalidXmlError('document types are not accepted');
      },
    },
    { xmlMode: true },
  );
  try {
    for (const piece of decodePieces(bytes)) parser.write(piece);
    hasEnded = true;
    parser.end();
    return hasRoot;
  } catch (error) {
    if (error instanceof InvalidXmlError) return false;
    throw error;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Bytes that are not text in the encoding would become other characters of a translation, so they are an error. */
function* decodePieces(bytes: Uint8Array): Generator<string> {
  try {
    const decoder = new TextDecoder(detectXmlEncoding(bytes), { fatal: true });
    for (let start = 0; start < bytes.length; start += pieceBytes)
      yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true });
    yield decoder.decode();
  } catch (error) {
    // TextDecoder throws a RangeError for a name that is no encoding, and a TypeError for bytes that are not in it.
    if (error instanceof RangeError || error instanceof TypeError) throw new InvalidXmlError('not in its encoding', { cause: error });
    throw error;
  }
}

/** XML in UTF-16 begins with a byte order mark; any other encoding is stated. */
function detectXmlEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const [, stated = 'utf-8'] = /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  // Such text cannot be in UTF-16, because its first characters have one byte each.
  return /^utf-?16/i.test(stated) ? 'utf-8' : stated;
}
