/**
 * Sync of a large project, over HTTP with two processes: how long the first sync takes, an edit until it is in the workspace, and an edit of
 * somebody else until it is here after “Sync now”. `node test/soak/large-project.ts --elements 20000`; docs/performance.md records the figures.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exportStory } from '../../main/exporters/exporters.ts';
import { Project } from '../../shared/model/project.ts';
import { median } from '../bench/measure.ts';
import { largeStory } from '../bench/stories.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { endAll, keyVariable, placeOf, run, type Server, serve, serveWorkspace, wait } from './processes.ts';

const { values } = parseArgs({ options: { elements: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '5' } } });
const perBoard = 500;

const xOf = async (server: Server, hash: string, id: string): Promise<unknown> => {
  const { url } = server;
  const headers = { authorization: `Bearer ${process.env[keyVariable]}` };
  const answer = await fetch(`${url}/api/v1/${hash}/element/${id}`, { headers });
  // GET of an element contains its position ([Elements]).
  return ((await answer.json()) as { x?: unknown }).x;
};

try {
  const [workspace, here] = [placeOf('workspace'), placeOf('here')];
  const project = new Project(largeStory(createTestEnvironment(), Number(values.elements), perBoard));
  const [id = ''] = [...project.recordsOfKind('element')].map((element) => element.id);
  const file = `${workspace}.json`;
  writeFileSync(file, exportStory(project, { format: 'json', destination: 'file' }));
  const { hash } = run(workspace, 'import', file) as { hash: string };
  // Enough seats that no quota counts.
  const remote = await serveWorkspace(workspace, 100);
  run(here, 'remote', 'add', 'Team', '--url', remote.url, '--key-env', keyVariable);
  const local = await serve(here);
  const change = (server: Server, x: number) =>
    server.ask('project.send', { hash, command: { do: 'change', kind: 'element', id, fields: { x } } });
  /** How long the work takes, and how much processor time of the process here. */
  const measure = async (work: () => Promise<unknown>): Promise<[seconds: number, processorTime: number]> => {
    const [began, used] = [performance.now(), local.processorTime()];
    await work();
    return [(performance.now() - began) / 1000, local.processorTime() - used];
  };
  const described = (all: readonly (readonly [number, number])[]): string => {
    const [seconds, processorTime] = [0, 1].map((at) => median(all.map((each) => each[at] ?? Number.NaN)).toFixed(2));
    return `${seconds} s, ${processorTime} s of processor time here`;
  };
  console.log(`first sync: ${described([await measure(() => local.ask('sync.add', { remote: 'Team', hash }))])}`);
  const [sent, received]: [[number, number][], [number, number][]] = [[], []];
  for (let round = 1; round <= Number(values.rounds); round++) {
    await local.ask('sync.run', { hash });
    sent.push(
      await measure(async () => {
        await change(local, 1000 + round);
        while ((await xOf(remote, hash, id)) !== 1000 + round) await wait(10);
      }),
    );
    await local.ask('sync.run', { hash });
    await change(remote, 2000 + round);
    received.push(await measure(() => local.ask('sync.run', { hash })));
  }
  console.log(`an edit here until it is there: ${described(sent)}`);
  console.log(`an edit there until it is here: ${described(received)}`);
} finally {
  await endAll();
}
process.exit(0);
