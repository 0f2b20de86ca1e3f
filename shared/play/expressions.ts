/** Says what an expression of a script is worth. It changes nothing. The functions are those of G18. */
import type { Project } from '../project.ts';
import type { Argument, Call, Expression, Place, Variable } from '../script/syntax.ts';
import { type Memory, type PlayVariable, valueIn, variableNamed } from './memory.ts';
import { calculate, compare, isTrue, PlayError, type Value, valueInWords } from './values.ts';

/** Where a script runs: what it reads, what it remembers, and which element is played. */
export interface Surroundings {
  readonly project: Project;
  readonly memory: Memory;
  readonly element: string;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export function evaluate(expression: Expression, around: Surroundings): Value {
  switch (expression.is) {
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
      return expression.value;
    case 'variable':
      return valueIn(around.memory, variable(expression.variable, around));
    case 'call':
      return callOf(expression, around);
    case 'unary': {
      const value = evaluate(expression.operand, around);
      if (expression.operator === 'not') return !isTrue(value);
      if (typeof value === 'string') throw new PlayError(`“${expression.operator}” cannot stand before a text.`, expression.at);
      return expression.operator === '-' ? -Number(value) : Number(value);
    }
    case 'binary':
      return binary(expression, around);
  }
}

/** [Scripts] The variable of a name; there must be one. */
export function variable({ scope, name, at }: Variable, { project }: Surroundings): PlayVariable {
  const found = variableNamed(project, scope, name);
  if (found) return found;
  throw new PlayError(`There is no variable called “${scope === null ? name : `${scope}.${name}`}”.`, at);
}

/** An `and` whose left side is false, and an `or` whose left side is true, never look at their right side. */
function binary({ operator, left, right, at }: Extract<Expression, { is: 'binary' }>, around: Surroundings): Value {
  const first = evaluate(left, around);
  if (operator === 'and') return isTrue(first) && isTrue(evaluate(right, around));
  if (operator === 'or') return isTrue(first) || isTrue(evaluate(right, around));
  const second = evaluate(right, around);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, first, second, at);
  return compare(operator, first, second, at);
}

/** More dice than anyone throws. */
const MOST_DICE = 10_000;

function callOf({ name, arguments: list, at }: Call, around: Surroundings): Value {
  const numbers = () => list.map((each) => number(each, name, around));
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
      if (area < 0) throw new PlayError('A number below 0 has no square root.', at);
      return Math.sqrt(area);
    }
    case 'random':
      return around.random();
    case 'roll': {
      const [sides = 0, dice = 1] = numbers();
      if (sides <= 0 || dice <= 0) throw new PlayError('“roll” takes numbers above 0.', at);
      if (dice > MOST_DICE) throw new PlayError(`“roll” throws at most ${MOST_DICE} dice.`, at);
      let sum = 0;
      for (let die = 0; die < dice; die++) sum += Math.floor(around.random() * sides) + 1;
      return sum;
    }
    case 'visits':
      return visits(list[0], around);
    default:
      throw new PlayError(`“${name}” gives no value.`, at);
  }
}

/** [Scripts] How often the mentioned element was entered, or the one that is played. */
function visits(mention: Argument | undefined, { project, memory, element }: Surroundings): number {
  const id = mention?.is === 'mention' ? mention.id : element;
  if (mention?.is === 'mention' && !project.find('element', id))
    throw new PlayError(`The element “${mention.label}” that is mentioned here is not in the story.`, mention.at);
  return memory.visits.get(id) ?? 0;
}

function number(argument: Argument, name: string, around: Surroundings): number {
  if (argument.is === 'mention') throw new PlayError(`“${name}” takes a number, not a mention.`, argument.at);
  const value = evaluate(argument, around);
  if (typeof value !== 'number') throw notANumber(name, value, argument.at);
  return value;
}

const notANumber = (name: string, value: Value, at: Place): PlayError =>
  new PlayError(`“${name}” takes a number, not ${valueInWords(value)}.`, at);
