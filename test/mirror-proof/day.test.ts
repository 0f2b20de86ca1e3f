/**
 * [Issue 5, point 2] A scripted day of two processes with a bad network between: a first mirror, idle hours, a push, a day offline with 200 edits on both
 * sides, a way back through drops, cuts, double sends and 429s, a revoked key, and three kills. It ends with equal projects, the expected questions and no twin.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { json } from '../main/command-line/taleport.ts';
import { FaultProxy } from './fault-proxy.ts';
import { inStep, joined, keyName, killed, lookUntil, newKey, Rest, type Served, serve, withSample } from './processes.ts';

const running: Served[] = [];
const proxies: FaultProxy[] = [];
const told: string[] = [];

afterEach(async () => {
  for (const { process } of running.splice(0)) {
    process.child.kill('SIGKILL');
    await process.ended;
  }
  for (const proxy of proxies.splice(0)) await proxy.close().catch(() => undefined);
});
afterAll(() => console.log(told.join('\n')));

/** A seed as an endless row of numbers from 0 to below 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A remote with a sample, a proxy before it, and a Taleport that mirrors it. */
async function begun(sample: string, seed: number) {
  const { data, hash } = await withSample(sample);
  const key = await newKey(data);
  const there = await serve(data, '--no-mirror');
  running.push(there);
  const proxy = new FaultProxy(there.url, dice(seed));
  proxies.push(proxy);
  process.env[keyName] = key.key;
  process.env.TALEPORT_SETTLE_MS = '2500';
  const client = await withSample('empty');
  await json('remote', 'add', 'Team', '--url', await proxy.open(), '--key-env', keyName, '--data', client.data);
  const before = proxy.requests.length;
  const [added] = (await json('mirror', 'add', 'Team', hash, '--data', client.data)) as { hash: string }[];
  await json('mirror', 'run', '--once', '--data', client.data);
  const first = proxy.since(before);
  const local = added?.hash ?? '';
  const own = await newKey(client.data);
  const here = async () => {
    const served = await serve(client.data);
    running.push(served);
    return { served, rest: new Rest(served.url, local, own.key), mirror: await joined(client.data) };
  };
  return { remote: { data, hash, key, rest: new Rest(there.url, hash, key.key) }, proxy, data: client.data, local, here, first };
}

type Export = Record<'elements' | 'boards', Record<string, Record<string, unknown>>>;
const elementsOf = async (rest: Rest): Promise<string[]> => Object.keys(((await rest.whole()) as Export).elements).sort();
const boardsOf = async (rest: Rest): Promise<string[]> =>
  Object.entries(((await rest.whole()) as Export).boards).flatMap(([id, { children }]) => (children ? [] : [id]));

