/** Evaluates an expression of a script, without side effects. The functions are those of G18. */
import type { Project } from '../model/project.ts';
import type { Expression, FunctionArgument, FunctionCall, SourcePosition, VariableReference } from '../script/syntax.ts';
import { findVariableByName, type PlayMemory, type PlayVariable, readVariable } from './play-memory.ts';
import { calculate, compareValues, describeValue, isTruthy, ScriptRuntimeError, type ScriptValue } from './script-value.ts';

/** What a script reads while it runs: the variables and visits so far, and which element is played. */
export interface EvaluationContext {
  readonly project: Project;
  readonly memory: PlayMemory;
  readonly elementId: string;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}

export function evaluateExpression(expression: Expression, context: EvaluationContext): ScriptValue {
  switch (expression.type) {
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
      return expression.value;
    case 'variable':
      return readVariable(context.memory, resolveVariable(expression.variable, context));
    case 'call':
      return evaluateCall(expression, context);
    case 'unary': {
      const value = evaluateExpression(expression.operand, context);
      if (expression.operator === 'not') return !isTruthy(value);
      if (typeof value === 'string') throw new ScriptRuntimeError(`“${expression.operator}” cannot stand before a text.`, expression.at);
      return expression.operator === '-' ? -Number(value) : Number(value);
    }
    case 'binary':
      return evaluateBinary(expression, context);
  }
}

/** [Scripts] Looks up a variable by name. Throws a ScriptRuntimeError if there is none. */
export function resolveVariable({ scope, name, at }: VariableReference, { project }: EvaluationContext): PlayVariable {
  const found = findVariableByName(project, scope, name);
  if (found) return found;
  throw new ScriptRuntimeError(`There is no variable called “${scope === null ? name : `${scope}.${name}`}”.`, at);
}

/** `and` and `or` are short-circuited: the right side is evaluated only if the left side does not decide the result. */
function evaluateBinary({ operator, left, right, at }: Extract<Expression, { type: 'binary' }>, context: EvaluationContext): ScriptValue {
  const first = evaluateExpression(left, context);
  if (operator === 'and') return isTruthy(first) && isTruthy(evaluateExpression(right, context));
  if (operator === 'or') return isTruthy(first) || isTruthy(evaluateExpression(right, context));
  const second = evaluateExpression(right, context);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, first, second, at);
  return compareValues(operator, first, second, at);
}

/** A limit on the number of dice that a script may roll, far above any real use. */
const MAX_DICE = 10_000;

function evaluateCall({ name, arguments: list, at }: FunctionCall, context: EvaluationContext): ScriptValue {
  const numbers = () => list.map((each) => evaluateNumber(each, name, context));
  switch (name) {
    case 'abs':
      return Math.abs(numbers()[0] ?? 0);
    case 'max':
      return Math.max(...numbers());
    case 'min':
      return Math.min(...numbers());
    case 'round':
      return Math.round(numbers()[0] ?? 0);
    case 'sqr': {
      const [side = 0] = numbers();
      return calculate('*', side, side, at);
    }
    case 'sqrt': {
      const [area = 0] = numbers();
      if (area < 0) throw new ScriptRuntimeError('A number below 0 has no square root.', at);
      return Math.sqrt(area);
    }
    case 'random':
      return context.random();
    case 'roll': {
      const [sides = 0, dice = 1] = numbers();
      if (sides <= 0 || dice <= 0) throw new ScriptRuntimeError('“roll” takes numbers above 0.', at);
      if (dice > MAX_DICE) throw new ScriptRuntimeError(`“roll” throws at most ${MAX_DICE} dice.`, at);
      let sum = 0;
      for (let die = 0; die < dice; die++) sum += Math.floor(context.random() * sides) + 1;
      return sum;
    }
    case 'visits':
      return countVisits(list[0], context);
    default:
      throw new ScriptRuntimeError(`“${name}” gives no value.`, at);
  }
}

/** [Scripts] How often the mentioned element was entered; without a mention, the element that is played. */
function countVisits(mention: FunctionArgument | undefined, { project, memory, elementId }: EvaluationContext): number {
  const id = mention?.type === 'mention' ? mention.id : elementId;
  if (mention?.type === 'mention' && !project.find('element', id))
    throw new ScriptRuntimeError(`The element “${mention.label}” that is mentioned here is not in the story.`, mention.at);
  return memory.visits.get(id) ?? 0;
}

function evaluateNumber(argument: FunctionArgument, name: string, context: EvaluationContext): number {
  if (argument.type === 'mention') throw new ScriptRuntimeError(`“${name}” takes a number, not a mention.`, argument.at);
  const value = evaluateExpression(argument, context);
  if (typeof value !== 'number') throw notANumberError(name, value, argument.at);
  return value;
}

const notANumberError = (name: string, value: ScriptValue, at: SourcePosition): ScriptRuntimeError =>
  new ScriptRuntimeError(`“${name}” takes a number, not ${describeValue(value)}.`, at);
