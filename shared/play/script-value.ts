/** Values of the scripting language and its operators, for any script profile. Pure functions; what the profile throws on throws a ScriptRuntimeError. */
import { type Message, message } from '../../shared/messages/message.ts';
import type { ScriptHazard, ScriptProfile } from '../script/script-profile.ts';
import type { BinaryOperator, SourcePosition } from '../script/syntax.ts';

type ScriptNumber = { readonly type: 'integer'; readonly number: number } | { readonly type: 'float'; readonly number: number };
/** A value that is shown, but counts as 0 and is never true (ScriptProfile.floatVariables). */
interface InertValue {
  readonly type: 'inert';
  readonly shown: PlainValue;
}
export type ScriptValue = string | boolean | ScriptNumber | InertValue;
/** A value as a variable of the story stores it. */
export type PlainValue = string | boolean | number;

export const integerValue = (number: number): ScriptNumber => ({ type: 'integer', number });
export const floatValue = (number: number): ScriptNumber => ({ type: 'float', number });

/** A number is an integer if the variable is one, or if it has no decimals. */
export function fromPlainValue(value: PlainValue, type?: 'string' | 'integer' | 'float' | 'boolean'): ScriptValue {
  if (typeof value !== 'number') return value;
  return type === 'float' || !Number.isInteger(value) ? floatValue(value) : integerValue(value);
}

export function toPlainValue(value: ScriptValue): PlainValue {
  if (typeof value !== 'object') return value;
  return value.type === 'inert' ? value.shown : value.number;
}

/** A value as `show` and the joining of texts write it. */
export function formatScriptValue(value: ScriptValue): string {
  if (typeof value !== 'object') return String(value);
  if (value.type === 'integer') return String(value.number);
  if (value.type === 'float') return formatScriptNumber(value.number, DOUBLE_DIGITS);
  const { shown } = value;
  return typeof shown === 'number' ? formatScriptNumber(shown, SINGLE_DIGITS) : String(shown);
}

/** Significant digits of numbers of double and single precision. */
const DOUBLE_DIGITS = 15;
const SINGLE_DIGITS = 7;

/** Thrown inside the interpreter only, which catches it and reports the error. */
export class ScriptRuntimeError extends Error {
  readonly text: Message;
  readonly position: SourcePosition;

  constructor(text: Message, at: SourcePosition) {
    super(text.key);
    this.text = text;
    this.position = at;
  }
}

/** The maximum length of a text: a script that doubles a text at each visit must not exhaust the memory. */
const MAX_TEXT_LENGTH = 100_000;

type Profile = Pick<ScriptProfile, 'fatalHazards'>;
export const isFatalHazard = ({ fatalHazards: list }: Profile, hazard: ScriptHazard): boolean => list.includes(hazard);

/** [Scripts] A text is true unless it is empty, a number above 0. */
export function isTruthy(value: ScriptValue): boolean {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? value !== '' : value.type !== 'inert' && value.number > 0;
}

/** The number that a value counts as. Texts and inert numbers count as 0. */
export function numberOf(value: ScriptValue): number {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || value.type === 'inert' ? 0 : value.number;
}

const isFloat = (value: ScriptValue): boolean => typeof value === 'object' && value.type === 'float';

type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
const arithmetic = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
};

/** [Scripts] Concatenates texts with `+`, or calculates: booleans count as 1 and 0, a quotient is a float. */
export function calculate(
  operator: ArithmeticOperator,
  left: ScriptValue,
  right: ScriptValue,
  at: SourcePosition,
  profile: Profile,
): ScriptValue {
  if (typeof left === 'string' || typeof right === 'string') {
    if (operator === '+') return joinTexts(left, right, at);
    if (isFatalHazard(profile, 'calculationWithText')) throw new ScriptRuntimeError(message('script.run.textOperator', { operator }), at);
  }
  refuseBooleanAfterNumber(left, right, at, profile);
  const [a, b] = [numberOf(left), numberOf(right)];
  const result = arithmetic[operator](a, b);
  if (isUndefined(operator, b, result, profile)) throw new ScriptRuntimeError(message('script.run.divisionByZero'), at);
  return operator === '/' || isFloat(left) || isFloat(right) ? floatValue(result) : integerValue(toInt32(result));
}

function isUndefined(operator: ArithmeticOperator, divisor: number, result: number, profile: Profile): boolean {
  if (operator === '%') return divisor === 0;
  if (operator !== '/') return false;
  return Number.isNaN(result)
    ? divisor === 0 && isFatalHazard(profile, 'zeroByZero')
    : !Number.isFinite(result) && isFatalHazard(profile, 'divisionByZero');
}

function joinTexts(left: ScriptValue, right: ScriptValue, at: SourcePosition): string {
  const text = `${formatScriptValue(left)}${formatScriptValue(right)}`;
  if (text.length > MAX_TEXT_LENGTH) throw new ScriptRuntimeError(message('script.run.textTooLong'), at);
  return text;
}

const MIN_INT32 = -2_147_483_648;

/** The published interpreters convert a number that does not fit to the smallest integer. `+ 0` turns -0 into 0. */
export const toInt32 = (number: number): number => {
  const whole = Math.trunc(number) + 0;
  return whole >= MIN_INT32 && whole <= -MIN_INT32 - 1 ? whole : MIN_INT32;
};

/** [Scripts] By size, texts count as 0. A number and a text are equal where the number on the left is 0. */
export function compareValues(
  operator: Extract<BinaryOperator, '<' | '<=' | '>' | '>=' | '==' | '!='>,
  left: ScriptValue,
  right: ScriptValue,
  at: SourcePosition,
  profile: Profile,
): boolean {
  if (operator === '==' || operator === '!=') return isEqual(left, right, at, profile) === (operator === '==');
  refuseBooleanAfterNumber(left, right, at, profile);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function isEqual(left: ScriptValue, right: ScriptValue, at: SourcePosition, profile: Profile): boolean {
  if (typeof left === 'object') {
    refuseBooleanAfterNumber(left, right, at, profile);
    return left.type !== 'inert' && numberOf(left) === numberOf(right);
  }
  if (typeof left !== typeof right && isFatalHazard(profile, 'equalityOfOtherTypes'))
    throw new ScriptRuntimeError(message('script.run.otherType', { type: typeof left }), at);
  return left === right;
}

function refuseBooleanAfterNumber(left: ScriptValue, right: ScriptValue, at: SourcePosition, profile: Profile): void {
  if (typeof right === 'boolean' && typeof left !== 'boolean' && isFatalHazard(profile, 'booleanAfterNumber'))
    throw new ScriptRuntimeError(message('script.run.booleanAfterNumber'), at);
}

/** Numbers as the published interpreters show them: with so many significant digits, small and large ones with an exponent of two digits or more. */
function formatScriptNumber(number: number, digits: number): string {
  if (!Number.isFinite(number)) return String(number);
  const [mantissa = '', exponent = '0'] = number.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power > -5 && power < digits) return trimZeros(number.toFixed(digits - 1 - power));
  return `${trimZeros(mantissa)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Without zeros at the end of the decimals. With this many digits, a number is written as it was read. */
const trimZeros = (decimal: string): string => String(Number(decimal) + 0);
