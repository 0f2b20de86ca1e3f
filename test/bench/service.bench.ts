/**
 * The service under load: 64 connections on a project of 20,000 elements over a real `serve`, compared with a bare hono route with one
 * better-sqlite3 transaction, in a process of its own with as many connections. Memory is measured after the first minute and at the end.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openBackend } from '../../main/app/backend/backend.ts';
import { exportStory } from '../../main/exporters/exporters.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { Project } from '../../shared/model/project.ts';
import { root } from '../root.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

const connections = 64;
const size = 20_000;
/** Different requests that are sent in turn. */
const variety = 500;
const rounds = 6;

type Requests = Parameters<typeof autocannon>[0]['requests'];

/** `seconds` of mixed load, and half as many of writes only. */
export async function benchService(seconds = 60): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
  const { hash, key, elements } = await prepare(folder);
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  const at = (id: string) => `/api/v1/${hash}/element/${id}`;
  const writes: Requests = elements.slice(0, variety).map(({ id }) => ({ method: 'PATCH', path: at(id), headers, setupRequest: anew }));
  const reads: Requests = elements.slice(-variety).map(({ id }) => ({ method: 'GET', path: at(id), headers }));
  const lists: Requests = ['board', 'component', 'asset'].map((list) => ({ method: 'GET', path: `/api/v1/${hash}/${list}`, headers }));
  // Of ten requests four write, five read an element, one reads a list.
  const mixed = writes.flatMap((write, n): Requests => {
    const read = reads[n] ?? write;
    const list = lists[n % lists.length] ?? read;
    return [write, read, ...(n % 4 === 0 ? [list] : []), ...(n % 4 === 1 ? [read] : [])];
  });
  const bareWrites: Requests = writes.map((write, n) => ({ ...write, path: `/element/${elements[n]?.id}` }));

  const recordsFile = join(folder, 'records.json');
  writeFileSync(recordsFile, JSON.stringify(elements.map((element) => ({ id: element.id, json: JSON.stringify(element) }))));
  const ours = await started(join(root, 'main/headless.ts'), 'serve', '--port', '0', '--data', folder);
  const bare = await started(join(root, 'test/bench/bare-service.ts'), join(folder, 'bare.sqlite'), recordsFile);
  const [mix, onlyWrites, limit]: [Measured[], Measured[], Measured[]] = [[], [], []];
  const memory: number[] = [];
  try {
    await load(ours.url, mixed, 2);
    await load(bare.url, bareWrites, 2);
    // Alternating, so that other work on the machine slows both down.
    for (let round = 0; round < rounds; round++) {
      mix.push(await load(ours.url, mixed, seconds / rounds));
      onlyWrites.push(await load(ours.url, writes, seconds / rounds / 2));
      memory.push(ours.memory());
      limit.push(await load(bare.url, bareWrites, seconds / rounds / 2));
    }
  } finally {
    await ours.end();
    await bare.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const [early = 0, late = 0] = [memory[(rounds / 3) * 2 - 1], memory.at(-1)];
  return [
    speed('requests per second, reads and writes (3 : 2), 64 connections, 20,000 elements', mix, limit),
    speed('requests per second, writes only', onlyWrites, limit),
    {
      what: `memory of the service after ${seconds} s of that load, and after ${seconds * 1.5} s`,
      ours: `${early.toFixed(0)} MB, ${late.toFixed(0)} MB`,
      limit: '',
      ratio: late / early,
      aim: '≤ 1.1 ×',
      number: late,
    },
  ];
}

let written = 0;
/** A new text each time, because a write that changes nothing is not stored. */
const anew = (request: Requests[number]): Requests[number] => ({ ...request, body: bodyOf(++written) });
const bodyOf = (n: number): string =>
  JSON.stringify({ title: `<p>The old door, once more ${n}</p>`, content: `<p>${'behind it stands a lamp '.repeat(8)}</p>` });

/** A project in a data folder, a key for it, and enough seats. */
async function prepare(folder: string) {
  const parts = await openBackend(folder, systemEnvironment);
  const ask = createInvoke(parts);
  const text = exportStory(new Project(largeStory(createTestEnvironment(), size, 500)), { format: 'json', destination: 'file' });
  const { hash } = await ask('project.import', { source: { text, fileName: 'story.json' } });
  await ask('workspace.set', { seats: 10_000_000 });
  const { key } = await ask('apiKey.create', { name: 'bench', permissions: ['project:read', 'project:write'] });
  const { records } = await ask('project.read', { hash });
  const elements = records.flatMap((piece) => JSON.parse(piece) as { kind: string; id: string }[]).filter(({ kind }) => kind === 'element');
  await parts.close();
  return { hash, key, elements };
}

async function started(script: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const line = await new Promise<string>((done, failed) => {
    child.stdout.setEncoding('utf8').once('data', done);
    void ended.then((code) => failed(new Error(`${script} ended with ${code}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    /** Megabytes. */
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
}

async function load(url: string, requests: Requests, duration: number): Promise<Measured> {
  const { errors, timeouts, non2xx, requests: sent, latency } = await autocannon({ url, connections, duration, requests });
  if (errors + timeouts + non2xx > 0) throw new Error(`${errors} errors, ${timeouts} time-outs, ${non2xx} refusals of ${sent.total}`);
  return { perSecond: sent.average, p99: latency.p99 };
}

const middle = (all: readonly Measured[]): Measured => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p99: median(all.map(({ p99 }) => p99)),
});

function speed(what: string, ofOurs: readonly Measured[], ofLimit: readonly Measured[]): Row {
  const [ours, limit] = [middle(ofOurs), middle(ofLimit)];
  return {
    what,
    ours: `${ours.perSecond.toFixed(0)} (p99 ${ours.p99} ms)`,
    limit: `${limit.perSecond.toFixed(0)} (p99 ${limit.p99} ms), bare hono route with one transaction`,
    ratio: ours.perSecond / limit.perSecond,
    aim: '≥ 0.5 ×',
    number: ours.perSecond,
    isRate: true,
  };
}
