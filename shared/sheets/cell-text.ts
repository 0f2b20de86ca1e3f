/**
 * Converts a text of the story to the cell of a table file and back, without loss. Paragraphs without formatting become lines; any other text is
 * stored as its markup, which starts with `<`. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. Pure.
 */

import { type Message, message } from '../messages/message.ts';
import { canonicalizeRichText } from '../rich-text/canonicalize-rich-text.ts';
import { richTextToPlainText } from '../rich-text/plain-text.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';
import { escapeText } from '../rich-text/serialize-html.ts';

/** `isRich` is false for names of components, which are plain text. */
export function toCellText(text: string | null, { isRich }: { readonly isRich: boolean }): string {
  if (text === null || text === '') return '';
  return escapeFormula(isRich ? richTextToCell(text) : text);
}

type CellParseResult = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly error: Message };

export function parseCell(cell: string, { isRich }: { readonly isRich: boolean }): CellParseResult {
  const text = unescapeFormula(cell);
  if (text.trim() === '') return { ok: true, text: null };
  if (text === cell && isErrorValue(cell)) return { ok: false, error: message('translations.faults.errorValue', { value: cell.trim() }) };
  if (!isRich) return { ok: true, text };
  const read = canonicalizeRichText(text.startsWith('<') ? text : toParagraphs(text), 'story');
  return read.ok ? { ok: true, text: read.html } : read;
}

function richTextToCell(html: string): string {
  const lines = richTextToPlainText(html);
  if (lines.startsWith('<') || lines.trim() === '') return html;
  const paragraphs = toParagraphs(lines);
  return paragraphs === html || richTextEquals(paragraphs, html) ? lines : html;
}

const toParagraphs = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');

/**
 * A leading `=`, `+`, `-`, `@`, tab or line break starts a formula in spreadsheets, and an error value is read as an error. Apostrophes before it
 * are escaped as well.
 */
const formulaPattern = /^'*[=+\-@\t\r\n]/;
const isSpecial = (cell: string): boolean => formulaPattern.test(cell) || isErrorValue(cell.replace(/^'+/, ''));
export const escapeFormula = (text: string): string => (isSpecial(text) ? `'${text}` : text);
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && isSpecial(cell) ? cell.slice(1) : cell);

/**
 * What spreadsheets show, and write into CSV files, where a formula failed, in their language: they take a text that begins with `-` or `=` for a
 * formula.
 */
const errorValues = new Set(
  [
    '#NAME? #REF! #VALUE! #DIV/0! #N/A #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN! #EXTERNAL! #PYTHON!',
    '#GETTING_DATA #ERROR! #TIMEOUT!',
    '#BEZUG! #WERT! #NV #ZAHL! #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #VERBINDEN! #UNBEKANNT! #FEHLER! #DATEN_ABRUFEN',
    '#NOM? #VALEUR! #NOMBRE! #NUL! #PROPAGATION! #CALCUL! #ERREUR!',
    '#¿NOMBRE? #¡REF! #¡VALOR! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC! #N/D #¡ERROR!',
    '#NOME? #RIF! #VALORE! #NULLO! #ESPANSIONE! #ERRORE! #VALOR! #NÚM! #NULO! #DESPEJAR! #ERRO!',
    '#NAAM? #VERW! #WAARDE! #N/B #GETAL! #LEEG! #DEEL/0! #OVERLOOP!',
    '#NAZWA? #ADR! #ARG! #N/D! #LICZBA! #ZERO! #DZIEL/0! #ROZLANIE!',
    '#ИМЯ? #ССЫЛКА! #ЗНАЧ! #ДЕЛ/0! #Н/Д #ЧИСЛО! #ПУСТО! #ПЕРЕНОС! #ВЫЧИСЛ!',
    '#NAMN? #REFERENS! #VÄRDEFEL! #DIVISION/0! #SAKNAS! #OGILTIGT! #SKÄRNING!',
    '#NAVN? #REFERENCE! #VÆRDI! #VERDI! #I/T #NIMI? #VIITTAUS! #ARVO! #JAKO/0! #PUUTTUU! #LUKU! #TYHJÄ!',
    '#NÁZEV? #ODKAZ! #HODNOTA! #DĚLENÍ_NULOU! #NENÍ_K_DISPOZICI #ČÍSLO!',
    '#NÉV? #HIV! #ÉRTÉK! #ZÉRÓOSZTÓ! #HIÁNYZIK #SZÁM! #NULLA! #AD? #BAŞV! #DEĞER! #SAYI/0! #YOK #SAYI! #BOŞ!',
  ].flatMap((values) => values.split(' ')),
);

/** LibreOffice numbers some errors; a date or number in a narrow column is shown as `####`. */
function isErrorValue(cell: string): boolean {
  const value = cell.trim();
  return errorValues.has(value) || /^(?:Err:\d{3}|#{3,})$/.test(value);
}
