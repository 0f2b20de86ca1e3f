/** Evaluates an expression of a script under a script profile, without side effects. The functions are those of G18. */
import { message } from '../messages/message.ts';
import type { Project } from '../model/project.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import type { Expression, FunctionArgument, FunctionCall, SourcePosition, VariableReference } from '../script/syntax.ts';
import { maxInt32 } from '../script/value-types.ts';
import { findVariableByName, type PlayMemory, type PlayVariable, readVariable } from './play-memory.ts';
import {
  calculate,
  compareValues,
  floatValue,
  formatScriptValue,
  integerValue,
  isFatalHazard,
  isTruthy,
  numberOf,
  ScriptRuntimeError,
  type ScriptValue,
  toInteger,
} from './script-value.ts';

export function evaluateExpression(expression: Expression, context: EvaluationContext): ScriptValue {
  const { profile } = context;
  switch (expression.type) {
    case 'integer':
      if (expression.value <= maxInt32) return integerValue(expression.value);
      if (isFatalHazard(profile, 'literalAboveInt32'))
        throw new ScriptRuntimeError(message('script.run.literalTooLarge', { maximum: maxInt32 }), expression.at);
      return floatValue(expression.value);
    case 'float':
      return floatValue(expression.value);
    case 'string':
      return profile.escapes === 'whenShown' ? expression.source : expression.value;
    case 'boolean':
      return expression.value;
    case 'variable':
      return readExistingValue(expression.variable, context);
    case 'call':
      return evaluateCall(expression, context, (argument) => evaluateExpression(argument, context));
    case 'unary': {
      const value = evaluateExpression(expression.operand, context);
      return expression.operator === 'not' ? !isTruthy(value, profile) : withSign(expression.operator, value, profile);
    }
    case 'binary':
      return evaluateBinary(expression, context);
  }
}

/** [Scripts] A sign changes numbers only. */
function withSign(sign: '+' | '-', value: ScriptValue, profile: ScriptProfile): ScriptValue {
  if (sign === '+' || typeof value !== 'object' || value.type === 'inert') return value;
  return value.type === 'integer' ? toInteger(-value.number, profile) : floatValue(0 - numberOf(value));
}

function evaluateBinary(expression: Extract<Expression, { type: 'binary' }>, context: EvaluationContext): ScriptValue {
  const { operator, left, right, at } = expression;
  const { profile } = context;
  const first = evaluateExpression(left, context);
  if (operator === 'and' || operator === 'or') {
    const isDecided = isTruthy(first, profile) === (operator === 'or');
    const second = isDecided && profile.rightSide === 'whenNeeded' ? first : evaluateExpression(right, context);
    return logicValue(operator, isDecided ? { decided: first } : { other: second }, profile);
  }
  const second = evaluateExpression(right, context);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, first, second, at, profile);
  return compareValues(operator, first, second, at, profile);
}

/** `decided`: the left side, which decides the result; `other`: the right side, where the left side does not. */
function logicValue(
  operator: 'and' | 'or',
  side: { readonly decided: ScriptValue } | { readonly other: ScriptValue },
  profile: ScriptProfile,
): ScriptValue {
  const { logicValue: returned } = profile;
  if ('decided' in side) {
    const returnsSide = returned === 'v1' || (returned === 'v2' && operator === 'or');
    return returnsSide ? side.decided : operator === 'or';
  }
  return returned === 'v2' && operator === 'or' ? side.other : isTruthy(side.other, profile);
}

type Evaluate = (expression: Expression) => ScriptValue;

/** The value of a function of the scripting language; `evaluate` gives that of an argument. */
function evaluateCall(call: FunctionCall, context: EvaluationContext, evaluate: Evaluate): ScriptValue {
  const { name, arguments: list, at } = call;
  const { profile, random } = context;
  const [first] = list;
  switch (name) {
    case 'abs':
    case 'sqr': {
      const value = evaluateNumber(first, call, context, evaluate);
      const number = name === 'abs' ? Math.abs(value.number) : value.number * value.number;
      return profile.resultTypes[name] === 'argument' && value.type === 'integer' ? toInteger(number, profile) : floatValue(number);
    }
    case 'max':
    case 'min':
      return evaluateExtreme(name, call, context, evaluate);
    case 'round': {
      const value = evaluateNumber(first, call, context, evaluate);
      if (value.type === 'integer' && isFatalHazard(profile, 'roundOfInteger'))
        throw new ScriptRuntimeError(message('script.run.roundOfInteger'), at);
      const number = roundNumber(value.number, profile.rounding);
      return profile.resultTypes.round === 'float' ? floatValue(number) : toInteger(number, profile);
    }
    case 'sqrt': {
      const { number } = evaluateNumber(first, call, context, evaluate);
      const root = Math.sqrt(number);
      if (Number.isNaN(root) && isFatalHazard(profile, 'rootOfNegative'))
        throw new ScriptRuntimeError(message('script.run.squareRoot'), at);
      return floatValue(root);
    }
    case 'random':
      return floatValue(random());
    case 'roll':
      return rollDice(call, context, evaluate);
    case 'visits':
      return integerValue(countVisits(first, context, at));
    default:
      throw new ScriptRuntimeError(message('script.noValue', { name }), at);
  }
}

