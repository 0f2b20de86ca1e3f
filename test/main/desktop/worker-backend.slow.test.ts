import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkerBackend } from '../../../main/desktop/worker-backend.ts';
import { connectToInstance } from '../../../main/instance/instance-client.ts';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { t } from '../../../shared/messages/english.ts';
import { json, newFolder, start } from '../cli/taleport.ts';

const file = resolve(import.meta.dirname, '../../../main/worker.ts');
const open: Backend[] = [];

afterEach(async () => {
  for (const parts of open.splice(0)) await parts.close();
});

function begin(data: string) {
  const parts = openWorkerBackend(file, data, () => undefined);
  open.push(parts);
  const heard: BackendEvent[] = [];
  const looking = new Set<() => void>();
  parts.onEvents((events) => {
    heard.push(...events);
    for (const look of looking) look();
  });
  const until = (event: BackendEvent['event']) =>
    new Promise<void>((resolve) => {
      const look = () => heard.some((one) => one.event === event) && resolve();
      looking.add(look);
      look();
    });
  return { parts, heard, until };
}

describe('the backend in a worker', () => {
  it('answers calls, and emits events before the answer that they led to', async () => {
    const { parts, heard } = begin(newFolder());
    const made = await parts.call('project.create', { template: 'empty' });
    expect(made).toMatchObject({ ok: true, value: { hash: expect.any(String) } });
    expect(heard).toContainEqual({ event: 'projects.changed' });
    expect(await parts.call('project.list', {})).toMatchObject({ ok: true, value: [{ status: 'active' }] });
  });

  it('owns the data folder, so that the command line hands its work to it', async () => {
    const data = newFolder();
    const { parts } = begin(data);
    await parts.call('project.create', { template: 'empty' });
    expect(await json('projects', '--data', data)).toHaveLength(1);
    const other = await connectToInstance(data);
    expect(await other?.call('project.list', {})).toMatchObject({ ok: true });
    await other?.close();
  });

  it('works with the backend of a running watch, and takes over when it is killed', async () => {
    const data = newFolder();
    const watch = start('watch', '--data', data, '--json');
    await watch.line((line) => line.includes('notice'));
    const { parts, until } = begin(data);
    await parts.call('project.create', { template: 'empty' });
    await watch.line((line) => line.includes('projects.changed'));
    watch.child.kill('SIGKILL');
    await watch.ended;
    await until('reconnected');
    expect(await parts.call('project.list', {})).toMatchObject({ ok: true, value: [{ status: 'active' }] });
  });

  it('closes its data file, so that the next one finds the folder free', async () => {
    const data = newFolder();
    const first = begin(data);
    await first.parts.call('project.create', { template: 'empty' });
    await first.parts.close();
    expect(await first.parts.call('project.list', {})).toMatchObject({ ok: false, problem: { code: 'busy' } });
    expect(await begin(data).parts.call('project.list', {})).toMatchObject({ ok: true, value: [{ status: 'active' }] });
  });

  it('has a limit for new objects, without which an import takes several times its file in memory', async () => {
    const file = join(newFolder(), 'worker.mjs');
    const lines = [
      `import { parentPort, resourceLimits } from 'node:worker_threads';`,
      `parentPort.on('message', () => parentPort.close());`,
      'parentPort.postMessage({ events: [resourceLimits] });',
    ];
    writeFileSync(file, lines.join('\n'));
    const parts = openWorkerBackend(file, newFolder(), () => undefined);
    open.push(parts);
    const limits = await new Promise<unknown>((resolve) => {
      parts.onEvents(([first]) => resolve(first));
    });
    expect(limits).toMatchObject({ maxYoungGenerationSizeMb: 48 });
  });

  it('a worker that fails repeatedly is not started again, and that is reported', async () => {
    const parts = openWorkerBackend(resolve(import.meta.dirname, 'no-such-worker.ts'), newFolder(), () => undefined);
    open.push(parts);
    const said = new Promise<string>((resolve) => {
      parts.onEvents((events) => {
        for (const event of events) if (event.event === 'notice' && t(event.message).includes('keeps failing')) resolve(t(event.message));
      });
    });
    expect(await said).toMatch(/Restart Taleport/);
    expect(await parts.call('project.list', {})).toMatchObject({ ok: false, problem: { code: 'internal' } });
  });
});
