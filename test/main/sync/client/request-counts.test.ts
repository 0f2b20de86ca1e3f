/** How many requests an edit costs, over HTTP, from the edit until nothing is left to do. */
import { describe, expect, test } from 'vitest';
import { restoredEntries } from '../../../../main/sync/store/sync-store.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { openProxiedSides } from '../service/proxied-sides.ts';
import { cutAfter } from './served-project.ts';
import { expectEqual } from './sync-until-idle.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();
const openSides = openProxiedSides();

/** A board with a note; both sides were equal after a write from here. */
async function openBoard() {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  const boardId = [...synced.remoteProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
  const [local = ''] = synced.edit('local', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
  await synced.untilSynced();
  return { synced, boardId, noteId: synced.id(local) };
}

/** The requests from now until both sides are equal, without those of later polls. */
async function requestsOf(synced: SyncedFixture): Promise<string[]> {
  const before = fixtures.served.requests.length;
  while ((await synced.stepRunner()).type === 'progressed');
  return fixtures.served.requests
    .slice(before)
    .map((each) => each.replace(`/${synced.remoteHash}`, '').replace(/\/[-0-9a-f]{36}|\?.*/g, ''));
}

const branchWithConditions = (synced: SyncedFixture, boardId: string): string => {
  const [id = ''] = synced.edit('local', { do: 'create', kind: 'branch', fields: { boardId, x: 300, y: 0 } });
  const elseIfConditions = [{ script: '2 > 1' }, { script: '3 > 1' }];
  synced.edit('local', { do: 'setConditions', id, conditions: { ifCondition: { script: '1 > 0' }, elseIfConditions, elseCondition: {} } });
  return id;
};
const scriptsOf = (project: SyncedFixture['localProject'], branchId: string): (string | null)[] =>
  project.children('condition', branchId, 'conditions').map(({ script }) => script);

describe('a branch', () => {
  test('a branch with four conditions is one request, and one more for their ids', async () => {
    const { synced, boardId } = await openBoard();
    const branch = branchWithConditions(synced, boardId);
    expect(await requestsOf(synced)).toEqual(['POST /branch', 'GET /branch']);
    expectEqual(synced);
    expect(scriptsOf(synced.remoteProject, synced.id(branch))).toEqual(['1 > 0', '2 > 1', '3 > 1', null]);
  });

  test('what is edited before the ids of its conditions are read is sent afterwards, and is no conflict', async () => {
    const { synced, boardId } = await openBoard();
    const branch = branchWithConditions(synced, boardId);
    await synced.stepRunner();
    const conditionId = (at: number) => synced.localProject.children('condition', synced.id(branch), 'conditions')[at]?.id ?? '';
    synced.edit('local', { do: 'change', kind: 'condition', id: conditionId(0), fields: { script: '9 > 0' } });
    synced.edit('local', { do: 'remove', kind: 'condition', id: conditionId(1) });
    synced.edit('local', { do: 'change', kind: 'condition', id: conditionId(1), fields: { script: '9 > 3' } });
    await synced.untilSynced();
    expect(synced.conflicts).toEqual([]);
    expect(scriptsOf(synced.remoteProject, synced.id(branch))).toEqual(['9 > 0', '9 > 3', null]);
    expectEqual(synced);
  });

  test('[I8] ended before the ids of its conditions are read: the next read finds them, and nothing is created twice', async () => {
    const { synced, boardId } = await openBoard();
    const branch = branchWithConditions(synced, boardId);
    await synced.stepRunner();
    synced.edit('remote', { do: 'create', kind: 'condition', fields: { branchId: synced.id(branch), role: 'elseIf', script: '4 > 1' } });
    synced.restart();
    await synced.untilSynced();
    expect(synced.conflicts).toEqual([]);
    expect(scriptsOf(synced.remoteProject, synced.id(branch))).toEqual(['1 > 0', '2 > 1', '3 > 1', '4 > 1', null]);
    expectEqual(synced);
    expect(synced.runner.store.sentConditions).toEqual([]);
  });

  test('[I41] the data folder was copied before the ids of its conditions were read: the copy finds them, and asks nothing', async () => {
    const { synced, boardId } = await openBoard();
    const branch = branchWithConditions(synced, boardId);
    await synced.stepRunner();
    const { store } = synced.runner;
    store.write(restoredEntries(store, store.requiredCheckpoint));
    synced.restart();
    await synced.untilSynced();
    expect(synced.conflicts).toEqual([]);
    expect(scriptsOf(synced.remoteProject, synced.id(branch))).toEqual(['1 > 0', '2 > 1', '3 > 1', null]);
    expectEqual(synced);
  });

  test('a connection from a condition of a new branch waits for the id', async () => {
    const { synced, boardId, noteId } = await openBoard();
    const [jumper = ''] = synced.edit('local', { do: 'create', kind: 'jumper', fields: { boardId, x: 700, y: 0 } });
    const branch = branchWithConditions(synced, boardId);
    const sourceid = synced.localProject.children('condition', branch, 'conditions')[1]?.id ?? '';
    const fields = { boardId, sourceid, sourceType: 'conditions', targetid: jumper, targetType: 'jumpers' } as const;
    synced.edit('local', { do: 'create', kind: 'connection', fields });
    expect(await requestsOf(synced)).toEqual(['POST /jumper', 'POST /branch', 'GET /branch', 'POST /connection']);
    expectEqual(synced);
    expect(synced.localProject.has(noteId)).toBe(true);
  });
});

describe('much at once', () => {
  const verification = ['GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments'];

  test('the first sync of a project of a known workspace is four requests', async () => {
    const { remoteSide, localSide, proxy } = await openSides();
    const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
    const before = proxy.requests.length;
    await localSide.ask('sync.add', { remote: 'Team', hash });
    const requests = proxy.since(before).map((line) => line.replace(`/${hash}`, '').replace(/\/api\/v1|\?.*/g, ''));
    expect(requests).toEqual(['GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments']);
  });

  test('200 notes right after the first sync are 200 requests, and four that show what others wrote before the first of them', async () => {
    const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
    await synced.untilSynced();
    const boardId = [...synced.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '';
    for (let x = 0; x < 200; x++) synced.edit('local', { do: 'create', kind: 'note', fields: { boardId, x, y: 0 } });
    expect(await requestsOf(synced)).toEqual(['POST /note', ...verification, ...Array(199).fill('POST /note')]);
    expectEqual(synced);
  });

  test('100 conflicts are found by the list and one read, and 100 requests answer them', async () => {
    const { synced, boardId } = await openBoard();
    const ids = Array.from({ length: 100 }).flatMap((_, x) =>
      synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x, y: 0 } }),
    );
    await synced.untilSynced();
    for (const id of ids) {
      synced.edit('remote', { do: 'change', kind: 'note', id, fields: { y: 1 } });
      synced.edit('local', { do: 'change', kind: 'note', id, fields: { y: 2 } });
    }
    synced.clock.now += 30_000;
    expect(await requestsOf(synced)).toEqual(verification);
    expect(synced.conflicts).toHaveLength(100);
    synced.runner.resolveConflicts(synced.conflicts, { choice: 'local' });
    expect(await requestsOf(synced)).toEqual(Array(100).fill('PATCH /note'));
    expectEqual(synced);
  });

  test('a stylesheet is one request, and four that show whether others have written, because its answer contains no version', async () => {
    const { synced } = await openBoard();
    const { id } = synced.localProject.projectRecord;
    synced.edit('local', { do: 'change', kind: 'project', id, fields: { css: '.quiet { color: grey }' } });
    expect(await requestsOf(synced)).toEqual(['PATCH /css', ...verification]);
    expectEqual(synced);
  });
});

