/** Taleport in processes of its own, as measurements over HTTP use it: the command line, and processes that own a data folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectToInstance } from '../../main/instance/instance-client.ts';

const root = resolve(import.meta.dirname, '../..');
const program = ['--disable-warning=ExperimentalWarning', process.env.TALEPORT_HEADLESS ?? join(root, 'main/headless.ts')];
/** The environment variable with the key of the workspace. */
export const keyVariable = 'TALEPORT_TEST_WORKSPACE_KEY';
const places = mkdtempSync(join(tmpdir(), 'taleport-soak-'));
const servers: ChildProcess[] = [];

export const placeOf = (name: string): string => join(places, name);

export const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export const run = (data: string, ...args: string[]): unknown =>
  JSON.parse(execFileSync(process.execPath, [...program, ...args, '--data', data, '--json'], { encoding: 'utf8' }));

/** Serves the folder as a workspace of so many seats, whose key is in the environment then. */
export async function serveWorkspace(data: string, seats: number): Promise<Server> {
  run(data, 'workspace', 'set', '--seats', String(seats));
  const { key } = run(data, 'key', 'create', '--name', 'people', '--read', '--write') as { key: string };
  process.env[keyVariable] = key;
  return await serve(data, '--no-sync');
}

/** Starts a process that owns the folder. */
export async function serve(data: string, ...options: string[]) {
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
  return { url, ask, processorTime: () => processorTimeOf(child.pid ?? 0) };
}
export type Server = Awaited<ReturnType<typeof serve>>;

/** Seconds of processor time that a process has used so far, in all threads. Linux only; NaN elsewhere. */
function processorTimeOf(pid: number): number {
  try {
    // The name of the program, in brackets, may contain spaces. utime and stime are the 12th and the 13th field after it, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Ends all processes and removes their folders. */
export async function endAll(): Promise<void> {
  for (const server of servers) server.kill('SIGTERM');
  await wait(3000);
  rmSync(places, { recursive: true, force: true });
}
