/**
 * Chaos over real HTTP: two Taleports sync one project of a third through fault proxies that drop, cut, delay, repeat, hold back, falsify
 * and serve stale responses, while another user writes directly, and the programs are killed, as chaos-plan.ts derives from the seed. Sixty
 * short rounds; after each one the faults end, and fresh exports of all three are equal. TALEPORT_SEED chooses another run.
 */
import { afterAll, afterEach, expect, test } from 'vitest';
import { json, newFolder } from '../main/cli/taleport.ts';
import { testRunSeed } from '../seed.ts';
import { type ChaosEdit, createChaosPlan, type Writer } from './chaos-plan.ts';
import { FaultProxy, hostileFaults } from './fault-proxy.ts';
import { createKey, createSampleFolder, joinInstance, killServer, RestClient, type ServerProcess, startServer } from './processes.ts';

const roundCount = 60;
const faultRate = 0.4;
/** Milliseconds after which a client sends a lost create again. */
const settleTime = 300;
const keyVariable = 'TALEPORT_TEST_CHAOS_KEY';
const seed = testRunSeed();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const summary: string[] = [];
afterAll(() => console.log(summary.join('\n')));

const plan = createChaosPlan(seed, roundCount);

interface Story {
  readonly elements: Record<string, { readonly content: unknown }>;
  readonly boards: Record<string, { readonly children?: unknown }>;
}

const findMark = (text: string): string | undefined => text.match(/mark-\d+\./)?.[0];

/** A Taleport in a process of its own that syncs the project through a proxy. */
class Client {
  readonly proxy: FaultProxy;
  readonly data: string;
  readonly #hash: string;
  readonly #key: string;
  readonly #answers: () => number;
  #server: ServerProcess | undefined;
  #session: Awaited<ReturnType<typeof joinInstance>> | undefined;
  rest: RestClient;
  kills = 0;

  private constructor(proxy: FaultProxy, data: string, hash: string, key: string, answers: () => number) {
    this.#answers = answers;
    this.proxy = proxy;
    this.data = data;
    this.#hash = hash;
    this.#key = key;
    this.rest = new RestClient('', hash, key);
  }

  static async start(name: 'one' | 'two', remoteUrl: string, remoteHash: string): Promise<Client> {
    const proxy = new FaultProxy(remoteUrl, plan.faults[name], hostileFaults);
    closing.push(() => proxy.close());
    const data = newFolder();
    // Only the remote limits requests.
    await json('workspace', 'set', '--seats', '1000', '--data', data);
    await json('remote', 'add', 'Team', '--url', await proxy.open(), '--key-env', keyVariable, '--data', data);
    const [added] = (await json('sync', 'add', 'Team', remoteHash, '--data', data)) as { hash: string }[];
    const client = new Client(proxy, data, added?.hash ?? '', (await createKey(data)).key, plan.answers[name]);
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

  /** The marks of elements that were created again because the client could not find out whether they had been. */
  readonly createdAgain: string[] = [];

  /** One sync of everything that can be done now; true if nothing is left. The program may be killed meanwhile. */
  async sync(): Promise<boolean> {
    const [status] = await this.session.syncNow();
    const open = await this.session.conflicts();
    // A conflict is only resolved once the workspace was read again, which a limit or a lost response delays: the write may have arrived.
    for (const conflict of status?.state === 'attention' ? open : []) {
      const { id, choices, reason } = conflict;
      const choice = choices.local !== null && (choices.remote === null || this.#answers() < 0.5) ? 'local' : 'remote';
      if (reason === 'unconfirmedCreate' && choice === 'local') {
        const [read] = await this.session.read(conflict);
        this.createdAgain.push(findMark(JSON.stringify(read?.local)) ?? '');
      }
      await this.session.resolve(id, choice);
    }
    return open.length === 0 && status?.state === 'synced' && status.pending === 0;
  }
}

test('[I1, I3, I5, I7, I8, I16] sixty rounds of chaos end equal, with everything that was written', async () => {
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
  const [one, two] = await Promise.all([Client.start('one', remote.url, hash), Client.start('two', remote.url, hash)]);
  const clients = [one, two];
  const byName = { one, two };

  const written = new Map<string, Writer>();
  // Created once, and changed by another user before the client that created it could find it.
  const changed = new Set<string>();
  const doubled = new Set<string>();
  const addDoubled = (body: Buffer) => {
    for (const mark of body.toString('utf8').match(/mark-\d+\./g) ?? []) doubled.add(mark);
  };
  for (const { proxy } of clients) {
    proxy.onDouble = (_line, body) => addDoubled(body);
    // A create that arrives late, or from a killed client, may arrive after it was sent again.
    proxy.onLate = (body, milliseconds) => {
      if (milliseconds > settleTime) addDoubled(body);
    };
  }
  const storyOf = async (rest: RestClient) => (await rest.exportProject()) as Story;

  const write = async ({ writer, type, target, x, y, theme }: ChaosEdit): Promise<void> => {
    const rest = writer === 'direct' ? direct : byName[writer].rest;
    const { elements, boards } = await storyOf(rest);
    const boardId = Object.entries(boards).find(([, { children }]) => children === undefined)?.[0];
    const ids = Object.keys(elements);
    const id = ids[Math.floor(target * ids.length)];
    if (id === undefined || type === 'create') {
      const mark = `mark-${written.size}.`;
      await rest.request('POST', '/element', { boardId, x, y, content: `<p>${mark}</p>` });
      written.set(mark, writer);
      return;
    }
    const mark = findMark(JSON.stringify(await rest.request('GET', `/element/${id}`)));
    if (mark && written.get(mark) !== writer) changed.add(mark);
    if (type === 'move') await rest.request('PATCH', `/element/${id}`, { x, y });
    else await rest.request('PATCH', `/element/${id}`, type === 'title' ? { title: `<p>${x}</p>` } : { theme });
  };

  for (const [round, { edits, editMeanwhile, lastEdit, victim: victimName }] of plan.rounds.entries()) {
    for (const { proxy } of clients) proxy.faultRate = faultRate;
    for (const edit of edits) await write(edit);
    const syncs = clients.map((client) => client.session.syncNow().catch(() => undefined));
    const victim = victimName && byName[victimName];
    if (victim) {
      const { promise: isBusy, resolve } = Promise.withResolvers<void>();
      victim.proxy.onRequest = () => resolve();
      await Promise.race([isBusy, ...syncs]);
      victim.proxy.onRequest = () => {};
      await victim.kill();
    }
    await write(editMeanwhile);
    await Promise.all(syncs);
    for (const { proxy } of clients) {
      proxy.faultRate = 0;
      await proxy.whenAllArrived();
    }
    await write(lastEdit);
    for (let rested = 0; rested < 2 * clients.length; ) for (const client of clients) rested = (await client.sync()) ? rested + 1 : 0;
    const there = await storyOf(direct);
    for (const { rest } of clients) expect(await storyOf(rest), `round ${round} of seed ${seed}`).toEqual(there);
    const whole = JSON.stringify(there);
    const createdAgain = clients.flatMap((client) => client.createdAgain);
    const mayBeTwice = (mark: string) => doubled.has(mark) || (changed.has(mark) && createdAgain.includes(mark));
    const wrong = [...written.keys()].flatMap((mark) => {
      const count = whole.split(mark).length - 1;
      return count === 0 || (count > 1 && !mayBeTwice(mark)) ? [`${mark} is there ${count} times`] : [];
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