/** [Scripts] The first of the largest or smallest arguments. */
function evaluateExtreme(
  name: 'max' | 'min',
  { arguments: list }: FunctionCall,
  { profile }: EvaluationContext,
  evaluate: Evaluate,
): ScriptValue {
  const values = list.map((each) => evaluateArgument(each, name, evaluate));
  list.forEach((each, index) => {
    const value = values[index];
    if (typeof value !== 'object' && isFatalHazard(profile, 'extremeOfOther')) throw notANumberError(name, value ?? '', each.at, profile);
  });
  const isBetter = (one: ScriptValue, two: ScriptValue) => (name === 'max' ? numberOf(one) > numberOf(two) : numberOf(one) < numberOf(two));
  const best = values.reduce((found, value) => (isBetter(value, found) ? value : found));
  return profile.resultTypes.extreme === 'float' ? floatValue(numberOf(best)) : best;
}

function roundNumber(number: number, rounding: EvaluationContext['profile']['rounding']): number {
  const isHalf = Math.abs(number % 1) === 0.5;
  if (rounding === 'halfToEven') return isHalf ? 2 * Math.round(number / 2) : Math.round(number);
  return Math.sign(number) * Math.round(Math.abs(number));
}

/** A limit on the number of dice that a script may roll, far above any real use. */
const maxDice = 10_000;

function rollDice(call: FunctionCall, context: EvaluationContext, evaluate: Evaluate): ScriptValue {
  const { profile, random } = context;
  const numbers = call.arguments.map((each) => {
    const value = evaluateNumber(each, call, context, evaluate);
    if (value.type === 'float' && isFatalHazard(profile, 'rollOfFloat'))
      throw new ScriptRuntimeError(message('script.run.rollOfFloat'), each.at);
    return Math.trunc(value.number);
  });
  const [sides = 0, dice = 1] = numbers;
  const isRefused = (sides === 0 && isFatalHazard(profile, 'rollOfZero')) || (sides < 0 && isFatalHazard(profile, 'rollOfNegative'));
  if (isRefused && dice > 0) throw new ScriptRuntimeError(message('script.run.rollAboveZero'), call.at);
  if (dice > maxDice) throw new ScriptRuntimeError(message('script.run.tooManyDice', { maximum: maxDice }), call.at);
  let sum = 0;
  for (let die = 0; die < dice; die++) sum += Math.floor(random() * Math.abs(sides)) + 1;
  return integerValue(sum);
}

/** [Scripts] How often the mentioned element was entered; without a mention, the element that is played. */
function countVisits(
  mention: FunctionArgument | undefined,
  { project, profile, memory, elementId, field }: EvaluationContext,
  at: SourcePosition,
): number {
  const isMentioned = mention?.type === 'mention';
  if (!isMentioned && field !== 'content' && isFatalHazard(profile, 'visitsOutsideContent'))
    throw new ScriptRuntimeError(message('script.run.visitsOutsideContent'), at);
  if (isMentioned && !project.find('element', mention.id))
    throw new ScriptRuntimeError(message('script.run.elementGone', { name: mention.label }), mention.at);
  return memory.visits.get(isMentioned ? mention.id : elementId) ?? 0;
}

function evaluateArgument(argument: FunctionArgument, name: string, evaluate: Evaluate): ScriptValue {
  if (argument.type !== 'mention') return evaluate(argument);
  throw new ScriptRuntimeError(message('script.run.numberNotMention', { name }), argument.at);
}

/** The argument of a function that takes a number. */
function evaluateNumber(
  argument: FunctionArgument | undefined,
  { name, at }: FunctionCall,
  { profile }: EvaluationContext,
  evaluate: Evaluate,
) {
  if (!argument) throw new ScriptRuntimeError(message('script.noValue', { name }), at);
  const value = evaluateArgument(argument, name, evaluate);
  if (typeof value === 'object' && (value.type === 'integer' || value.type === 'float')) return value;
  throw notANumberError(name, value, argument.at, profile);
}

const notANumberError = (name: string, value: ScriptValue, at: SourcePosition, profile: ScriptProfile): ScriptRuntimeError =>
  new ScriptRuntimeError(
    typeof value === 'string'
      ? message('script.run.numberNotText', { name, text: value.slice(0, 40) })
      : message('script.run.numberNotValue', { name, value: formatScriptValue(value, profile) }),
    at,
  );

/** What a script reads while it runs: the variables and visits so far, and which element is played. */
export interface EvaluationContext {
  readonly project: Project;
  readonly profile: ScriptProfile;
  readonly memory: PlayMemory;
  readonly elementId: string;
  /** Where the script is: some interpreters cannot access the element outside of its content. */
  readonly field: 'content' | 'label' | 'script';
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}

/** The value of a variable. Throws a ScriptRuntimeError if the variable does not exist or its value is lost. */
export function readExistingValue(reference: VariableReference, context: EvaluationContext): ScriptValue {
  const variable = resolveVariable(reference, context);
  const value = readVariable(context.memory, variable, context.profile);
  if (typeof value === 'object' && value.type === 'uninitialized')
    throw new ScriptRuntimeError(message('script.run.variableLost', { name: variable.name }), reference.at);
  return value;
}

/** [Scripts] Looks up a variable by name. Throws a ScriptRuntimeError if there is none. */
export function resolveVariable({ scope, name, at }: VariableReference, { project }: Pick<EvaluationContext, 'project'>): PlayVariable {
  const found = findVariableByName(project, scope, name);
  if (found) return found;
  throw unknownVariableError(scope, name, at);
}

const unknownVariableError = (scope: string | null, name: string, at: SourcePosition): ScriptRuntimeError =>
  new ScriptRuntimeError(message('script.unknownVariable', { name: scope === null ? name : `${scope}.${name}` }), at);
