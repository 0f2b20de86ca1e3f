/** The functions of the scripting language: the number and types of their arguments, and whether they return a value. */
import { type Message, message } from '../messages/message.ts';

export type FunctionSignature = {
  minArguments: number;
  maxArguments: number;
  argumentKind: 'values' | 'variables' | 'element';
  returns: 'number' | 'nothing';
};

const unlimited = Number.POSITIVE_INFINITY;
const numberFunction = (minArguments: number, maxArguments: number): FunctionSignature => ({
  minArguments,
  maxArguments,
  argumentKind: 'values',
  returns: 'number',
});

export const scriptFunctions: ReadonlyMap<string, FunctionSignature> = new Map<string, FunctionSignature>([
  ['abs', numberFunction(1, 1)],
  ['max', numberFunction(2, unlimited)],
  ['min', numberFunction(2, unlimited)],
  ['random', numberFunction(0, 0)],
  ['roll', numberFunction(1, 2)],
  ['round', numberFunction(1, 1)],
  ['sqr', numberFunction(1, 1)],
  ['sqrt', numberFunction(1, 1)],
  ['visits', { minArguments: 0, maxArguments: 1, argumentKind: 'element', returns: 'number' }],
  ['show', { minArguments: 1, maxArguments: unlimited, argumentKind: 'values', returns: 'nothing' }],
  ['reset', { minArguments: 1, maxArguments: unlimited, argumentKind: 'variables', returns: 'nothing' }],
  ['resetAll', { minArguments: 0, maxArguments: unlimited, argumentKind: 'variables', returns: 'nothing' }],
  ['resetVisits', { minArguments: 0, maxArguments: 0, argumentKind: 'values', returns: 'nothing' }],
]);

/** How many arguments a function takes, in words. */
export function describeArgumentCount({ minArguments, maxArguments }: FunctionSignature): Message {
  if (maxArguments === 0) return message('script.arguments.none');
  if (maxArguments === unlimited) return message('script.arguments.atLeast', { minimum: minArguments });
  if (minArguments !== maxArguments) return message('script.arguments.either', { minimum: minArguments, maximum: maxArguments });
  return message('script.arguments.exactly', { count: minArguments });
}
