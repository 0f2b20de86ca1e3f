/** What is requested before all results are known happens once they are, unless the text is another by then. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWaitingRequest } from '../../../renderer/ui/use-waiting-request.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

test('requests wait until they are possible, in their order, and another text takes them back', async () => {
  const done: string[] = [];
  const { results, render, unmount } = await runHook(
    ({ text, isReady }: { text: string; isReady: boolean }) =>
      useWaitingRequest<string>(isReady, text, (request) => void done.push(`${request} ${text}`)),
    { text: 'lamp', isReady: false },
  );
  const request = (what: string) => act(async () => results.at(-1)?.[1](what));
  await request('previous');
  await request('next');
  expect([results.at(-1)?.[0], done]).toEqual(['previous', []]);
  await render({ text: 'lamp', isReady: true });
  expect([results.at(-1)?.[0], done]).toEqual([null, ['previous lamp', 'next lamp']]);
  await request('next');
  expect(done).toEqual(['previous lamp', 'next lamp', 'next lamp']);
  await render({ text: 'lamp', isReady: false });
  await request('next');
  await render({ text: 'rope', isReady: true });
  expect(done).toHaveLength(3);
  await unmount();
});