describe('a lost response', () => {
  /** The next PATCH is applied or not, and its response is lost. */
  const loseNextResponse = (isApplied: boolean) => {
    fixtures.served.around = async (request, pass) => {
      if (request.method !== 'PATCH') return await pass();
      fixtures.served.around = (_request, passOn) => passOn();
      return cutAfter(isApplied ? await pass() : new Response('{"version": 1}'), 3);
    };
  };
  const reports = ({ runner }: SyncedFixture) => [runner.store.overwriteReports('overwrite'), runner.conflicts];

  test('[I36] applied: five requests in all, one of them an export, and the next edit is one again', async () => {
    const { synced, noteId } = await openBoard();
    loseNextResponse(true);
    synced.edit('local', { do: 'change', kind: 'note', id: noteId, fields: { x: 5 } });
    expect(await requestsOf(synced)).toEqual(['PATCH /note', 'GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments']);
    expectEqual(synced);
    synced.edit('local', { do: 'change', kind: 'note', id: noteId, fields: { x: 6 } });
    expect(await requestsOf(synced)).toEqual(['PATCH /note']);
    expect(reports(synced)).toEqual([[], []]);
  });

  test('[I36] not applied: the list shows before and after the settle time that nobody has written, so nothing is read', async () => {
    const { synced, noteId } = await openBoard();
    loseNextResponse(false);
    synced.edit('local', { do: 'change', kind: 'note', id: noteId, fields: { x: 5 } });
    expect(await requestsOf(synced)).toEqual(['PATCH /note', 'GET /workspace/projects']);
    synced.clock.now += 90_000;
    expect(await requestsOf(synced)).toEqual(['GET /workspace/projects', 'PATCH /note']);
    expectEqual(synced);
    expect(reports(synced)).toEqual([[], []]);
  });
});

