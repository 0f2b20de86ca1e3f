import { afterEach, describe, expect, it } from 'vitest';
import { createServiceHandlers } from '../../../main/rest-api/calls.ts';
import { openServiceListeners, type ServiceListeners } from '../../../main/rest-api/service-listeners.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { message } from '../../../shared/messages/message.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const open: ServiceListeners[] = [];

afterEach(async () => {
  for (const listeners of open.splice(0)) await listeners.close();
});

function start(store: KeyValueStore = createMemoryKeyValueStore()) {
  const reported: RestServiceStatus[] = [];
  const lines: string[] = [];
  const listeners = openServiceListeners({
    handle: async (_, { uploadFlow }) => Response.json({ uploadFlow }),
    store,
    environment: createTestEnvironment(),
    log: (line) => lines.push(line),
    emit: (event: BackendEvent) => event.event === 'service.changed' && reported.push(event.state),
  });
  open.push(listeners);
  return { ...createServiceHandlers(listeners), ...listeners, reported, lines };
}

const askedAt = async (url: string): Promise<unknown> => (await fetch(`${url}/x`)).json();
const portOf = (url: string): number => Number(new URL(url).port);

describe('the service, switched on and off', () => {
  it('[issue B] is off at first', async () => {
    const { applySettings, 'service.state': state } = start();
    await applySettings();
    expect(await state({})).toEqual({ on: false, port: 4848, problem: null, listening: [] });
  });

  it('listens until it is stopped, each listener with its own upload flow', async () => {
    const { 'service.start': begin, 'service.stop': stop, 'service.state': state, reported } = start();
    const one = await begin({ port: 0 });
    const two = await begin({ port: 0, uploadFlow: 'single' });
    expect([await askedAt(one.url), await askedAt(two.url)]).toEqual([{ uploadFlow: 'two-step' }, { uploadFlow: 'single' }]);
    expect((await state({})).listening).toEqual([one, two]);
    await stop({ id: one.id });
    await expect(askedAt(one.url)).rejects.toThrow();
    expect((await state({})).listening).toEqual([two]);
    expect(reported.map(({ listening }) => listening.length)).toEqual([1, 2, 1]);
    await expect(stop({ id: one.id })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('uses the default port or, if that is in use, a free one; a requested port must be free', async () => {
    const { 'service.start': begin } = start();
    const one = await begin({});
    const two = await begin({});
    expect(portOf(two.url)).not.toBe(portOf(one.url));
    await expect(begin({ port: portOf(one.url) })).rejects.toMatchObject({ code: 'busy' });
  });

  it('ends when the process that started it ends', async () => {
    const listeners = start();
    const client = new AbortController();
    const { url } = await (listeners['service.start'] as (input: object, clientSignal: AbortSignal) => Promise<{ url: string }>)(
      { port: 0 },
      client.signal,
    );
    expect(await askedAt(url)).toEqual({ uploadFlow: 'two-step' });
    client.abort();
    await expect.poll(async () => (await listeners['service.state']({})).listening).toEqual([]);
    await expect.poll(() => fetch(url).catch(() => 'closed')).toBe('closed');
  });

  it('keeps its setting and its address across restarts', async () => {
    const keyValueStore = createMemoryKeyValueStore();
    const free = await start()['service.start']({ port: 0 });
    await open[0]?.close();
    const port = portOf(free.url);
    const first = start(keyValueStore);
    const url = `http://127.0.0.1:${port}`;
    expect(await first['service.set']({ on: true, port })).toEqual({ on: true, port, problem: null, listening: [{ id: 'settings', url }] });
    expect(await askedAt(url)).toEqual({ uploadFlow: 'two-step' });
    await first.close();
    await expect(askedAt(url)).rejects.toThrow();
    const second = start(keyValueStore);
    expect((await second['service.state']({})).listening).toEqual([]);
    await second.applySettings();
    expect(await askedAt(url)).toEqual({ uploadFlow: 'two-step' });
    expect(await second['service.set']({ on: false })).toEqual({ on: false, port, problem: null, listening: [] });
    await expect(askedAt(url)).rejects.toThrow();
  });

  it('moves to another port on request', async () => {
    const { 'service.set': set } = start();
    const before = (await set({ on: true, port: 0 })).listening[0];
    const spare = await start()['service.start']({ port: 0 });
    await open[1]?.close();
    const after = await set({ on: true, port: portOf(spare.url) });
    expect(after.listening).toEqual([{ id: 'settings', url: spare.url }]);
    await expect(askedAt(String(before?.url))).rejects.toThrow();
  });

  it('reports why it does not listen although it is on, and listens once it can', async () => {
    const other = start();
    const { id, url } = await other['service.start']({ port: 0 });
    const { 'service.set': set, 'service.state': state, reported } = start();
    const stuck = await set({ on: true, port: portOf(url) });
    expect(stuck).toMatchObject({ on: true, problem: message('problem.rest.portTaken', { port: portOf(url) }) });
    expect(reported.at(-1)).toEqual(stuck);
    await other['service.stop']({ id });
    await expect.poll(() => state({})).toMatchObject({ problem: null, listening: [{ url }] });
  });

  it('no longer listens once the backend is closed, even during a request', async () => {
    const { 'service.start': begin, close, lines } = start();
    const starting = begin({ port: 0 });
    await close();
    await expect(starting).rejects.toMatchObject({ code: 'busy' });
    expect(lines.at(-1)).toMatch(/no longer listens/);
  });
});
