/** A number as a writer types it. A comma stands for a point where there is none. Pure. */
import { attributesWords } from '../words/en/attributes.ts';
export type ReadNumber = { readonly number: number; readonly fault?: undefined } | { readonly number?: undefined; readonly fault: string };

export function readNumber(typed: string, type: 'integer' | 'float'): ReadNumber {
  const text = typed.trim().replace(/−/g, '-');
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  if (plain === '') return { fault: attributesWords.aNumberIsNeeded };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return { fault: attributesWords.thisIsNoNumber };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { fault: attributesWords.thisNumberIsToo };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { fault: attributesWords.thisMustBeA };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { fault: attributesWords.thisNumberIsToo };
}
