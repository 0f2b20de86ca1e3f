/** The sync runner, case by case: one synced story, edits on either side, and one fault at the critical moment. */

import { afterEach, describe, expect, test } from 'vitest';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { getKind, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { defaultBehavior, type RemoteBehavior } from '../../../simulated-remote.ts';
import { StoryOnTwoSides, settleTime as settle } from '../seeded.ts';

let story: StoryOnTwoSides;
afterEach(() => story.end());

/** A synced story whose remote behaves like this. */
async function openStory(like: Partial<RemoteBehavior> = {}, seed = 1): Promise<string> {
  story = await StoryOnTwoSides.start(seed, { behavior: { ...defaultBehavior, ...like } });
  await story.untilSynced();
  return boards(story.localProject)[0] ?? '';
}

const boards = (project: Project): string[] =>
  [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
const count = (project: Project, kind: KindName): number => project.countOfKind(kind);
const note = (boardId: string, x: number, content = '<p>Here.</p>') =>
  ({ do: 'create', kind: 'note', fields: { boardId, x, y: 1, content } }) as const;
const write = (id: string, content: string) => ({ do: 'change', kind: 'note', id, fields: { content } }) as const;
const inNote = (project: Project, id: string): unknown => project.find('note', id)?.content;

/** The id of a note that both sides have. */
async function agreedNote(board: string, content = '<p>Before.</p>'): Promise<string> {
  const [id = ''] = story.editRemote(note(board, 7, content));
  await story.untilSynced();
  return id;
}

/** Polls the list now, so that later remote edits are unknown until the next poll. */
async function polled(): Promise<void> {
  for (let next = await story.step(); next?.type !== 'progressed' || next.action !== 'readList'; ) next = await story.step();
}

/** Sends the write whose response is lost. */
async function untilFault(): Promise<void> {
  while (story.remote.nextFaults.length > 0) await story.step();
}

/** The requests that an action of the user costs, from one poll until nothing is left to do before the next. */
async function cost(act: () => void): Promise<{ writes: number; reads: number; requests: number }> {
  await polled();
  const before = { ...story.remote.counts };
  act();
  for (let next = await story.step(); next?.type !== 'waiting' || next.reason !== 'synced'; ) next = await story.step();
  const { writes, reads, requests } = story.remote.counts;
  return { writes: writes - before.writes, reads: reads - before.reads, requests: requests - before.requests };
}

describe('a create whose response is lost', () => {
  test('[I5] not applied: it is sent again after the settle time if nobody else wrote; one record exists in the end', async () => {
    const board = await openStory();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('lost before');
    story.editLocal(note(board, 11));
    await story.untilSynced();
    expect(count(story.remoteProject, 'note')).toBe(before + 1);
    expect([story.conflicts, story.watcher.unexpectedTwins(), story.watcher.violations]).toEqual([[], [], []]);
  });

  test('[I5] applied: the record is found, and not sent again', async () => {
    const board = await openStory();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('lost after');
    const { writes } = await cost(() => story.editLocal(note(board, 11)));
    expect([writes, count(story.remoteProject, 'note'), story.conflicts]).toEqual([1, before + 1, []]);
  });

  test('[I5] applied late: a missing record counts only after the settle time, so it is not sent twice', async () => {
    const board = await openStory();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('late');
    const { writes } = await cost(() => story.editLocal(note(board, 11)));
    expect([writes, count(story.remoteProject, 'note'), story.conflicts]).toEqual([1, before + 1, []]);
  });

  test('[I34] the time for which the computer was asleep is no settle time: a request that waited in it may arrive when it wakes up', async () => {
    const board = await openStory();
    story.remote.nextFaults.push('lost before');
    story.editLocal(note(board, 11));
    await untilFault();
    story.clock.now += 1000;
    story.slept += 8 * 3_600_000;
    story.clock.now += 8 * 3_600_000;
    const steps: unknown[] = [];
    for (let at = 0; at < 2; at++) {
      const next = await story.step();
      steps.push(next?.type === 'progressed' ? next.action : next?.type);
    }
    expect(steps).toEqual(['readList', 'waiting']);
    expect(story.rows.pendingWrite?.attempt).toBe(1);
    await story.untilSynced();
    expect([count(story.remoteProject, 'note'), story.conflicts]).toEqual([count(story.localProject, 'note'), []]);
  });

  test('[I5] not applied, and somebody else wrote: a conflict, and a gap of 1 never sends it again automatically', async () => {
    const board = await openStory({ versionTimes: 'none' });
    story.editLocal(note(board, 3));
    await story.untilSynced();
    story.remote.nextFaults.push('none', 'lost before');
    story.editLocal(note(board, 10, '<p>First.</p>'));
    const [lost = ''] = story.editLocal(note(board, 11));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ reason: 'unconfirmedCreate', recordId: lost }]);
    await polled();
    story.editRemote(note(board, 901, '<p>There.</p>'));
    story.editLocal(note(board, 12, '<p>Another.</p>'));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ reason: 'unconfirmedCreate', recordId: lost }]);
    expect([...story.remoteProject.recordsOfKind('note')].filter(({ x }) => x === 11)).toEqual([]);
  });

  test('[I5] applied, undone here meanwhile and changed there: what redo brings back is the same record, and the conflict disappears', async () => {
    const board = await openStory();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('lost after');
    story.editLocal(note(board, 11));
    while (!story.rows.pendingWrite) await story.step();
    story.revertLocal('undo');
    while (story.rows.pendingWrite) await story.step();
    const [created = ''] = [...story.remoteProject.recordsOfKind('note')].flatMap(({ id, x }) => (x === 11 ? [id] : []));
    story.editRemote(write(created, '<p>Theirs.</p>'));
    story.clock.now += 30_000;
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ recordId: created, reason: 'deletedLocally' }]);
    story.revertLocal('redo');
    await story.untilSynced();
    expect([count(story.localProject, 'note'), count(story.remoteProject, 'note'), story.conflicts]).toEqual([before + 1, before + 1, []]);
    expect(inNote(story.localProject, created)).toBe('<p>Theirs.</p>');
  });

  test('[I29] undone here before the user is asked: nothing is asked until redo brings it back, and then it can be sent again', async () => {
    const board = await openStory({ versionTimes: 'none' });
    story.editLocal(note(board, 3));
    await story.untilSynced();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('none', 'lost before');
    story.editLocal(note(board, 10, '<p>First.</p>'));
    const [lost = ''] = story.editLocal(note(board, 11));
    while (story.rows.pendingWrite?.request.operation.id !== lost) await story.step();
    story.revertLocal('undo');
    await story.untilSynced();
    expect(story.conflicts).toEqual([]);
    story.revertLocal('redo');
    await story.untilSynced();
    const [conflict] = story.conflicts;
    expect(story.conflicts).toMatchObject([{ reason: 'unconfirmedCreate', recordId: lost }]);
    if (conflict) story.answer(conflict, 'local');
    await story.untilSynced();
    expect([count(story.remoteProject, 'note'), story.conflicts]).toEqual([before + 2, []]);
  });

  test('[I27, I29] what waits for it is counted and keeps the project from being synced, even if the user lets it wait', async () => {
    const board = await openStory({ versionTimes: 'none' });
    story.editLocal(note(board, 3));
    await story.untilSynced();
    story.remote.nextFaults.push('none', 'lost before');
    const room = { do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 1 } } as const;
    story.editLocal(room);
    const [lost = ''] = story.editLocal(room);
    await story.untilSynced();
    const [conflict] = story.conflicts;
    expect(conflict).toMatchObject({ reason: 'unconfirmedCreate', recordId: lost });
    if (conflict) story.answer(conflict, 'remote');
    story.editRemote(note(board, 901, '<p>There.</p>'));
    story.editLocal({
      do: 'create',
      kind: 'attribute',
      fields: { cType: 'elements', cId: lost, name: 'mood', value: { type: 'string', plain: true, data: 'x' } },
    });
    await story.untilSynced();
    await polled();
    expect(await story.step()).toMatchObject({ type: 'waiting', reason: 'blocked' });
    expect([story.pendingCount, story.conflicts]).toMatchObject([2, [{ recordId: lost, isPostponed: true }]]);
    expect(story.remote.counts.idle).toBe(1);
  });

  test('[I5] an independent local write with a gap of 0 proves that it was not applied: the conflict disappears by itself', async () => {
    const board = await openStory({ versionTimes: 'none' });
    story.editLocal(note(board, 3));
    await story.untilSynced();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('none', 'lost before');
    story.editLocal(note(board, 10, '<p>First.</p>'));
    story.editLocal(note(board, 11));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ reason: 'unconfirmedCreate' }]);
    story.editLocal(note(board, 12, '<p>Another.</p>'));
    await story.untilSynced();
    expect([count(story.remoteProject, 'note'), story.conflicts]).toEqual([before + 3, []]);
  });

  test('[I5] applied twice: a twin, which is removed if the user chooses so', async () => {
    const board = await openStory();
    const before = count(story.remoteProject, 'note');
    story.remote.nextFaults.push('twice and lost');
    story.editLocal(note(board, 11));
    await story.untilSynced();
    const [conflict] = story.conflicts;
    expect(conflict).toMatchObject({ reason: 'duplicateCreate', field: null });
    if (conflict) story.answer(conflict, 'local');
    await story.untilSynced();
    expect([count(story.remoteProject, 'note'), count(story.localProject, 'note'), story.conflicts]).toEqual([before + 1, before + 1, []]);
  });

  test('[I31] what somebody has worked on since the question is not removed: the question is asked again, with what it would remove', async () => {
    await openStory();
    const parentId = story.localProject.projectRecord.roots.component;
    story.remote.nextFaults.push('twice and lost');
    story.editLocal({ do: 'create', kind: 'component', fields: { name: { en: 'Hanne' }, parentId, type: 'folder' } });
    await story.untilSynced();
    const [first] = story.conflicts;
    const twin = first?.recordId ?? '';
    const [inside = ''] = story.editRemote({ do: 'create', kind: 'component', fields: { name: { en: 'A brother' }, parentId: twin } });
    await story.untilSynced();
    if (first) story.answer(first, 'local');
    await story.untilSynced();
    const [second] = story.conflicts;
    expect(second).toMatchObject({ reason: 'duplicateCreate', recordId: twin, isTouched: true, dependentIds: [inside] });
    expect(story.remoteProject.has(inside)).toBe(true);
    if (second) story.answer(second, 'local');
    await story.untilSynced();
    expect([story.remoteProject.has(twin), story.remoteProject.has(inside), story.conflicts]).toEqual([false, false, []]);
  });

  test('[I31] two people who make the same thing have two, whatever the network did to a create that was answered', async () => {
    await openStory();
    const create = () => {
      const parentId = story.localProject.projectRecord.roots.component;
      return { do: 'create', kind: 'component', fields: { name: { en: 'Untitled' }, parentId } } as const;
    };
    const before = count(story.remoteProject, 'component');
    story.editLocal(create());
    await story.untilSynced();
    story.editRemote(create());
    await story.untilSynced();
    story.remote.nextFaults.push('twice');
    story.editLocal(create());
    await story.untilSynced();
    expect([count(story.remoteProject, 'component'), count(story.localProject, 'component')]).toEqual([before + 4, before + 4]);
    expect(story.conflicts).toEqual([]);
  });

  test('[I31] a create that the user sends again stays unconfirmed: if the lost one arrives later, it is a twin', async () => {
    const board = await openStory({ versionTimes: 'none' });
    const before = count(story.remoteProject, 'note');
    story.editLocal(note(board, 3));
    await story.untilSynced();
    story.remote.nextFaults.push('lost before');
    story.editLocal(note(board, 11));
    await story.step();
    story.editRemote(note(board, 21));
    await story.untilSynced();
    const [asked] = story.conflicts;
    expect(asked).toMatchObject({ reason: 'unconfirmedCreate' });
    if (asked) story.answer(asked, 'local');
    await story.untilSynced();
    expect(story.conflicts).toEqual([]);
    // Sent by us: nobody else places a note exactly there.
    story.editRemote(note(board, 11));
    await story.untilSynced();
    expect([story.conflicts, count(story.remoteProject, 'note')]).toMatchObject([[{ reason: 'duplicateCreate' }], before + 4]);
  });

  test('[I5] a name that is taken on the second attempt: the record of the first attempt is ours', async () => {
    await openStory();
    story.remote.nextFaults.push('twice');
    story.editLocal({ do: 'create', kind: 'board', fields: { name: 'Cellar', parentId: story.localProject.projectRecord.roots.board } });
    await story.untilSynced();
    expect(boards(story.remoteProject).sort()).toEqual(boards(story.localProject).sort());
    expect([...story.localProject.recordsOfKind('board')].filter(({ name }) => name === 'Cellar')).toHaveLength(1);
    expect(story.rows.rejectedWrites).toEqual([]);
  });
});

