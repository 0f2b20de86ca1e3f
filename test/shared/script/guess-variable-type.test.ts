/** The type of an unknown variable follows from what a script does with it. */
import { expect, test } from 'vitest';
import { guessVariableType } from '../../../shared/script/guess-variable-type.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import type { ValueType } from '../../../shared/script/value-types.ts';

const known: Readonly<Record<string, ValueType>> = { gold: 'integer', mood: 'string' };
const typesOf = ({ name }: { readonly name: string }): ReadonlySet<ValueType> =>
  new Set([known[name]].filter((type) => type !== undefined));

const inScript = (script: string): string => {
  const parsed = parseContent(`<pre><code>${script.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></pre>`);
  return parsed.ok ? guessVariableType(parsed.program, { scope: null, name: 'x' }, typesOf) : expect.fail(script);
};
const inCondition = (script: string): string => {
  const parsed = parseCondition(script.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  return parsed.ok ? guessVariableType(parsed.condition, { scope: null, name: 'x' }, typesOf) : expect.fail(script);
};

test.each([
  ['x = 1', 'integer'],
  ['x = 1.5', 'float'],
  ['x = "a"', 'string'],
  ['x = true', 'boolean'],
  ['x = gold', 'integer'],
  ['x = mood', 'string'],
  ['x = gold > 3', 'boolean'],
  ['x += y', 'integer'],
  ['gold = x + 2', 'integer'],
  ['if not x\n gold = 1\nendif', 'boolean'],
  ['if gold > 2\n x = "late"\nendif', 'string'],
  ['show(x)', 'string'],
  ['y = 3\nx = 0.5', 'float'],
])('in the script %j it is %s', (script, type) => {
  expect(inScript(script)).toBe(type);
});

test.each([
  ['x', 'boolean'],
  ['x > 3', 'integer'],
  ['mood == x', 'string'],
  ['gold > 2 and x', 'boolean'],
  ['x == 0.5', 'float'],
])('in the condition %j it is %s', (script, type) => {
  expect(inCondition(script)).toBe(type);
});
