/** What a component requests: its value stays while it is requested again, and a problem goes when a later request succeeds. */
import { afterEach, expect, test, vi } from 'vitest';
import { useLoaded } from '../../../renderer/state/use-loaded.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

/** Requests that are answered by hand, by the version that each is for. */
function createRequests() {
  const answers = new Map<number, { resolve: (value: string) => void; reject: (error: unknown) => void }>();
  const load = (version: number) => new Promise<string>((resolve, reject) => void answers.set(version, { resolve, reject }));
  return { answers, hook: (version: number) => useLoaded(() => load(version), ['record', version]) };
}

test('a problem is shown with the earlier value, until a request succeeds', async () => {
  const { answers, hook } = createRequests();
  const { results, render, unmount } = await runHook(hook, 1);
  expect(results.at(-1)).toEqual({ value: null, problem: null, isOutdated: true });
  answers.get(1)?.resolve('first');
  await render(1);
  expect(results.at(-1)).toEqual({ value: 'first', problem: null, isOutdated: false });
  await render(2);
  expect(results.at(-1)).toEqual({ value: 'first', problem: null, isOutdated: true });
  answers.get(2)?.reject(new Error('offline'));
  await render(2);
  expect(results.at(-1)).toMatchObject({ value: 'first', problem: { code: 'internal' }, isOutdated: false });
  await render(3);
  answers.get(3)?.resolve('third');
  await render(3);
  expect(results.at(-1)).toEqual({ value: 'third', problem: null, isOutdated: false });
  await unmount();
});

test('the answer to an earlier request is not used', async () => {
  const { answers, hook } = createRequests();
  const { results, render, unmount } = await runHook(hook, 1);
  await render(2);
  answers.get(2)?.resolve('second');
  answers.get(1)?.resolve('first');
  await render(2);
  expect(results.at(-1)).toEqual({ value: 'second', problem: null, isOutdated: false });
  expect(answers.size).toBe(2);
  await unmount();
});
