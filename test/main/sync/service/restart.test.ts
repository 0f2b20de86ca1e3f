/** The mirror over a folder: what outlives the program, and what does not (keys). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../cli/taleport.ts';
import { boardOf, element, inStep, openSide, type Side, serve, titled } from './two-workspaces.ts';

const sides: Side[] = [];
afterEach(async () => {
  for (const side of sides.splice(0)) await side.close();
});

describe('the mirror after a restart', { timeout: 60_000 }, () => {
  test('remotes, projects, questions and activity are there; a key that nothing keeps is asked for again', async () => {
    const there = await openSide();
    sides.push(there);
    const { hash } = await there.ask('project.create', { template: 'sample' });
    const served = await serve(there);
    const data = newFolder();
    const first = await openSide(data);
    await first.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
    await first.ask('sync.add', { remote: 'Team', hash });
    const [id = ''] = await there.send(hash, element(boardOf(await there.project(hash)), 'First'));
    await inStep(first, hash);
    await first.send(hash, titled(id, 'Mine'));
    await there.send(hash, titled(id, 'Theirs'));
    await inStep(first, hash);
    const [asked] = await first.ask('conflict.list', {});
    const done = await first.ask('sync.activity', {});
    await first.close();

    // [Authentication 3] The key is in no file that we write.
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(data, file)).isFile());
    for (const file of files) expect(readFileSync(join(data, file)).includes(served.key), file).toBe(false);

    const second = await openSide(data);
    sides.push(second);
    expect(await second.ask('conflict.list', {})).toEqual([asked]);
    expect(await second.ask('sync.activity', {})).toEqual(done);
    expect(await second.ask('sync.run', { hash })).toMatchObject([
      { state: 'stopped', questions: 1, sentence: expect.stringContaining('enter the key') },
    ]);
    expect(await second.ask('remote.list', {})).toMatchObject([{ state: 'needs a key', keyIn: 'memory' }]);
    await second.ask('remote.change', { name: 'Team', key: { key: served.key } });
    await second.ask('conflict.resolve', { ids: [asked?.id ?? ''], answer: { choice: 'theirs' } });
    expect(await inStep(second, hash)).toMatchObject({ state: 'in step', questions: 0 });
    expect((await second.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Theirs</p>' } });
  });

  test('a remote whose key is in the environment goes on by itself', async () => {
    const there = await openSide();
    sides.push(there);
    const { hash } = await there.ask('project.create', { template: 'sample' });
    const served = await serve(there);
    process.env.TALEPORT_TEST_RESTART_KEY = served.key;
    const data = newFolder();
    const first = await openSide(data);
    await first.ask('remote.add', { name: 'Team', url: served.url, key: { variable: 'TALEPORT_TEST_RESTART_KEY' } });
    await first.ask('sync.add', { remote: 'Team', hash });
    await first.close();
    // Where nothing goes by itself it is said how things were last, and what waits.
    const still = await openSide(data);
    expect(await still.ask('sync.list', {})).toMatchObject([{ state: 'in step', sentence: expect.stringContaining('last known') }]);
    const [ours = ''] = await still.send(hash, element(boardOf(await still.project(hash)), 'Ours'));
    const [waiting] = await still.ask('sync.list', {});
    expect(waiting).toMatchObject({ state: 'waiting', waiting: 1, sentence: 'Nothing is mirrored now: a change waits here.' });
    await still.close();
    expect((await there.project(hash)).has(ours)).toBe(false);
    const [id = ''] = await there.send(hash, element(boardOf(await there.project(hash)), 'Meanwhile'));
    const second = await openSide(data, { longRunning: true });
    sides.push(second);
    const isHere = async () => (await second.project(hash)).has(id);
    while (!(await isHere())) await new Promise((resolve) => setImmediate(resolve));
    expect(await inStep(second, hash)).toMatchObject({ state: 'in step' });
  });
});
