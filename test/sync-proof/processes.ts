/** Two Taleports as processes: one that serves as the remote, one that mirrors and is ended and started at will. */
import { join, resolve } from 'node:path';
import { checkDatabase, openReadOnlyDatabase } from '../../main/engine/storage/sqlite.ts';
import { connectToInstance } from '../../main/instance/instance-client.ts';
import type { ConflictDetails, SyncStatus } from '../../shared/contracts/sync.ts';
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

/** A data folder with one of our samples in it, and enough seats that only the proxy says 429. */
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

  /** All of the project, but for what each side names for itself. */
  async exportProject(): Promise<unknown> {
    const { name: _name, ...story } = await this.request('GET', '/json?allLocales=true');
    return story;
  }
}

/** kill -9, and what SQLite says of the data afterwards. */
export async function killServer({ process, data }: ServerProcess): Promise<unknown> {
  process.child.kill('SIGKILL');
  await process.ended;
  const database = openReadOnlyDatabase(join(data, 'taleport.sqlite'));
  const found = checkDatabase(database, 'integrity_check');
  database.close();
  return found;
}

/** Calls to the Taleport that works with this folder; every one fails when it ends. */
export async function joinInstance(data: string) {
  // On a busy machine the greeting may come too late.
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
    conflicts: () => ask<ConflictDetails[]>('conflict.list', {}),
    answer: (id: string, choice: 'mine' | 'theirs') => ask('conflict.resolve', { ids: [id], answer: { choice } }),
    /** Looks and sends now, until nothing is left that can be done now. */
    syncNow: () => ask<SyncStatus[]>('sync.run', {}),
    pause: (until: string | null) => ask('sync.pause', { until }),
    close,
  };
}
export type SyncSession = Awaited<ReturnType<typeof joinInstance>>;

/** Looks again and again until it is so. The test's own time-out ends what never comes. */
export async function syncUntil(mirror: SyncSession, fits: (status: SyncStatus) => boolean): Promise<SyncStatus> {
  for (;;) {
    await mirror.syncNow();
    const [now] = await mirror.status();
    if (now && fits(now)) return now;
    await new Promise((later) => setTimeout(later, 100));
  }
}

export const whenSynced = (mirror: SyncSession): Promise<SyncStatus> =>
  syncUntil(mirror, ({ state, waiting }) => state === 'in step' && waiting === 0);