describe('a removal whose response is lost', () => {
  test('[I4] somebody changes the record meanwhile: it is not removed, and the user is asked', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.remote.nextFaults.push('lost before');
    story.editLocal({ do: 'remove', kind: 'note', id });
    await untilFault();
    story.editRemote(write(id, '<p>Theirs.</p>'));
    await story.untilSynced();
    expect(inNote(story.remoteProject, id)).toBe('<p>Theirs.</p>');
    expect(story.conflicts).toMatchObject([{ recordId: id, reason: 'deletedLocally' }]);
    for (const conflict of story.conflicts) story.answer(conflict, 'local');
    await story.untilSynced();
    expect([story.remoteProject.has(id), story.conflicts]).toEqual([false, []]);
  });

  test('[I12] undone here meanwhile: the remote keeps the record, and nothing is created', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.remote.nextFaults.push('lost before');
    story.editLocal({ do: 'remove', kind: 'note', id });
    await untilFault();
    const { writes } = story.remote.counts;
    story.revertLocal('undo');
    await story.untilSynced();
    expect([story.remoteProject.has(id), story.localProject.has(id), story.remote.counts.writes - writes]).toEqual([true, true, 0]);
  });

  test('[I26] of a new branch whose conditions were read only then: restored, both sides agree on the same conditions', async () => {
    const board = await openStory();
    // From here on, the versions of the answers show that nothing has to be read.
    story.editLocal(note(board, 11));
    await story.untilSynced();
    story.editLocal({ do: 'create', kind: 'branch', fields: { boardId: board, x: 1, y: 1 } });
    while (count(story.remoteProject, 'branch') === 0) await story.step();
    story.remote.nextFaults.push('lost before');
    story.revertLocal('undo');
    await story.untilSynced();
    story.revertLocal('redo');
    await story.untilSynced();
    const conditions = [...story.remoteProject.recordsOfKind('condition')].map((each) => each.id);
    expect([...story.rows.base.recordsOfKind('condition')].map((each) => each.id)).toEqual(conditions);
    expect([conditions.length, story.conflicts, story.watcher.violations]).toEqual([1, [], []]);
  });
});

