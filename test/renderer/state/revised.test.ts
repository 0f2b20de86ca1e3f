/** Values that are changed in place: what is derived from them follows their revision, and nothing is computed without need. */
import { act } from 'react';
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

/** Computations that end when they are told to. */
function createPending() {
  const pending: ((words: string) => void)[] = [];
  const current: (() => boolean)[] = [];
  const compute = (_story: Story, isCurrent: () => boolean) => {
    current.push(isCurrent);
    return new Promise<string>((resolve) => pending.push(resolve));
  };
  return { pending, current, compute, states: () => current.map((isCurrent) => isCurrent()) };
}

test('a computation goes on while its value changes, and is repeated once after that', async () => {
  const story = { words: 1 };
  const { pending, compute, states } = createPending();
  const { results, render, unmount } = await runHook((revision: number) => useDerived(useRevised(story, revision), compute), 1);
  await render(2);
  await render(3);
  expect(states()).toEqual([true]);
  await act(async () => pending[0]?.('first'));
  expect([results.at(-1), states()]).toEqual(['first', [true, true]]);
  await act(async () => pending[1]?.('repeated'));
  expect([results.at(-1), pending.length]).toEqual(['repeated', 2]);
  await unmount();
  expect(states()).toEqual([false, false]);
});

test('a computation of another value or by another function is stopped, and its result is not shown', async () => {
  const [one, other] = [{ words: 1 }, { words: 2 }];
  const { pending, compute, states } = createPending();
  const another = createPending();
  type Props = { readonly story: Story; readonly compute: typeof compute };
  const { results, render, unmount } = await runHook(({ story, compute }: Props) => useDerived(useRevised(story, 1), compute), {
    story: one,
    compute,
  });
  await act(async () => pending[0]?.('one'));
  expect(results.at(-1)).toBe('one');
  // A result of one story is not shown for another.
  await render({ story: other, compute });
  expect([results.at(-1), states()]).toEqual([null, [false, true]]);
  await render({ story: other, compute: another.compute });
  expect([states(), another.states()]).toEqual([[false, false], [true]]);
  await act(async () => another.pending[0]?.('other'));
  await act(async () => pending[1]?.('too late'));
  expect(results.at(-1)).toBe('other');
  await unmount();
});

test('a value that keeps changing is computed now and then', async () => {
  const story = { words: 1 };
  const { compute, computed } = createCount();
  const { render, unmount } = await runHook((revision: number) => useDerived(useRevised(story, revision), compute, { quietMs: 1000 }), 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  for (let words = 2; words <= 30; words++) {
    story.words = words;
    await render(words);
    await act(async () => vi.advanceTimersByTime(500));
  }
  // The first, and one after each ten seconds.
  expect(computed).toEqual([1, 21]);
  await unmount();
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
