/** Values of the scripting language and its operators, for any script profile. Pure functions; what the profile throws on throws a ScriptRuntimeError. */
import { message } from '../messages/message.ts';
import { ScriptError } from '../script/script-diagnostic.ts';
import type { ScriptHazard, ScriptProfile } from '../script/script-profile.ts';
import type { BinaryOperator, SourcePosition } from '../script/syntax.ts';

type ScriptNumber = { readonly type: 'integer'; readonly number: number } | { readonly type: 'float'; readonly number: number };
/** The initial value of a float variable where it is rounded to single precision (ScriptProfile.floatVariables). */
interface SingleValue {
  readonly type: 'single';
  readonly shown: number;
}
/** A value that is shown, but counts as 0 and is never true (ScriptProfile.floatVariables). */
interface InertValue {
  readonly type: 'inert';
  readonly shown: PlainValue;
}
/** The initial value of a float variable that is lost before the game starts (ScriptProfile.floatVariables). */
interface LostValue {
  readonly type: 'uninitialized';
  readonly shown: PlainValue;
}
export type ScriptValue = string | boolean | ScriptNumber | SingleValue | InertValue | LostValue;
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
  return 'shown' in value ? value.shown : value.number;
}

/** A value as `show` and the joining of texts write it. */
export function formatScriptValue(value: ScriptValue, { numbers: { shownDigits } }: Pick<ScriptProfile, 'numbers'>): string {
  if (typeof value !== 'object') return String(value);
  if (value.type === 'integer') return String(value.number);
  if (value.type === 'float') return formatScriptNumber(value.number, shownDigits.double);
  const { shown } = value;
  return typeof shown === 'number' ? formatScriptNumber(shown, shownDigits.single) : String(shown);
}

/** Thrown inside the interpreter only, which catches it and reports the error. */
export class ScriptRuntimeError extends ScriptError {}

/** The maximum length of a text: a script that doubles a text at each visit must not exhaust the memory. */
const maxTextLength = 100_000;

type Profile = Pick<ScriptProfile, 'fatalHazards' | 'numbers' | 'textOrder'>;
export const isFatalHazard = ({ fatalHazards: list }: Pick<Profile, 'fatalHazards'>, hazard: ScriptHazard): boolean =>
  list.includes(hazard);

/** [Scripts] A text is true unless it is empty, a number above 0 in all published profiles. */
export function isTruthy(value: ScriptValue, { numbers }: Pick<Profile, 'numbers'>): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value !== '';
  const number = numberOf(value);
  return numbers.trueNumbers === 'aboveZero' ? number > 0 : number !== 0;
}

/** The number that a value counts as. Texts and inert numbers count as 0. */
export function numberOf(value: ScriptValue): number {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || value.type === 'inert' || value.type === 'uninitialized') return 0;
  return value.type === 'single' ? Math.fround(value.shown) : value.number;
}

const isFloat = (value: ScriptValue): boolean => typeof value === 'object' && (value.type === 'float' || value.type === 'single');

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
    if (operator === '+') return joinTexts(left, right, at, profile);
    if (isFatalHazard(profile, 'calculationWithText')) throw new ScriptRuntimeError(message('script.run.textOperator', { operator }), at);
  }
  refuseBooleanAfterNumber(left, right, at, profile);
  const [a, b] = [numberOf(left), numberOf(right)];
  const result = arithmetic[operator](a, b);
  if (isUndefined(operator, b, result, profile)) throw new ScriptRuntimeError(message('script.run.divisionByZero'), at);
  return operator === '/' || isFloat(left) || isFloat(right) ? floatValue(result) : toInteger(result, profile);
}

function isUndefined(operator: ArithmeticOperator, divisor: number, result: number, profile: Profile): boolean {
  if (operator === '%') return divisor === 0;
  if (operator !== '/') return false;
  return Number.isNaN(result)
    ? divisor === 0 && isFatalHazard(profile, 'zeroByZero')
    : !Number.isFinite(result) && isFatalHazard(profile, 'divisionByZero');
}

function joinTexts(left: ScriptValue, right: ScriptValue, at: SourcePosition, profile: Profile): string {
  const text = `${formatScriptValue(left, profile)}${formatScriptValue(right, profile)}`;
  if (text.length > maxTextLength) throw new ScriptRuntimeError(message('script.run.textTooLong'), at);
  return text;
}

const minInt32 = -2_147_483_648;

/** Without the decimals. `+ 0` turns -0 into 0. */
export function toInteger(number: number, { numbers }: Pick<Profile, 'numbers'>): ScriptNumber {
  const whole = Math.trunc(number) + 0;
  if (whole >= minInt32 && whole <= -minInt32 - 1) return integerValue(whole);
  // The operator keeps the lowest 32 bits.
  return integerValue(numbers.integerOverflow === 'minimum' ? minInt32 : whole | 0);
}

/** [Scripts] `<` and the other comparisons by size count a text as 0, unless the profile orders two texts alphabetically. Values of different types are never equal. */
export function compareValues(
  operator: Extract<BinaryOperator, '<' | '<=' | '>' | '>=' | '==' | '!='>,
  left: ScriptValue,
  right: ScriptValue,
  at: SourcePosition,
  profile: Profile,
): boolean {
  if (operator === '==' || operator === '!=') return isEqual(left, right, at, profile) === (operator === '==');
  refuseBooleanAfterNumber(left, right, at, profile);
  const areOrderedTexts = profile.textOrder === 'alphabetical' && typeof left === 'string' && typeof right === 'string';
  const [a, b] = areOrderedTexts ? [left, right] : [numberOf(left), numberOf(right)];
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

/** From how many digits before the decimal point on the shortest form of a number has an exponent. */
const shortestDigits = 15;

/** Numbers as the published interpreters show them: with so many significant digits, small and large ones with an exponent of two digits or more. */
function formatScriptNumber(number: number, shownDigits: number | 'shortest'): string {
  if (!Number.isFinite(number)) return String(number);
  const shortest = shownDigits === 'shortest' ? number.toExponential() : undefined;
  const digits = shownDigits === 'shortest' ? shortestDigits : shownDigits;
  const [mantissa = '', exponent = '0'] = (shortest ?? number.toExponential(digits - 1)).split('e');
  const power = Number(exponent);
  // JavaScript, too, writes the shortest decimals in this range.
  if (power > -5 && power < digits) return shortest === undefined ? trimZeros(number.toFixed(digits - 1 - power)) : String(number);
  return `${trimZeros(mantissa)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Without zeros at the end of the decimals. */
function trimZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal;
  let end = decimal.length;
  while (decimal[end - 1] === '0') end--;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}
