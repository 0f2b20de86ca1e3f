/**
 * Chaos over real HTTP: two Taleports sync one project of a third through fault proxies that drop, cut, delay, repeat, hold back, falsify and
 * outdate, while somebody else writes directly, and the programs are killed. Sixty short rounds; after each one the faults end, and fresh exports
 * of all three are equal. TALEPORT_CHAOS_SEED chooses another run.
 */
import { afterAll, afterEach, expect, test } from 'vitest';
import { json, newFolder } from '../main/cli/taleport.ts';
import { FaultProxy, hostileFaults } from './fault-proxy.ts';
import { createKey, createSampleFolder, joinInstance, killServer, RestClient, type ServerProcess, startServer } from './processes.ts';

const roundCount = 60;
const faultRate = 0.4;
/** Milliseconds after which a client sends a lost create again. */
const settleTime = 300;
const keyVariable = 'TALEPORT_TEST_CHAOS_KEY';
const seed = Number(process.env.TALEPORT_CHAOS_SEED ?? 20_261_123);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const summary: string[] = [];
afterAll(() => console.log(summary.join('\n')));

function createRandom(from: number): () => number {
  let state = from % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
const random = createRandom(seed);
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

interface Story {
  readonly elements: Record<string, { readonly content: unknown }>;
  readonly boards: Record<string, { readonly children?: unknown }>;
}

/** A Taleport in a process of its own that syncs the project through a proxy. */
class Client {
  readonly proxy: FaultProxy;
  readonly data: string;
  readonly #hash: string;
  readonly #key: string;
  #server: ServerProcess | undefined;
  #session: Awaited<ReturnType<typeof joinInstance>> | undefined;
  rest: RestClient;
  kills = 0;

  private constructor(proxy: FaultProxy, data: string, hash: string, key: string) {
    this.proxy = proxy;
    this.data = data;
    this.#hash = hash;
    this.#key = key;
    this.rest = new RestClient('', hash, key);
  }

  static async start(remoteUrl: string, remoteHash: string): Promise<Client> {
    const proxy = new FaultProxy(remoteUrl, random, hostileFaults);
    closing.push(() => proxy.close());
    const data = newFolder();
    // Only the remote limits requests.
    await json('workspace', 'set', '--seats', '1000', '--data', data);
    await json('remote', 'add', 'Team', '--url', await proxy.open(), '--key-env', keyVariable, '--data', data);
    const [added] = (await json('sync', 'add', 'Team', remoteHash, '--data', data)) as { hash: string }[];
    const client = new Client(proxy, data, added?.hash ?? '', (await createKey(data)).key);
    await client.#run();
    await client.session.syncNow();
    closing.push(() => client.#end());
    return client;
  }

  async #run(): Promise<void> {
    this.#server = await startServer(this.data);
    this.rest = new RestClient(this.#server.url, this.#hash, this.#key);
    this.#session = await joinInstance(this.data);
  }

  async #end(): Promise<void> {
    this.#server?.process.child.kill('SIGKILL');
    await this.#server?.process.ended;
  }

  get session(): Awaited<ReturnType<typeof joinInstance>> {
    if (!this.#session) throw new Error('The client does not run.');
    return this.#session;
  }

  /** Kills the program in the middle of a sync, and starts it again over what it has stored. */
  async kill(): Promise<void> {
    if (this.#server) expect(await killServer(this.#server)).toBe('ok');
    this.kills++;
    await this.#run();
  }

  /** One sync of what can be done now; true where nothing is left. The program may be killed meanwhile. */
  async sync(): Promise<boolean> {
    const [status] = await this.session.syncNow();
    const open = await this.session.conflicts();
    for (const { id, choices } of open) {
      const choice = choices.local !== null && (choices.remote === null || random() < 0.5) ? 'local' : 'remote';
      await this.session.resolve(id, choice);
    }
    return open.length === 0 && status?.state === 'synced' && status.pending === 0;
  }
}

test('[I1, I3, I5, I7, I8, I16] sixty rounds of chaos end equal, with everything that was written', { timeout: 600_000 }, async () => {
  const { data, hash } = await createSampleFolder('empty');
  const { key } = await createKey(data);
  const remote = await startServer(data, '--no-sync');
  closing.push(async () => {
    remote.process.child.kill('SIGKILL');
    await remote.process.ended;
  });
  process.env[keyVariable] = key;
  process.env.TALEPORT_SETTLE_MS = String(settleTime);
  const direct = new RestClient(remote.url, hash, key);
  const [one, two] = await Promise.all([Client.start(remote.url, hash), Client.start(remote.url, hash)]);
  const clients = [one, two];

  const written = new Set<string>();
  const doubled = new Set<string>();
  const addDoubled = (body: Buffer) => {
    for (const mark of body.toString('utf8').match(/mark-\d+\./g) ?? []) doubled.add(mark);
  };
  for (const { proxy } of clients) {
    proxy.onDouble = (_line, body) => addDoubled(body);
    // On a busy machine a late create may arrive when it has been sent again.
    proxy.onLate = (body, milliseconds) => {
      if (milliseconds > settleTime) addDoubled(body);
    };
  }
  const storyOf = async (rest: RestClient) => (await rest.exportProject()) as Story;

  /** Something that one of the three writes: mostly new elements, else places, titles and colours of old ones. */
  const edit = async (rest: RestClient): Promise<void> => {
    const { elements, boards } = await storyOf(rest);
    const boardId = Object.entries(boards).find(([, { children }]) => children === undefined)?.[0];
    const id = pick(Object.keys(elements));
    const mark = `mark-${written.size}.`;
    const [x, y] = [Math.floor(random() * 30_000), Math.floor(random() * 30_000)];
    if (id === undefined || random() < 0.4) {
      await rest.request('POST', '/element', { boardId, x, y, content: `<p>${mark}</p>` });
      written.add(mark);
    } else if (random() < 0.5) await rest.request('PATCH', `/element/${id}`, { x, y });
    else await rest.request('PATCH', `/element/${id}`, pick([{ title: `<p>${x}</p>` }, { theme: pick(['gold', 'moss', 'red']) }]));
  };

  for (let round = 0; round < roundCount; round++) {
    for (const { proxy } of clients) proxy.faultRate = faultRate;
    for (const rest of [one.rest, two.rest, one.rest, direct, two.rest]) await edit(rest);
    const syncs = clients.map((client) => client.session.syncNow().catch(() => undefined));
    const victim = round % 6 === 3 ? pick(clients) : undefined;
    if (victim) {
      const { promise: isBusy, resolve } = Promise.withResolvers<void>();
      victim.proxy.onRequest = () => resolve();
      await Promise.race([isBusy, ...syncs]);
      victim.proxy.onRequest = () => {};
      await victim.kill();
    }
    await edit(direct);
    await Promise.all(syncs);
    for (const { proxy } of clients) {
      proxy.faultRate = 0;
      await proxy.whenLateArrived();
    }
    // What was read from a stale replica is read again.
    await edit(direct);
    for (let rested = 0; rested < 2 * clients.length; ) for (const client of clients) rested = (await client.sync()) ? rested + 1 : 0;
    const there = await storyOf(direct);
    for (const { rest } of clients) expect(await storyOf(rest), `round ${round} of seed ${seed}`).toEqual(there);
    const whole = JSON.stringify(there);
    const wrong = [...written].flatMap((mark) => {
      const count = whole.split(mark).length - 1;
      return count === 0 || (count > 1 && !doubled.has(mark)) ? [`${mark} is there ${count} times`] : [];
    });
    expect(wrong, `round ${round} of seed ${seed}: lost, or there twice`).toEqual([]);
  }

  for (const { proxy, session } of clients) {
    const before = proxy.requests.length;
    await session.syncNow();
    expect(proxy.since(before)).toEqual(['GET /api/v1/workspace/projects']);
  }
  const faults = clients.flatMap(({ proxy }) => [...proxy.faults]);
  const met = new Set(faults.map(([kind]) => kind));
  expect(hostileFaults.filter((kind) => !met.has(kind))).toEqual([]);
  const count = faults.reduce((sum, [, times]) => sum + times, 0);
  summary.push(`${roundCount} rounds, ${written.size} elements, ${count} faults, ${one.kills + two.kills} kills, seed ${seed}`);
});
