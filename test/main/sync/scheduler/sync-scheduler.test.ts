/** The scheduler under a simulated clock: polls, budget, priority, offline times, rejections, pauses, restarts, clock jumps. */

import { afterEach, describe, expect, test } from 'vitest';
import type { ProjectFileSync } from '../../../../main/sync/client/files/file-sync.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message } from '../../../../shared/messages/message.ts';
import { HostedWorkspace, maxPerMinute, noFiles } from '../service/hosted-workspace.ts';

const open: HostedWorkspace[] = [];
afterEach(async () => {
  for (const hosted of open.splice(0)) {
    await hosted.close();
    expect(hosted.logged).toEqual([]);
  }
});
async function hosted(seats?: number): Promise<HostedWorkspace> {
  const made = await HostedWorkspace.open(seats);
  open.push(made);
  return made;
}
const minute = 60_000;

describe('the scheduler of a workspace', () => {
  test('[I16] idle projects of one workspace share one request for each poll, and polls become less frequent', async () => {
    const h = await hosted(10);
    for (const name of ['One', 'Two', 'Three']) await h.addSyncedProject(name, 3);
    await h.clock.advance(minute);
    h.requests.length = 0;
    await h.clock.advance(60 * minute);
    expect(new Set(h.requests.map(({ request }) => request))).toEqual(new Set(['GET /workspace/projects']));
    expect(h.requests.length).toBeGreaterThan(10);
    expect(h.requests.length).toBeLessThan(121);
    // After a restart, too: synced projects need not be read.
    await h.restart();
    h.requests.length = 0;
    await h.clock.advance(minute);
    expect(new Set(h.requests.map(({ request }) => request))).toEqual(new Set(['GET /workspace/projects']));
    expect(h.sync.list().map(({ state }) => state)).toEqual(['synced', 'synced', 'synced']);
  });

  test('[I16] an idle project is neither opened nor compared, before and after it is unloaded and after a restart', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject('Idle', 3);
    await h.clock.advance(minute);
    const readAsAWhole = () => h.opened.filter((name) => name === hash || name === `${hash}/base/`);
    for (const end of ['unloaded', 'restarted']) {
      if (end === 'restarted') await h.restart();
      h.opened.length = 0;
      await h.clock.advance(120 * minute);
      expect(h.sync.list().map(({ state }) => state)).toEqual(['synced']);
      expect(readAsAWhole()).toEqual([]);
    }
    h.editRemote(hash, 'Theirs');
    await h.clock.advance(6 * minute);
    expect(new Set(readAsAWhole())).toEqual(new Set([hash, `${hash}/base/`]));
  });

  test('a first read that has waited for the quota begins with a list, so that what others changed meanwhile is not read again', async () => {
    const h = await hosted(1);
    await h.addSyncedProject('First');
    const hashes = Array.from({ length: 6 }, (_, at) => h.project(`Story ${at}`));
    h.requests.length = 0;
    for (const hash of hashes) await h.during(h.sync.add('Team', hash, { later: true }));
    await h.clock.advance(10 * minute);
    const ages = hashes.map((hash) => {
      const read = h.requests.findIndex(({ request }) => request.includes(`/${hash}/json`));
      const list = h.requests.slice(0, read).findLast(({ request }) => request === 'GET /workspace/projects');
      return (h.requests[read]?.at ?? Number.NaN) - (list?.at ?? 0);
    });
    expect(Math.max(...ages)).toBeLessThanOrEqual(10_000);
  });

  test('a project list that is forbidden is requested again within seconds, then less and less often', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(10 * minute);
    h.isListForbidden = true;
    h.requests.length = 0;
    await h.clock.advance(20 * minute);
    expect(h.requests.length).toBeGreaterThan(4);
    expect(h.requests.length).toBeLessThan(13);
    const pauses = h.requests.slice(1).map(({ at }, index) => at - (h.requests[index]?.at ?? 0));
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([5000, 5 * minute]);
    h.isListForbidden = false;
    h.editRemote(hash, 'Theirs');
    await h.clock.advance(6 * minute);
    expect(h.titles(h.localEngine, hash)).toEqual(['<p>Theirs</p>']);
  });

  test('a project list that fails in an unexpected way is not requested again without a pause', async () => {
    const h = await hosted(10);
    await h.addSyncedProject();
    await h.clock.advance(10 * minute);
    h.isListFailing = true;
    h.requests.length = 0;
    await h.clock.advance(20 * minute);
    expect(h.requests.length).toBeGreaterThan(4);
    expect(h.requests.length).toBeLessThan(13);
    // Each of them is logged, because it is a fault.
    expect(h.logged.splice(0)).toHaveLength(h.requests.length);
  });

  test('a project whose state cannot be read from the disk reports that, and continues once it can', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(10 * minute);
    h.isStoreFailing = true;
    h.edit(hash, 'Ours');
    await h.clock.advance(minute);
    expect(h.status(hash).state).toBe('stopped');
    expect(h.logged.splice(0).join('\n')).toMatch(`Sync of ${hash} failed: Error: disk I/O error`);
    h.isStoreFailing = false;
    await h.clock.advance(10 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect(h.titles(h.remote.engine, h.status(hash).remoteHash)).toEqual(['<p>Ours</p>']);
  });

  test('no project is stopped by two faulty lists hours apart, whoever requested the good ones in between', async () => {
    const h = await hosted(10);
    // More than take steps at once: those that come later find a list that another one has requested.
    for (let at = 0; at < 6; at++) await h.addSyncedProject(`Story ${at}`);
    await h.clock.advance(10 * minute);
    const statesAfterFaultyList = async () => {
      h.emptyLists = 1;
      for (let at = 0; at < 600 && h.emptyLists > 0; at++) await h.clock.advance(1000);
      await h.clock.advance(1000);
      return new Set(h.sync.list().map(({ state }) => state));
    };
    expect(await statesAfterFaultyList()).toEqual(new Set(['offline']));
    await h.clock.advance(120 * minute);
    expect(new Set(h.sync.list().map(({ state }) => state))).toEqual(new Set(['synced']));
    expect(await statesAfterFaultyList()).toEqual(new Set(['offline']));
  });

  test('a remote edit arrives with the next poll, a local edit is sent at once', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(minute);
    h.edit(hash, 'Ours');
    await h.clock.advance(2000);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Ours</p>']);
    h.editRemote(hash, 'Theirs');
    await h.clock.advance(minute);
    expect(h.titles(h.localEngine, hash)).toEqual(['<p>Ours</p>', '<p>Theirs</p>']);
    expect(h.sync.activity(hash, undefined).map(({ direction, result, request }) => [direction, result, request !== null])).toEqual([
      ['received', 'done', false],
      ['sent', 'done', true],
      ['received', 'done', false],
    ]);
  });

  test('[I9] the budget holds across several projects and a restart, and the user has priority', async () => {
    const h = await hosted(1);
    const hashes: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) hashes.push(await h.addSyncedProject(name));
    await h.clock.advance(3 * minute);
    h.requests.length = 0;
    for (const hash of hashes) for (let at = 0; at < 40; at++) h.localEngine.execute(hash, h.element(h.localEngine, hash, `${at}`), 'api');
    await h.clock.advance(30_000);
    // The fifth of the budget that is reserved for the user is available amid the other requests.
    const [, openedHash = ''] = hashes;
    h.sync.markInUse(openedHash);
    const before = h.titles(h.remote.engine, openedHash).length;
    await h.clock.advance(1000);
    expect(h.titles(h.remote.engine, openedHash).length).toBeGreaterThan(before);
    await h.restart('killed');
    await h.clock.advance(10 * minute);
    expect(hashes.map((hash) => h.titles(h.remote.engine, hash).length)).toEqual([40, 40, 40, 40]);
    expect(h.requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(maxPerMinute(h.requests)).toBeLessThanOrEqual(60);
    expect(h.sync.list().map(({ state, pending }) => [state, pending])).toEqual(hashes.map(() => ['synced', 0]));
  });

  test('a project that the user opens is fetched before fifty others, even if it was added last or is queued already', async () => {
    const h = await hosted(1);
    const others = Array.from({ length: 50 }, (_, at) => h.project(`Other ${at}`, 1));
    const wanted = h.project('Wanted', 3);
    await h.connect();
    for (const remoteHash of [...others, wanted]) expect((await h.sync.add('Team', remoteHash, { later: true })).isDownloaded).toBe(false);
    await h.clock.advance(3 * minute);
    const isHere = () => new Set(h.sync.list().flatMap((each) => (each.isDownloaded ? [each.remoteHash] : [])));
    expect(isHere().size).toBeGreaterThan(2);
    expect(isHere().size).toBeLessThan(15);
    const startedAt = h.clock.now;
    const status = await h.during(h.sync.add('Team', wanted, { open: true }));
    expect([status.isDownloaded, h.clock.now - startedAt < 1000]).toEqual([true, true]);
    expect(h.titles(h.localEngine, status.hash)).toHaveLength(3);
    await h.clock.advance(minute);
    // The next ones have already started and wait for the limit.
    const next = others.find((remoteHash) => !isHere().has(remoteHash)) ?? '';
    await h.clock.advance(minute);
    const again = h.clock.now;
    expect((await h.during(h.sync.add('Team', next, { open: true }))).isDownloaded).toBe(true);
    expect(h.clock.now - again).toBeLessThan(1000);
    const before = isHere().size;
    await h.clock.advance(3 * minute);
    expect(isHere().size).toBeGreaterThan(before);
    expect(h.requests.filter(({ status: answered }) => answered === 429)).toEqual([]);
    expect(maxPerMinute(h.requests)).toBeLessThanOrEqual(60);
  });

  test('a project opens once its records are fetched: its files follow, before those of other projects, and the status shows this', async () => {
    const h = await hosted(10);
    const urgencies = new Map<string, () => string>();
    // The first file announces more bytes, which never arrive.
    h.files = ({ hash, urgency }) => {
      urgencies.set(hash, urgency);
      let steps = 0;
      const step: ProjectFileSync['step'] = () =>
        steps++ === 0 ? Promise.resolve({ type: 'progressed', action: 'received' }) : new Promise(() => undefined);
      return { ...noFiles, pendingCount: 4, step };
    };
    const [other, wanted] = [h.project('Other', 1), h.project('Wanted', 1)];
    await h.connect();
    await h.during(h.sync.add('Team', other));
    await h.clock.advance(minute);
    const { hash } = await h.during(h.sync.add('Team', wanted, { open: true }));
    expect(h.titles(h.localEngine, hash)).toHaveLength(1);
    await h.clock.advance(1000);
    expect(h.status(hash)).toMatchObject({ isDownloaded: true, state: 'receiving', message: message('sync.status.files', { count: 4 }) });
    expect([urgencies.get(hash)?.(), urgencies.get(h.status(other).hash)?.()]).toEqual(['poll', 'background']);
    h.edit(hash, 'Written meanwhile');
    await h.clock.advance(3000);
    expect(h.titles(h.remote.engine, wanted)).toContain('<p>Written meanwhile</p>');
  });

  test('when other clients use up the limit, all projects wait for its end, and nothing is lost', async () => {
    const h = await hosted(1);
    const hash = await h.addSyncedProject();
    await h.clock.advance(2 * minute);
    for (let at = 0; at < 80; at++) await h.remote.request({ method: 'GET', path: '/workspace/projects' });
    h.edit(hash, 'Ours');
    await h.clock.advance(3000);
    expect(h.status(hash)).toMatchObject({ state: 'waiting', until: expect.any(String) });
    // [Errors 7] Nothing is waited for after the limit: what it answered cannot arrive late.
    await h.clock.advance(minute + 5000);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Ours</p>']);
    await h.clock.advance(2 * minute);
    expect(h.requests.filter(({ status }) => status === 429).length).toBe(1);
  });

  test('offline: waiting changes are counted, attempts become less frequent, and everything is sent once online', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(minute);
    h.isCut = true;
    h.edit(hash, 'One');
    h.edit(hash, 'Two');
    await h.clock.advance(5 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'offline', pending: 2, until: expect.any(String) });
    expect(h.sync.remotes.list()).toMatchObject([{ state: 'offline', message: { key: expect.any(String) } }]);
    await h.restart();
    h.isCut = false;
    await h.clock.advance(6 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>One</p>', '<p>Two</p>']);
  });

  test('a conflict can be resolved offline, after a restart too', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject('One', 3);
    await h.clock.advance(minute);
    const ids = [...h.localEngine.getProject(hash).recordsOfKind('element')].map(({ id }) => id);
    const titled = (id: string, text: string) => ({ do: 'change', kind: 'element', id, fields: { title: text } }) as const;
    for (const id of ids) {
      h.localEngine.execute(hash, titled(id, '<p>Mine</p>'), 'user');
      h.remote.engine.execute(hash, titled(id, '<p>Theirs</p>'), 'user');
    }
    await h.clock.advance(minute);
    expect(h.status(hash).conflicts).toBe(3);
    h.isCut = true;
    await h.restart('killed');
    const [one, two, three] = h.sync.conflicts(hash).map(({ id }) => id);
    await h.during(h.sync.resolveConflicts([one ?? ''], { choice: 'local' }));
    await h.during(h.sync.resolveConflicts([two ?? ''], { choice: 'remote' }));
    await h.during(h.sync.resolveConflicts([three ?? ''], { text: '<p>Both</p>' }));
    expect(h.status(hash).conflicts).toBe(0);
    await h.restart('killed');
    h.isCut = false;
    await h.clock.advance(10 * minute);
    expect(h.status(hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    for (const engine of [h.localEngine, h.remote.engine])
      expect(h.titles(engine, hash)).toEqual(['<p>Both</p>', '<p>Mine</p>', '<p>Theirs</p>']);
  });

  test('a key that was rejected once is tried again after 30 seconds, and then every five minutes', async () => {
    const h = await hosted(10);
    await h.addSyncedProject();
    await h.clock.advance(minute);
    const [key] = h.remote.accounts.keys();
    h.remote.accounts.revokeKey(key?.id ?? '');
    await h.clock.advance(20 * minute);
    const times = h.requests.flatMap(({ at, status }) => (status === 401 ? [at] : []));
    expect(times.slice(1, 4).map((at, index) => at - (times[index] ?? 0))).toEqual([minute / 2, 5 * minute, 5 * minute]);
  });

  test('a revoked key stops the whole workspace with a message, and another key resumes it', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(minute);
    const [key] = h.remote.accounts.keys();
    h.remote.accounts.revokeKey(key?.id ?? '');
    h.edit(hash, 'Kept');
    await h.clock.advance(minute);
    expect(h.status(hash)).toMatchObject({ state: 'stopped', pending: 1 });
    expect(t(h.status(hash).message)).toContain('doesn’t accept the key');
    expect(h.sync.remotes.list()).toMatchObject([{ state: 'keyRejected' }]);
    const { key: other } = h.remote.accounts.createKey({ name: 'other', permissions: ['project:read', 'project:write'] });
    await h.during(h.sync.remotes.change({ name: 'Team', key: { key: other } }));
    await h.clock.advance(minute);
    expect(h.status(hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>Kept</p>']);
  });

  test('[I20] a project that disappears stops alone, and resumes when it exists again', async () => {
    const h = await hosted(10);
    const [one, two] = [await h.addSyncedProject('One'), await h.addSyncedProject('Two')];
    await h.clock.advance(minute);
    h.remote.engine.removeProject(one);
    h.edit(one, 'Kept');
    h.edit(two, 'Sent');
    await h.clock.advance(minute);
    expect(h.status(one)).toMatchObject({ state: 'stopped', pending: 1 });
    expect(t(h.status(one).message)).toContain('no longer in the workspace');
    expect(h.status(two)).toMatchObject({ state: 'synced' });
    expect(h.titles(h.remote.engine, two)).toEqual(['<p>Sent</p>']);
    expect(h.titles(h.localEngine, one)).toEqual(['<p>Kept</p>']);
  });

  test('the status after every event is the right one, however soon a pause is resumed; a call announces what it returns', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    const announced = () => h.events.flatMap((event) => (event.event === 'sync.changed' ? [event.status] : [])).at(-1);
    await h.clock.advance(minute);
    expect(announced()).toMatchObject({ state: 'synced', pending: 0 });
    for (const delay of [0, 10, 200, 300, 1000]) {
      expect(h.sync.pause(hash, null)).toEqual([announced()]);
      h.edit(hash, `Edited in a pause of ${delay} ms`);
      await h.clock.advance(delay);
      expect(h.sync.pause(hash, 'now')).toEqual([announced()]);
      await h.clock.advance(10_000);
      expect(announced()?.state, `resumed after ${delay} ms`).toBe(h.status(hash).state);
    }
    // Only the time of the last sync is new.
    await h.clock.advance(minute);
    expect(await h.during(h.sync.run(hash))).toEqual([announced()]);
  });

  test('a pause lasts until its time, or until it is ended', async () => {
    const h = await hosted(10);
    const [one, two] = [await h.addSyncedProject('One'), await h.addSyncedProject('Two')];
    await h.clock.advance(minute);
    h.sync.pause(one, new Date(h.clock.now + 30 * minute).toISOString());
    h.edit(one, 'Later');
    h.edit(two, 'Now');
    await h.clock.advance(10 * minute);
    expect(h.status(one)).toMatchObject({ state: 'paused', pending: 1, until: expect.any(String) });
    expect([h.titles(h.remote.engine, one).length, h.titles(h.remote.engine, two).length]).toEqual([0, 1]);
    h.sync.pause(undefined, null);
    await h.restart();
    await h.clock.advance(60 * minute);
    expect(h.status(two)).toMatchObject({ state: 'paused', until: null });
    expect(h.titles(h.remote.engine, one)).toEqual([]);
    h.sync.pause(undefined, 'now');
    await h.clock.advance(minute);
    expect([h.status(one).state, h.titles(h.remote.engine, one)]).toEqual(['synced', ['<p>Later</p>']]);
  });

  test.each(['a pause that the user ends', 'a pause that its time ends', 'a night'] as const)(
    '[I4] after %s, the list is requested before anything is sent, so that what others have changed meanwhile is not overwritten',
    async (interruption) => {
      const h = await hosted(10);
      const hash = await h.addSyncedProject('A story', 1);
      const { remoteHash } = h.status(hash);
      const [id = ''] = [...h.localEngine.getProject(hash).recordsOfKind('element')].map((each) => each.id);
      const title = (text: string) => ({ do: 'change', kind: 'element', id, fields: { title: `<p>${text}</p>` } }) as const;
      h.localEngine.execute(hash, title('Agreed'), 'user');
      await h.clock.advance(2 * minute);
      await h.during(h.sync.run(hash));

      if (interruption !== 'a night')
        h.sync.pause(hash, interruption === 'a pause that the user ends' ? null : new Date(h.clock.now + 30 * minute).toISOString());
      h.localEngine.execute(hash, title('Mine'), 'user');
      if (interruption === 'a night') h.clock.now += 8 * 60 * minute;
      else await h.clock.advance(20 * minute);
      h.remote.engine.execute(remoteHash, title('Theirs'), 'user');
      if (interruption === 'a pause that the user ends') h.sync.pause(hash, 'now');
      await h.clock.advance(15 * minute);
      expect(h.status(hash)).toMatchObject({ state: 'attention', conflicts: 1 });
      expect(h.titles(h.remote.engine, remoteHash)).toEqual(['<p>Theirs</p>']);
      expect(h.sync.reports(hash)).toEqual([]);
    },
  );

  test('[I23] a clock that jumps forwards or back changes nothing', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(minute);
    h.clock.now += 12 * 60 * minute;
    h.edit(hash, 'After a night');
    await h.clock.advance(minute);
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>After a night</p>']);
    h.clock.wallShift -= 24 * 60 * minute;
    h.edit(hash, 'Set back');
    h.sync.markInUse(hash);
    await h.during(h.sync.run(hash));
    expect(h.titles(h.remote.engine, hash)).toEqual(['<p>After a night</p>', '<p>Set back</p>']);
  });

  test('[I23] whatever the wall clock does, polls come as often as before and “Sync now” asks the workspace', async () => {
    const h = await hosted(10);
    const hash = await h.addSyncedProject();
    await h.clock.advance(minute);
    for (const shift of [24 * 60 * minute, -48 * 60 * minute, 24 * 60 * minute]) {
      h.clock.wallShift += shift;
      h.requests.length = 0;
      h.editRemote(h.status(hash).remoteHash, `Set by ${shift}`);
      await h.during(h.sync.run(hash));
      expect(h.requests.filter(({ request }) => request === 'GET /workspace/projects')).toHaveLength(1);
      h.requests.length = 0;
      await h.clock.advance(5 * minute);
      const polls = h.requests.filter(({ request }) => request === 'GET /workspace/projects').length;
      expect([polls >= 2, polls <= 10]).toEqual([true, true]);
    }
    expect(h.titles(h.localEngine, hash)).toHaveLength(3);
  });
});
