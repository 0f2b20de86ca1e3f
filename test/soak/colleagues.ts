/**
 * (I35, I36) Two people on one project of a workspace, in real time and over HTTP: three processes, the workspace and a Taleport for each person, who
 * edits an element of their own every five seconds. Prints how long edits took into the workspace and to the other person, and the reports.
 * `node test/soak/colleagues.ts --minutes 10 --seats 2`; with `--flood`, a third program exports all the time. docs/soak.md records the figures.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { root } from '../root.ts';
import { endAll, keyVariable, placeOf, run, type Server, serve, serveWorkspace, wait } from './processes.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seats: { type: 'string', default: '2' },
    flood: { type: 'boolean', default: false },
  },
});
const [minutes, seats] = [Number(values.minutes), Number(values.seats)];

/** The x of each element. */
async function positions(server: Server, hash: string): Promise<Map<string, number>> {
  const { records } = await server.ask<{ records: readonly string[] }>('project.read', { hash });
  const elements = records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]).filter(({ kind }) => kind === 'element');
  return new Map(elements.map(({ id, x }) => [id, Number(x)]));
}

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
  const [workspace, ...people] = ['workspace', 'one', 'two'].map(placeOf) as [string, string, string];
  const { hash } = run(workspace, 'import', join(root, 'samples/visual-novel.json')) as { hash: string };
  const remote = await serveWorkspace(workspace, seats);
  const persons: { readonly server: Server; readonly hash: string; readonly sent: Delays; readonly seen: Delays; own: string }[] = [];
  for (const data of people) {
    run(data, 'remote', 'add', 'Team', '--url', remote.url, '--key-env', keyVariable);
    const [added] = run(data, 'sync', 'add', 'Team', hash) as { hash: string }[];
    persons.push({ server: await serve(data), hash: added?.hash ?? '', sent: new Delays(), seen: new Delays(), own: '' });
  }
  const elements = [...(await positions(remote, hash)).keys()].sort();
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
      void fetch(`${remote.url}/api/v1/${hash}/json`, { headers: { authorization: `Bearer ${process.env[keyVariable]}` } }).then((answer) =>
        answer.text(),
      );
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
    const arrived = await positions(remote, hash);
    for (const { own, sent } of persons) sent.note(arrived.get(own), performance.now());
    for (const [at, { seen, own }] of persons.entries()) {
      const other = persons[1 - at];
      if (other) seen.note((await positions(other.server, other.hash)).get(own), performance.now());
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
  await endAll();
}
process.exit(0);
