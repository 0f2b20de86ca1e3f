/** Answers that arrive in another order than their calls were made. */
import { expect, test } from 'vitest';
import { createLatestCall } from '../../../renderer/state/latest-call.ts';

test('an answer that arrives after that of a later call has no effect', async () => {
  const latest = createLatestCall();
  const used: string[] = [];
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const all = [first, second].map(({ promise }) => latest(promise, (result) => used.push(result)));
  second.resolve('second');
  await all[1];
  first.resolve('first');
  await all[0];
  expect(used).toEqual(['second']);
  await latest(Promise.resolve('third'), (result) => used.push(result));
  expect(used).toEqual(['second', 'third']);
});

test('a call that is no longer the last one does not reject', async () => {
  const latest = createLatestCall();
  const used: string[] = [];
  const older = latest(Promise.reject(new Error('older')), () => used.push('older'));
  const newer = latest(Promise.reject(new Error('newer')), () => used.push('newer'));
  await older;
  await expect(newer).rejects.toThrow('newer');
  expect(used).toEqual([]);
});

test('an earlier call keeps its result if the later one is rejected', async () => {
  const latest = createLatestCall();
  const used: string[] = [];
  const first = Promise.withResolvers<string>();
  const older = latest(first.promise, (result) => used.push(result));
  const newer = latest(Promise.reject(new Error('newer')), () => used.push('newer'));
  first.resolve('older');
  await older;
  await expect(newer).rejects.toThrow('newer');
  expect(used).toEqual(['older']);
});