describe('concurrent remote writes', () => {
  test('[I1] what somebody writes while the project is read arrives with the next read', async () => {
    const id = await agreedNote(await openStory());
    const { observer, counts } = story.remote;
    const { reads } = counts;
    let isWritten = false;
    story.remote.observer = {
      ...observer,
      whileInFlight: () => {
        if (isWritten || counts.reads === reads) return;
        isWritten = true;
        story.editRemote(write(id, '<p>During the read.</p>'));
      },
    };
    story.editRemote(write(id, '<p>Before the read.</p>'));
    await story.untilSynced();
    expect([isWritten, inNote(story.localProject, id)]).toEqual([true, '<p>During the read.</p>']);
  });

  test('[I4] overwriting a remote change that was not read is reported; overwriting one that was read is not', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.editLocal(write(id, '<p>One.</p>'));
    await story.untilSynced();
    story.editRemote(write(id, '<p>Theirs.</p>'));
    await story.untilSynced();
    expect(inNote(story.localProject, id)).toBe('<p>Theirs.</p>');
    story.editLocal(write(id, '<p>Two.</p>'));
    await story.untilSynced();
    expect(story.rows.overwriteReports('overwrite')).toEqual([]);
    await polled();
    story.editRemote(write(id, '<p>Unread.</p>'));
    story.editLocal(write(id, '<p>Three.</p>'));
    await story.untilSynced();
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([
      { recordId: id, before: { content: '<p>Two.</p>' }, sent: { content: '<p>Three.</p>' } },
    ]);
    expect(inNote(story.remoteProject, id)).toBe('<p>Three.</p>');
  });

  test('[I4] the first write after a read is reported if somebody changed the same record meanwhile', async () => {
    const board = await openStory();
    const [at, beside] = [await agreedNote(board), await agreedNote(board)];
    await polled();
    // No version is known yet: the response does not show what was written between the list and the write.
    story.editRemote({ do: 'change', kind: 'note', id: at, fields: { content: '<p>Unread.</p>', theme: 'red' } });
    story.editLocal(write(at, '<p>Ours.</p>'));
    await story.untilSynced();
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([
      { recordId: at, before: { content: '<p>Before.</p>' }, sent: { content: '<p>Ours.</p>' } },
    ]);
    expect([inNote(story.remoteProject, at), story.localProject.find('note', at)?.theme]).toEqual(['<p>Ours.</p>', 'red']);
    story.editRemote(write(beside, '<p>Elsewhere.</p>'));
    await story.untilSynced();
    await polled();
    story.editRemote(write(beside, '<p>Elsewhere again.</p>'));
    story.editLocal(write(at, '<p>Ours again.</p>'));
    await story.untilSynced();
    expect(story.rows.overwriteReports('overwrite')).toHaveLength(1);
    expect(story.rows.overwriteReports('first-write')).toEqual([]);
  });

  test('[I35] a write of others elsewhere, which the next read shows, proves that nothing was overwritten', async () => {
    const board = await openStory();
    const [id, other] = [await agreedNote(board), await agreedNote(board)];
    story.editLocal(write(id, '<p>One.</p>'));
    await story.untilSynced();
    for (let round = 0; round < 3; round++) {
      await polled();
      story.editRemote({ do: 'change', kind: 'note', id: other, fields: { x: 100 + round } });
      story.editLocal(write(id, `<p>Ours ${round}.</p>`));
      await story.untilSynced();
    }
    expect([story.rows.overwriteReports('overwrite'), story.rows.overwriteReports('unread')]).toEqual([[], []]);
    expect(story.localProject.find('note', other)?.x).toBe(102);
    // One is elsewhere, the other one is nowhere to be seen.
    await polled();
    story.editRemote({ do: 'change', kind: 'note', id: other, fields: { x: 200 } });
    story.editRemote(write(id, '<p>Unread.</p>'));
    story.editLocal(write(id, '<p>Over it.</p>'));
    await story.untilSynced();
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([{ recordId: id, sent: { content: '<p>Over it.</p>' } }]);
  });

  test('[I35] a lost response with nobody else writing is no report, also where nothing is written afterwards', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.editLocal(write(id, '<p>One.</p>'));
    await story.untilSynced();
    story.remote.nextFaults.push('lost after');
    story.editLocal(write(id, '<p>Two.</p>'));
    await story.untilSynced();
    expect([story.rows.overwriteReports('overwrite'), inNote(story.remoteProject, id)]).toEqual([[], '<p>Two.</p>']);
    expect(story.rows.overwriteReports('unconfirmed')).toHaveLength(1);
    story.editLocal(note(board, 55));
    await story.untilSynced();
    expect([story.rows.overwriteReports('overwrite'), story.rows.overwriteReports('unconfirmed')]).toEqual([[], []]);
  });

  test('[I4] a change found applied without a response is reported, unless the next response proves that it overwrote nothing', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.editLocal(write(id, '<p>One.</p>'));
    await story.untilSynced();
    story.remote.nextFaults.push('lost after');
    story.editLocal(write(id, '<p>Two.</p>'));
    story.editLocal(note(board, 55));
    await story.untilSynced();
    expect([story.rows.overwriteReports('overwrite'), story.rows.overwriteReports('unconfirmed'), inNote(story.remoteProject, id)]).toEqual(
      [[], [], '<p>Two.</p>'],
    );
    await polled();
    story.editRemote(write(id, '<p>Unread.</p>'));
    story.remote.nextFaults.push('lost after');
    story.editLocal(write(id, '<p>Three.</p>'));
    await story.untilSynced();
    story.editLocal(note(board, 56));
    await story.untilSynced();
    expect([story.rows.overwriteReports('overwrite').map(({ recordId }) => recordId), story.rows.overwriteReports('unconfirmed')]).toEqual([
      [id],
      [],
    ]);
  });

  test('[I4] the first write after a read of unknown version is followed by a read; later writes form a chain', async () => {
    const board = await openStory();
    const ids = [await agreedNote(board), await agreedNote(board)];
    const first = await cost(() => {
      for (const id of ids) story.editLocal(write(id, '<p>One.</p>'));
    });
    expect([first.writes, first.reads]).toEqual([2, 1]);
    const next = await cost(() => {
      for (const id of ids) story.editLocal(write(id, '<p>Two.</p>'));
    });
    expect(next).toEqual({ writes: 2, reads: 0, requests: 2 });
  });

  test('[I4, I12] the same field changed on both sides is a conflict; it survives a kill, and nothing is sent until it is resolved', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.editLocal(write(id, '<p>Mine.</p>'));
    story.editRemote(write(id, '<p>Theirs.</p>'));
    await story.untilSynced();
    story.kill('killed');
    await story.untilSynced();
    const [conflict] = story.conflicts;
    expect(conflict).toMatchObject({ reason: 'bothChanged', base: '<p>Before.</p>', local: '<p>Mine.</p>', remote: '<p>Theirs.</p>' });
    expect([inNote(story.localProject, id), inNote(story.remoteProject, id)]).toEqual(['<p>Mine.</p>', '<p>Theirs.</p>']);
    if (conflict) story.answer(conflict, 'local');
    await story.untilSynced();
    expect([inNote(story.remoteProject, id), story.conflicts]).toEqual(['<p>Mine.</p>', []]);
  });
});

