/** The runner under a still clock: polls, budget, priority, silence, refusals, pauses, restarts, clocks that jump. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ProjectFileSync } from '../../../../main/sync/client/files/project-file-sync.ts';
import { Hosted, mostInAMinute, noFiles } from '../service/hosted-workspace.ts';

const open: Hosted[] = [];
afterEach(async () => {
  for (const hosted of open.splice(0)) {
    await hosted.close();
    expect(hosted.logged).toEqual([]);
  }
});
async function hosted(seats?: number): Promise<Hosted> {
  const made = await Hosted.open(seats);
  open.push(made);
  return made;
}
const minute = 60_000;

describe('the runner of a workspace', { timeout: 60_000 }, () => {
  test('[I16] idle projects of one workspace cost one request a poll, and polls grow rare', async () => {
    const h = await hosted(10);
    for (const name of ['One', 'Two', 'Three']) await h.mirrored(name, 3);
    await h.clock.goOn(minute);
    h.asked.length = 0;
    await h.clock.goOn(60 * minute);
    expect(new Set(h.asked.map(({ request }) => request))).toEqual(new Set(['GET /workspace/projects']));
    expect(h.asked.length).toBeGreaterThan(10);
    expect(h.asked.length).toBeLessThan(121);
    // After a start, too: what was in step need not be read.
    await h.restart();
    h.asked.length = 0;
    await h.clock.goOn(minute);
    expect(new Set(h.asked.map(({ request }) => request))).toEqual(new Set(['GET /workspace/projects']));
    expect(h.mirror.list().map(({ state }) => state)).toEqual(['in step', 'in step', 'in step']);
  });

  test('what happens there is seen at the next poll, what happens here goes at once', async () => {
    const h = await hosted(10);
    const hash = await h.mirrored();
    await h.clock.goOn(minute);
    h.edit(hash, 'Ours');
    await h.clock.goOn(2000);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Ours</p>']);
    h.editThere(hash, 'Theirs');
    await h.clock.goOn(minute);
    expect(h.titles(h.here, hash)).toEqual(['<p>Ours</p>', '<p>Theirs</p>']);
    expect(h.mirror.activity(hash, undefined).map(({ direction, result, request }) => [direction, result, request !== null])).toEqual([
      ['received', 'done', false],
      ['sent', 'done', true],
      ['received', 'done', false],
    ]);
  });

  test('[I9] the budget holds over several projects and a restart, and the user goes first', async () => {
    const h = await hosted(1);
    const hashes: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) hashes.push(await h.mirrored(name));
    await h.clock.goOn(3 * minute);
    h.asked.length = 0;
    for (const hash of hashes) for (let at = 0; at < 40; at++) h.here.execute(hash, h.element(h.here, hash, `${at}`), 'api');
    await h.clock.goOn(30_000);
    // The fifth that is kept for it is there in the middle of the rest.
    const [, mine = ''] = hashes;
    h.mirror.markInUse(mine);
    const before = h.titles(h.remote.engine, mine).length;
    await h.clock.goOn(1000);
    expect(h.titles(h.remote.engine, mine).length).toBeGreaterThan(before);
    await h.restart('killed');
    await h.clock.goOn(10 * minute);
    expect(hashes.map((hash) => h.titles(h.remote.engine, hash).length)).toEqual([40, 40, 40, 40]);
    expect(h.asked.filter(({ status }) => status === 429)).toEqual([]);
    expect(mostInAMinute(h.asked)).toBeLessThanOrEqual(60);
    expect(h.mirror.list().map(({ state, waiting }) => [state, waiting])).toEqual(hashes.map(() => ['in step', 0]));
  });

  test('one that the user wants to see comes before fifty others, though it was chosen last or waits for its turn already', async () => {
    const h = await hosted(1);
    const others = Array.from({ length: 50 }, (_, at) => h.project(`Other ${at}`, 1));
    const wanted = h.project('Wanted', 3);
    await h.connect();
    for (const there of [...others, wanted]) expect((await h.mirror.add('Team', there, { later: true })).isHere).toBe(false);
    await h.clock.goOn(3 * minute);
    const isHere = () => new Set(h.mirror.list().flatMap((each) => (each.isHere ? [each.there] : [])));
    expect(isHere().size).toBeGreaterThan(2);
    expect(isHere().size).toBeLessThan(15);
    const begun = h.clock.now;
    const status = await h.during(h.mirror.add('Team', wanted, { open: true }));
    expect([status.isHere, h.clock.now - begun < 1000]).toEqual([true, true]);
    expect(h.titles(h.here, status.hash)).toHaveLength(3);
    await h.clock.goOn(minute);
    // Those that come next have begun already and wait for the limit.
    const next = others.find((there) => !isHere().has(there)) ?? '';
    await h.clock.goOn(minute);
    const again = h.clock.now;
    expect((await h.during(h.mirror.add('Team', next, { open: true }))).isHere).toBe(true);
    expect(h.clock.now - again).toBeLessThan(1000);
    const before = isHere().size;
    await h.clock.goOn(3 * minute);
    expect(isHere().size).toBeGreaterThan(before);
    expect(h.asked.filter(({ status: answered }) => answered === 429)).toEqual([]);
    expect(mostInAMinute(h.asked)).toBeLessThanOrEqual(60);
  });

  test('a story opens as soon as its records are here: its files follow, before those of others, and the status says so', async () => {
    const h = await hosted(10);
    const urgencies = new Map<string, () => string>();
    // The first says that there is more, which never comes.
    h.files = ({ hash, urgency }) => {
      urgencies.set(hash, urgency);
      let steps = 0;
      const step: ProjectFileSync['step'] = () =>
        steps++ === 0 ? Promise.resolve({ type: 'progressed', action: 'received' }) : new Promise(() => undefined);
      return { ...noFiles, pending: { count: 4 }, step };
    };
    const [other, wanted] = [h.project('Other', 1), h.project('Wanted', 1)];
    await h.connect();
    await h.during(h.mirror.add('Team', other));
    await h.clock.goOn(minute);
    const { hash } = await h.during(h.mirror.add('Team', wanted, { open: true }));
    expect(h.titles(h.here, hash)).toHaveLength(1);
    await h.clock.goOn(1000);
    expect(h.status(hash)).toMatchObject({ isHere: true, state: 'receiving', sentence: 'Files go and come: 4 left.' });
    expect([urgencies.get(hash)?.(), urgencies.get(h.status(other).hash)?.()]).toEqual(['poll', 'background']);
    h.edit(hash, 'Written meanwhile');
    await h.clock.goOn(3000);
    expect(h.titles(h.remote.engine, wanted)).toContain('<p>Written meanwhile</p>');
  });

  test('others use up the limit: everybody waits until it says, and nothing is lost', async () => {
    const h = await hosted(1);
    const hash = await h.mirrored();
    await h.clock.goOn(2 * minute);
    for (let at = 0; at < 80; at++) await h.remote.request({ method: 'GET', path: '/workspace/projects' });
    h.edit(hash, 'Ours');
    await h.clock.goOn(3000);
    expect(h.status(hash)).toMatchObject({ state: 'waiting', until: expect.any(String) });
    await h.clock.goOn(3 * minute);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Ours</p>']);
    expect(h.asked.filter(({ status }) => status === 429).length).toBe(1);
  });

  test('offline: what waits is counted, tries grow rare, and back again everything goes', async () => {
    const h = await hosted(10);
    const hash = await h.mirrored();
    await h.clock.goOn(minute);
    h.isCut = true;
    h.edit(hash, 'One');
    h.edit(hash, 'Two');
    await h.clock.goOn(5 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'offline', waiting: 2, until: expect.any(String) });
    expect(h.mirror.remotes.list()).toMatchObject([{ state: 'offline', why: expect.any(String) }]);
    await h.restart();
    h.isCut = false;
    await h.clock.goOn(6 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'in step', waiting: 0 });
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>One</p>', '<p>Two</p>']);
  });

  test('a question can be answered without the network, after a start too', async () => {
    const h = await hosted(10);
    const hash = await h.mirrored('One', 3);
    await h.clock.goOn(minute);
    const ids = [...h.here.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
    const titled = (id: string, text: string) => ({ do: 'change', kind: 'element', id, fields: { title: text } }) as const;
    for (const id of ids) {
      h.here.execute(hash, titled(id, '<p>Mine</p>'), 'user');
      h.remote.engine.execute(hash, titled(id, '<p>Theirs</p>'), 'user');
    }
    await h.clock.goOn(minute);
    expect(h.status(hash).questions).toBe(3);
    h.isCut = true;
    await h.restart('killed');
    const [one, two, three] = h.mirror.conflicts(hash).map(({ id }) => id);
    await h.during(h.mirror.resolveConflicts([one ?? ''], { choice: 'mine' }));
    await h.during(h.mirror.resolveConflicts([two ?? ''], { choice: 'theirs' }));
    await h.during(h.mirror.resolveConflicts([three ?? ''], { text: '<p>Both</p>' }));
    expect(h.status(hash).questions).toBe(0);
    await h.restart('killed');
    h.isCut = false;
    await h.clock.goOn(10 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'in step', questions: 0 });
    for (const engine of [h.here, h.remote.engine]) expect(h.titles(engine, hash)).toEqual(['<p>Both</p>', '<p>Mine</p>', '<p>Theirs</p>']);
  });

  test('a revoked key stops all of the workspace with a sentence, and another key lets it go on', async () => {
    const h = await hosted(10);
    const hash = await h.mirrored();
    await h.clock.goOn(minute);
    const [key] = h.remote.accounts.keys();
    h.remote.accounts.revokeKey(key?.id ?? '');
    h.edit(hash, 'Kept');
    await h.clock.goOn(minute);
    expect(h.status(hash)).toMatchObject({ state: 'stopped', waiting: 1, sentence: expect.stringContaining('not accepted') });
    expect(h.mirror.remotes.list()).toMatchObject([{ state: 'refused' }]);
    const { key: other } = h.remote.accounts.createKey({ name: 'other', permissions: ['project:read', 'project:write'] });
    await h.during(h.mirror.remotes.change({ name: 'Team', key: { key: other } }));
    await h.clock.goOn(minute);
    expect(h.status(hash)).toMatchObject({ state: 'in step', waiting: 0 });
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Kept</p>']);
  });

  test('[I20] a project that vanishes stops alone, and goes on when it is there again', async () => {
    const h = await hosted(10);
    const [one, two] = [await h.mirrored('One'), await h.mirrored('Two')];
    await h.clock.goOn(minute);
    h.remote.engine.removeProject(one);
    h.edit(one, 'Kept');
    h.edit(two, 'Sent');
    await h.clock.goOn(minute);
    expect(h.status(one)).toMatchObject({ state: 'stopped', waiting: 1, sentence: expect.stringContaining('no longer there') });
    expect(h.status(two)).toMatchObject({ state: 'in step' });
    expect(h.titles(h.remote.engine, two)).toEqual(['<p>Sent</p>']);
    expect(h.titles(h.here, one)).toEqual(['<p>Kept</p>']);
  });

  test('a pause holds until its time, or until told otherwise', async () => {
    const h = await hosted(10);
    const [one, two] = [await h.mirrored('One'), await h.mirrored('Two')];
    await h.clock.goOn(minute);
    h.mirror.pause(one, new Date(h.clock.now + 30 * minute).toISOString());
    h.edit(one, 'Later');
    h.edit(two, 'Now');
    await h.clock.goOn(10 * minute);
    expect(h.status(one)).toMatchObject({ state: 'paused', waiting: 1, until: expect.any(String) });
    expect([h.titles(h.remote.engine, one).length, h.titles(h.remote.engine, two).length]).toEqual([0, 1]);
    h.mirror.pause(undefined, null);
    await h.restart();
    await h.clock.goOn(60 * minute);
    expect(h.status(two)).toMatchObject({ state: 'paused', until: null });
    expect(h.titles(h.remote.engine, one)).toEqual([]);
    h.mirror.pause(undefined, 'now');
    await h.clock.goOn(minute);
    expect([h.status(one).state, h.titles(h.remote.engine, one)]).toEqual(['in step', ['<p>Later</p>']]);
  });

  test('[I23] a clock that jumps, forwards or back, changes nothing', async () => {
    const h = await hosted(10);
    const hash = await h.mirrored();
    await h.clock.goOn(minute);
    h.clock.now += 12 * 60 * minute;
    h.edit(hash, 'After a night');
    await h.clock.goOn(minute);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>After a night</p>']);
    h.clock.now -= 6 * 60 * minute;
    h.edit(hash, 'Set back');
    h.mirror.markInUse(hash);
    await h.during(h.mirror.run(hash));
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>After a night</p>', '<p>Set back</p>']);
  });
});
