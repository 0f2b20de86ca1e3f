/** Says what an expression of a script is worth. It changes nothing. The functions are those of G18. */
import type { Project } from '../model/project.ts';
import type { Expression, FunctionArgument, FunctionCall, SourcePosition, VariableReference } from '../script/syntax.ts';
import { findVariableByName, type PlayMemory, type PlayVariable, readVariable } from './play-memory.ts';
import { calculate, compareValues, describeValue, isTruthy, ScriptRuntimeError, type ScriptValue } from './script-value.ts';

/** Where a script runs: what it reads, what it remembers, and which element is played. */
export interface EvaluationContext {
  readonly project: Project;
  readonly memory: PlayMemory;
  readonly elementId: string;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export function evaluateExpression(expression: Expression, around: EvaluationContext): ScriptValue {
  switch (expression.type) {
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
      return expression.value;
    case 'variable':
      return readVariable(around.memory, resolveVariable(expression.variable, around));
    case 'call':
      return evaluateCall(expression, around);
    case 'unary': {
      const value = evaluateExpression(expression.operand, around);
      if (expression.operator === 'not') return !isTruthy(value);
      if (typeof value === 'string') throw new ScriptRuntimeError(`“${expression.operator}” cannot stand before a text.`, expression.at);
      return expression.operator === '-' ? -Number(value) : Number(value);
    }
    case 'binary':
      return evaluateBinary(expression, around);
  }
}

/** [Scripts] The variable of a name; there must be one. */
export function resolveVariable({ scope, name, at }: VariableReference, { project }: EvaluationContext): PlayVariable {
  const found = findVariableByName(project, scope, name);
  if (found) return found;
  throw new ScriptRuntimeError(`There is no variable called “${scope === null ? name : `${scope}.${name}`}”.`, at);
}

/** An `and` whose left side is false, and an `or` whose left side is true, never look at their right side. */
function evaluateBinary({ operator, left, right, at }: Extract<Expression, { type: 'binary' }>, around: EvaluationContext): ScriptValue {
  const first = evaluateExpression(left, around);
  if (operator === 'and') return isTruthy(first) && isTruthy(evaluateExpression(right, around));
  if (operator === 'or') return isTruthy(first) || isTruthy(evaluateExpression(right, around));
  const second = evaluateExpression(right, around);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, first, second, at);
  return compareValues(operator, first, second, at);
}

/** More dice than anyone throws. */
const MAX_DICE = 10_000;

function evaluateCall({ name, arguments: list, at }: FunctionCall, around: EvaluationContext): ScriptValue {
  const numbers = () => list.map((each) => evaluateNumber(each, name, around));
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
      return around.random();
    case 'roll': {
      const [sides = 0, dice = 1] = numbers();
      if (sides <= 0 || dice <= 0) throw new ScriptRuntimeError('“roll” takes numbers above 0.', at);
      if (dice > MAX_DICE) throw new ScriptRuntimeError(`“roll” throws at most ${MAX_DICE} dice.`, at);
      let sum = 0;
      for (let die = 0; die < dice; die++) sum += Math.floor(around.random() * sides) + 1;
      return sum;
    }
    case 'visits':
      return countVisits(list[0], around);
    default:
      throw new ScriptRuntimeError(`“${name}” gives no value.`, at);
  }
}

/** [Scripts] How often the mentioned element was entered, or the one that is played. */
function countVisits(mention: FunctionArgument | undefined, { project, memory, elementId }: EvaluationContext): number {
  const id = mention?.type === 'mention' ? mention.id : elementId;
  if (mention?.type === 'mention' && !project.find('element', id))
    throw new ScriptRuntimeError(`The element “${mention.label}” that is mentioned here is not in the story.`, mention.at);
  return memory.visits.get(id) ?? 0;
}

function evaluateNumber(argument: FunctionArgument, name: string, around: EvaluationContext): number {
  if (argument.type === 'mention') throw new ScriptRuntimeError(`“${name}” takes a number, not a mention.`, argument.at);
  const value = evaluateExpression(argument, around);
  if (typeof value !== 'number') throw notANumberError(name, value, argument.at);
  return value;
}

const notANumberError = (name: string, value: ScriptValue, at: SourcePosition): ScriptRuntimeError =>
  new ScriptRuntimeError(`“${name}” takes a number, not ${describeValue(value)}.`, at);
