/**
 * Converts a text of the story to the cell of a table file and back, without loss. Paragraphs without formatting become lines; any other text is
 * stored as its markup, which starts with `<`. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. Pure.
 */

import { type Message, message } from '../messages/message.ts';
import { canonicalizeRichText } from '../rich-text/canonicalize-rich-text.ts';
import { escapeText } from '../rich-text/html.ts';
import { richTextToPlainText } from '../rich-text/plain-text.ts';
import { richTextEquals } from '../rich-text/rich-text-equality.ts';

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

/**
 * Whether a spreadsheet has taken the text `before` for a number, a date, a time or a truth value, and shows it as one: `7` for `007`, `1.23E+11` for
 * `123456789012`, `02. Jan` for `1-2`, `12-Mar` for `12 March`, `09:05:00` for `9:05`, `TRUE` for `true`.
 */
export function isConvertedBySpreadsheet(before: string, cell: string): boolean {
  const [own, shown] = [before.trim(), cell.trim()];
  if (own === shown || own.length > maxNumberLength || shown.length > maxNumberLength) return false;
  if (isSameTruthValue(own, shown) || isSameNamedDate(own, shown) || isSameTimeOfHalfDay(own, shown)) return true;
  if (!/^[.,]?\d/.test(own)) return false;
  // Another decimal separator is an edit: that of the language.
  if (own.replaceAll(',', '.') === shown.replaceAll(',', '.')) return false;
  return isSameNumber(own, shown) || isSameDate(own, shown);
}

const maxNumberLength = 64;

function isSameNumber(own: string, shown: string): boolean {
  const [ownValues, shownValues] = [numbersOf(own.replace(/^(?=[.,]\d+$)/, '0')), numbersOf(shown)];
  if (ownValues.some((value) => shownValues.includes(value))) return true;
  // Only 15 digits are stored.
  if (/^\d{16,}$/.test(own) && shown === own.slice(0, 15).padEnd(own.length, '0')) return true;
  const digits = /^[+-]?(\d(?:[.,]\d+)?)E/i.exec(shown)?.[1]?.replace(/\D/g, '').length;
  return digits !== undefined && ownValues.some((value) => shownValues.includes(Number(value.toPrecision(digits))));
}

