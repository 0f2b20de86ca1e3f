/** The texts of the first sheet of an Excel workbook (ECMA-376). Formulas are never run: the result stored with them is read. Pure. */
import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { NumberedTable } from './csv.ts';

/** Limits far above any table of texts: a workbook beyond them was made to exhaust the memory. */
const maxUnzippedBytes = 512 * 2 ** 20;
const maxTextLength = 256 * 2 ** 20;
/** More columns than a story has languages. */
const maxColumns = 1_024;

export function readXlsx(bytes: Uint8Array): NumberedTable {
  const files = unzipWorkbook(bytes);
  const path = findSheetPath(files.get('xl/workbook.xml'), files.get('xl/_rels/workbook.xml.rels'));
  const sheet = path === null ? undefined : files.get(path);
  if (!sheet) throw invalidWorkbook(message('translations.faults.noSheet'));
  return readSheet(sheet, readSharedStrings(files.get('xl/sharedStrings.xml')));
}

const invalidWorkbook = (reason: Message): Problem => new Problem('invalid', reason);

function unzipWorkbook(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook|sharedStrings|worksheets\/|_rels\/)/.test(name)) return false;
        total += originalSize;
        if (total > maxUnzippedBytes) throw invalidWorkbook(message('translations.faults.tooLarge'));
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    throw error instanceof Problem ? error : invalidWorkbook(message('translations.faults.damaged'));
  }
}

function visitXml(xml: Uint8Array | undefined, visitor: XmlVisitor): void {
  if (xml && !parseXml(xml, visitor)) throw invalidWorkbook(message('translations.faults.damaged'));
}

function findSheetPath(workbook: Uint8Array | undefined, relations: Uint8Array | undefined): string | null {
  let relationId: string | undefined;
  visitXml(workbook, {
    open: (name, attributes) => {
      // The namespace prefix of the relations is chosen by the program that wrote the file; `r` is common.
      if (name === 'sheet') relationId ??= attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  const targets = new Map<string, string>();
  visitXml(relations, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  const target = relationId === undefined ? undefined : targets.get(relationId);
  if (target === undefined) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
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

function readSharedStrings(xml: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  const collector = new TextCollector(['t']);
  visitXml(xml, {
    open: (name) => {
      if (name === 'si') collector.clear();
      collector.open(name);
    },
    close: (name) => {
      collector.close(name);
      if (name === 'si') strings.push(unescapeXmlText(collector.text));
    },
    text: (text) => collector.add(text),
  });
  return strings;
}

function readSheet(xml: Uint8Array, sharedStrings: readonly string[]): NumberedTable {
  const table: string[][] = [];
  const rows: number[] = [];
  const collector = new TextCollector(['v', 't']);
  let row: string[] = [];
  let rowNumber = 0;
  let column = 0;
  let cellType = '';
  let textLength = 0;
  const endCell = () => {
    const text = cellText(cellType, collector.text, sharedStrings);
    // A long shared string may be referenced by many cells, so the size of the file does not limit the size of the table.
    textLength += text.length;
    if (textLength > maxTextLength) throw invalidWorkbook(message('translations.faults.tooLarge'));
    if (text !== '' && column < maxColumns) {
      while (row.length < column) row.push('');
      row[column] = text;
    }
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
        if (attributes.r !== undefined) column = columnIndex(attributes.r);
        cellType = attributes.t ?? 'n';
        collector.clear();
      }
    },
    close: (name) => {
      collector.close(name);
      if (name === 'c') endCell();
      else if (name === 'row' && row.length > 0) {
        table.push(row);
        rows.push(rowNumber);
      }
    },
    text: (text) => collector.add(text),
  });
  return { table, rows };
}

const booleanTexts: Readonly<Record<string, string>> = { 0: 'FALSE', 1: 'TRUE' };

function cellText(type: string, value: string, sharedStrings: readonly string[]): string {
  switch (type) {
    case 's':
      return sharedStrings[Number(value)] ?? '';
    case 'inlineStr':
    case 'str':
      return unescapeXmlText(value);
    case 'b':
      return booleanTexts[value] ?? '';
    case 'e':
      return '';
    default:
      return value;
  }
}

/** The column of a cell reference, counted from 0: `C7` is in column 2. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference) {
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
const pieceBytes = 1 << 16;

class InvalidXmlError extends Error {}

/**
 * Reads the XML of a workbook piece by piece, without building a tree: htmlparser2, with the strictness that untrusted files require.
 * Pure. Returns whether the XML is complete and safe. Document types are rejected, so that no entity can be declared; only the five
 * entities of XML itself and character references are replaced.
 */
export function parseXml(bytes: Uint8Array, visitor: XmlVisitor): boolean {
  let depth = 0;
  let hasRoot = false;
  let hasEnded = false;
  const parser = new Parser(
    {
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
  const decoder = new TextDecoder();
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      parser.write(decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true }));
    parser.write(decoder.decode());
    hasEnded = true;
    parser.end();
    return hasRoot;
  } catch (error) {
    if (error instanceof InvalidXmlError) return false;
    throw error;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
