/** Writes a table as an Excel workbook with one sheet (ECMA-376). No cell is a formula. Pure. */
import { strToU8, zipSync } from 'fflate';

/** Rows of cells. Texts cannot be run as formulas; numbers can be added up. */
export type SheetTable = readonly (readonly (string | number)[])[];

/** The most characters that Excel accepts in a cell. */
export const maxCellLength = 32_767;

/** `widths` are those of the columns, in characters; `name` is that of the sheet. The header row stays visible when the sheet is scrolled. */
export function writeXlsx(table: SheetTable, widths: readonly number[], name = 'Translations'): Uint8Array<ArrayBuffer> {
  const files = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': rootRelations,
    'xl/workbook.xml': workbookXml(name),
    'xl/_rels/workbook.xml.rels': relations,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetXml(table, widths),
  };
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xmlDeclaration + xml)])), {
    // A constant date, so that the same table results in the same file.
    mtime: new Date(1980, 0, 1),
    level: 6,
  });
  return new Uint8Array(zipped);
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${typePrefix}.styles+xml"/></Types>`;
const rootRelations = `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const relations = `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNamespace}/styles" Target="styles.xml"/></Relationships>`;
const workbookXml = (name: string): string =>
  `<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="${escapeXmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
/** Cell formats: 0 is wrapped text, 1 the bold header, 2 a number. */
const styles = `<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf xfId="0" applyAlignment="1"><alignment vertical="top"/></xf></cellXfs></styleSheet>`;

function sheetXml(table: SheetTable, widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('');
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  const rows: string[] = [];
  for (const [at, row] of table.entries())
    rows.push(`<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, column, at)).join('')}</row>`);
  return `<worksheet xmlns="${mainNamespace}">${pane}<cols>${columns}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: string | number, column: number, row: number): string {
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${columnName(column)}${row + 1}" s="2"><v>${cell}</v></c>`;
  return `<c r="${columnName(column)}${row + 1}" s="${row === 0 ? 1 : 0}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(cell)}</t></is></c>`;
}

/** A, B … Z, AA … */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26);
}

/** Characters that XML cannot contain are written as `_x0001_`; text that looks like such an escape is escaped itself. */
const escapeXmlText = (text: string): string =>
  text
    .replace(/_x[0-9A-Fa-f]{4}_/g, (like) => `_x005F${like}`)
    .replace(
      /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
      (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
