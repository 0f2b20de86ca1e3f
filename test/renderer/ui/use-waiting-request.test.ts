/** What is requested before all results are known happens once they are, unless the text is another by then. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWaitingRequest } from '../../../renderer/ui/use-waiting-request.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

test('the last request waits until it is possible, and another text takes it back', async () => {
  const done: string[] = [];
  const { results, render, unmount } = await runHook(
    ({ text, isReady }: { text: string; isReady: boolean }) =>
      useWaitingRequest<string>(isReady, text, (request) => void done.push(`${request} ${text}`)),
    { text: 'lamp', isReady: false },
  );
  const request = (what: string) => act(async () => results.at(-1)?.[1](what));
  await request('previous');
  await request('next');
  expect([results.at(-1)?.[0], done]).toEqual(['next', []]);
  await render({ text: 'lamp', isReady: true });
  expect([results.at(-1)?.[0], done]).toEqual([null, ['next lamp']]);
  await request('next');
  expect(done).toEqual(['next lamp', 'next lamp']);
  await render({ text: 'lamp', isReady: false });
  await request('next');
  await render({ text: 'rope', isReady: true });
  expect(done).toEqual(['next lamp', 'next lamp']);
  await unmount();
});
