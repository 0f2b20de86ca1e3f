/**
 * Shows the numbers of a workbook as a spreadsheet does, where that is the same in every language: whole numbers, dates and times in digits. Pure.
 * Decimal and thousands separators, names of months, the order of a date in the system's format and `/` between its parts depend on the language of
 * the program that shows them, which is not in the file.
 */

export interface NumberFormatter {
  /** The text of a number in a cell with this style; undefined if it is not known. */
  format(number: string, style: number): string | undefined;
}

interface NumberFormats {
  /** The formats that the workbook defines, by number. */
  readonly formatCodes: ReadonlyMap<number, string>;
  /** The number of the format of each style; empty if the workbook has no styles. */
  readonly cellFormats: readonly number[];
  /** Whether day 0 is in 1904 instead of 1899, as in workbooks that were made on old Macs. */
  readonly has1904Dates: boolean;
}

/**
 * The formats that workbooks do not define and that are the same in every language. 0 is “General”, 49 text. The one for hours and minutes has two
 * digits for the hours in some languages.
 */
const commonFormats: ReadonlyMap<number, string> = new Map([
  [0, 'General'],
  [1, '0'],
  [9, '0%'],
  [45, 'mm:ss'],
  [49, '@'],
]);

export function createNumberFormatter({ formatCodes, cellFormats, has1904Dates }: NumberFormats): NumberFormatter {
  return {
    format(text, style) {
      const number = Number(text);
      if (!Number.isFinite(number)) return undefined;
      const id = cellFormats[style] ?? (style === 0 ? 0 : undefined);
      const code = id === undefined ? undefined : (formatCodes.get(id) ?? commonFormats.get(id));
      return code === undefined ? undefined : formatNumber(number, code.replace(/;@$/, ''), has1904Dates);
    },
  };
}

function formatNumber(number: number, code: string, has1904Dates: boolean): string | undefined {
  if (/^(general|@|0)$/i.test(code)) return formatInteger(number, 1);
  if (/^0+$/.test(code)) return formatInteger(number, code.length);
  if (code === '0%') {
    const percent = formatInteger(Number((number * 100).toPrecision(15)), 1);
    return percent === undefined ? undefined : `${percent}%`;
  }
  return formatDate(number, code, has1904Dates);
}

/** Numbers with more than 15 digits are not stored exactly. */
const formatInteger = (number: number, digits: number): string | undefined => {
  if (!Number.isInteger(number) || Math.abs(number) >= 1e15) return undefined;
  return (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(digits, '0');
};

const secondsPerDay = 86_400;
/** Day 61 is 1 March 1900; the days before are counted from a leap day that did not exist. */
const firstExactDay = 61;
const dayOfUnixEpoch = 25_569;
const daysFrom1900To1904 = 1_462;

/** The parts of a date format: digits of year, month, day, hour, minute and second, texts in quotation marks, and other characters as they are. */
const datePart = /^(?:y{4}|yy|m{1,2}|d{1,2}|h{1,2}|s{1,2}|"([^"]*)"|\\(.)|([-. :年月日時分秒]))/i;

function formatDate(number: number, code: string, has1904Dates: boolean): string | undefined {
  // The language of a format only changes names, which are not shown here.
  let rest = code.replace(/^\[\$-[0-9a-f]{1,4}\]/i, '');
  if (/^\[\$-F[48]00\]/i.test(code)) return undefined;
  const seconds = Math.round(number * secondsPerDay) + (has1904Dates ? daysFrom1900To1904 * secondsPerDay : 0);
  const needsDate = /[yd]/i.test(code);
  if (seconds < 0 || (needsDate && seconds < firstExactDay * secondsPerDay)) return undefined;
  const date = new Date((seconds - dayOfUnixEpoch * secondsPerDay) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  let text = '';
  let isAfterHour = false;
  let hasDigits = false;
  while (rest !== '') {
    const match = datePart.exec(rest);
    if (!match) return undefined;
    const [part, quoted, escaped, literal] = match;
    rest = rest.slice(part.length);
    const characters = quoted ?? escaped ?? literal;
    if (characters !== undefined) {
      text += characters;
      continue;
    }
    const letter = part.charAt(0).toLowerCase();
    // `m` is a month, except after hours and before seconds.
    const isMinute = letter === 'm' && (isAfterHour || /^[^a-z]*s/i.test(rest));
    if (letter === 'm' && !isMinute && /^m/i.test(rest)) return undefined;
    if (letter === 'd' && /^d/i.test(rest)) return undefined;
    text += datePartDigits(date, isMinute ? 'minute' : letter, part.length);
    isAfterHour = letter === 'h';
    hasDigits = true;
  }
  return hasDigits ? text : undefined;
}

function datePartDigits(date: Date, part: string, digits: number): string {
  const padded = (value: number) => String(value).padStart(digits, '0');
  switch (part) {
    case 'y':
      return String(date.getUTCFullYear()).slice(-digits);
    case 'm':
      return padded(date.getUTCMonth() + 1);
    case 'd':
      return padded(date.getUTCDate());
    case 'h':
      return padded(date.getUTCHours());
    case 'minute':
      return padded(date.getUTCMinutes());
    default:
      return padded(date.getUTCSeconds());
  }
}
