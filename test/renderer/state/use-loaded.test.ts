/** What a component requests: its value stays while it is requested again, a problem goes when a later request succeeds, and events are followed. */
import { afterEach, expect, test, vi } from 'vitest';
import { useLoaded } from '../../../renderer/state/use-loaded.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { waitFor } from '../../wait-for.ts';
import { runHook } from '../run-hook.ts';
import { stubBackend } from '../stub-backend.ts';

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
  expect(results.at(-1)).toMatchObject({ value: null, problem: null, isOutdated: true });
  answers.get(1)?.resolve('first');
  await render(1);
  expect(results.at(-1)).toMatchObject({ value: 'first', problem: null, isOutdated: false });
  await render(2);
  expect(results.at(-1)).toMatchObject({ value: 'first', problem: null, isOutdated: true });
  answers.get(2)?.reject(new Error('offline'));
  await render(2);
  expect(results.at(-1)).toMatchObject({ value: 'first', problem: { code: 'internal' }, isOutdated: false });
  await render(3);
  answers.get(3)?.resolve('third');
  await render(3);
  expect(results.at(-1)).toMatchObject({ value: 'third', problem: null, isOutdated: false });
  await unmount();
});

test('the answer to an earlier request is not used', async () => {
  const { answers, hook } = createRequests();
  const { results, render, unmount } = await runHook(hook, 1);
  await render(2);
  answers.get(2)?.resolve('second');
  answers.get(1)?.resolve('first');
  await render(2);
  expect(results.at(-1)).toMatchObject({ value: 'second', problem: null, isOutdated: false });
  expect(answers.size).toBe(2);
  await unmount();
});

const changed: BackendEvent = { event: 'conflicts.changed', hash: 'a' };
const remotesChanged: BackendEvent = { event: 'remotes.changed' };

/** A list of reports in the backend, which answers when told to: `answer` is for the request before all others. */
async function followReports() {
  const requests: { resolve: (ids: string[]) => void; reject: (problem: Problem) => void }[] = [];
  const backend = stubBackend({
    'project.list': () => [],
    // Only its ids are of interest here.
    'sync.reports': () => new Promise<never>((resolve, reject) => requests.push({ resolve: (ids) => resolve(ids as never), reject })),
  });
  const [{ useSyncReports }, { invoke }] = await Promise.all([
    import('../../../renderer/features/sync/use-conflicts.ts'),
    import('../../../renderer/platform/bridge.ts'),
  ]);
  // The backend sends events only to a page that is connected.
  await invoke('project.list', {});
  const run = await runHook(useSyncReports, 'a');
  const next = async () => {
    await waitFor(() => expect(requests).toHaveLength(1));
    const [request] = requests.splice(0);
    if (!request) throw new Error('Nothing is requested');
    return request;
  };
  return { ...run, backend, requests, next, last: () => run.results.at(-1) };
}

test('a list that could not be loaded says why, and is loaded again on request', async () => {
  const { last, next, render, unmount } = await followReports();
  (await next()).reject(new Problem('internal', verbatim('The disk is full')));
  await waitFor(async () => {
    await render('a');
    expect(last()).toMatchObject({ value: null, problem: { code: 'internal' }, isOutdated: false });
  });
  last()?.reload();
  await render('a');
  (await next()).resolve(['one']);
  await waitFor(async () => {
    await render('a');
    expect(last()).toMatchObject({ value: ['one'], problem: null, isOutdated: false });
  });
  await unmount();
});

test('events that arrive during a request lead to one more, and those about something else to none', async () => {
  const { last, next, render, requests, backend, unmount } = await followReports();
  const first = await next();
  backend.emit(remotesChanged);
  for (let count = 0; count < 5; count++) backend.emit(changed);
  expect(requests).toEqual([]);
  first.resolve(['one']);
  const second = await next();
  await render('a');
  // A request that is followed by another counts, too: the list would otherwise not change while events arrive.
  expect(last()).toMatchObject({ value: ['one'] });
  second.resolve(['one', 'two']);
  await waitFor(async () => {
    await render('a');
    expect(last()).toMatchObject({ value: ['one', 'two'] });
  });
  expect(requests).toEqual([]);
  await unmount();
});
