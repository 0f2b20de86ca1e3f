/** Answers that arrive in another order than their calls were made. */
import { expect, test } from 'vitest';
import { createLatestCall } from '../../../renderer/state/latest-call.ts';

test('only the last of overlapping calls has a result, in whichever order they are answered', async () => {
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
