/** The connection of the browser shell, between a backend that can fail and the listeners of the window. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserBridge } from '../../../renderer/platform/browser-bridge.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { PageCall } from '../../../shared/contracts/page-connection.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { waitFor } from '../../wait-for.ts';
import { type StubSocket, stubWebSocket } from '../stub-socket.ts';

const changed: readonly BackendEvent[] = [{ event: 'projects.changed' }];
const done = { ok: true, value: 'done' } as const;

/** The outcomes of the handshakes, one after the other; the last one is repeated. */
let handshakes: ('open' | 'refuse')[] = [];
let sockets: StubSocket[] = [];
let calls: PageCall[] = [];
/** The response to an ordinary request after a handshake was refused. */
let refusal: () => Response;

const unavailable = { code: 'internal', text: { key: 'problem.window.noAnswer' } };
const rejection = new Problem('forbidden', message('problem.browser.openPrintedAddress'));

beforeEach(() => {
  vi.useFakeTimers();
  handshakes = ['open'];
  sockets = [];
  calls = [];
  refusal = () => Response.json({ ok: false, problem: rejection.serialize() }, { status: 403 });
  vi.stubGlobal('fetch', async () => refusal());
  stubWebSocket(
    (socket) => {
      sockets.push(socket);
      const handshake = handshakes.length > 1 ? handshakes.shift() : handshakes[0];
      if (handshake === 'open') socket.open();
      else socket.break();
    },
    (call) => calls.push(call),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the bridge reconnect until `check` holds. */
const afterReconnects = (check: () => void): Promise<void> =>
  waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    check();
  });

/** The call that the page has sent as number `index`, as soon as it has. */
async function sentCall(index: number): Promise<PageCall> {
  await waitFor(() => expect(calls.length).toBeGreaterThan(index));
  const call = calls[index];
  if (!call) throw new Error('No call was sent');
  return call;
}

/** A bridge whose first call was answered. */
async function openBridge() {
  const bridge = createBrowserBridge();
  const asked = bridge.ask('project.list', {});
  const { id } = await sentCall(0);
  sockets[0]?.receive({ id, result: done });
  expect(await asked).toEqual(done);
  return bridge;
}

test('results and events reach the page in the order in which they were sent', async () => {
  const bridge = await openBridge();
  const order: string[] = [];
  bridge.on((events) => order.push(...events.map(({ event }) => event)));
  const asked = (['target.list', 'sync.list'] as const).map((name) => bridge.ask(name, {}).then(() => order.push(name)));
  const [targets, statuses] = [await sentCall(1), await sentCall(2)];
  sockets[0]?.receive({ events: [{ event: 'accounts.changed' }] });
  sockets[0]?.receive({ id: statuses.id, result: done });
  await asked[1];
  sockets[0]?.receive({ events: changed });
  sockets[0]?.receive({ id: targets.id, result: done });
  await asked[0];
  expect(order).toEqual(['accounts.changed', 'sync.list', 'projects.changed', 'target.list']);
});

test('a listener that throws is reported; the others are called, and the connection stays open', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const bridge = await openBridge();
  const error = new Error('a listener');
  bridge.on(() => {
    throw error;
  });
  const heard = vi.fn();
  bridge.on(heard);
  for (const events of [changed, changed]) sockets[0]?.receive({ events });
  expect(heard.mock.calls).toEqual([[changed], [changed]]);
  expect(reported.mock.calls).toEqual([[error], [error]]);
  expect(sockets).toHaveLength(1);
});

test('when the connection breaks, calls in flight are rejected, and listeners are notified to load everything again', async () => {
  const bridge = await openBridge();
  const [reconnected, rejected] = [vi.fn(), vi.fn()];
  bridge.onReconnect(reconnected);
  bridge.onReject(rejected);
  const interrupted = bridge.ask('project.list', {});
  await sentCall(1);
  sockets[0]?.break();
  await expect(interrupted).rejects.toMatchObject(unavailable);
  expect(reconnected).not.toHaveBeenCalled();
  await afterReconnects(() => expect(reconnected).toHaveBeenCalledOnce());
  expect(rejected).not.toHaveBeenCalled();
  expect(sockets).toHaveLength(2);
});

test('a call connects at once; while nobody answers, calls are rejected and there is one attempt a second', async () => {
  const bridge = await openBridge();
  refusal = () => new Response(null, { status: 503 });
  handshakes = ['refuse'];
  sockets[0]?.break();
  for (let count = 0; count < 3; count++) await expect(bridge.ask('project.list', {})).rejects.toMatchObject(unavailable);
  expect(sockets).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(3000);
  expect(sockets).toHaveLength(7);
  handshakes = ['open'];
  const asked = bridge.ask('project.list', {});
  const { id } = await sentCall(1);
  sockets.at(-1)?.receive({ id, result: done });
  expect(await asked).toEqual(done);
});

test('reconnects after any other failure, until the backend rejects the tab', async () => {
  const bridge = await openBridge();
  const rejected = vi.fn();
  bridge.onReject(rejected);
  const refusals = [new Response(null, { status: 503 }), new Response(null, { status: 426 }), new Response(null, { status: 404 })];
  const last = refusal;
  refusal = () => refusals.shift() ?? last();
  handshakes = ['refuse'];
  sockets[0]?.break();
  await afterReconnects(() => expect(rejected).toHaveBeenCalledOnce());
  await vi.runAllTimersAsync();
  expect(sockets).toHaveLength(5);
  await expect(bridge.ask('project.list', {})).rejects.toMatchObject({ code: 'forbidden', text: rejection.text });
});

test('the first call of a tab that was never accepted is rejected, and listeners are not notified', async () => {
  handshakes = ['refuse'];
  const bridge = createBrowserBridge();
  const rejected = vi.fn();
  bridge.onReject(rejected);
  await expect(bridge.ask('project.list', {})).rejects.toMatchObject({ code: 'forbidden', text: rejection.text });
  expect(rejected).not.toHaveBeenCalled();
});

test('if the first attempt fails, listeners are notified to load everything once one succeeds, but not if the first one succeeds', async () => {
  refusal = () => new Response(null, { status: 503 });
  handshakes = ['refuse', 'open'];
  const bridge = createBrowserBridge();
  const reconnected = vi.fn();
  bridge.onReconnect(reconnected);
  await expect(bridge.ask('project.list', {})).rejects.toMatchObject(unavailable);
  await afterReconnects(() => expect(reconnected).toHaveBeenCalledOnce());
  const atOnce = vi.fn();
  const other = createBrowserBridge();
  other.onReconnect(atOnce);
  const asked = other.ask('project.list', {});
  const { id } = await sentCall(0);
  sockets.at(-1)?.receive({ id, result: done });
  expect(await asked).toEqual(done);
  expect(atOnce).not.toHaveBeenCalled();
});

test('a call that the backend would not accept because of its size in UTF-8 is not sent, and the connection stays open', async () => {
  const bridge = createBrowserBridge(1000);
  const importText = (text: string) => bridge.ask('project.import', { source: { text, fileName: 'x.json' } });
  await expect(importText('水'.repeat(400))).rejects.toMatchObject({ code: 'tooLarge' });
  expect(sockets).toEqual([]);
  const asked = importText('水'.repeat(300));
  const { id } = await sentCall(0);
  sockets[0]?.receive({ id, result: done });
  expect(await asked).toEqual(done);
});
