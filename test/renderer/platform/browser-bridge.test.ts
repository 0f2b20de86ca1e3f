/** The event stream of the browser shell, between a backend that can fail and the listeners of the window. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';

const changed: readonly BackendEvent[] = [{ event: 'projects.changed' }];

/** What `/events` answers, one after the other; the last one stays. */
let answers: (() => Response)[] = [];
let requests: AbortSignal[] = [];

/** A stream that sends these lines and stays open. */
const openStream = (...lines: string[]): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const line of lines) controller.enqueue(new TextEncoder().encode(`${line}\n`));
      },
    }),
  );

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    if (path !== '/events') return Response.json({ ok: true });
    requests.push(signal);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the bridge reconnect until `check` holds. */
const afterReconnects = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    check();
  });

async function createBridge() {
  const { createBrowserBridge } = await import('../../../renderer/platform/browser-bridge.ts');
  return createBrowserBridge();
}

test('a listener that throws is reported; the others are called, and the stream stays open', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  answers = [() => openStream(JSON.stringify(changed), '', JSON.stringify(changed))];
  const bridge = await createBridge();
  const error = new Error('a listener');
  bridge.on(() => {
    throw error;
  });
  const heard = vi.fn();
  bridge.on(heard);
  await bridge.ask('project.list', {});
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[changed], [changed]]));
  expect(reported.mock.calls).toEqual([[error], [error]]);
  expect(requests.map(({ aborted }) => aborted)).toEqual([false]);
});

test('a stream that broke is closed before the next is opened, and listeners are told to load everything anew', async () => {
  answers = [() => openStream('not JSON'), () => openStream()];
  const bridge = await createBridge();
  const [reconnected, rejected] = [vi.fn(), vi.fn()];
  bridge.onReconnect(reconnected);
  bridge.onReject(rejected);
  await bridge.ask('project.list', {});
  await afterReconnects(() => expect(requests.map(({ aborted }) => aborted)).toEqual([true, false]));
  await afterReconnects(() => expect(reconnected).toHaveBeenCalledOnce());
  expect(rejected).not.toHaveBeenCalled();
});

test('reconnects after any other failure, until the backend rejects the tab', async () => {
  answers = [
    () => openStream('not JSON'),
    () => new Response(null, { status: 503 }),
    () => new Response(null, { status: 404 }),
    () => new Response(null, { status: 403 }),
  ];
  const bridge = await createBridge();
  const rejected = vi.fn();
  bridge.onReject(rejected);
  await bridge.ask('project.list', {});
  await afterReconnects(() => expect(rejected).toHaveBeenCalledOnce());
  await vi.runAllTimersAsync();
  expect(requests.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
});
