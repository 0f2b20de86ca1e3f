/** Two instances of Taleport as processes: one is the remote, the other syncs and can be killed and restarted. */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDatabase, openReadOnlyDatabase } from '../../main/engine/storage/sqlite.ts';
import { connectToInstance } from '../../main/instance/instance-client.ts';
import { crashGuardFileIn } from '../../main/platform/crash-guard.ts';
import type { Conflict, ConflictDetails, SyncStatus } from '../../shared/contracts/sync.ts';
import { json, newFolder, type Started, start } from '../main/cli/taleport.ts';

export const keyVariable = 'TALEPORT_TEST_DAY_KEY';

export interface ServerProcess {
  readonly data: string;
  readonly url: string;
  readonly process: Started;
}

export async function startServer(data: string, ...options: string[]): Promise<ServerProcess> {
  const process = start('serve', '--port', '0', '--no-targets', '--data', data, ...options);
  const { url } = JSON.parse(await process.line((line) => line.startsWith('{'))) as { url: string };
  return { data, url, process };
}

export async function createKey(data: string): Promise<{ id: string; key: string }> {
  return (await json('key', 'create', '--name', 'test', '--read', '--write', '--data', data)) as { id: string; key: string };
}

/** A data folder with one of our samples, and enough seats that only the proxy returns 429. */
export async function createSampleFolder(name: string): Promise<{ data: string; hash: string }> {
  const data = newFolder();
  const file = resolve(import.meta.dirname, '../../samples', `${name}.json`);
  const { hash } = (await json('import', file, '--data', data)) as { hash: string };
  await json('workspace', 'set', '--seats', '1000', '--data', data);
  return { data, hash };
}

export class RestClient {
  readonly #base: string;
  readonly #key: string;

  constructor(url: string, hash: string, key: string) {
    this.#base = `${url}/api/v1/${hash}`;
    this.#key = key;
  }

  async request(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#key}`, accept: 'application/json', 'content-type': 'application/json' };
    const response = await fetch(`${this.#base}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The whole project without the names that each side assigns. */
  async exportProject(): Promise<unknown> {
    const { name: _name, ...story } = await this.request('GET', '/json?allLocales=true');
    return story;
  }
}

/** Kills the process with SIGKILL and checks the integrity of its database. Its next start suspects no work of having ended it. */
export async function killServer({ process, data }: ServerProcess): Promise<unknown> {
  process.child.kill('SIGKILL');
  await process.ended;
  rmSync(crashGuardFileIn(data), { force: true });
  const database = openReadOnlyDatabase(join(data, 'taleport.sqlite'));
  const found = checkDatabase(database, 'integrity_check');
  database.close();
  return found;
}

/** Calls to the running instance of this folder; each fails when the instance ends. */
export async function joinInstance(data: string) {
  // On a busy machine the handshake may time out.
  let owner = await connectToInstance(data);
  while (!owner) owner = await connectToInstance(data);
  const { call, close } = owner;
  const ask = async <T>(name: string, input: object): Promise<T> => {
    const answer = await call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.detail}`);
    return answer.value as T;
  };
  return {
    status: () => ask<SyncStatus[]>('sync.list', {}),
    conflicts: () => ask<Conflict[]>('conflict.list', {}),
    read: ({ hash, id }: Conflict) => ask<ConflictDetails[]>('conflict.read', { hash, ids: [id] }),
    resolve: (id: string, choice: 'local' | 'remote') => ask('conflict.resolve', { ids: [id], resolution: { choice } }),
    /** Syncs now until nothing is left that can be done now. */
    syncNow: () => ask<SyncStatus[]>('sync.run', {}),
    pause: (until: string | null) => ask('sync.pause', { until }),
    close,
  };
}
type SyncSession = Awaited<ReturnType<typeof joinInstance>>;

/** Syncs until the status matches. The timeout of the test ends an endless wait. */
export async function syncUntil(session: SyncSession, fits: (status: SyncStatus) => boolean): Promise<SyncStatus> {
  for (;;) {
    await session.syncNow();
    const [now] = await session.status();
    if (now && fits(now)) return now;
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** Until nothing is left, or nothing but what the user has to decide. */
export const whenAtRest = (session: SyncSession): Promise<SyncStatus> =>
  syncUntil(session, ({ state, pending }) => state === 'attention' || (state === 'synced' && pending === 0));