describe('the first write after an edit of somebody else', () => {
  const overwritten = ({ runner }: SyncedFixture): string[] => runner.store.overwriteReports('overwrite').map(({ recordId }) => recordId);
  const editNote = (synced: SyncedFixture, side: 'local' | 'remote', id: string, fields: { x?: number; y?: number }) =>
    synced.edit(side, { do: 'change', kind: 'note', id, fields });
  const verification = ['GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments'];

  test('[I4, I27] is one request: its version shows that the edit was read', async () => {
    const { synced, noteId } = await openBoard();
    editNote(synced, 'remote', noteId, { x: 9 });
    await synced.untilSynced();
    editNote(synced, 'local', noteId, { y: 5 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note']);
    const before = fixtures.served.requests.length;
    await synced.untilSynced();
    expect(fixtures.served.requests.slice(before)).toEqual(Array(3).fill('GET /workspace/projects'));
    expect(overwritten(synced)).toEqual([]);
    expectEqual(synced);
  });

  test('[I4] one request each time, and nothing is reported, where edits of both sides alternate', async () => {
    const { synced, boardId, noteId } = await openBoard();
    const [other = ''] = synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
    await synced.untilSynced();
    for (let at = 1; at < 4; at++) {
      editNote(synced, 'local', noteId, { y: at });
      expect(await requestsOf(synced)).toEqual(['PATCH /note']);
      editNote(synced, 'local', noteId, { x: at });
      expect(await requestsOf(synced)).toEqual(['PATCH /note']);
      editNote(synced, 'remote', other, { x: at });
      await synced.untilSynced();
    }
    expect(overwritten(synced)).toEqual([]);
    expectEqual(synced);
  });

  test('[I35] is one request after several edits of others to different records, too: their number is that of the versions', async () => {
    const { synced, boardId, noteId } = await openBoard();
    const others = [1, 2, 3].flatMap((x) => synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x, y: 0 } }));
    await synced.untilSynced();
    for (const other of others) editNote(synced, 'remote', other, { x: 50 });
    await synced.untilSynced();
    editNote(synced, 'local', noteId, { y: 5 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note']);
    expect(overwritten(synced)).toEqual([]);
    expectEqual(synced);
  });

  test('[I4] is followed by a list and one read of the project where others wrote more than once; the next ones are not', async () => {
    const { synced, noteId } = await openBoard();
    editNote(synced, 'remote', noteId, { x: 9 });
    editNote(synced, 'remote', noteId, { x: 10 });
    await synced.untilSynced();
    editNote(synced, 'local', noteId, { y: 5 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note', ...verification]);
    editNote(synced, 'local', noteId, { y: 6 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note']);
    expect(overwritten(synced)).toEqual([]);
    expectEqual(synced);
  });

  test('[I4] the read reports what the write may have overwritten', async () => {
    const { synced, noteId } = await openBoard();
    editNote(synced, 'remote', noteId, { x: 9 });
    await synced.untilSynced();
    editNote(synced, 'remote', noteId, { x: 10 });
    editNote(synced, 'local', noteId, { y: 5 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note', ...verification]);
    expect(overwritten(synced)).toEqual([noteId]);
    expectEqual(synced);
  });

  test('[I4, I8] is one request after a restart too', async () => {
    const { synced, noteId } = await openBoard();
    editNote(synced, 'remote', noteId, { x: 9 });
    await synced.untilSynced();
    synced.restart();
    editNote(synced, 'remote', noteId, { x: 10 });
    await synced.untilSynced();
    synced.restart();
    editNote(synced, 'local', noteId, { y: 5 });
    expect(await requestsOf(synced)).toEqual(['GET /workspace/projects', 'PATCH /note']);
    expect(overwritten(synced)).toEqual([]);
    expectEqual(synced);
  });
});

describe('[I36] while exports are used up', () => {
  const minute = 60_000;
  const editNote = (synced: SyncedFixture, side: 'local' | 'remote', id: string, fields: { x?: number; y?: number }) =>
    synced.edit(side, { do: 'change', kind: 'note', id, fields });
  const reports = ({ runner }: SyncedFixture) => runner.store.overwriteReports('overwrite').map(({ recordId }) => recordId);

  /** Somebody else has written several times, which a write from here has shown. */
  async function openBehind() {
    const { synced, boardId, noteId } = await openBoard();
    const [other = ''] = synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
    await synced.untilSynced();
    synced.readsAllowedAt = synced.clock.now + minute;
    for (const x of [1, 2, 3]) editNote(synced, 'remote', other, { x });
    return { synced, boardId, noteId, other };
  }

  test('an edit is sent after a look at its record, others are read once later, and nothing is reported', async () => {
    const { synced, boardId, noteId, other } = await openBehind();
    editNote(synced, 'local', noteId, { x: 20 });
    expect(await requestsOf(synced)).toEqual(['GET /note', 'PATCH /note']);
    for (const y of [21, 22]) {
      editNote(synced, 'remote', other, { y });
      editNote(synced, 'local', noteId, { y });
      expect(await requestsOf(synced)).toEqual(['GET /note', 'PATCH /note']);
    }
    synced.edit('local', { do: 'create', kind: 'note', fields: { boardId, x: 500, y: 0 } });
    expect(await requestsOf(synced)).toEqual(['POST /note']);
    expect(synced.runner.state).toMatchObject({ type: 'waiting', reason: 'limit' });
    expect(synced.localProject.find('note', other)?.x).toBe(0);
    synced.clock.now += minute;
    expect(await requestsOf(synced)).toEqual(['GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments']);
    await synced.untilSynced();
    expectEqual(synced);
    expect(synced.localProject.find('note', other)).toMatchObject({ x: 3, y: 22 });
    expect([reports(synced), synced.conflicts]).toEqual([[], []]);
  });

  test('a read is without the stylesheet and the comments where few requests are left, and a whole one follows', async () => {
    const { synced, boardId, noteId, other } = await openBehind();
    const { id } = synced.localProject.projectRecord;
    const comment = (content: string) => ({
      id: 'c1',
      author: { id: 7, fullName: 'Ada' },
      content,
      createdAt: null,
      updatedAt: null,
      resolved: false,
      position: { id: boardId, type: 'boards', x: 1, y: 1 },
      replies: [],
    });
    let comments = [comment('First')];
    fixtures.served.around = async ({ url }, pass) => {
      // As the queue does, which spaces reads.
      if (url.includes('/json')) synced.readsAllowedAt = synced.clock.now + 1000;
      return url.endsWith('/comments') ? Response.json(comments) : await pass();
    };
    synced.readsAllowedAt = 0;
    editNote(synced, 'local', noteId, { x: 20 });
    expect(await requestsOf(synced)).toEqual(['PATCH /note', 'GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments']);
    expect(synced.localProject.find('comment', 'c1')?.content).toBe('First');
    synced.isBudgetScarce = true;
    comments = [comment('Second')];
    synced.edit('remote', { do: 'change', kind: 'project', id, fields: { css: '.quiet { color: grey }' } });
    editNote(synced, 'remote', other, { x: 50 });
    editNote(synced, 'local', noteId, { x: 21 });
    expect(await requestsOf(synced)).toEqual(['GET /note', 'PATCH /note']);
    synced.clock.now += 1000;
    expect(await requestsOf(synced)).toEqual(['GET /json']);
    expect([synced.localProject.find('note', other)?.x, synced.localProject.find('comment', 'c1')?.content]).toEqual([50, 'First']);
    expect(synced.localProject.projectRecord.css).not.toContain('quiet');
    synced.clock.now += 30_000;
    expect(await requestsOf(synced)).toEqual(['GET /workspace/projects', 'GET /json', 'GET /css', 'GET /comments']);
    expect(synced.localProject.find('comment', 'c1')?.content).toBe('Second');
    expect(synced.localProject.projectRecord.css).toContain('quiet');
    expect([reports(synced), synced.conflicts]).toEqual([[], []]);
  });

  test('what others changed of the same record is merged, and the same field is a conflict', async () => {
    const { synced, noteId, other } = await openBehind();
    editNote(synced, 'local', noteId, { x: 20 });
    await requestsOf(synced);
    editNote(synced, 'remote', noteId, { y: 7 });
    editNote(synced, 'local', noteId, { x: 21 });
    expect(await requestsOf(synced)).toEqual(['GET /note', 'GET /note', 'PATCH /note']);
    expect(synced.localProject.find('note', noteId)).toMatchObject({ x: 21, y: 7 });
    editNote(synced, 'remote', noteId, { x: 99 });
    editNote(synced, 'local', noteId, { x: 22 });
    expect(await requestsOf(synced)).toEqual(['GET /note']);
    expect(synced.conflicts).toMatchObject([{ recordId: noteId, field: 'x' }]);
    expect(synced.remoteProject.find('note', noteId)).toMatchObject({ x: 99, y: 7 });
    synced.clock.now += minute;
    await synced.untilSynced();
    expect(synced.conflicts).toMatchObject([{ recordId: noteId, field: 'x' }]);
    expect(synced.localProject.find('note', other)?.x).toBe(3);
    expect(reports(synced)).toEqual([]);
  });

  test('a change whose response is lost is found by a look at its record, and the next one is sent', async () => {
    const { synced, noteId } = await openBehind();
    editNote(synced, 'local', noteId, { x: 20 });
    await requestsOf(synced);
    fixtures.served.around = async (request, pass) => {
      if (request.method !== 'PATCH') return await pass();
      fixtures.served.around = (_request, passOn) => passOn();
      return cutAfter(await pass(), 3);
    };
    editNote(synced, 'local', noteId, { x: 30 });
    expect(await requestsOf(synced)).toEqual(['GET /note', 'PATCH /note', 'GET /workspace/projects', 'GET /note']);
    editNote(synced, 'local', noteId, { x: 31 });
    expect(await requestsOf(synced)).toEqual(['GET /note', 'PATCH /note']);
    synced.clock.now += minute;
    await synced.untilSynced();
    expectEqual(synced);
    expect([reports(synced), synced.conflicts]).toEqual([[], []]);
  });

  test('a record that others have removed, and a removal that others may have built on, wait for the read', async () => {
    const { synced, boardId, noteId } = await openBehind();
    const [jumper = ''] = synced.edit('local', { do: 'create', kind: 'jumper', fields: { boardId, x: 700, y: 0 } });
    await requestsOf(synced);
    synced.edit('remote', { do: 'remove', kind: 'note', id: noteId });
    editNote(synced, 'local', noteId, { x: 40 });
    synced.edit('local', { do: 'remove', kind: 'jumper', id: synced.id(jumper) });
    expect(await requestsOf(synced)).toEqual(['GET /note']);
    synced.clock.now += minute;
    await synced.untilSynced();
    expect(synced.conflicts).toMatchObject([{ recordId: noteId, reason: 'deletedRemotely' }]);
    expect(synced.remoteProject.has(synced.id(jumper))).toBe(false);
  });

  test('after a restart, an edit beside an open conflict is sent after a look at its record', async () => {
    const { synced, boardId, noteId } = await openBoard();
    const [other = ''] = synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x: 0, y: 0 } });
    await synced.untilSynced();
    editNote(synced, 'local', other, { x: 1 });
    editNote(synced, 'remote', other, { x: 2 });
    await synced.untilSynced();
    expect(synced.conflicts).toMatchObject([{ recordId: other, field: 'x' }]);
    synced.restart();
    synced.readsAllowedAt = synced.clock.now + minute;
    editNote(synced, 'local', noteId, { x: 20 });
    await requestsOf(synced);
    expect(synced.remoteProject.find('note', noteId)?.x).toBe(20);
    expect(synced.remoteProject.find('note', other)?.x).toBe(2);
    synced.clock.now += minute;
    await synced.untilSynced();
    expect(synced.conflicts).toMatchObject([{ recordId: other, field: 'x', local: 1, remote: 2 }]);
  });

  test('[I4] what a restored backup has of the edited record is a conflict with what both sides had agreed on', async () => {
    const { synced, noteId } = await openBoard();
    for (const x of [1, 2]) {
      editNote(synced, 'local', noteId, { x });
      await synced.untilSynced();
    }
    editNote(synced, 'remote', noteId, { x: 1 });
    fixtures.served.around = async ({ url }, pass) => {
      const response = await pass();
      return url.endsWith('/workspace/projects')
        ? new Response((await response.text()).replace(/("updatedAt":")\d{4}/g, '$12001'))
        : response;
    };
    synced.readsAllowedAt = synced.clock.now + minute;
    synced.clock.now += 30_000;
    editNote(synced, 'local', noteId, { y: 9 });
    await requestsOf(synced);
    expect(synced.localProject.find('note', noteId)?.x).toBe(2);
    synced.clock.now += minute;
    await synced.untilSynced();
    expect(synced.conflicts).toMatchObject([
      { recordId: noteId, field: 'x', local: 2, remote: 1 },
      { recordId: noteId, field: 'y' },
    ]);
  });

  test('[I32] what a doubtful read lacks is not taken from single records either', async () => {
    const { synced, boardId } = await openBoard();
    const texts = Array.from({ length: 12 }).flatMap((_, x) => {
      const content = `<p>Words ${x}</p>`;
      return synced.edit('remote', { do: 'create', kind: 'note', fields: { boardId, x, y: 0, content } });
    });
    await synced.untilSynced();
    let isFaulty = true;
    fixtures.served.around = async ({ url, method }, pass) => {
      const response = await pass();
      if (!isFaulty || method !== 'GET' || !/\/json|\/note\//.test(url)) return response;
      // As the queue does, which spaces reads.
      if (url.includes('/json')) synced.readsAllowedAt = synced.clock.now + minute;
      return Response.json(
        JSON.parse(await response.text(), (key, value: unknown) =>
          ['content', 'text'].includes(key) && typeof value === 'string' ? null : value,
        ),
      );
    };
    const [edited = ''] = texts;
    editNote(synced, 'remote', texts[1] ?? '', { y: 1 });
    synced.clock.now += 30_000;
    await requestsOf(synced);
    editNote(synced, 'local', edited, { y: 2 });
    expect(await requestsOf(synced)).not.toContain('PATCH /note');
    expect(JSON.stringify(synced.localProject.get(edited))).toContain('Words 0');
    isFaulty = false;
    synced.clock.now += 2 * minute;
    await synced.untilSynced();
    expectEqual(synced);
    expect(JSON.stringify(synced.remoteProject.get(edited))).toContain('Words 0');
    expect(synced.conflicts).toEqual([]);
  });
});
