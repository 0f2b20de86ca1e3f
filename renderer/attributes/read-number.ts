/** A number as a writer types it. A comma stands for a point where there is none. Pure. */
export type ReadNumber = { readonly number: number; readonly fault?: undefined } | { readonly number?: undefined; readonly fault: string };

export function readNumber(typed: string, type: 'integer' | 'float'): ReadNumber {
  const text = typed.trim().replace(/−/g, '-');
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  if (plain === '') return { fault: 'A number is needed.' };
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return { fault: 'This is no number.' };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { fault: 'This number is too large.' };
  if (type === 'float') return { number };
  if (!Number.isInteger(number)) return { fault: 'This must be a whole number.' };
  return Number.isSafeInteger(number) ? { number: number === 0 ? 0 : number } : { fault: 'This number is too large.' };
}
