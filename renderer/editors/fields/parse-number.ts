/** A number as a writer types it. A comma stands for a point where there is none. Pure. */
import { attributesMessages } from '../../messages/en/attributes.ts';
export type ParsedNumber =
  | { readonly number: number; readonly error?: undefined }
  | { readonly number?: undefined; readonly error: string };

export function parseNumber(typed: string, type: 'integer' | 'float'): ParsedNumber {
  const text = typed.trim().replace(/−/g, '-');
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  if (plain === '') return { error: attributesMessages.aNumberIsNeeded };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return { error: attributesMessages.thisIsNoNumber };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { error: attributesMessages.thisNumberIsToo };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { error: attributesMessages.thisMustBeA };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { error: attributesMessages.thisNumberIsToo };
}
