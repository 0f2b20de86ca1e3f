/**
 * A scripted day of two processes connected by an unreliable network: a first sync, idle hours, a push, a day offline with 200 edits on both
 * sides, reconnecting through drops, cuts, duplicate requests and 429s, a revoked key, and three kills. It ends with equal projects, the expected conflicts and no twin.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { json } from '../main/cli/taleport.ts';
import { FaultProxy } from './fault-proxy.ts';
import {
  createKey,
  createSampleFolder,
  joinInstance,
  keyVariable,
  killServer,
  RestClient,
  type ServerProcess,
  startServer,
  syncUntil,
  whenAtRest,
} from './processes.ts';

const servers: ServerProcess[] = [];
const proxies: FaultProxy[] = [];
const summaryLines: string[] = [];

afterEach(async () => {
  for (const { process } of servers.splice(0)) {
    process.child.kill('SIGKILL');
    await process.ended;
  }
  for (const proxy of proxies.splice(0)) await proxy.close().catch(() => undefined);
});
afterAll(() => console.log(summaryLines.join('\n')));

/** A seeded generator of numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A remote with a sample, a fault proxy before it, and a Taleport that syncs it. */
async function startScenario(sample: string, seed: number) {
  const { data, hash } = await createSampleFolder(sample);
  const key = await createKey(data);
  const remoteServer = await startServer(data, '--no-sync');
  servers.push(remoteServer);
  const proxy = new FaultProxy(remoteServer.url, createRandom(seed));
  proxies.push(proxy);
  process.env[keyVariable] = key.key;
  process.env.TALEPORT_SETTLE_MS = '2500';
  const client = await createSampleFolder('empty');
  await json('remote', 'add', 'Team', '--url', await proxy.open(), '--key-env', keyVariable, '--data', client.data);
  const before = proxy.requests.length;
  const [added] = (await json('sync', 'add', 'Team', hash, '--data', client.data)) as { hash: string }[];
  await json('sync', 'run', '--once', '--data', client.data);
  const first = proxy.since(before);
  const local = added?.hash ?? '';
  const own = await createKey(client.data);
  const startClient = async () => {
    const served = await startServer(client.data);
    servers.push(served);
    return { served, rest: new RestClient(served.url, local, own.key), session: await joinInstance(client.data) };
  };
  return {
    remote: { data, hash, key, rest: new RestClient(remoteServer.url, hash, key.key) },
    proxy,
    data: client.data,
    local,
    startClient,
    first,
  };
}

type Export = Record<'elements' | 'boards', Record<string, Record<string, unknown>>>;
const elementIds = async (rest: RestClient): Promise<string[]> => Object.keys(((await rest.exportProject()) as Export).elements).sort();
const boardIds = async (rest: RestClient): Promise<string[]> =>
  Object.entries(((await rest.exportProject()) as Export).boards).flatMap(([id, { children }]) => (children ? [] : [id]));

