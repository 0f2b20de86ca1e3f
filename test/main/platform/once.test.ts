import { expect, test } from 'vitest';
import { once } from '../../../main/platform/once.ts';

test('a result is computed when it is first needed, and only then', () => {
  let count = 0;
  const read = once(() => (++count === 1 ? undefined : count));
  expect(count).toBe(0);
  expect([read(), read()]).toEqual([undefined, undefined]);
  expect(count).toBe(1);
});

test('after an error, the next call computes again', () => {
  let count = 0;
  const read = once(() => {
    if (++count === 1) throw new Error('away');
    return count;
  });
  expect(read).toThrow('away');
  expect(read()).toBe(2);
});
