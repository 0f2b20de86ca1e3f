/** The functions of the scripting language that return a value, under a script profile. */
import { message } from '../messages/message.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import type { Expression, FunctionArgument, FunctionCall, SourcePosition } from '../script/syntax.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import {
  floatValue,
  formatScriptValue,
  integerValue,
  isFatalHazard,
  numberOf,
  ScriptRuntimeError,
  type ScriptValue,
  toInteger,
} from './script-value.ts';

type Evaluate = (expression: Expression) => ScriptValue;

/** `evaluate` gives the value of an argument. */
export function evaluateCall(call: FunctionCall, context: EvaluationContext, evaluate: Evaluate): ScriptValue {
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
