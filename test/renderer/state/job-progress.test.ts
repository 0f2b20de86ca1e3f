/** Only the job that is followed is kept, and only while it is: one event of each of a thousand uploads leaves nothing behind. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { runHook } from '../run-hook.ts';
import { stubBackend } from '../stub-backend.ts';

afterEach(() => vi.unstubAllGlobals());

test('a followed job shows its last progress', async () => {
  const backend = stubBackend({});
  const [{ useJobProgress }, { invoke }] = await Promise.all([
    import('../../../renderer/state/job-progress.ts'),
    import('../../../renderer/platform/bridge.ts'),
  ]);
  await invoke('project.list', {});
  const { results, unmount } = await runHook(() => useJobProgress('backup'), undefined);
  expect(results).toEqual([undefined]);
  await act(async () => backend.emit({ event: 'progress', job: 'upload', done: 1, total: 2 }));
  expect(results).toHaveLength(1);
  const progress = (done: number) => ({ event: 'progress', job: 'backup', done, total: 9 }) as const;
  await act(async () => backend.emit(progress(3), progress(4)));
  expect(results.at(-1)).toEqual(progress(4));
  await unmount();
});