describe('two processes over HTTP', { timeout: 600_000 }, () => {
  test('[I16] first mirror, idle polls and a push cost what they must', async () => {
    const { remote, proxy, here, first } = await begun('visual-novel', 5);
    told.push(
      `first mirror: ${first.length} requests: ${first.map((line) => line.replace(/\/api\/v1|\/[A-Za-z0-9]{10}(?=\/)/g, '')).join(', ')}`,
    );
    const { rest, mirror } = await here();
    await inStep(mirror);
    const polls = 5;
    const idle = proxy.requests.length;
    for (let at = 0; at < polls; at++) await mirror.look();
    expect(proxy.since(idle)).toEqual(Array.from({ length: polls }, () => 'GET /api/v1/workspace/projects'));
    told.push(`${polls} idle polls: ${polls} requests, the least ${polls}`);
    const elements = (await elementsOf(rest)).slice(0, 10);
    // The first write tells the version of what was read.
    await rest.ask('PATCH', `/element/${elements[0]}`, { title: '<p>The first</p>' });
    await inStep(mirror);
    await mirror.pause(null);
    for (let round = 0; round < 4; round++)
      for (const id of elements) await rest.ask('PATCH', `/element/${id}`, { title: `<p>Round ${round}</p>` });
    const push = proxy.requests.length;
    await mirror.pause('now');
    await inStep(mirror);
    const pushed = proxy.since(push);
    const writes = pushed.filter((line) => !line.startsWith('GET'));
    expect(writes).toHaveLength(elements.length);
    expect(pushed.filter((line) => line.startsWith('GET') && !line.endsWith('/workspace/projects'))).toEqual([]);
    told.push(
      `push of ${4 * elements.length} edits on ${elements.length} things: ${pushed.length} requests, the least ${elements.length + 1}`,
    );
    expect(await rest.whole()).toEqual(await remote.rest.whole());
  });

  test('[I1, I3, I5, I7, I8, I25] the day', async () => {
    const { remote, proxy, here } = await begun('visual-novel', 11);
    let { served, rest, mirror } = await here();
    await inStep(mirror);
    const elements = await elementsOf(rest);
    const [board = ''] = await boardsOf(rest);
    const disputed = elements.slice(0, 5);

    // Offline: a hundred edits on each side.
    await proxy.close();
    for (let at = 0; at < 100; at++) {
      const id = elements[5 + (at % (elements.length - 5))] ?? '';
      const other = elements[5 + ((at * 7) % (elements.length - 5))] ?? '';
      if (at % 5 === 0) {
        await rest.ask('POST', '/element', { boardId: board, x: at, y: 10, title: `<p>Made here ${at}</p>` });
        await remote.rest.ask('POST', '/element', { boardId: board, x: at, y: 900, title: `<p>Made there ${at}</p>` });
      } else if (at % 5 === 1) {
        await rest.ask('POST', '/note', { boardId: board, x: at, y: 20, content: `<p>Note here ${at}</p>` });
        await remote.rest.ask('PATCH', `/element/${other}`, { y: at });
      } else {
        await rest.ask('PATCH', `/element/${id}`, { x: at });
        await remote.rest.ask('PATCH', `/element/${other}`, { theme: at % 2 ? 'gold' : 'moss' });
      }
    }
    for (const id of disputed) {
      await rest.ask('PATCH', `/element/${id}`, { title: '<p>Mine</p>' });
      await remote.rest.ask('PATCH', `/element/${id}`, { title: '<p>Theirs</p>' });
    }

    // The way back.
    let kills = 0;
    const integrity: unknown[] = [];
    proxy.often = 0.25;
    await proxy.open();
    for (const end of ['killed', 'killed', 'revoked', 'killed'] as const) {
      const from = proxy.requests.length;
      const writes = Promise.withResolvers<void>();
      proxy.onRequest = () => {
        if (proxy.since(from).filter((line) => !line.startsWith('GET')).length >= 8) writes.resolve();
      };
      const looking = inStep(mirror).catch(() => undefined);
      await Promise.race([writes.promise, looking]);
      if (end === 'revoked') {
        await json('key', 'revoke', remote.key.id, '--data', remote.data);
        await lookUntil(mirror, ({ state }) => state === 'stopped');
        const fresh = await newKey(remote.data);
        remote.key = fresh;
        process.env[keyName] = fresh.key;
      }
      // A key from the environment is read at the start.
      integrity.push(await killed(served));
      kills++;
      await looking;
      ({ served, rest, mirror } = await here());
    }
    expect(integrity).toEqual(integrity.map(() => 'ok'));
    proxy.often = 0;
    await inStep(mirror);

    const open = await mirror.questions();
    const both = open.filter(({ why }) => why === 'both changed');
    expect(both.map(({ record }) => record).sort()).toEqual([...disputed].sort());
    expect(open.filter(({ why }) => !['both changed', 'twin', 'added?'].includes(why))).toEqual([]);
    for (let left = open; left.length > 0; left = await mirror.questions()) {
      for (const { id } of left) await mirror.answer(id, 'mine');
      await inStep(mirror);
    }

    const again = new Rest(running[0]?.url ?? '', remote.hash, remote.key.key);
    const [here1, there1] = [await rest.whole(), await again.whole()];
    expect(here1).toEqual(there1);
    // What either side made is there once: no hole, and no twin.
    const whole = JSON.stringify(here1);
    const made = Array.from({ length: 20 }, (_, at) => [
      `Made here ${5 * at}<`,
      `Made there ${5 * at}<`,
      `Note here ${5 * at + 1}<`,
    ]).flat();
    expect(made.filter((text) => whole.split(text).length !== 2)).toEqual([]);
    told.push(
      `the day: ${proxy.requests.length} requests, ${kills} kills, faults ${[...proxy.faults].map(([name, count]) => `${name} ${count}`).join(', ')}; ` +
        `questions ${open.map(({ why }) => why).join(', ')}`,
    );
  });
});
