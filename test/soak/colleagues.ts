/**
 * (I35, I36) Two people on one project of a workspace, in real time and over HTTP: three processes, the workspace and a Taleport for each person, who
 * edits an element of their own every five seconds. Prints how long edits took into the workspace and to the other person, and the reports.
 * `node test/soak/colleagues.ts --minutes 10 --seats 2`; with `--flood`, a third program exports all the time. docs/soak.md records the figures.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { connectToInstance } from '../../main/instance/instance-client.ts';
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seats: { type: 'string', default: '2' },
    flood: { type: 'boolean', default: false },
  },
});
const [minutes, seats] = [Number(values.minutes), Number(values.seats)];

const root = resolve(import.meta.dirname, '../..');
const program = ['--disable-warning=ExperimentalWarning', join(root, 'main/headless.ts')];
const keyVariable = 'TALEPORT_TEST_TWO_PEOPLE_KEY';
const places = mkdtempSync(join(tmpdir(), 'taleport-two-people-'));
const servers: ChildProcess[] = [];

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const run = (data: string, ...args: string[]): unknown =>
  JSON.parse(execFileSync(process.execPath, [...program, ...args, '--data', data, '--json'], { encoding: 'utf8' }));

/** Starts a process that owns the folder. */
async function serve(data: string, ...options: string[]) {
  const child = spawn(process.execPath, [...program, 'serve', '--port', '0', '--no-targets', '--data', data, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(child);
  const url = await new Promise<string>((found, failed) => {
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const line = out.split('\n').find((each) => each.startsWith('{') && each.endsWith('}'));
      if (line !== undefined) found(String(JSON.parse(line).url));
    });
    child.once('close', () => failed(new Error(`The process ended: ${out}`)));
  });
  let instance = await connectToInstance(data);
  while (!instance) instance = await connectToInstance(data);
  const { call } = instance;
  const ask = async <T>(name: string, input: object): Promise<T> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.detail}`);
    // The results of calls are those of shared/contracts/ipc, of which each caller names the one that it uses.
    return answer.value as T;
  };
  return {
    url,
    ask,
    /** The x of each element. */
    async positions(hash: string): Promise<Map<string, number>> {
      const { records } = await ask<{ records: readonly string[] }>('project.read', { hash });
      const elements = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]).filter(({ kind }) => kind === 'element');
      return new Map(elements.map(({ id, x }) => [id, Number(x)]));
    },
  };
}
type Server = Awaited<ReturnType<typeof serve>>;

/** Edits that set ever greater values, and how long it took until one place had each of them or a later one. */
class Delays {
  readonly #pending: { readonly x: number; readonly at: number }[] = [];
  readonly #delays: number[] = [];

  add(x: number, at: number): void {
    this.#pending.push({ x, at });
  }

  note(x: number | undefined, now: number): void {
    while (x !== undefined && this.#pending[0] && this.#pending[0].x <= x) this.#delays.push(now - (this.#pending.shift()?.at ?? now));
  }

  toString(): string {
    const sorted = [...this.#delays].sort((one, two) => one - two);
    const share = (of: number): string => ((sorted[Math.ceil(sorted.length * of) - 1] ?? 0) / 1000).toFixed(2);
    return `${sorted.length} edits, median ${share(0.5)} s, 90 % within ${share(0.9)} s, the last ${share(1)} s, ${this.#pending.length} missing`;
  }
}

try {
  const [workspace, ...people] = ['workspace', 'one', 'two'].map((name) => join(places, name)) as [string, string, string];
  const { hash } = run(workspace, 'import', join(root, 'samples/visual-novel.json')) as { hash: string };
  run(workspace, 'workspace', 'set', '--seats', String(seats));
  const { key } = run(workspace, 'key', 'create', '--name', 'people', '--read', '--write') as { key: string };
  process.env[keyVariable] = key;
  const remote = await serve(workspace, '--no-sync');
  const persons: { readonly server: Server; readonly hash: string; readonly sent: Delays; readonly seen: Delays; own: string }[] = [];
  for (const data of people) {
    run(data, 'remote', 'add', 'Team', '--url', remote.url, '--key-env', keyVariable);
    const [added] = run(data, 'sync', 'add', 'Team', hash) as { hash: string }[];
    persons.push({ server: await serve(data), hash: added?.hash ?? '', sent: new Delays(), seen: new Delays(), own: '' });
  }
  const elements = [...(await remote.positions(hash)).keys()].sort();
  for (const [at, person] of persons.entries()) person.own = elements[at] ?? '';
  // The first reads of both have used the quota of exports up.
  await wait(62_000);

  const started = performance.now();
  const end = started + minutes * 60_000;
  let editAt = started;
  let floodAt = started;
  for (let x = 1000; performance.now() < end + 60_000; await wait(200)) {
    const now = performance.now();
    if (values.flood && now >= floodAt && now < end) {
      floodAt += 1000;
      void fetch(`${remote.url}/api/v1/${hash}/json`, { headers: { authorization: `Bearer ${key}` } }).then((answer) => answer.text());
    }
    if (now >= editAt && now < end) {
      editAt += 5000;
      x++;
      for (const { server, hash: here, own, sent } of persons) {
        await server.ask('project.send', { hash: here, command: { do: 'change', kind: 'element', id: own, fields: { x } } });
        sent.add(x, performance.now());
      }
      for (const { seen } of persons) seen.add(x, performance.now());
    }
    const arrived = await remote.positions(hash);
    for (const { own, sent } of persons) sent.note(arrived.get(own), performance.now());
    for (const [at, { seen, own }] of persons.entries()) {
      const other = persons[1 - at];
      if (other) seen.note((await other.server.positions(other.hash)).get(own), performance.now());
    }
  }
  console.log(`${seats} seats, ${minutes} minutes${values.flood ? ', and exports all the time' : ''}`);
  for (const { server, sent, seen } of persons) {
    const [status] = await server.ask<SyncStatus[]>('sync.list', {});
    console.log(`into the workspace: ${sent}`);
    console.log(`to the other person: ${seen}`);
    console.log(`${status?.state}, ${status?.reports} reports, ${status?.conflicts} conflicts, ${status?.pending} pending`);
  }
} finally {
  for (const server of servers) server.kill('SIGTERM');
  await wait(3000);
  rmSync(places, { recursive: true, force: true });
}
process.exit(0);
