/** A workspace to sync with: a `serve` process with a project, which can go offline and online again, and which another user can write to. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hostedExportsFolder } from '../hosted-exports.ts';
import { root } from '../root.ts';
import { testRunSeed } from '../seed.ts';
import { FaultProxy } from '../sync-proof/fault-proxy.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { createTempFolder } from './app.ts';
import { readFirstLine } from './read-first-line.ts';
import { trackProcess } from './running-processes.ts';

const program = join(root, 'out', 'main', 'headless.js');
const castle = join(hostedExportsFolder, 'godot-2025-castle.json');

/** The element that tests edit: the service accepts its content unchanged. */
export interface HostedWorkspace {
  readonly name: string;
  /** The project's hash in the workspace. */
  readonly hash: string;
  readonly key: () => string;
  /** Revokes the key and returns another one. */
  replaceKey(): Promise<string>;
  readonly url: () => string;
  /** Starts to respond again, at the same address as before. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The edits of another user meanwhile; the service cannot be reached until they are done. */
  requestAsOther(method: string, path: string, body: unknown): Promise<void>;
  /** The body is sent as JSON, or as the form that it is. */
  request(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Does this right before the next request with this method arrives. */
  overtake(method: string, act: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** The castle if the real files are available, else a generated story. */
export async function startHostedWorkspace(): Promise<HostedWorkspace> {
  const data = createTempFolder('hosted');
  const story = existsSync(castle) ? castle : join(root, 'samples', 'sample.json');
  const run = (...args: string[]): Record<string, string> =>
    JSON.parse(execFileSync(process.execPath, [program, ...args, '--data', data, '--json'], { encoding: 'utf8' }));
  const { hash = '', name = '' } = run('import', story, '--repair');
  const newKey = () => run('key', 'create', '--name', 'Window', '--read', '--write');
  let { id = '', key = '' } = newKey();
  let server: ChildProcess | undefined;
  let served = '';
  let proxy: FaultProxy | undefined;
  let url = '';

  const serve = async (port: string): Promise<string> => {
    const args = [program, 'serve', '--port', port, '--no-sync', '--no-targets', '--data', data];
    server = trackProcess(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
    return (JSON.parse(await readFirstLine('serve', server)) as { url: string }).url;
  };
  const stop = async () => {
    const ending = server;
    server = undefined;
    await proxy?.close();
    if (!ending) return;
    await new Promise<void>((resolve) => {
      ending.once('exit', () => resolve());
      ending.kill('SIGTERM');
    });
  };
  const ask = async (at: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${at}/api/v1/${hash}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    // The quotas are those of the workspace (Limits 1): what the app has sent meanwhile counts too.
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000));
      return ask(at, method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
    return answer;
  };
  const start = async () => {
    served = await serve(served === '' ? '0' : new URL(served).port);
    proxy ??= new FaultProxy(served, createTestEnvironment(testRunSeed()).random);
    url = await proxy.open();
  };
  await start();
  return {
    name,
    hash,
    key: () => key,
    url: () => url,
    start,
    async replaceKey() {
      await stop();
      run('key', 'revoke', id);
      ({ id = '', key = '' } = newKey());
      await start();
      return key;
    },
    stop,
    async requestAsOther(method, path, body) {
      const other = await serve('0');
      try {
        await ask(other, method, path, body);
      } finally {
        await stop();
      }
    },
    request: (method, path, body) => ask(served, method, path, body),
    overtake(method, act) {
      if (!proxy) throw new Error('The workspace has not started.');
      const through = proxy;
      through.onRequest = async (line) => {
        if (!line.startsWith(`${method} `)) return;
        through.onRequest = () => undefined;
        await act();
      };
    },
    async close() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
