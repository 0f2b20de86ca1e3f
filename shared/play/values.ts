/** Values of the scripting language and what its operators make of them. Pure; a value that does not fit is a PlayError with its place. */
import type { BinaryOperator, Place } from '../script/syntax.ts';

export type Value = string | number | boolean;

/** Thrown inside the interpreter only: it catches it and tells the fault. */
export class PlayError extends Error {
  readonly at: Place;

  constructor(message: string, at: Place) {
    super(message);
    this.at = at;
  }
}

/** Longer no text grows: a script that doubles one at each visit must not take the memory. */
const LONGEST = 100_000;

/** [Scripts] What counts as true: everything but false, 0 and the empty text. */
export const isTrue = (value: Value): boolean => value !== false && value !== 0 && value !== '' && !Number.isNaN(value);

/** [Scripts] Adds texts, or calculates: booleans count as 1 and 0, texts do not count. */
export function calculate(operator: '+' | '-' | '*' | '/' | '%', left: Value, right: Value, at: Place): Value {
  if (typeof left === 'string' || typeof right === 'string') {
    if (operator !== '+') throw new PlayError(`“${operator}” cannot be done with a text, only + can.`, at);
    const text = `${left}${right}`;
    if (text.length > LONGEST) throw new PlayError('This text has grown too long.', at);
    return text;
  }
  const [a, b] = [Number(left), Number(right)];
  if ((operator === '/' || operator === '%') && b === 0) throw new PlayError('Nothing can be divided by 0.', at);
  const result = operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : operator === '/' ? a / b : a % b;
  if (!Number.isFinite(result)) throw new PlayError('This number has grown too large.', at);
  return operator === '/' || Number.isInteger(result) ? result : decimal(result);
}

/** The published interpreters calculate in decimals: 0.1 + 0.2 is 0.3 there, and here. */
const decimal = (number: number): number => Number(number.toPrecision(15));

/** [Scripts] Values of different types are never equal; a text cannot be more or less than a number. */
export function compare(
  operator: Extract<BinaryOperator, '<' | '<=' | '>' | '>=' | '==' | '!='>,
  left: Value,
  right: Value,
  at: Place,
): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if ((typeof left === 'string') !== (typeof right === 'string'))
    throw new PlayError('A text and a number cannot be compared by size.', at);
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** Words for a value in a fault. */
export const valueInWords = (value: Value): string => (typeof value === 'string' ? `the text “${value.slice(0, 40)}”` : String(value));
