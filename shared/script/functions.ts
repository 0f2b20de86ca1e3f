/** The functions of the scripting language: how many arguments each takes, of what, and whether it gives a value. A table. */

export type FunctionRule = { min: number; max: number; takes: 'values' | 'variables' | 'element'; gives: 'number' | 'nothing' };

const unlimited = Number.POSITIVE_INFINITY;
const number = (min: number, max: number): FunctionRule => ({ min, max, takes: 'values', gives: 'number' });

export const functions: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ['abs', number(1, 1)],
  ['max', number(2, unlimited)],
  ['min', number(2, unlimited)],
  ['random', number(0, 0)],
  ['roll', number(1, 2)],
  ['round', number(1, 1)],
  ['sqr', number(1, 1)],
  ['sqrt', number(1, 1)],
  ['visits', { min: 0, max: 1, takes: 'element', gives: 'number' }],
  ['show', { min: 1, max: unlimited, takes: 'values', gives: 'nothing' }],
  ['reset', { min: 1, max: unlimited, takes: 'variables', gives: 'nothing' }],
  ['resetAll', { min: 0, max: unlimited, takes: 'variables', gives: 'nothing' }],
  ['resetVisits', { min: 0, max: 0, takes: 'values', gives: 'nothing' }],
]);

/** How many arguments a function takes, in words. */
export function argumentsInWords({ min, max }: FunctionRule): string {
  const words = max === unlimited ? `${min} or more arguments` : min === max ? `${min} arguments` : `${min} or ${max} arguments`;
  return max === 0 ? 'no arguments' : words.replace(/^1 arguments$/, '1 argument');
}