describe('two processes over HTTP', () => {
  test('[I16] a first sync, idle polls and a push cost the minimum of requests', async () => {
    const { remote, proxy, startClient, first } = await startScenario('visual-novel', 5);
    summaryLines.push(
      `first sync: ${first.length} requests: ${first.map((line) => line.replace(/\/api\/v1|\/[A-Za-z0-9]{10}(?=\/)/g, '')).join(', ')}`,
    );
    const { rest, session } = await startClient();
    await whenAtRest(session);
    const polls = 5;
    const idle = proxy.requests.length;
    for (let at = 0; at < polls; at++) await session.syncNow();
    expect(proxy.since(idle)).toEqual(Array.from({ length: polls }, () => 'GET /api/v1/workspace/projects'));
    summaryLines.push(`${polls} idle polls: ${polls} requests, the least ${polls}`);
    const elements = (await elementIds(rest)).slice(0, 10);
    // The first write returns the version of what was read.
    await rest.request('PATCH', `/element/${elements[0]}`, { title: '<p>The first</p>' });
    await whenAtRest(session);
    await session.pause(null);
    for (let round = 0; round < 4; round++)
      for (const id of elements) await rest.request('PATCH', `/element/${id}`, { title: `<p>Round ${round}</p>` });
    const push = proxy.requests.length;
    await session.pause('now');
    await whenAtRest(session);
    const pushed = proxy.since(push);
    const writes = pushed.filter((line) => !line.startsWith('GET'));
    expect(writes).toHaveLength(elements.length);
    expect(pushed.filter((line) => line.startsWith('GET') && !line.endsWith('/workspace/projects'))).toEqual([]);
    summaryLines.push(
      `push of ${4 * elements.length} edits on ${elements.length} things: ${pushed.length} requests, the least ${elements.length + 1}`,
    );
    expect(await rest.exportProject()).toEqual(await remote.rest.exportProject());
  });

  test('[I1, I3, I5, I7, I8, I25] the whole day', async () => {
    const { remote, proxy, startClient } = await startScenario('visual-novel', 11);
    let { served, rest, session } = await startClient();
    await whenAtRest(session);
    const elements = await elementIds(rest);
    const [board = ''] = await boardIds(rest);
    const disputed = elements.slice(0, 5);

    // Offline: a hundred edits on each side.
    await proxy.close();
    for (let at = 0; at < 100; at++) {
      const id = elements[5 + (at % (elements.length - 5))] ?? '';
      const other = elements[5 + ((at * 7) % (elements.length - 5))] ?? '';
      if (at % 5 === 0) {
        await rest.request('POST', '/element', { boardId: board, x: at, y: 10, title: `<p>Made here ${at}</p>` });
        await remote.rest.request('POST', '/element', { boardId: board, x: at, y: 900, title: `<p>Made there ${at}</p>` });
      } else if (at % 5 === 1) {
        await rest.request('POST', '/note', { boardId: board, x: at, y: 20, content: `<p>Note here ${at}</p>` });
        await remote.rest.request('PATCH', `/element/${other}`, { y: at });
      } else {
        await rest.request('PATCH', `/element/${id}`, { x: at });
        await remote.rest.request('PATCH', `/element/${other}`, { theme: at % 2 ? 'gold' : 'moss' });
      }
    }
    for (const id of disputed) {
      await rest.request('PATCH', `/element/${id}`, { title: '<p>Mine</p>' });
      await remote.rest.request('PATCH', `/element/${id}`, { title: '<p>Theirs</p>' });
    }

    // Back online.
    let kills = 0;
    const integrity: unknown[] = [];
    proxy.faultRate = 0.25;
    // A request that the network sends twice after a clean response creates two records: nothing distinguishes the second one from one that
    // another user created (ADR 0145).
    const doubled: string[] = [];
    proxy.onDouble = (line, body) => void (line.startsWith('POST') && doubled.push(body.toString()));
    await proxy.open();
    for (const end of ['killed', 'killed', 'revoked', 'killed'] as const) {
      const from = proxy.requests.length;
      const writes = Promise.withResolvers<void>();
      proxy.onRequest = () => {
        if (proxy.since(from).filter((line) => !line.startsWith('GET')).length >= 8) writes.resolve();
      };
      const looking = whenAtRest(session).catch(() => undefined);
      await Promise.race([writes.promise, looking]);
      if (end === 'revoked') {
        await json('key', 'revoke', remote.key.id, '--data', remote.data);
        await syncUntil(session, ({ state }) => state === 'stopped');
        const fresh = await createKey(remote.data);
        remote.key = fresh;
        process.env[keyVariable] = fresh.key;
      }
      // A key in the environment is read at startup.
      integrity.push(await killServer(served));
      kills++;
      await looking;
      ({ served, rest, session } = await startClient());
    }
    expect(integrity).toEqual(integrity.map(() => 'ok'));
    proxy.faultRate = 0;
    await whenAtRest(session);

    const open = await session.conflicts();
    const both = open.filter(({ reason }) => reason === 'bothChanged');
    expect(both.map(({ record }) => record).sort()).toEqual([...disputed].sort());
    expect(open.filter(({ reason }) => !['bothChanged', 'duplicateCreate', 'unconfirmedCreate'].includes(reason))).toEqual([]);
    for (let left = open; left.length > 0; left = await session.conflicts()) {
      for (const { id } of left) await session.resolve(id, 'local');
      await whenAtRest(session);
    }

    const again = new RestClient(servers[0]?.url ?? '', remote.hash, remote.key.key);
    const [here1, there1] = [await rest.exportProject(), await again.exportProject()];
    expect(here1).toEqual(there1);
    // Everything that either side created exists once: nothing missing, no twin of ours.
    const whole = JSON.stringify(here1);
    const made = Array.from({ length: 20 }, (_, at) => [
      `Made here ${5 * at}<`,
      `Made there ${5 * at}<`,
      `Note here ${5 * at + 1}<`,
    ]).flat();
    const isWrong = (text: string): boolean => {
      const count = whole.split(text).length - 1;
      return count === 0 || (count > 1 && !doubled.some((body) => body.includes(text)));
    };
    expect(made.filter(isWrong)).toEqual([]);
    summaryLines.push(
      `the day: ${proxy.requests.length} requests, ${kills} kills, faults ${[...proxy.faults].map(([name, count]) => `${name} ${count}`).join(', ')}; ` +
        `conflicts ${open.map(({ reason }) => reason).join(', ')}`,
    );
  });
});
