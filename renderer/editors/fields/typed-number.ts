/**
 * Numbers as people type them, in all number fields. A field shows a number in the form of the window's language, without grouping, so that what it shows
 * is read as the same number again.
 */
import { useRef } from 'react';
import { formatNumber, t } from '../../messages/translate.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { useWhenRemoved } from '../../ui/use-when-removed.ts';

export type NumberType = 'integer' | 'float';
type ParsedNumber = { readonly number: number; readonly error?: undefined } | { readonly number?: undefined; readonly error: string };

/** The separators of the window's language. */
function readSeparators(): { readonly group: string; readonly decimal: string } {
  const [, group = '', decimal = ''] = /^1(\D+)234\D+567(\D+)5$/.exec(formatNumber(1_234_567.5)) ?? [];
  return { group, decimal };
}

/** A number as its field shows it. */
export const formatTypedNumber = (number: number): string => String(number).replace('.', readSeparators().decimal);

/**
 * Digits may be full-width, and grouped by spaces, apostrophes, commas or points. A single comma or point before exactly three digits is ambiguous: it
 * groups if the window's language groups so, and is rejected otherwise, because 1,000 must never become 1. Where the field contains three
 * decimals already (`current`), and those typed do not end in a zero, which nobody writes, the decimal separator of the language is one. Pure but for the language.
 */
export function parseNumber(typed: string, type: NumberType, current = 0): ParsedNumber {
  // NFKC turns full-width characters and no-break spaces into plain ones.
  const text = typed.normalize('NFKC').trim().replace(/[−–‒]/g, '-').replace(/[’‘ʼ]/g, "'");
  if (text === '') return { error: t('attributes.fault.numberNeeded') };
  const [, sign = '', body = '', exponent = ''] = /^([+-]?) ?([\d.,' ]*\d[.,]?)(e[+-]?\d+)?$/i.exec(text) ?? [];
  const read = body === '' ? null : readDigits(body, current);
  if (read === null) return { error: t('attributes.fault.notANumber') };
  if (read.isAmbiguous && exponent === '') return { error: describeAmbiguity(text, sign, read.digits) };
  const number = Number(sign + read.digits + exponent);
  if (!Number.isFinite(number)) return { error: t('attributes.fault.numberTooLarge') };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { error: t('attributes.fault.notWhole') };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { error: t('attributes.fault.numberTooLarge') };
}

/** The digits without grouping, with a point before the decimals; null if they are not a number. */
function readDigits(body: string, current: number): { readonly digits: string; readonly isAmbiguous?: true } | null {
  const whole = /^\d{1,3}([ '.,])\d{3}(?:\1\d{3})*/.exec(body);
  const separators = body.replace(/\d/g, '');
  if (separators === '') return { digits: body };
  if (separators.length === 1 && /[.,]/.test(separators)) {
    const [before = '', decimals = ''] = body.split(separators);
    const digits = `${before}.${decimals}`;
    if (decimals.length !== 3 || !/^[1-9]\d{0,2}$/.test(before)) return { digits };
    const { group, decimal } = readSeparators();
    if (separators === group) return { digits: before + decimals };
    const isDecimal = separators === decimal && hasThousandths(current) && !decimals.endsWith('0');
    return isDecimal ? { digits } : { digits, isAmbiguous: true };
  }
  const [grouped = '', separator] = whole ?? [];
  const rest = body.slice(grouped.length);
  if (separator === undefined || (rest !== '' && !/^[.,]\d*$/.test(rest)) || rest.startsWith(separator)) return null;
  return { digits: grouped.replaceAll(separator, '') + rest.replace(',', '.') };
}

const hasThousandths = (number: number): boolean => /\.\d{3}/.test(String(number));

function describeAmbiguity(text: string, sign: string, digits: string): string {
  const { decimal } = readSeparators();
  return t('attributes.fault.ambiguousNumber', {
    text,
    reading: formatTypedNumber(Number(sign + digits)),
    whole: sign + digits.replace('.', ''),
    exact: `${sign}${digits.replace('.', decimal)}0`,
  });
}

/** Which numbers a field accepts, and how it shows them. */
export interface NumberRange {
  readonly type: NumberType;
  /** The field shows no more than this many decimals. */
  readonly decimals?: number;
  readonly min?: number;
  readonly max?: number;
  /** Whether an empty field is a value. */
  readonly canBeEmpty?: boolean;
}

/** As `parseNumber`; null for an empty field. */
export const readTypedNumber = (
  text: string,
  current: number | null,
  { type, canBeEmpty = false }: NumberRange,
): ParsedNumber | { number: null; error?: undefined } =>
  text.trim() === '' && canBeEmpty ? { number: null } : parseNumber(text, type, current ?? 0);

export const clampToRange = (number: number | null, { min = -Infinity, max = Infinity }: NumberRange): number | null =>
  number === null ? null : Math.max(min, Math.min(max, number));

export const roundForDisplay = (number: number | null, { decimals }: NumberRange): string =>
  number === null ? '' : formatTypedNumber(decimals === undefined ? number : Math.round(number * 10 ** decimals) / 10 ** decimals);

/** What a number field shows, and what its control calls. */
export interface ShownNumber {
  readonly text: string;
  /** As typed; undefined if it is none. */
  readonly number: number | null | undefined;
  readonly fault: string | null;
  readonly type: (text: string) => void;
  readonly leave: () => void;
}

interface TypedNumberOptions extends NumberRange {
  readonly value: number | null;
  readonly save: (value: number | null) => void;
}

/** A number that is no field of a record. It is set when the field is left, or goes away; what is not valid is replaced by the value then. */
export function useTypedNumber({ value, save, ...range }: TypedNumberOptions): ShownNumber {
  const shown = roundForDisplay(value, range);
  const [text, setText] = useResettingState(shown, shown);
  /** Since the last key: saving twice would be two changes. */
  const isSaved = useRef(false);
  const { number, error } = readTypedNumber(text, value, range);
  const leave = () => {
    if (text === shown || isSaved.current) return;
    isSaved.current = true;
    const valid = number === undefined ? undefined : clampToRange(number, range);
    setText(valid === undefined ? shown : roundForDisplay(valid, range));
    if (valid !== undefined && roundForDisplay(valid, range) !== shown) save(valid);
  };
  useWhenRemoved(leave);
  return {
    text,
    number,
    fault: text === shown ? null : (error ?? null),
    type(next: string) {
      isSaved.current = false;
      setText(next);
    },
    leave,
  };
}
