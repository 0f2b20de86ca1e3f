/** The commands of the installed app, whose backend runs in a thread: the same as those of `npm run taleport`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectInWorker } from '../../../main/cli/run-in-electron.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { connectToInstance } from '../../../main/instance/instance-client.ts';
import { hasSignals } from '../../system-abilities.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { json, newFolder, problemIn, startFailing, startInstalled, story } from './taleport.ts';

function storyFile(content: unknown = story()): string {
  const path = join(newFolder(), 'small.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** On one board. */
function storyOf(elements: number): object {
  const ids = Array.from({ length: elements }, (_, at) => `00000000-0000-4000-8000-1${String(at).padStart(11, '0')}`);
  const board = { name: 'Board', elements: ids, connections: [], notes: [], jumpers: [], branches: [] };
  const element = { title: '<p>a</p>', content: '<p>a</p>', outputs: [], x: 0, y: 0 };
  return {
    name: 'Large',
    startingElement: ids[0],
    boards: { '00000000-0000-4000-8000-000000000001': board },
    elements: Object.fromEntries(ids.map((id) => [id, element])),
  };
}

describe('a command of the installed app', () => {
  it('does its work, and leaves the data folder to the next process', async () => {
    const data = newFolder();
    const { code, out, err } = await (await startInstalled('import', storyFile(), '--data', data, '--json')).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await json('projects', '--data', data)).toMatchObject([{ hash: JSON.parse(out).hash, name: 'Small' }]);
  });

  it('reports errors like any other', async () => {
    const failed = await (await startInstalled('import', storyFile({ name: 'x', boards: 1, elements: 2 }), '--data', newFolder(), '--json'))
      .ended;
    expect(failed.code).toBe(1);
    expect(problemIn(failed)).toMatchObject({
      status: 400,
      errors: { boards: 'must be an object with IDs as keys', elements: 'must be an object with IDs as keys' },
    });
  });

  it('reports that the data folder cannot be used', async () => {
    const file = storyFile();
    const failed = await (await startInstalled('projects', '--data', file, '--json')).ended;
    expect({ code: failed.code, problem: problemIn(failed) }).toMatchObject({ code: 1, problem: { code: 'folder', status: 400 } });
  });

  it('hands its work to the process that has the data folder, and serves until it is stopped', async () => {
    const data = newFolder();
    const server = await startInstalled('serve', '--data', data, '--port', '0');
    const { url } = JSON.parse(await server.line(() => true));
    const { code } = await (await startInstalled('import', storyFile(), '--data', data)).ended;
    expect(code).toBe(0);
    expect(await json('projects', '--data', data)).toHaveLength(1);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(hasSignals ? 0 : null);
    expect(await connectToInstance(data)).toBeUndefined();
  });

  it('emits the events of its backend, before the answer that they led to', async () => {
    const data = newFolder();
    const connection = connectInWorker(data, { longRunning: true });
    const heard: string[] = [];
    connection.onEvents((events) => heard.push(...events.map(({ event }) => event)));
    expect(await connection.connect()).toBe('owner');
    expect(await connection.call('project.create', { template: 'empty' })).toMatchObject({ ok: true });
    expect(heard).toContain('projects.changed');
    await connection.close();
    expect(await connection.call('project.list', {})).toMatchObject({ ok: false, problem: { code: 'busy' } });
  });

  it('emits each event once, also to a listener that was added after all others were removed', async () => {
    const connection = connectInWorker(newFolder(), { longRunning: true });
    const removed: string[] = [];
    for (let count = 0; count < 2; count += 1) connection.onEvents((events) => removed.push(...events.map(({ event }) => event)))();
    const heard: string[] = [];
    connection.onEvents((events) => heard.push(...events.map(({ event }) => event)));
    expect(await connection.call('project.create', { template: 'empty' })).toMatchObject({ ok: true });
    await connection.close();
    expect(heard.filter((event) => event === 'projects.changed')).toHaveLength(1);
    expect(removed).toEqual([]);
  });

  it.each(['at-call', 'at-stop'])('reports that its backend has ended by itself (%s)', async (when) => {
    const failed = await (await startFailing('fail', when, '--data', newFolder(), '--json')).ended;
    expect({ code: failed.code, out: failed.out }).toEqual({ code: 1, out: '' });
    expect(problemIn(failed)).toMatchObject({ code: 'internal', status: 500, detail: expect.stringMatching(/^Taleport failed before /) });
    expect(failed.err).toMatch(/^Taleport failed before this was finished \(/);
  });

  it('reports that it has run out of memory, and the next start finds everything else', async () => {
    const data = newFolder();
    await json('import', storyFile(), '--data', data);
    process.env.NODE_OPTIONS = '--max-old-space-size=64';
    const started = await startInstalled('import', storyFile(storyOf(100_000)), '--data', data, '--json');
    delete process.env.NODE_OPTIONS;
    const failed = await started.ended;
    expect({ code: failed.code, out: failed.out }).toEqual({ code: 1, out: '' });
    expect(problemIn(failed)).toMatchObject({
      code: 'internal',
      status: 500,
      detail: expect.stringMatching(/^Taleport ran out of memory /),
    });
    expect(failed.err.split('\n')).toHaveLength(3);
    expect(await json('projects', '--data', data)).toMatchObject([{ name: 'Small' }]);
    const { out } = await (await startInstalled('doctor', '--data', data, '--json')).ended;
    const failing = JSON.parse(out).filter(({ ok }: { ok: boolean }) => !ok);
    expect(failing).toMatchObject([{ check: 'backups', detail: 'There are no backups.' }]);
  });

  it('after its backend has ended by itself, the next start misses no changes', async () => {
    const data = newFolder();
    const connection = connectInWorker(data, {});
    expect(await connection.call('project.create', { template: 'empty' })).toMatchObject({ ok: true });
    // The worker rejects a call whose name is no text, and nothing catches that.
    await connection.call(1 as unknown as string, {});
    await connection.close();
    const engine = openEngine(data, createTestEnvironment());
    expect({ lost: engine.lostChanges, projects: engine.listProjects().length }).toEqual({ lost: null, projects: 1 });
    await engine.close();
  });

  it('answers each later call with the reason for which its backend has ended', async () => {
    const connection = connectInWorker(newFolder(), {});
    // The worker rejects a call whose name is no text, and nothing catches that.
    const first = await connection.call(1 as unknown as string, {});
    expect(first).toMatchObject({ ok: false, problem: { code: 'internal', text: { key: 'problem.app.workerEnded' } } });
    expect(await connection.call('project.list', {})).toEqual(first);
    await connection.close();
  });
});