describe('a write after which the remote shows another text and another time than it answered', () => {
  test.each([false, true])(
    '[I4] is not taken for a write of somebody else, so that it hides no later one (after a restart: %s)',
    async (isRestarted) => {
      const board = await openStory({ normalizesTexts: true, versionTimes: 'ahead' });
      const id = await agreedNote(board);
      story.editLocal(write(id, '<p>First…</p>'));
      await story.untilSynced();
      story.editLocal(write(id, '<p>Wait…</p>'));
      const { writes } = story.remote.counts;
      while (story.remote.counts.writes === writes) await story.step();
      if (isRestarted) story.kill('killed');
      await story.untilSynced();
      expect(inNote(story.localProject, id)).toBe('<p>Wait...</p>');
      await polled();
      story.editRemote({ do: 'change', kind: 'note', id, fields: { x: 20 } });
      story.editLocal({ do: 'change', kind: 'note', id, fields: { x: 30 } });
      await story.untilSynced();
      expect([story.watcher.violations, story.watcher.unreported()]).toEqual([[], []]);
    },
  );
});

describe('[I39] a write that was answered and not applied', () => {
  /** Something else that others write causes the next read. */
  const untilRead = async (board: string): Promise<void> => {
    story.editRemote(note(board, 900));
    await story.untilSynced();
  };
  const ignoreOnce = () => {
    let isIgnored = false;
    story.remote.remote.ignores = () => {
      const isFirst = !isIgnored;
      isIgnored = true;
      return isFirst;
    };
  };

  test('a change: the first read after it shows the value before it, which is a conflict and not an edit of somebody else', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    ignoreOnce();
    story.editLocal(write(id, '<p>Mine.</p>'));
    await story.untilSynced();
    await untilRead(board);
    expect(story.conflicts).toMatchObject([
      { recordId: id, field: 'content', reason: 'bothChanged', local: '<p>Mine.</p>', remote: '<p>Before.</p>' },
    ]);
    expect(inNote(story.localProject, id)).toBe('<p>Mine.</p>');
    story.answer(story.conflicts, 'local');
    await story.untilSynced();
    expect([story.conflicts, inNote(story.remoteProject, id)]).toEqual([[], '<p>Mine.</p>']);
  });

  test('the second of two changes of a text, and what others have written since is theirs', async () => {
    const board = await openStory();
    const [id, other] = [await agreedNote(board), await agreedNote(board)];
    for (const each of [id, other]) story.editLocal(write(each, '<p>One.</p>'));
    await story.untilSynced();
    story.remote.remote.ignores = () => true;
    for (const each of [id, other]) story.editLocal(write(each, '<p>Two.</p>'));
    await story.untilSynced();
    story.remote.remote.ignores = () => false;
    story.editRemote(write(other, '<p>Theirs.</p>'));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ recordId: id, field: 'content', local: '<p>Two.</p>', remote: '<p>One.</p>' }]);
    expect(inNote(story.localProject, other)).toBe('<p>Theirs.</p>');
  });

  test('a create and a removal: nothing disappears and nothing comes back in silence', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    ignoreOnce();
    const [created = ''] = story.editLocal(note(board, 12, '<p>Only here.</p>'));
    await story.untilSynced();
    ignoreOnce();
    story.editLocal({ do: 'remove', kind: 'note', id });
    await story.untilSynced();
    await untilRead(board);
    expect(story.conflicts.map(({ recordId, reason }) => [recordId, reason]).sort()).toEqual(
      [
        [story.rows.resolveAlias(created), 'deletedRemotely'],
        [id, 'deletedLocally'],
      ].sort(),
    );
  });

  test('a move into another folder', async () => {
    await openStory();
    const [folder = '', moved = ''] = ['Folder', 'Moved'].flatMap((name) =>
      story.editRemote({ do: 'create', kind: 'board', fields: { name, parentId: null, type: name === 'Folder' ? 'folder' : 'board' } }),
    );
    await story.untilSynced();
    const parentOf = (project: Project) => project.find('board', moved)?.parentId;
    const before = parentOf(story.remoteProject);
    ignoreOnce();
    story.editLocal({ do: 'move', kind: 'board', id: moved, to: folder, at: 0 });
    await story.untilSynced();
    await untilRead(boards(story.localProject)[0] ?? '');
    expect(story.conflicts).toMatchObject([
      { recordId: moved, reason: 'movedDifferently', local: { parent: folder }, remote: { parent: before } },
    ]);
  });
});

