/** Parses a number as users type it: a comma is a decimal separator if there is no point. Pure. */
import { t } from '../../messages/translate.ts';

type ParsedNumber = { readonly number: number; readonly error?: undefined } | { readonly number?: undefined; readonly error: string };

export function parseNumber(typed: string, type: 'integer' | 'float'): ParsedNumber {
  const text = typed.trim().replace(/−/g, '-');
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  if (plain === '') return { error: t('attributes.fault.numberNeeded') };
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return { error: t('attributes.fault.notANumber') };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { error: t('attributes.fault.numberTooLarge') };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { error: t('attributes.fault.notWhole') };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { error: t('attributes.fault.numberTooLarge') };
}
