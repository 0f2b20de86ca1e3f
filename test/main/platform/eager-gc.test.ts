/** Garbage is collected early only while an import runs. */
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { withEagerGc } from '../../../main/platform/eager-gc.ts';

// The module under test may have been loaded by another file of this worker, so the exports of Node's module are replaced, not the module.
const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
syncBuiltinESMExports();
afterAll(() => {
  setFlags.mockRestore();
  syncBuiltinESMExports();
});
const flags = () => setFlags.mock.calls.map(([flag]) => flag);
beforeEach(() => void setFlags.mockClear());

const eager = '--heap-growing-percent=30';
const byDefault = '--heap-growing-percent=0';

test('the growth of the heap is reset when the last of several imports ends', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const imports = [withEagerGc(() => first.promise), withEagerGc(() => second.promise)];
  expect(flags()).toEqual([eager]);
  first.resolve('first');
  expect(await imports[0]).toBe('first');
  expect(flags()).toEqual([eager]);
  second.resolve('second');
  expect(await imports[1]).toBe('second');
  expect(flags()).toEqual([eager, byDefault]);
});

test('it is also reset after an import that fails, even before it waits for anything', async () => {
  await expect(withEagerGc(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const failAtOnce = (): Promise<never> => {
    throw new Error('failed at once');
  };
  await expect(withEagerGc(failAtOnce)).rejects.toThrow('failed at once');
  expect(flags()).toEqual([eager, byDefault, eager, byDefault]);
});