describe('[I39] the first write of each kind and field', () => {
  const openVerifying = async (): Promise<string> => {
    story = await StoryOnTwoSides.start(1, { behavior: defaultBehavior, verifies: true });
    await story.untilSynced();
    return boards(story.localProject)[0] ?? '';
  };
  /** The requests until nothing is left to do. */
  const requestsAfter = async (edit: () => unknown): Promise<string[]> => {
    const requests: string[] = [];
    story.remote.onRequest = ({ method, path }) => requests.push(`${method} ${path.split('/')[2]}`);
    edit();
    await story.untilSynced();
    return requests;
  };

  test('is verified by a read of its record, and a later one is not', async () => {
    const board = await openVerifying();
    const jumper = { do: 'create', kind: 'jumper', fields: { boardId: board, x: 1, y: 1 } } as const;
    // No version is known before the first write, so a read of the project verifies it.
    expect(await requestsAfter(() => story.editLocal(note(board, 11)))).toEqual(['POST note']);
    expect(await requestsAfter(() => story.editLocal(jumper))).toEqual(['POST jumper', 'GET jumper']);
    expect(await requestsAfter(() => story.editLocal(jumper))).toEqual(['POST jumper']);
    const id = [...story.localProject.recordsOfKind('note')].find(({ x }) => x === 11)?.id ?? '';
    expect(await requestsAfter(() => story.editLocal(note(board, 12)))).toEqual(['POST note']);
    expect(await requestsAfter(() => story.editLocal(write(id, '<p>One.</p>')))).toEqual(['PATCH note', 'GET note']);
    expect(await requestsAfter(() => story.editLocal(write(id, '<p>Two.</p>')))).toEqual(['PATCH note']);
    const change = { do: 'change', kind: 'note', id, fields: { x: 99, content: '<p>Three.</p>' } } as const;
    expect(await requestsAfter(() => story.editLocal(change))).toEqual(['PATCH note', 'GET note']);
  });

  test('that was answered and not applied is a conflict at once, and the next one is verified again', async () => {
    const board = await openVerifying();
    const id = await agreedNote(board);
    story.remote.remote.ignores = ({ method }) => method === 'PATCH';
    story.editLocal(write(id, '<p>Mine.</p>'));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ recordId: id, field: 'content', local: '<p>Mine.</p>', remote: '<p>Before.</p>' }]);
    story.remote.remote.ignores = () => false;
    expect(await requestsAfter(() => story.answer(story.conflicts, 'local'))).toEqual(['PATCH note', 'GET note']);
    expect([story.conflicts, inNote(story.remoteProject, id)]).toEqual([[], '<p>Mine.</p>']);
  });

  test('that no route of a record shows is verified by a read of the project', async () => {
    await openVerifying();
    const { id } = story.localProject.projectRecord;
    story.remote.remote.ignores = () => true;
    story.editLocal({ do: 'change', kind: 'project', id, fields: { name: 'Mine' } });
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ field: 'name', local: 'Mine' }]);
    expect(story.verifiedFields.size).toBe(0);
  });
});

test('[I39] a create contains sizes and other defaults, because the remote may have others', async () => {
  const board = await openStory();
  const bodies: unknown[] = [];
  story.remote.remote.rejects = ({ method, body }) => {
    if (method === 'POST') bodies.push(body);
    return false;
  };
  story.editLocal({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 1 } });
  await story.untilSynced();
  const { width, height, autoHeight, theme } = getKind('element').defaults;
  expect(bodies).toMatchObject([{ width, height, autoHeight, theme }]);
});

