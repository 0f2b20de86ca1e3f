/** Values of the scripting language and its operators. Pure functions; a value of the wrong type throws a ScriptRuntimeError with its position. */
import type { BinaryOperator, SourcePosition } from '../script/syntax.ts';

export type ScriptValue = string | number | boolean;

/** Thrown inside the interpreter only, which catches it and reports the error. */
export class ScriptRuntimeError extends Error {
  readonly position: SourcePosition;

  constructor(message: string, at: SourcePosition) {
    super(message);
    this.position = at;
  }
}

/** The maximum length of a text: a script that doubles a text at each visit must not exhaust the memory. */
const MAX_TEXT_LENGTH = 100_000;

/** [Scripts] Everything is true except false, 0 and the empty text. */
export const isTruthy = (value: ScriptValue): boolean => value !== false && value !== 0 && value !== '' && !Number.isNaN(value);

const arithmetic = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
};

/** [Scripts] Concatenates texts with `+`, or calculates: booleans count as 1 and 0; the other operators reject texts. */
export function calculate(operator: '+' | '-' | '*' | '/' | '%', left: ScriptValue, right: ScriptValue, at: SourcePosition): ScriptValue {
  if (typeof left === 'string' || typeof right === 'string') {
    if (operator !== '+') throw new ScriptRuntimeError(`“${operator}” cannot be done with a text, only + can.`, at);
    const text = `${left}${right}`;
    if (text.length > MAX_TEXT_LENGTH) throw new ScriptRuntimeError('This text has grown too long.', at);
    return text;
  }
  const [a, b] = [Number(left), Number(right)];
  if ((operator === '/' || operator === '%') && b === 0) throw new ScriptRuntimeError('Nothing can be divided by 0.', at);
  const result = arithmetic[operator](a, b);
  if (!Number.isFinite(result)) throw new ScriptRuntimeError('This number has grown too large.', at);
  return operator === '/' || Number.isInteger(result) ? result : roundToDecimal(result);
}

/** The published interpreters use decimal arithmetic: 0.1 + 0.2 is 0.3 there, and here. */
const roundToDecimal = (number: number): number => Number(number.toPrecision(15));

/** [Scripts] Values of different types are never equal; texts and numbers cannot be ordered. */
export function compareValues(
  operator: Extract<BinaryOperator, '<' | '<=' | '>' | '>=' | '==' | '!='>,
  left: ScriptValue,
  right: ScriptValue,
  at: SourcePosition,
): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if ((typeof left === 'string') !== (typeof right === 'string'))
    throw new ScriptRuntimeError('A text and a number cannot be compared by size.', at);
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** Names a value in an error message. */
export const describeValue = (value: ScriptValue): string =>
  typeof value === 'string' ? `the text “${value.slice(0, 40)}”` : String(value);
