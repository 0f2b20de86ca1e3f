/** Two Taleports as processes: one that serves as the remote, one that mirrors and is ended and started at will. */
import { join, resolve } from 'node:path';
import { check, openReadOnly } from '../../main/engine/sqlite.ts';
import type { MirrorStatus, QuestionShown } from '../../shared/mirror.ts';
import { json, newFolder, type Started, start } from '../main/command-line/taleport.ts';

export const keyName = 'TALEPORT_TEST_DAY_KEY';

export interface Served {
  readonly data: string;
  readonly url: string;
  readonly process: Started;
}

export async function serve(data: string, ...options: string[]): Promise<Served> {
  const process = start('serve', '--port', '0', '--no-targets', '--data', data, ...options);
  const { url } = JSON.parse(await process.line((line) => line.startsWith('{'))) as { url: string };
  return { data, url, process };
}

export async function newKey(data: string): Promise<{ id: string; key: string }> {
  return (await json('key', 'create', '--name', 'test', '--read', '--write', '--data', data)) as { id: string; key: string };
}

/** A data folder with one of our samples in it, and enough seats that only the proxy says 429. */
export async function withSample(name: string): Promise<{ data: string; hash: string }> {
  const data = newFolder();
  const file = resolve(import.meta.dirname, '../../samples', `${name}.json`);
  const { hash } = (await json('import', file, '--data', data)) as { hash: string };
  await json('workspace', 'set', '--seats', '100000', '--data', data);
  return { data, hash };
}

export class Rest {
  readonly #base: string;
  readonly #key: string;

  constructor(url: string, hash: string, key: string) {
    this.#base = `${url}/api/v1/${hash}`;
    this.#key = key;
  }

  async ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#key}`, accept: 'application/json', 'content-type': 'application/json' };
    const response = await fetch(`${this.#base}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** All of the project, but for what each side names for itself. */
  async whole(): Promise<unknown> {
    const { name: _name, ...story } = await this.ask('GET', '/json?allLocales=true');
    return story;
  }
}

/** kill -9, and what SQLite says of the data afterwards. */
export async function killed({ process, data }: Served): Promise<unknown> {
  process.child.kill('SIGKILL');
  await process.ended;
  const database = openReadOnly(join(data, 'taleport.sqlite'));
  const found = check(database, 'integrity_check');
  database.close();
  return found;
}

export const status = async (data: string): Promise<MirrorStatus[]> => (await json('mirror', 'status', '--data', data)) as MirrorStatus[];
export const questions = async (data: string): Promise<QuestionShown[]> =>
  (await json('questions', 'list', '--data', data)) as QuestionShown[];
export const look = async (data: string): Promise<MirrorStatus[]> =>
  (await json('mirror', 'run', '--once', '--data', data)) as MirrorStatus[];

/** Looks again and again until both sides are in step, or for so many times. */
export async function inStep(data: string, times = 400): Promise<MirrorStatus> {
  let last: MirrorStatus | undefined;
  for (let at = 0; at < times; at++) {
    [last] = await look(data);
    if (last?.state === 'in step' && last.waiting === 0) return last;
  }
  throw new Error(`Not in step: ${JSON.stringify(last)}`);
}