describe('names that the remote assigns', () => {
  const element = (boardId: string, content: string) =>
    ({ do: 'create', kind: 'element', fields: { boardId, x: 5, y: 5, title: '<p>Names</p>', content } }) as const;
  const scriptOf = (project: Project): unknown =>
    [...project.recordsOfKind('element')].find(({ title }) => title.en?.text === '<p>Names</p>')?.content.en?.text;

  test('the remote assigns another customId to a component: scripts that use ours contain the new one on both sides, and it is reported', async () => {
    const board = await openStory();
    await polled();
    const [own = ''] = story.editLocal({ do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    story.editRemote({ do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    story.editLocal(element(board, '<p>Zoe.</p><code>zoe.mood = zoe.mood + 1\nshow("zoe.mood")</code>'));
    await story.untilSynced();
    const code = '<p>Zoe.</p><code>zoe_2.mood = zoe_2.mood + 1\nshow("zoe.mood")</code>';
    expect([scriptOf(story.localProject), scriptOf(story.remoteProject)]).toEqual([code, code]);
    expect(story.localProject.find('component', story.rows.resolveAlias(own))?.customId).toBe('zoe_2');
    expect(story.conflicts).toContainEqual(expect.objectContaining({ reason: 'renamed', local: 'zoe', remote: 'zoe_2' }));
  });

  test('a remote board has the same name as a local one: the local one is renamed, in scripts too', async () => {
    const board = await openStory();
    await polled();
    const root = story.localProject.projectRecord.roots.board;
    const make = { do: 'create', kind: 'board', fields: { name: 'Cellar', parentId: root } } as const;
    story.editLocal(make);
    story.editLocal(element(board, '<code>cellar.visited = true</code>'));
    story.editRemote(make);
    story.editRemote({ do: 'change', kind: 'project', id: 'project', fields: { name: 'Known' } });
    story.kill('killed');
    await story.untilSynced();
    expect([scriptOf(story.localProject), scriptOf(story.remoteProject)]).toEqual(Array(2).fill('<code>cellar_2.visited = true</code>'));
  });
});

test('[I4, I13] both sides moved a record: the remote move applies, and the local one is a conflict that survives a kill', async () => {
  await openStory();
  const root = story.localProject.projectRecord.roots.board;
  const folder = (name: string) =>
    story.editRemote({ do: 'create', kind: 'board', fields: { type: 'folder', name, parentId: root } })[0] ?? '';
  const [a, b, c] = [folder('A'), folder('B'), folder('C')];
  await story.untilSynced();
  await polled();
  story.editLocal({ do: 'move', kind: 'board', id: c, to: a, at: 0 });
  story.editRemote({ do: 'move', kind: 'board', id: c, to: b, at: 0 });
  story.kill('killed');
  await story.untilSynced();
  story.kill('killed');
  expect([story.localProject.find('board', c)?.parentId, story.remoteProject.find('board', c)?.parentId]).toEqual([b, b]);
  expect(story.conflicts).toMatchObject([{ recordId: c, reason: 'movedDifferently', local: { parent: a }, remote: { parent: b } }]);
});

test('[I10, I37] a place beside a record that gets its remote id only later can be chosen', async () => {
  await openStory();
  const { board: root } = story.localProject.projectRecord.roots;
  const orderOf = (project: Project) => project.childIds(root, 'boards');
  const folder = (name: string) => ({ do: 'create', kind: 'board', fields: { type: 'folder', name, parentId: root } }) as const;
  const [a = '', b, c, d = ''] = ['A', 'B', 'C', 'D'].map((name) => story.editRemote(folder(name))[0] ?? '');
  await story.untilSynced();
  await polled();
  const [x = ''] = story.editLocal(folder('X'));
  story.editLocal({ do: 'move', kind: 'board', id: a, at: orderOf(story.localProject).indexOf(x) });
  story.editRemote({ do: 'move', kind: 'board', id: a, at: orderOf(story.remoteProject).indexOf(d) - 1 });
  story.kill('killed');
  await story.untilSynced();
  const created = story.rows.resolveAlias(x);
  expect(created).not.toBe(x);
  expect(story.conflicts).toMatchObject([{ recordId: a, reason: 'movedDifferently', local: { parent: root, after: created } }]);
  story.answer(story.conflicts, 'local');
  await story.untilSynced();
  expect(orderOf(story.remoteProject).slice(-5)).toEqual([b, c, d, created, a]);
});

describe('[I37] a resolution is one transaction', () => {
  /** A and B at the top level; B in A on the remote, A in B here. */
  async function crossingMoves(): Promise<{ readonly a: string; readonly b: string; readonly root: string }> {
    await openStory();
    const root = story.localProject.projectRecord.roots.board;
    const folder = (name: string) =>
      story.editRemote({ do: 'create', kind: 'board', fields: { type: 'folder', name, parentId: root } })[0] ?? '';
    const [a, b] = [folder('A'), folder('B')];
    await story.untilSynced();
    await polled();
    story.editLocal({ do: 'move', kind: 'board', id: a, to: b, at: 0 });
    story.editRemote({ do: 'move', kind: 'board', id: b, to: a, at: 0 });
    story.kill('killed');
    await story.untilSynced();
    return { a, b, root };
  }

  const parents = (project: Project, ...ids: string[]) => ids.map((id) => project.find('board', id)?.parentId);

  test.each(['local', 'remote'] as const)('two folders that were moved into each other: %s takes effect as a whole', async (side) => {
    const { a, b, root } = await crossingMoves();
    const [conflict] = story.conflicts;
    expect(conflict).toMatchObject({ recordId: a, reason: 'movedDifferently', local: { parent: b } });
    if (conflict) story.answer(conflict, side);
    await story.untilSynced();
    const expected = side === 'local' ? [b, root] : [root, a];
    expect(parents(story.localProject, a, b)).toEqual(expected);
    expect(parents(story.remoteProject, a, b)).toEqual(expected);
    expect(story.conflicts).toEqual([]);
    if (side === 'remote') return;
    story.revertLocal('undo');
    expect(parents(story.localProject, a, b)).toEqual([root, a]);
  });

  test('an answer that cannot be executed changes nothing: every conflict stays', async () => {
    const board = await openStory();
    const root = story.localProject.projectRecord.roots.board;
    const id = await agreedNote(board);
    const folder = (name: string) =>
      story.editRemote({ do: 'create', kind: 'board', fields: { type: 'folder', name, parentId: root } })[0] ?? '';
    const [a, b] = [folder('A'), folder('B')];
    await story.untilSynced();
    await polled();
    for (const [text, to] of [
      ['<p>Theirs.</p>', a],
      ['<p>Mine.</p>', b],
    ] as const) {
      const edit = to === a ? story.editRemote.bind(story) : story.editLocal.bind(story);
      edit(write(id, text));
      edit({ do: 'move', kind: 'board', id: board, to, at: 0 });
    }
    story.kill('killed');
    await story.untilSynced();
    story.editLocal({ do: 'remove', kind: 'board', id: b });
    await story.untilSynced();
    const open = story.conflicts.map(({ recordId }) => recordId).sort();
    expect(open).toEqual([id, board].sort());
    expect(() => story.answer(story.conflicts, 'local')).toThrow('the place where it was has been deleted');
    story.kill('killed');
    await story.untilSynced();
    expect(story.conflicts.map(({ recordId }) => recordId).sort()).toEqual(open);
    expect([inNote(story.localProject, id), inNote(story.remoteProject, id)]).toEqual(['<p>Mine.</p>', '<p>Theirs.</p>']);
  });

  test('one answer to many conflicts is one step of undo, which opens them again', async () => {
    const board = await openStory();
    const ids = [await agreedNote(board), await agreedNote(board), await agreedNote(board)];
    await polled();
    for (const id of ids) {
      story.editRemote(write(id, '<p>Theirs.</p>'));
      story.editLocal(write(id, '<p>Mine.</p>'));
    }
    story.kill('killed');
    await story.untilSynced();
    expect(story.conflicts).toHaveLength(3);
    story.answer(story.conflicts, 'remote');
    expect(ids.map((id) => inNote(story.localProject, id))).toEqual(Array(3).fill('<p>Theirs.</p>'));
    story.revertLocal('undo');
    expect(ids.map((id) => inNote(story.localProject, id))).toEqual(Array(3).fill('<p>Mine.</p>'));
    await story.untilSynced();
    expect(story.conflicts).toHaveLength(3);
  });
});

describe('a remote that was restored from a backup', () => {
  test.each(['old time', 'new time'] as const)(
    '[I3] its list shows the %s: missing records are conflicts, no local edit is undone',
    async (backupRestores) => {
      const board = await openStory({ backupRestores });
      const id = await agreedNote(board);
      story.remote.remote.backUp();
      story.editLocal(write(id, '<p>After the backup.</p>'));
      const [made = ''] = story.editLocal(note(board, 44, '<p>Made after.</p>'));
      await story.untilSynced();
      const there = story.rows.resolveAlias(made);
      await polled();
      story.remote.remote.restore();
      // Detected by the list if its time goes back, otherwise by the version in the next response.
      if (backupRestores === 'new time') story.editLocal(note(board, 45, '<p>A write.</p>'));
      await story.untilSynced();
      expect(inNote(story.localProject, id)).toBe('<p>After the backup.</p>');
      expect(story.conflicts.map(({ recordId, reason }) => [recordId, reason]).sort()).toEqual(
        [
          [id, 'bothChanged'],
          [there, 'deletedRemotely'],
        ].sort(),
      );
      for (const conflict of story.conflicts) story.answer(conflict, 'local');
      await story.untilSynced();
      expect(inNote(story.remoteProject, id)).toBe('<p>After the backup.</p>');
      expect([...story.remoteProject.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>Made after.</p>');
      expect(story.conflicts).toEqual([]);
    },
  );

  test('[I3] its reads show no ids of attachments: those that both sides have are recognised, and none is there twice', async () => {
    const board = await openStory({ backupRestores: 'new time', hidesAttachmentIds: true });
    const [elementId = ''] = story.editRemote({ do: 'create', kind: 'element', fields: { boardId: board, x: 1, y: 1 } });
    const parentId = story.remoteProject.projectRecord.roots.component;
    const [componentId = ''] = story.editRemote({ do: 'create', kind: 'component', fields: { name: 'Ada', parentId } });
    await story.untilSynced();
    for (const at of [0, 1]) {
      story.editLocal({ do: 'create', kind: 'componentAttachment', fields: { elementId, componentId }, at });
      await story.untilSynced();
    }
    const ids = story.localProject.childIds(elementId, 'components');
    const remoteIds = story.remoteProject.childIds(elementId, 'components');
    expect(ids).toEqual(remoteIds);
    const noteId = await agreedNote(board);
    story.remote.remote.backUp();
    story.editLocal(write(noteId, '<p>After the backup.</p>'));
    await story.untilSynced();
    await polled();
    story.remote.remote.restore();
    // The version in its answer shows it.
    story.editLocal(note(board, 45, '<p>A write.</p>'));
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ recordId: noteId, reason: 'bothChanged' }]);
    expect(story.localProject.childIds(elementId, 'components')).toEqual(ids);
  });

  test('[I3, I32] is recognised although its lists name records that no read contains', async () => {
    const board = await openStory({ backupRestores: 'old time' });
    story.remote.alterRead = ({ records }) => ({ records, danglingIds: new Set(['dangling']) });
    const id = await agreedNote(board);
    story.remote.remote.backUp();
    story.editLocal(write(id, '<p>After the backup.</p>'));
    await story.untilSynced();
    await polled();
    story.remote.remote.restore();
    await story.untilSynced();
    expect(story.conflicts).toMatchObject([{ recordId: id, reason: 'bothChanged' }]);
  });
});

describe('a remote whose clock was set back', () => {
  test('[I23] is not a restored backup: nothing is in conflict, and both sides continue', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    await polled();
    story.remote.remote.setClockBack();
    await polled();
    // Before the read that the list asks for.
    story.editLocal(write(id, '<p>Written here.</p>'));
    await story.untilSynced();
    expect([story.conflicts, inNote(story.remoteProject, id)]).toEqual([[], '<p>Written here.</p>']);
    story.editRemote(write(id, '<p>Written there.</p>'));
    await story.untilSynced();
    expect([story.conflicts, inNote(story.localProject, id)]).toEqual([[], '<p>Written there.</p>']);
    expect(story.remote.counts.idle).toBe(1);
  });

  test('[I34] is not a restored backup either where somebody else writes something new at the same time', async () => {
    const board = await openStory();
    const [one, two] = [await agreedNote(board), await agreedNote(board)];
    story.editLocal(write(one, '<p>Written here.</p>'));
    await story.untilSynced();
    await polled();
    story.editRemote(write(one, '<p>Written there.</p>'));
    story.editRemote({ do: 'change', kind: 'note', id: two, fields: { x: 123 } });
    story.remote.remote.setClockBack();
    // Nothing is written here before the list shows the earlier time.
    await polled();
    story.editLocal({ do: 'change', kind: 'note', id: two, fields: { y: 321 } });
    await story.untilSynced();
    expect([story.conflicts, inNote(story.localProject, one)]).toEqual([[], '<p>Written there.</p>']);
    expect(story.remoteProject.find('note', two)).toMatchObject({ x: 123, y: 321 });
  });
});

describe('a project whose entry in the list has no time', () => {
  /** How often the project is read before that many further lists have been requested. */
  const readsIn = async (lists: number) => {
    const before = story.remote.counts.reads;
    for (let at = 0; at < lists; at++) await polled();
    return story.remote.counts.reads - before;
  };

  test('[I17] is read once after each list, and its files are looked up only after a read that shows a change', async () => {
    story = await StoryOnTwoSides.start(1, { behavior: defaultBehavior, uploads: true });
    await story.untilSynced();
    const id = await agreedNote(boards(story.localProject)[0] ?? '');
    story.remote.hidesTimes = true;
    await readsIn(2);
    const before = story.remoteFileChanges;
    expect([await readsIn(5), story.remoteFileChanges - before]).toEqual([5, 0]);
    story.editRemote(write(id, '<p>Written there.</p>'));
    await readsIn(2);
    expect([inNote(story.localProject, id), story.remoteFileChanges - before]).toEqual(['<p>Written there.</p>', 1]);
    story.editLocal(write(id, '<p>Written here.</p>'));
    await readsIn(2);
    expect([inNote(story.remoteProject, id), story.conflicts, story.rows.overwriteReports('overwrite')]).toEqual([
      '<p>Written here.</p>',
      [],
      [],
    ]);
  });

  test('[I5] a create whose response was lost is not sent again, as nothing shows that nobody else wrote', async () => {
    const board = await openStory({ versionTimes: 'none' });
    story.remote.hidesTimes = true;
    await readsIn(2);
    story.remote.nextFaults.push('lost before');
    const [lost = ''] = story.editLocal(note(board, 11));
    await readsIn(8);
    expect(story.conflicts).toMatchObject([{ reason: 'unconfirmedCreate', recordId: lost }]);
  });

  test('[I32, I40] a doubtful read is repeated at growing intervals', async () => {
    const board = await openStory();
    for (let at = 0; at < 60; at++) story.editRemote(note(board, at));
    await story.untilSynced();
    story.remote.hidesTimes = true;
    await readsIn(2);
    story.remote.alterRead = ({ records, danglingIds }) => ({ records: records.filter(({ kind }) => kind !== 'note'), danglingIds });
    await readsIn(3);
    expect(story.conflicts).toMatchObject([{ reason: 'disappeared' }]);
    // An hour, as the list is requested every 30 seconds.
    expect(await readsIn(120)).toBeLessThan(10);
  });
});

describe('a single refusal', () => {
  const refuseReads = (status: number, times: number) => {
    let left = times;
    story.remote.alterRead = (read) => {
      if (left-- > 0) throw new RemoteUnavailableError(verbatim('No.'), { status });
      return read;
    };
  };
  /** How the next steps end that wait for anything but the next poll, or stop, and how long they wait, in milliseconds. */
  const waits = async (count: number) => {
    const found: unknown[] = [];
    while (found.length < count) {
      const from = story.waitTime(0);
      const step = await story.step();
      if (step?.type === 'waiting' && step.reason !== 'synced') found.push([step.reason, step.until + from]);
      if (step?.type === 'stopped') found.push(step.cause.reason);
    }
    return found;
  };

  test.each([403, 404])('one %i is tried again within seconds, the second in a row stops sync', async (status) => {
    const board = await openStory();
    story.editRemote(note(board, 11));
    refuseReads(status, 1);
    expect(await waits(1)).toEqual([['offline', 5000]]);
    await story.untilSynced();
    expect(count(story.localProject, 'note')).toBe(count(story.remoteProject, 'note'));
    story.editRemote(note(board, 12));
    refuseReads(status, 2);
    expect(await waits(2)).toEqual([['offline', 5000], 'unavailable']);
  });

  test('one list without the project is requested again within seconds, the second in a row stops sync', async () => {
    await openStory();
    story.remote.missingLists = 1;
    expect(await waits(1)).toEqual([['offline', 5000]]);
    await story.untilSynced();
    story.remote.missingLists = 2;
    expect(await waits(2)).toEqual([['offline', 5000], 'projectMissing']);
    await story.untilSynced();
  });

  test('one forbidden write is sent again within seconds, the second in a row stops sync', async () => {
    const board = await openStory();
    story.remote.nextFaults.push('forbidden');
    story.editLocal(note(board, 11));
    expect(await waits(1)).toEqual([['offline', 5000]]);
    await story.untilSynced();
    expect([...story.remoteProject.recordsOfKind('note')].filter(({ x }) => x === 11)).toHaveLength(1);
    story.remote.nextFaults.push('forbidden', 'forbidden');
    story.editLocal(note(board, 12));
    expect(await waits(2)).toEqual([['offline', 5000], 'unauthorized']);
  });
});

describe('a read whose lists name what it lacks', () => {
  /** Reads lack the note, which its board lists, as often as this. */
  const withoutNote = (id: string, times: number) => {
    let left = times;
    story.remote.alterRead = ({ records, danglingIds }) => {
      if (left-- <= 0 || !records.some((record) => record.id === id)) return { records, danglingIds };
      return { records: records.filter((record) => record.id !== id), danglingIds: new Set([...danglingIds, id]) };
    };
  };

  test('[I32] something new needs a second read, and the next read shows it', async () => {
    const board = await openStory();
    const [id = ''] = story.editRemote(note(board, 11));
    withoutNote(id, 1);
    await story.untilSynced();
    expect([story.localProject.has(id), story.conflicts]).toEqual([true, []]);
    await story.untilSynced();
    expect(story.remote.counts.idle).toBe(1);
  });

  test('[I32] an id without a record needs a second read once, even across restarts, and again only after the record existed', async () => {
    const board = await openStory();
    const [id = ''] = story.editRemote(note(board, 11));
    withoutNote(id, Number.POSITIVE_INFINITY);
    await story.untilSynced();
    expect([story.localProject.has(id), count(story.localProject, 'note')]).toEqual([false, count(story.remoteProject, 'note') - 1]);
    story.kill('started again');
    story.editRemote(note(board, 13));
    const { reads } = story.remote.counts;
    await story.untilSynced();
    expect(story.remote.counts.reads - reads).toBe(1);
    withoutNote(id, 0);
    story.editRemote(note(board, 14));
    await story.untilSynced();
    expect(count(story.localProject, 'note')).toBe(count(story.remoteProject, 'note'));
    withoutNote(id, 1);
    story.editRemote(note(board, 15));
    await story.untilSynced();
    expect([story.localProject.has(id), story.conflicts]).toEqual([true, []]);
  });
});

describe('rejected changes and invalid records', () => {
  test('[I20] a change that the remote rejects is held and reported, and all others are sent', async () => {
    const board = await openStory();
    // [Rich text] The API accepts only p, b and code.
    story.editLocal(note(board, 21, '<p>Good.</p>'));
    const [bad = ''] = story.editLocal({ do: 'create', kind: 'note', fields: { boardId: board, x: 22, y: 1 } });
    story.remote.remote.rejects = ({ body }) => (body as { x?: number } | undefined)?.x === 22;
    await story.untilSynced();
    expect([...story.remoteProject.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>Good.</p>');
    expect(story.rows.rejectedWrites).toMatchObject([{ recordId: bad, reason: verbatim('No.') }]);
    expect(story.localProject.has(bad)).toBe(true);
  });

  test('[I20] a rejection is forgotten when its change is not wanted any more', async () => {
    const board = await openStory();
    const id = await agreedNote(board);
    story.remote.remote.rejects = ({ method }) => method === 'PATCH';
    for (const text of ['<p>One.</p>', '<p>Two.</p>']) {
      story.editLocal(write(id, text));
      await story.untilSynced();
      expect(story.rows.rejectedWrites).toMatchObject([{ recordId: id, reason: verbatim('No.') }]);
    }
    story.revertLocal('undo');
    story.revertLocal('undo');
    await story.untilSynced();
    expect(story.rows.rejectedWrites).toEqual([]);
  });

  test('[I20] an invalid remote record is left out, and all others are applied', async () => {
    const board = await openStory();
    const [odd = ''] = story.editRemote(note(board, 31, '<p>Odd.</p>'));
    const [good = ''] = story.editRemote(note(board, 32, '<p>Good.</p>'));
    story.remote.remote.presentRecord = (record) => (record.id === odd ? { ...record, theme: 'ultraviolet' } : record);
    await story.untilSynced();
    expect([story.localProject.has(odd), story.localProject.has(good)]).toEqual([false, true]);
    expect([...story.invalidRecords.keys()]).toEqual([odd]);
    story.editLocal(note(board, 33, '<p>And on.</p>'));
    await story.untilSynced();
    expect([...story.remoteProject.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>And on.</p>');
  });

  test('[Errors 3] a change rejected because of the remote state is sent once that state has changed', async () => {
    await openStory();
    const root = story.localProject.projectRecord.roots.board;
    const [last = ''] = boards(story.localProject);
    story.remote.remote.rejects = ({ method }) => method === 'DELETE';
    story.editLocal({ do: 'create', kind: 'board', fields: { name: 'Next', parentId: root } });
    story.editLocal({ do: 'remove', kind: 'board', id: last });
    await story.untilSynced();
    expect(story.remoteProject.has(last)).toBe(true);
    story.remote.remote.rejects = () => false;
    story.editRemote({ do: 'create', kind: 'board', fields: { name: 'A third', parentId: root } });
    await story.untilSynced();
    expect(story.remoteProject.has(last)).toBe(false);
  });

  test('[I9] after a 429 nothing is sent before its Retry-After', async () => {
    const board = await openStory();
    story.remote.nextFaults.push('limited before');
    story.editLocal(note(board, 11));
    const seen: unknown[] = [];
    for (let at = 0; at < 6; at++) seen.push(await story.step());
    expect(seen).toContainEqual({ type: 'waiting', until: expect.any(Number), reason: 'limit' });
    await story.untilSynced();
    expect([...story.remoteProject.recordsOfKind('note')].filter(({ x }) => x === 11)).toHaveLength(1);
  });
});

describe('the number of requests', () => {
  test('[I16] when idle, a poll is one request, and nothing is written', async () => {
    await openStory();
    expect(await cost(() => {})).toEqual({ writes: 0, reads: 0, requests: 0 });
    expect(story.remote.counts.idle).toBe(1);
  });

  test('[I17] local writes are not taken for remote edits: N edits of M records are M requests, and one for the next poll', async () => {
    const board = await openStory();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await agreedNote(board));
    story.editLocal(write(ids[0] ?? '', '<p>The first write tells the version.</p>'));
    await story.untilSynced();
    const spent = await cost(() => {
      for (let round = 0; round < 4; round++) for (const id of ids) story.editLocal(write(id, `<p>${round}</p>`));
    });
    expect(spent).toEqual({ writes: 5, reads: 0, requests: 5 });
    await story.untilSynced();
    expect(story.remote.counts.idle).toBe(1);
  });
});

test('[I23] setting the wall clock back or ahead changes nothing', async () => {
  const board = await openStory();
  story.wallShift -= 3_600_000;
  story.editLocal(note(board, 71));
  await story.untilSynced();
  story.wallShift += 30 * 24 * 3_600_000;
  story.editRemote(note(board, 72));
  await story.untilSynced();
  expect([...story.remoteProject.recordsOfKind('note')].map(({ x }) => x).sort()).toEqual(
    [...story.localProject.recordsOfKind('note')].map(({ x }) => x).sort(),
  );
  expect([story.conflicts, story.rows.overwriteReports('overwrite')]).toEqual([[], []]);
  expect(settle).toBe(90_000);
});
