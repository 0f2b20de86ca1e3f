/** Values that are changed in place: what is derived from them follows their revision, and nothing is computed without need. */
import { afterEach, expect, test, vi } from 'vitest';
import { type Revised, useDerived, useRevised } from '../../../renderer/state/revised.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Story {
  words: number;
}

/** Counts the words of a story that is changed in place. */
function createCount() {
  const stopped: boolean[] = [];
  const computed: number[] = [];
  const compute = async ({ words }: Story, isCurrent: () => boolean): Promise<string | null> => {
    computed.push(words);
    await Promise.resolve();
    stopped.push(!isCurrent());
    return isCurrent() ? `${words} words` : null;
  };
  return { computed, stopped, compute };
}

test('a value is the same object until its revision or the value changes', async () => {
  const story = { words: 1 };
  const { results, render, unmount } = await runHook(({ value, revision }: Revised<Story>) => useRevised(value, revision), {
    value: story,
    revision: 1,
  });
  await render({ value: story, revision: 1 });
  expect(results[1]).toBe(results[0]);
  await render({ value: story, revision: 2 });
  expect(results[2]).not.toBe(results[1]);
  expect(results[2]).toEqual({ value: story, revision: 2 });
  await render({ value: { words: 1 }, revision: 2 });
  expect(results[3]).not.toBe(results[2]);
  await unmount();
});

test('what is derived is computed for each revision, and not when a component is only rendered again', async () => {
  const story = { words: 1 };
  const { compute, computed } = createCount();
  const { results, render, unmount } = await runHook((revision: number) => useDerived(useRevised(story, revision), compute), 1);
  expect(results[0]).toBeNull();
  expect(results.at(-1)).toBe('1 words');
  await render(1);
  expect(computed).toEqual([1]);
  story.words = 2;
  await render(2);
  expect(computed).toEqual([1, 2]);
  expect(results.at(-1)).toBe('2 words');
  await unmount();
});

test('another function computes again', async () => {
  const story = { words: 1 };
  const [one, other] = [createCount(), createCount()];
  const { render, unmount } = await runHook(({ compute }: Pick<typeof one, 'compute'>) => useDerived(useRevised(story, 1), compute), one);
  await render(other);
  expect([one.computed, other.computed]).toEqual([[1], [1]]);
  await unmount();
});

test('a computation whose revision has passed is stopped, and its result is not shown', async () => {
  const story = { words: 1 };
  const pending: ((words: string) => void)[] = [];
  const current: (() => boolean)[] = [];
  const compute = (_story: Story, isCurrent: () => boolean) => {
    current.push(isCurrent);
    return new Promise<string>((resolve) => pending.push(resolve));
  };
  const { results, render, unmount } = await runHook((revision: number) => useDerived(useRevised(story, revision), compute), 1);
  await render(2);
  expect(current.map((isCurrent) => isCurrent())).toEqual([false, true]);
  pending[1]?.('new');
  await render(2);
  pending[0]?.('old');
  await render(2);
  expect(results.at(-1)).toBe('new');
  await unmount();
  expect(current.map((isCurrent) => isCurrent())).toEqual([false, false]);
});

test('after the first time, a value is computed when it has not changed for a while', async () => {
  const story = { words: 1 };
  const { compute, computed } = createCount();
  const { render, unmount } = await runHook((revision: number) => useDerived(useRevised(story, revision), compute, { quietMs: 1000 }), 1);
  expect(computed).toEqual([1]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const words of [2, 3]) {
    story.words = words;
    await render(words);
    vi.advanceTimersByTime(999);
  }
  expect(computed).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(computed).toEqual([1, 3]);
  await unmount();
});
