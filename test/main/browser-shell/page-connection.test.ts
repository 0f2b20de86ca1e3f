/** The connections of pages: order, limits, and what happens when a page ends or does not read. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserShell } from '../../../main/browser-shell/browser-shell.ts';
import { listenOnLoopback } from '../../../main/browser-shell/listen-on-loopback.ts';
import { createPageConnection } from '../../../main/browser-shell/page-connection.ts';
import { createSessionGuard } from '../../../main/browser-shell/session-guard.ts';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { nextTurn } from '../../next-turn.ts';
import { secretInEntryPage } from './entry-page.ts';
import { openTestPage } from './test-page.ts';

let session = { port: 0, cookie: '', pageSecret: '' };
let close: () => Promise<void>;
const listeners = new Set<(events: BackendEvent[]) => void>();
const emit = (...events: BackendEvent[]) => {
  for (const listener of listeners) listener(events);
};
/** What the backend does with a call. */
let handle: (name: string, input: unknown, clientSignal?: AbortSignal) => Promise<CallResult>;

beforeEach(async () => {
  let port = 0;
  handle = async () => ({ ok: true, value: null });
  const guard = createSessionGuard({ port: () => port });
  const shell = createBrowserShell(
    {
      rendererFolder: '/nowhere',
      info: { version: '1', shell: 'browser', platform: 'linux', dataFolder: '/nowhere' },
      call: (name, input, clientSignal) => handle(name, input, clientSignal),
      onEvents(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    guard,
  );
  ({ port, close } = await listenOnLoopback(shell.fetch, 0, () => undefined));
  const entered = await fetch(guard.entryAddress());
  const [cookie = ''] = entered.headers.get('set-cookie')?.split(';') ?? [];
  session = { port, cookie, pageSecret: secretInEntryPage(await entered.text()) };
});
afterEach(() => close());

const openPage = () => openTestPage(session);
const job = (done: number): BackendEvent => ({ event: 'progress', job: 'a', done, total: 1000 });

test('a page receives events and results in the order in which the backend produced them', async () => {
  const produced: string[] = [];
  const waiting: (() => void)[] = [];
  handle = (_, input) =>
    new Promise((resolve) =>
      waiting.push(() => {
        produced.push(`result ${input}`);
        resolve({ ok: true, value: input });
      }),
    );
  const page = await openPage();
  const answers = Array.from({ length: 200 }, (_, number) => page.call('project.list', number));
  await expect.poll(() => waiting).toHaveLength(200);
  // Results in another order than their calls, with events between them.
  for (const [index, answer] of waiting.reverse().entries()) {
    produced.push(`event ${index}`);
    emit(job(index));
    answer();
    await Promise.resolve();
  }
  await Promise.all(answers);
  const order = page.received.flatMap((each) =>
    'id' in each ? [`result ${each.id - 1}`] : each.events.map((event) => `event ${'done' in event ? event.done : ''}`),
  );
  expect(order).toEqual(produced);
});

test('eight pages are connected while all connections of a browser to a host are left for other requests', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const pages = await Promise.all(Array.from({ length: 8 }, openPage));
  const read = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: `127.0.0.1:${session.port}`, cookie: session.cookie };
      const sent = request({ host: '127.0.0.1', port: session.port, path: '/no-such-file', headers, agent }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode)),
      );
      sent.once('error', reject).end();
    });
  expect(await Promise.all(Array.from({ length: 12 }, read))).toEqual(Array.from({ length: 12 }, () => 404));
  emit(job(1));
  for (const page of pages) {
    expect(await page.call('project.list', {})).toEqual({ ok: true, value: null });
    expect(page.received[0]).toEqual({ events: [job(1)] });
  }
  agent.destroy();
});

test('when a page ends, its calls are aborted, and nothing is sent to it any more', async () => {
  const aborted: unknown[] = [];
  handle = (_, input, clientSignal) =>
    new Promise((resolve) =>
      clientSignal?.addEventListener('abort', () => {
        aborted.push(input);
        resolve({ ok: true, value: null });
      }),
    );
  const [page, other] = [await openPage(), await openPage()];
  void page.call('project.list', 'one');
  void page.call('project.list', 'two');
  void other.call('project.list', 'three');
  await expect.poll(() => listeners.size).toBe(2);
  page.close();
  await expect.poll(() => aborted).toEqual(['one', 'two']);
  expect(listeners.size).toBe(1);
});

test('a page that does not read its events is disconnected, and the memory for it is bounded', async () => {
  const page = await openPage();
  await expect.poll(() => listeners.size).toBe(1);
  page.socket.pause();
  const name = 'x'.repeat(8 * 1024 * 1024);
  let sent = 0;
  while (listeners.size > 0 && sent < 100) {
    emit({ event: 'progress', job: name, done: 0, total: 1 });
    sent++;
    await nextTurn();
  }
  // 64 MiB and what the system buffers.
  expect(sent).toBeLessThan(20);
});

test('a message that is larger than the limit reaches its page, and so does what follows it', async () => {
  const page = await openPage();
  await expect.poll(() => listeners.size).toBe(1);
  page.socket.pause();
  emit({ event: 'progress', job: 'x'.repeat(80 * 1024 * 1024), done: 0, total: 1 });
  const answered = page.call('project.list', {});
  emit(job(1));
  page.socket.resume();
  expect(await answered).toMatchObject({ ok: true });
  expect(page.received.filter((each) => 'events' in each)).toHaveLength(2);
});

test('closing does not wait for a handshake that is not answered yet', async () => {
  let asked = false;
  const fetch = () => {
    asked = true;
    return new Promise<Response>(() => undefined);
  };
  const server = await listenOnLoopback(fetch, 0, () => undefined);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const sent = request({ host: '127.0.0.1', port: server.port, headers });
  const ended = once(sent, 'error');
  sent.end();
  await expect.poll(() => asked).toBe(true);
  await server.close();
  await ended;
});

test('a page that does not answer a ping is disconnected', () => {
  vi.useFakeTimers();
  const socket = { on: vi.fn(), ping: vi.fn(), terminate: vi.fn() };
  const connection = createPageConnection({ call: handle, onEvents: () => () => undefined });
  // Of a WebSocket, only what the heartbeat uses.
  connection.onOpen?.(new Event('open'), { raw: socket } as never);
  const [, answer] = socket.on.mock.calls.find(([event]) => event === 'pong') ?? [];
  for (let count = 1; count <= 3; count++) {
    vi.advanceTimersToNextTimer();
    expect(socket.ping).toHaveBeenCalledTimes(count);
    answer();
  }
  vi.advanceTimersToNextTimer();
  expect(socket.terminate).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(socket.terminate).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test.each(['no JSON', '{}', '{"id":1,"name":"project.list"', '{"id":"1","name":"project.list","input":{}}'])(
  'a message that is no call ends the connection: %s',
  async (text) => {
    const page = await openPage();
    page.socket.send(text);
    const [code] = await once(page.socket, 'close');
    expect(code).toBe(1008);
  },
);

test('a binary message ends the connection', async () => {
  const page = await openPage();
  page.socket.send(Buffer.from('{"id":1,"name":"project.list","input":{}}'));
  expect((await once(page.socket, 'close'))[0]).toBe(1008);
});
