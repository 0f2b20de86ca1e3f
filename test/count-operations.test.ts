import { expect, test } from 'vitest';
import { countOperations } from './count-operations.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test('work that grows with the square of its input is distinguished from work that grows with its input', () => {
  const growth = (work: (input: readonly number[]) => unknown) =>
    countOperations(() => work(numbers(800))) / countOperations(() => work(numbers(100)));
  expect(growth((input) => new Map(input.map((each) => [each, input.indexOf(each)])))).toBeGreaterThan(50);
  expect(growth((input) => input.flatMap((each) => input.filter((other) => other === each)))).toBeGreaterThan(50);
  expect(
    growth((input) => {
      const known = new Set(input);
      for (const each of input) known.has(each);
    }),
  ).toBeLessThan(9);
});

test('the counted functions are restored afterwards, even after an error', () => {
  const before = [Map.prototype.get, Array.prototype.filter];
  expect(() =>
    countOperations(() => {
      throw new Error('failed');
    }),
  ).toThrow('failed');
  expect([Map.prototype.get, Array.prototype.filter]).toEqual(before);
});
