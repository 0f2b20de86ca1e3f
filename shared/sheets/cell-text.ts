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

interface CellContext {
  readonly isRich: boolean;
  /**
   * The texts that the story has in all languages in place of the cell's. A cell is no error where one of them is equal or looks like one: `#WOW!` is a
   * translation of `#OMG!`, and `Loading...` of `Laden …`.
   */
  readonly known?: readonly string[];
}

export function parseCell(cell: string, { isRich, known = [] }: CellContext): CellParseResult {
  const text = unescapeFormula(cell);
  if (text.trim() === '') return { ok: true, text: null };
  const isKnownForm = (): boolean => {
    const form = cell.trim().startsWith('#') ? /^'*#.*[!?]$/su : /(?:\.\.\.|…)$/;
    return known.map((each) => toCellText(each, { isRich })).some((each) => unescapeFormula(each) === cell || form.test(each.trim()));
  };
  if (text === cell && isErrorValue(cell) && !isKnownForm())
    return { ok: false, error: message('translations.faults.errorValue', { value: cell.trim() }) };
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
 * What spreadsheets show, and write into CSV files, where a formula failed, in any of their languages: they take a text that begins with `-` or
 * `=` for a formula. Nearly all are capital letters, or letters without a case, between `#` and `!` or `?`: `#NAME?`, `#¡DIV/0!`, `#ΤΙΜΗ!`, `#שם?`.
 */
const errorForm = /^#[¿¡]?[\p{Lu}\p{Lo}\p{Lm}\p{M}][\p{Lu}\p{Lo}\p{Lm}\p{M}\p{N}/'’_ .-]{1,23}[!?]$/u;
/** `#N/A`, `#Н/Д`. */
const missingValueForm = /^#\p{Lu}{1,2}\/\p{Lu}{1,4}$/u;
/** Those of another form. Google Sheets shows the last one until it has the value. */
const otherErrorValues = new Set(
  '#NV #SAKNAS #PUUTTUU #NENÍ_K_DISPOZICI #HIÁNYZIK #YOK #GETTING_DATA #DATEN_ABRUFEN Loading...'.split(' '),
);

/** LibreOffice numbers some errors; a date or number in a narrow column is shown as `####`. */
function isErrorValue(cell: string): boolean {
  const value = cell.trim();
  return errorForm.test(value) || missingValueForm.test(value) || otherErrorValues.has(value) || /^(?:Err:\d{3}|#{3,})$/.test(value);
}

/**
 * Whether a spreadsheet has taken the text `before` for a number, a date, a time or a truth value, and shows it as one: `7` for `007`, `1.23E+11` for
 * `123456789012`, `02. Jan` for `1-2`, `12-Mar` for `12 March`, `09:05:00` for `9:05`, `TRUE` for `true`.
 */
export function isConvertedBySpreadsheet(before: string, cell: string): boolean {
  const [own, shown] = [unescapeFormula(before).trim(), unescapeFormula(cell).trim()];
  if (own === shown || own.length > maxNumberLength || shown.length > maxNumberLength) return false;
  if (isSameTruthValue(own, shown) || isSameNamedDate(own, shown) || isSameTimeOfHalfDay(own, shown) || isSerial(own, shown)) return true;
  if (!/^[+-]?\p{Sc}? ?[.,]?\d/u.test(own)) return false;
  // Another decimal separator or place of the currency is an edit: that of the language.
  if (withoutLocalForm(own) === withoutLocalForm(shown)) return false;
  return isSameNumber(own, shown) || isSameDate(own, shown);
}

const currencyIn = (text: string): string => /\p{Sc}/u.exec(text)?.[0] ?? '';
const withoutLocalForm = (text: string): string => {
  const currency = currencyIn(text);
  return currency + (currency === '' ? text : text.replace(currency, '').trim()).replaceAll(',', '.');
};

const maxNumberLength = 64;

function isSameNumber(own: string, shown: string): boolean {
  if (!['', currencyIn(own)].includes(currencyIn(shown))) return false;
  const [ownValues, shownValues] = [numbersOf(own.replace(/^(?=[.,]\d+$)/, '0')), numbersOf(shown)];
  if (ownValues.some((value) => shownValues.includes(value))) return true;
  // Only 15 digits are stored.
  if (/^\d{16,}$/.test(own) && shown === own.slice(0, 15).padEnd(own.length, '0')) return true;
  const digits = /^[+-]?(\d(?:[.,]\d+)?)E/i.exec(shown)?.[1]?.replace(/\D/g, '').length;
  return digits !== undefined && ownValues.some((value) => shownValues.includes(Number(value.toPrecision(digits))));
}

/** The numbers that a text stands for: `1.234` has three decimals, or a separator of thousands; `(5)` is negative. */
function numbersOf(text: string): number[] {
  const amount = text
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/\s?\p{Sc}\s?/u, '')
    .replace(/(?<=\d)[\u00A0\u202F'’_ ](?=\d{3}(?!\d))/g, '');
  const parts = /^([+-]?)([\d.,]+(?:E[+-]?\d+)?)(%?)$/i.exec(amount);
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
  // A year may be shown with its century, or without it.
  const isShown = (number: string): boolean =>
    numbers.some((each) => [Number(each), Number(each) % (each.length === 4 ? 100 : 10_000)].includes(Number(number))) ||
    (number.length === 4 && numbers.includes(number.slice(2)));
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

/** A day and a month by its name, in any order, with a year or without one; or a month and a year. Also `MARCH1`. */
const namedDate = /^(?:(\d{1,2})(?:st|nd|rd|th)?[.]?[ -])?(\p{L}{3,})[.]?(?:[ -]?(\d{1,2})(?:st|nd|rd|th)?)?(?:,?[ -](\d{4}))?$/u;

/** Spreadsheets show such a date with an abbreviated month behind the day, or as numbers only. */
function isSameNamedDate(own: string, shown: string): boolean {
  const [matched, before, month = '', after, year] = namedDate.exec(own) ?? [];
  const day = before ?? after;
  const numberCount = [before, after, year].filter((number) => number !== undefined).length;
  if (matched === undefined || !isMonth(month) || numberCount === 0 || (before !== undefined && after !== undefined)) return false;
  const isShownYear = (text: string | undefined): boolean => text === year || text === year?.slice(2);
  const [, dayShown, mark, monthShown = '', yearShown] =
    /^(?:(\d{1,2})([-/.]|\. ))?(\p{L}{3,4})\.?(?:[-/. ](\d{2}|\d{4}))?$/u.exec(shown) ?? [];
  if (monthShown !== '') {
    const isOfSpreadsheets = (mark ?? '. ') !== '. ' || (mark === '. ' && after !== undefined && monthShown.length === 3);
    const isAbbreviated = monthShown.length < month.length && (beginningOf(month) === beginningOf(monthShown) || monthShown === 'Mrz');
    // A writer may also replace the name by that of another language.
    const isOtherForm = isOfSpreadsheets || isAbbreviated || (day === undefined && yearShown?.length === 2);
    if (!isOtherForm || !isSameMonth(month, monthShown)) return false;
    // A month and a year may be shown as `24-Mar`.
    if (day === undefined && yearShown === undefined && dayShown !== undefined && isShownYear(dayShown)) return true;
    if (Number(dayShown ?? 1) !== Number(day ?? 1)) return false;
    return yearShown === undefined || year === undefined || isShownYear(yearShown);
  }
  const numbers = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(shown) ? numberTextsIn(shown) : [];
  return numbers.some((number) => Number(number) === Number(day ?? 1)) && (year === undefined || numbers.some(isShownYear));
}

/**
 * The hour of a day for one of its halves is shown as one of the whole day, or with what the text does not have: the seconds, or a space and capital letters.
 */
function isSameTimeOfHalfDay(own: string, shown: string): boolean {
  const [ownHalf, shownHalf] = [halfOfDay.exec(own)?.[1], halfOfDay.exec(shown)?.[1]];
  const [time, timeShown] = [secondsOf(own), secondsOf(shown)];
  if (ownHalf === undefined || time === undefined || time !== timeShown) return false;
  const hasSeconds = (text: string): boolean => text.split(':').length === 3;
  return shownHalf === undefined || hasSeconds(own) !== hasSeconds(shown) || (/\d[AP]M$/i.test(own) && /\d [AP]M$/.test(shown));
}

const halfOfDay = /([AP])\.?M\.?$/i;

/** The seconds from the beginning of the day to a time, `14:30`, `2:30:00 PM`. */
function secondsOf(text: string): number | undefined {
  const [matched, hour, minute, second = '0', half] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return (hours * 60 + Number(minute)) * 60 + Number(second);
}

/** Spreadsheets store a date as the number of days since 1899-12-30, and a time as a part of a day. Cells without a format show that number. */
function isSerial(own: string, shown: string): boolean {
  const [matched, days = '', decimals] = /^(\d{1,5})(?:[.,](\d+))?$/.exec(shown) ?? [];
  if (matched === undefined) return false;
  const time = secondsOf(own);
  if (time !== undefined) {
    const scale = 10 ** (decimals?.length ?? 0);
    return scale > 10 && Math.round((time / secondsOfDay) * scale) === Math.round(Number(`${days}.${decimals}`) * scale);
  }
  if (decimals !== undefined) return false;
  const date = new Date((Number(days) - serialOf1970) * secondsOfDay * 1000);
  return datesOf(own).some(
    ({ year, month, day }) =>
      date.getUTCMonth() + 1 === month &&
      date.getUTCDate() === day &&
      // A date without a year is one of the current year.
      (year === undefined ? date.getUTCFullYear() >= 2000 : (date.getUTCFullYear() - year) % (year < 100 ? 100 : 10_000) === 0),
  );
}

const secondsOfDay = 24 * 60 * 60;
const serialOf1970 = 25_569;

/** The days that a text may stand for, in all orders of its parts. A month alone begins with its first day. */
function datesOf(text: string): { readonly year: number | undefined; readonly month: number; readonly day: number }[] {
  const [, before, month = '', after, namedYear] = namedDate.exec(text) ?? [];
  const day = before ?? after;
  if (day !== undefined || namedYear !== undefined) {
    const year = namedYear === undefined ? undefined : Number(namedYear);
    return monthsOf(month).map((each) => ({ year, month: each, day: Number(day ?? 1) }));
  }
  if (!dateLike.test(text) || text.includes(':')) return [];
  const [one = 0, two = 0, three] = numberTextsIn(text).map(Number);
  if (three !== undefined)
    return [
      { year: one, month: two, day: three },
      { year: three, month: two, day: one },
      { year: three, month: one, day: two },
    ];
  return [
    { year: undefined, month: one, day: two },
    { year: undefined, month: two, day: one },
    { year: one, month: two, day: 1 },
    { year: two, month: one, day: 1 },
  ];
}

/** What spreadsheets show for a truth value, in their languages. */
const truthValues: readonly ReadonlySet<string>[] = [
  'TRUE WAHR VRAI VERO VERDADERO VERDADEIRO WAAR PRAWDA ИСТИНА SANT SAND TOSI PRAVDA IGAZ DOĞRU',
  'FALSE FALSCH FAUX FALSO ONWAAR FAŁSZ ЛОЖЬ FALSKT FALSK USANN EPÄTOSI NEPRAVDA HAMIS YANLIŞ',
].map((words) => new Set(words.split(' ')));
const isSameTruthValue = (own: string, shown: string): boolean =>
  truthValues.some((words) => words.has(shown) && words.has(own.toUpperCase()));

const numberTextsIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

const beginningOf = (word: string): string => word.slice(0, 3).toLowerCase();
/** The numbers of the months whose names begin like the word: some languages have one name for two months. */
const monthsOf = (word: string): readonly number[] =>
  monthBeginnings.flatMap((beginnings, index) => (beginnings.includes(beginningOf(word)) ? [index + 1] : []));
const isMonth = (word: string): boolean => monthsOf(word).length > 0;
const isSameMonth = (one: string, two: string): boolean => monthsOf(one).some((month) => monthsOf(two).includes(month));

/** The first three letters of the months, in the languages of most spreadsheets. */
const monthBeginnings = [
  'jan ene gen sty led oca янв',
  'feb fév fev lut úno şub фев',
  'mar mär mrz mrt bře már мар',
  'apr avr abr kwi dub ápr nis апр',
  'may mai mag maj mei kvě máj май',
  'jun jui giu cze čer jún haz июн',
  'jul jui lug lip čer júl tem июл',
  'aug aoû ago sie srp ağu авг',
  'sep set wrz zář sze eyl сен',
  'oct okt out ott paź říj eki окт',
  'nov lis kas ноя',
  'dec dez déc dic des gru pro ara дек',
].map((beginnings) => beginnings.split(' '));