/** The numbers that a text stands for: `1.234` has three decimals, or a separator of thousands. */
function numbersOf(text: string): number[] {
  const parts = /^([+-]?)([\d.,]+(?:E[+-]?\d+)?)(%?)$/i.exec(text.replace(/[\u00A0\u202F'’ ](?=\d{3}(?!\d))/g, ''));
  if (!parts) return [];
  const [, sign = '', digits = '', percent = ''] = parts;
  const readings = [
    ...(/^\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i.test(digits) ? [digits.replace(',', '.')] : []),
    ...(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? [digits.replaceAll(',', '')] : []),
    ...(/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits) ? [digits.replaceAll('.', '').replace(',', '.')] : []),
  ];
  return readings.map((reading) => Number(`${sign}${reading}`) / (percent === '' ? 1 : 100));
}

/** Two or three numbers, which spreadsheets take for a date or a time in most languages. */
const dateLike = /^\d{1,4}([-/.:])\d{1,4}(?:\1\d{1,4})?$/;

/**
 * Dates are shown with the name of a month, which replaces a number, or with the same numbers: with others beside them, with zeros before them, or all three of
 * them in any order.
 */
function isSameDate(own: string, shown: string): boolean {
  if (!dateLike.test(own) || !/^[\p{L}\d\s.,:/年月日-]+$/u.test(shown)) return false;
  const [ownNumbers, numbers] = [numberTextsIn(own), numberTextsIn(shown)];
  // A year may be shown with its century.
  const isShown = (number: string): boolean =>
    numbers.some((each) => [Number(each), Number(each) % (each.length === 4 ? 100 : 10_000)].includes(Number(number)));
  const words = shown.replace(/[年月日]/g, ' ').match(/\p{L}+/gu) ?? [];
  const [word] = words;
  if (word !== undefined) {
    if (words.length > 1) return false;
    const isHourShown = (number: string, at: number): boolean => at === 0 && isShown(`${Number(number) % 12 || 12}`);
    if (/^[AP]M$/i.test(word)) return own.includes(':') && ownNumbers.every((number, at) => isShown(number) || isHourShown(number, at));
    const hasAddedYear = ownNumbers.length === 2 && numbers.length === 2 && numbers.some(isYear);
    return isMonth(word) && (numbers.length < ownNumbers.length || hasAddedYear) && ownNumbers.some(isShown);
  }
  if (!ownNumbers.every(isShown)) return false;
  return (
    (numbers.length > ownNumbers.length && numbers.some((number) => isYear(number) && !ownNumbers.includes(number))) ||
    ownNumbers.length === 3 ||
    /月\d+日/.test(shown) ||
    ownNumbers.some((number) => !numbers.includes(number))
  );
}

/** Years, and seconds, are shown with two digits at least. */
const isYear = (number: string): boolean => number.length === 2 || number.length === 4;

/** A day and a month by its name, in any order, with a year or without one; or a month and a year. */
const namedDate = /^(?:(\d{1,2})(?:st|nd|rd|th)?[.]?[ -])?(\p{L}{3,})[.]?(?:[ -](\d{1,2})(?:st|nd|rd|th)?)?(?:,?[ -](\d{4}))?$/u;

/** Spreadsheets show such a date with an abbreviated month behind the day, or as numbers only. */
function isSameNamedDate(own: string, shown: string): boolean {
  const [matched, before, month = '', after, year] = namedDate.exec(own) ?? [];
  const day = before ?? after;
  const numberCount = [before, after, year].filter((number) => number !== undefined).length;
  if (matched === undefined || !isMonth(month) || numberCount === 0 || (before !== undefined && after !== undefined)) return false;
  const isShownYear = (text: string | undefined): boolean => text === year || text === year?.slice(2);
  const [, dayShown, mark, monthShown = '', yearShown] = /^(?:(\d{1,2})(-|\. ))?(\p{L}{3,4})\.?(?:[- ](\d{2}|\d{4}))?$/u.exec(shown) ?? [];
  if (monthShown !== '') {
    const isOtherForm = mark === '-' || monthShown.length < month.length || (day === undefined && yearShown?.length === 2);
    const isSameMonth = monthBeginning(monthShown) === monthBeginning(month) || monthShown === 'Mrz';
    if (!isOtherForm || !isSameMonth || Number(dayShown ?? 1) !== Number(day ?? 1)) return false;
    return yearShown === undefined || year === undefined || isShownYear(yearShown);
  }
  const numbers = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(shown) ? numberTextsIn(shown) : [];
  return numbers.some((number) => Number(number) === Number(day ?? 1)) && (year === undefined || numbers.some(isShownYear));
}

/** The hour of a day for one of its halves, or with seconds that the text does not have. */
function isSameTimeOfHalfDay(own: string, shown: string): boolean {
  const [, hour, minute, second = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))? ?[AP]\.?M\.?$/i.exec(own) ?? [];
  const [, hourShown, minuteShown, secondShown] = /^(\d{1,2}):(\d{2}):(\d{2})(?: ?[AP]M)?$/i.exec(shown) ?? [];
  return hour !== undefined && Number(hour) % 12 === Number(hourShown) % 12 && minute === minuteShown && second === secondShown;
}

/** What spreadsheets show for a truth value, in their languages. */
const truthValues: readonly ReadonlySet<string>[] = [
  'TRUE WAHR VRAI VERO VERDADERO VERDADEIRO WAAR PRAWDA ИСТИНА SANT SAND TOSI PRAVDA IGAZ DOĞRU',
  'FALSE FALSCH FAUX FALSO ONWAAR FAŁSZ ЛОЖЬ FALSKT FALSK USANN EPÄTOSI NEPRAVDA HAMIS YANLIŞ',
].map((words) => new Set(words.split(' ')));
const isSameTruthValue = (own: string, shown: string): boolean =>
  truthValues.some((words) => words.has(shown) && words.has(own.toUpperCase()));

const numberTextsIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

const monthBeginning = (word: string): string => word.slice(0, 3).toLowerCase();
const isMonth = (word: string): boolean => monthBeginnings.has(monthBeginning(word));

/** The first three letters of the months, in the languages of most spreadsheets. */
const monthBeginnings = new Set(
  [
    'jan feb mar apr may jun jul aug sep oct nov dec mär mrz mai okt dez fév avr jui aoû déc',
    'ene abr ago dic gen mag giu lug set ott fev out mrt mei maj des sty lut kwi cze lip sie wrz paź lis gru',
    'led úno bře dub kvě čer srp zář říj pro már ápr máj jún júl sze oca şub nis haz tem ağu eyl eki kas ara',
    'янв фев мар апр май июн июл авг сен окт ноя дек',
  ].flatMap((beginnings) => beginnings.split(' ')),
);
