/**
 * Sync under a simulated clock, with our own service in this process and its real limits: the requests of a first sync, a push and an idle hour,
 * compared with the minimum; and plans of a large project compared with a copy and a plain walk of the same records.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { planSync } from '../../main/sync/plan/plan-sync.ts';
import { jsonEquals } from '../../shared/model/change-set.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { HostedWorkspace } from '../main/sync/service/hosted-workspace.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { formatMilliseconds } from './export.bench.ts';
import { median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

const minute = 60_000;
const seats = 10;

export async function benchSync(projects = 50, records = 20_000, changed = 1000): Promise<Row[]> {
  return [...(await measureWorkspace(projects)), await measurePush(changed), ...measurePlans(records)];
}

async function measureWorkspace(projects: number): Promise<Row[]> {
  const hosted = await HostedWorkspace.open(seats);
  const hashes = Array.from({ length: projects }, (_, at) => hosted.project(`Story ${at}`, 20));
  await hosted.connect();
  hosted.requests.length = 0;
  const started = { at: hosted.clock.now, time: performance.now() };
  for (const hash of hashes) void hosted.sync.add('Team', hash).catch(() => undefined);
  const isDone = () => {
    const list = hosted.sync.list();
    return list.length === projects && list.every(({ state }) => state === 'synced');
  };
  for (let at = 0; at < 3600 && !isDone(); at++) await hosted.clock.advance(1000);
  const first = {
    requests: hosted.requests.length,
    minutes: (hosted.clock.now - started.at) / minute,
    time: performance.now() - started.time,
  };
  // [Limits] exports: 3 a seat and minute; each project needs one, its stylesheet and its comments.
  const minimum = { requests: 1 + 3 * projects, minutes: Math.max(0, Math.ceil(projects / (3 * seats)) - 1) };

  await hosted.clock.advance(10 * minute);
  hosted.requests.length = 0;
  const before = { heap: heap(), cpu: process.cpuUsage() };
  await hosted.clock.advance(60 * minute);
  const cpu = process.cpuUsage(before.cpu);
  const grown = (heap() - before.heap) / 2 ** 20;
  const polls = hosted.requests.length;
  const lists = hosted.requests.filter(({ request }) => request === 'GET /workspace/projects').length;
  const bare = process.cpuUsage();
  for (let at = 0; at < polls; at++) await hosted.remote.request({ method: 'GET', path: '/workspace/projects' });
  const bareCpu = process.cpuUsage(bare);
  await hosted.close();
  const [ownSeconds, bareSeconds] = [seconds(cpu), seconds(bareCpu)];
  return [
    {
      what: `first sync of ${projects} projects, ${seats} seats: requests`,
      ours: `${first.requests} (${first.minutes.toFixed(1)} min imposed by the limit, ${(first.time / 1000).toFixed(1)} s of work)`,
      limit: `${minimum.requests} (${minimum.minutes} min)`,
      ratio: first.requests / minimum.requests,
      aim: '≤ 1.1 ×',
      number: first.requests,
    },
    {
      what: `an idle hour with ${projects} synced projects: requests`,
      ours: `${polls}, ${polls - lists} of them not polls`,
      limit: `${lists} polls`,
      ratio: polls / lists,
      aim: '1 for each poll',
      number: polls,
    },
    {
      what: 'CPU time of that hour, including the remote in the same process',
      ours: formatMilliseconds(ownSeconds),
      limit: `${formatMilliseconds(bareSeconds)} (the bare requests)`,
      ratio: ownSeconds / bareSeconds,
      aim: '≤ 1 s',
      number: ownSeconds,
    },
    {
      what: 'memory added by that hour',
      ours: `${grown.toFixed(1)} MB`,
      limit: '',
      ratio: Number.NaN,
      aim: '≤ 5 MB',
      number: grown,
    },
  ];
}

async function measurePush(changed: number): Promise<Row> {
  const hosted = await HostedWorkspace.open(100);
  const hash = await hosted.addSyncedProject('A story', changed);
  await hosted.clock.advance(2 * minute);
  const ids = [...hosted.localEngine.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
  // The first write returns the version of what was read.
  hosted.edit(hash, 'First');
  await hosted.clock.advance(2 * minute);
  hosted.sync.pause(hash, null);
  for (let round = 0; round < 2; round++)
    for (const id of ids) hosted.localEngine.execute(hash, { do: 'change', kind: 'element', id, fields: { x: 100 + round } }, 'user');
  hosted.requests.length = 0;
  hosted.sync.pause(hash, 'now');
  const started = { at: hosted.clock.now, time: performance.now() };
  for (let at = 0; at < 3600 && hosted.status(hash).pending > 0; at++) await hosted.clock.advance(1000);
  await hosted.clock.advance(1000);
  const { length } = hosted.requests;
  const row: Row = {
    what: `sending ${(2 * changed).toLocaleString('en')} edits of ${changed.toLocaleString('en')} elements: requests`,
    ours: `${length} (${((hosted.clock.now - started.at) / 1000).toFixed(0)} s by the clock, ${((performance.now() - started.time) / changed).toFixed(1)} ms of work each)`,
    limit: `${changed + 1}`,
    ratio: length / (changed + 1),
    aim: '≤ 1.01 ×',
    number: length,
  };
  await hosted.close();
  return row;
}

function measurePlans(count: number): Row[] {
  const records = largeStory(createTestEnvironment(), count / 2, 500);
  const copy = () => new Project(JSON.parse(JSON.stringify(records)) as AnyRecord[]);
  const fresh = () => ({ base: copy(), local: copy(), remote: copy() });
  for (let at = 0; at < 3; at++) planSync(fresh());
  const times = (run: () => unknown, rounds = 15) => median(Array.from({ length: rounds }, () => timed(run)));
  const firsts = Array.from({ length: 7 }, () => {
    const trees = fresh();
    return timed(() => planSync(trees));
  });
  const trees = fresh();
  planSync(trees);
  const [first, again] = [median(firsts), times(() => planSync(trees))];
  const cloned = times(() => structuredClone([...trees.local.records()]));
  const walked = times(() => {
    let equal = 0;
    for (const m of trees.local.records()) if (jsonEquals(m, trees.remote.get(m.id)) && jsonEquals(m, trees.base.get(m.id))) equal++;
    return equal;
  });
  const size = records.length.toLocaleString('en');
  return [
    {
      what: `first plan of ${size} records`,
      ours: formatMilliseconds(first),
      limit: `${formatMilliseconds(walked)} (bare comparing), ${formatMilliseconds(cloned)} (structuredClone)`,
      ratio: first / cloned,
      aim: '≤ 300 ms',
      number: first,
    },
    {
      what: 'the next plan of the same records',
      ours: formatMilliseconds(again),
      limit: `${formatMilliseconds(walked)} (bare comparing), ${formatMilliseconds(cloned)} (structuredClone)`,
      ratio: again / cloned,
      aim: '≤ 300 ms',
      number: again,
    },
  ];
}

/** Seconds of processor time, so that other work on the machine does not count. */
function timed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  return seconds(process.cpuUsage(start));
}

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
