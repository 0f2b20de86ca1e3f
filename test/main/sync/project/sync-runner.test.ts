/** The loop, case by case: one story on two sides, edits on either, and one fault where it counts. */
import { afterEach, describe, expect, test } from 'vitest';
import type { KindName } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { defaultBehavior, type RemoteBehavior } from '../../../simulated-remote.ts';
import { StoryOnTwoSides, settleTime as settle } from '../seeded.ts';

let story: StoryOnTwoSides;
afterEach(() => story.end());

/** A story in step on both sides, whose remote is like this. */
async function begun(like: Partial<RemoteBehavior> = {}, seed = 1): Promise<string> {
  story = await StoryOnTwoSides.begin(seed, { ...defaultBehavior, ...like });
  await story.untilInStep();
  return boards(story.here)[0] ?? '';
}

const boards = (project: Project): string[] =>
  [...project.recordsOfKind('board')].filter(({ type }) => type === 'board').map(({ id }) => id);
const count = (project: Project, kind: KindName): number => project.countOfKind(kind);
const note = (boardId: string, x: number, content = '<p>Here.</p>') =>
  ({ do: 'create', kind: 'note', fields: { boardId, x, y: 1, content } }) as const;
const write = (id: string, content: string) => ({ do: 'change', kind: 'note', id, fields: { content } }) as const;
const inNote = (project: Project, id: string): unknown => project.find('note', id)?.content;

/** A note that both sides have, by the id of both. */
async function agreedNote(board: string, content = '<p>Before.</p>'): Promise<string> {
  const [id = ''] = story.elsewhere(note(board, 7, content));
  await story.untilInStep();
  return id;
}

/** The list was asked a moment ago: what somebody else writes now is not known before the next time. */
async function polled(): Promise<void> {
  for (let next = await story.step(); next?.type !== 'progressed' || next.action !== 'read list'; ) next = await story.step();
}

/** What an act of the user costs, from one poll until there is nothing left to do before the next. */
async function cost(act: () => void): Promise<{ writes: number; reads: number; requests: number }> {
  await polled();
  const before = { ...story.remote.counts };
  act();
  for (let next = await story.step(); next?.type !== 'waiting' || next.reason !== 'synced'; ) next = await story.step();
  const { writes, reads, requests } = story.remote.counts;
  return { writes: writes - before.writes, reads: reads - before.reads, requests: requests - before.requests };
}

describe('a create whose answer is lost', () => {
  test('[I5] not done: it is sent again when it is settled and nobody wrote; there is one in the end', async () => {
    const board = await begun();
    const before = count(story.theirs, 'note');
    story.remote.nextFaults.push('lost before');
    story.do(note(board, 11));
    await story.untilInStep();
    expect(count(story.theirs, 'note')).toBe(before + 1);
    expect([story.questions, story.watcher.strangers(), story.watcher.wrong]).toEqual([[], [], []]);
  });

  test('[I5] done: it is found, and not sent again', async () => {
    const board = await begun();
    const before = count(story.theirs, 'note');
    story.remote.nextFaults.push('lost after');
    const { writes } = await cost(() => story.do(note(board, 11)));
    expect([writes, count(story.theirs, 'note'), story.questions]).toEqual([1, before + 1, []]);
  });

  test('[I5] done late: a negative finding counts only when it is settled, so it is not sent twice', async () => {
    const board = await begun();
    const before = count(story.theirs, 'note');
    story.remote.nextFaults.push('late');
    const { writes } = await cost(() => story.do(note(board, 11)));
    expect([writes, count(story.theirs, 'note'), story.questions]).toEqual([1, before + 1, []]);
  });

  test('[I5] not done, and somebody else wrote: it is asked about, and never sent again by itself on a gap of 1', async () => {
    const board = await begun({ versionTimes: 'none' });
    story.do(note(board, 3));
    await story.untilInStep();
    story.remote.nextFaults.push('none', 'lost before');
    story.do(note(board, 10, '<p>First.</p>'));
    const [lost = ''] = story.do(note(board, 11));
    await story.untilInStep();
    expect(story.questions).toMatchObject([{ reason: 'added?', recordId: lost }]);
    await polled();
    story.elsewhere(note(board, 901, '<p>There.</p>'));
    story.do(note(board, 12, '<p>Another.</p>'));
    await story.untilInStep();
    expect(story.questions).toMatchObject([{ reason: 'added?', recordId: lost }]);
    expect([...story.theirs.recordsOfKind('note')].filter(({ x }) => x === 11)).toEqual([]);
  });

  test('[I5] an independent write of ours with a gap of 0 proves that it was not done: it goes out without an answer', async () => {
    const board = await begun({ versionTimes: 'none' });
    story.do(note(board, 3));
    await story.untilInStep();
    const before = count(story.theirs, 'note');
    story.remote.nextFaults.push('none', 'lost before');
    story.do(note(board, 10, '<p>First.</p>'));
    story.do(note(board, 11));
    await story.untilInStep();
    expect(story.questions).toMatchObject([{ reason: 'added?' }]);
    story.do(note(board, 12, '<p>Another.</p>'));
    await story.untilInStep();
    expect([count(story.theirs, 'note'), story.questions]).toEqual([before + 3, []]);
  });

  test('[I5] done twice: a twin, which is removed when the user says so', async () => {
    const board = await begun();
    const before = count(story.theirs, 'note');
    story.remote.nextFaults.push('twice');
    story.do(note(board, 11));
    await story.untilInStep();
    const [question] = story.questions;
    expect(question).toMatchObject({ reason: 'twin', field: null });
    if (question) story.answer(question, 'local');
    await story.untilInStep();
    expect([count(story.theirs, 'note'), count(story.here, 'note'), story.questions]).toEqual([before + 1, before + 1, []]);
  });

  test('[I5] a name that is taken the second time: what the first made is ours', async () => {
    await begun();
    story.remote.nextFaults.push('twice');
    story.do({ do: 'create', kind: 'board', fields: { name: 'Cellar', parentId: story.here.projectRecord.roots.board } });
    await story.untilInStep();
    expect(boards(story.theirs).sort()).toEqual(boards(story.here).sort());
    expect([...story.here.recordsOfKind('board')].filter(({ name }) => name === 'Cellar')).toHaveLength(1);
    expect(story.rows.rejectedWrites).toEqual([]);
  });
});

describe('what others write meanwhile', () => {
  test('[I4] a write that overtook theirs unread is reported; one after a read is not', async () => {
    const board = await begun();
    const id = await agreedNote(board);
    story.do(write(id, '<p>One.</p>'));
    await story.untilInStep();
    story.elsewhere(write(id, '<p>Theirs.</p>'));
    await story.untilInStep();
    expect(inNote(story.here, id)).toBe('<p>Theirs.</p>');
    story.do(write(id, '<p>Two.</p>'));
    await story.untilInStep();
    expect(story.rows.overwriteReports('overwrite')).toEqual([]);
    await polled();
    story.elsewhere(write(id, '<p>Unread.</p>'));
    story.do(write(id, '<p>Three.</p>'));
    await story.untilInStep();
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([
      { recordId: id, before: { content: '<p>Two.</p>' }, sent: { content: '<p>Three.</p>' } },
    ]);
    expect(inNote(story.theirs, id)).toBe('<p>Three.</p>');
  });

  test('[I4] the first write after a read is reported if somebody was at the same record meanwhile', async () => {
    const board = await begun();
    const [at, beside] = [await agreedNote(board), await agreedNote(board)];
    await polled();
    // Nobody knows a version yet: what lies between the list and the write is not in its answer.
    story.elsewhere({ do: 'change', kind: 'note', id: at, fields: { content: '<p>Unread.</p>', theme: 'red' } });
    story.do(write(at, '<p>Ours.</p>'));
    await story.untilInStep();
    expect(story.rows.overwriteReports('overwrite')).toMatchObject([
      { recordId: at, before: { content: '<p>Before.</p>' }, sent: { content: '<p>Ours.</p>' } },
    ]);
    expect([inNote(story.theirs, at), story.here.find('note', at)?.theme]).toEqual(['<p>Ours.</p>', 'red']);
    story.elsewhere(write(beside, '<p>Elsewhere.</p>'));
    await story.untilInStep();
    await polled();
    story.elsewhere(write(beside, '<p>Elsewhere again.</p>'));
    story.do(write(at, '<p>Ours again.</p>'));
    await story.untilInStep();
    expect(story.rows.overwriteReports('overwrite')).toHaveLength(1);
    expect(story.rows.overwriteReports('first-write')).toEqual([]);
  });

  test('[I4] a change that was found done without an answer: reported, unless the next answer proves that it overtook nothing', async () => {
    const board = await begun();
    const id = await agreedNote(board);
    story.do(write(id, '<p>One.</p>'));
    await story.untilInStep();
    story.remote.nextFaults.push('lost after');
    story.do(write(id, '<p>Two.</p>'));
    story.do(note(board, 55));
    await story.untilInStep();
    expect([story.rows.overwriteReports('overwrite'), story.rows.overwriteReports('unconfirmed'), inNote(story.theirs, id)]).toEqual([
      [],
      [],
      '<p>Two.</p>',
    ]);
    story.remote.nextFaults.push('lost after');
    story.do(write(id, '<p>Three.</p>'));
    await story.untilInStep();
    expect([story.rows.overwriteReports('overwrite').map(({ recordId }) => recordId), story.rows.overwriteReports('unconfirmed')]).toEqual([
      [id],
      [],
    ]);
  });

  test('[I4] the first write after a read whose version is unknown is followed by a read; then they chain', async () => {
    const board = await begun();
    const ids = [await agreedNote(board), await agreedNote(board)];
    const first = await cost(() => {
      for (const id of ids) story.do(write(id, '<p>One.</p>'));
    });
    expect([first.writes, first.reads]).toEqual([2, 1]);
    const next = await cost(() => {
      for (const id of ids) story.do(write(id, '<p>Two.</p>'));
    });
    expect(next).toEqual({ writes: 2, reads: 0, requests: 2 });
  });

  test('[I4, I12] the same field on both sides is a question; it survives the end of the program, and nothing is sent before its answer', async () => {
    const board = await begun();
    const id = await agreedNote(board);
    story.do(write(id, '<p>Mine.</p>'));
    story.elsewhere(write(id, '<p>Theirs.</p>'));
    await story.untilInStep();
    story.kill('killed');
    await story.untilInStep();
    const [question] = story.questions;
    expect(question).toMatchObject({ reason: 'both changed', base: '<p>Before.</p>', local: '<p>Mine.</p>', remote: '<p>Theirs.</p>' });
    expect([inNote(story.here, id), inNote(story.theirs, id)]).toEqual(['<p>Mine.</p>', '<p>Theirs.</p>']);
    if (question) story.answer(question, 'local');
    await story.untilInStep();
    expect([inNote(story.theirs, id), story.questions]).toEqual(['<p>Mine.</p>', []]);
  });
});

describe('names that the remote makes', () => {
  const element = (boardId: string, content: string) =>
    ({ do: 'create', kind: 'element', fields: { boardId, x: 5, y: 5, title: '<p>Names</p>', content } }) as const;
  const said = (project: Project): unknown =>
    [...project.recordsOfKind('element')].find(({ title }) => title.en?.text === '<p>Names</p>')?.content.en?.text;

  test('a component gets another customId there: scripts that we wrote with ours say the new one on both sides, and it is told', async () => {
    const board = await begun();
    await polled();
    const [own = ''] = story.do({ do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    story.elsewhere({ do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    story.do(element(board, '<p>Zoe.</p><code>zoe.mood = zoe.mood + 1\nshow("zoe.mood")</code>'));
    await story.untilInStep();
    const code = '<p>Zoe.</p><code>zoe_2.mood = zoe_2.mood + 1\nshow("zoe.mood")</code>';
    expect([said(story.here), said(story.theirs)]).toEqual([code, code]);
    expect(story.here.find('component', story.rows.resolveAlias(own))?.customId).toBe('zoe_2');
    expect(story.questions).toContainEqual(expect.objectContaining({ reason: 'renamed', local: 'zoe', remote: 'zoe_2' }));
  });

  test('a board of theirs has the name of ours: ours makes room, and our scripts with it', async () => {
    const board = await begun();
    await polled();
    const root = story.here.projectRecord.roots.board;
    const make = { do: 'create', kind: 'board', fields: { name: 'Cellar', parentId: root } } as const;
    story.do(make);
    story.do(element(board, '<code>cellar.visited = true</code>'));
    story.elsewhere(make);
    story.elsewhere({ do: 'change', kind: 'project', id: 'project', fields: { name: 'Known' } });
    story.kill('killed');
    await story.untilInStep();
    expect([said(story.here), said(story.theirs)]).toEqual(Array(2).fill('<code>cellar_2.visited = true</code>'));
  });
});

test('[I4, I13] both moved a thing elsewhere: theirs counts, and ours is in a question that survives the end of the program', async () => {
  await begun();
  const root = story.here.projectRecord.roots.board;
  const folder = (name: string) =>
    story.elsewhere({ do: 'create', kind: 'board', fields: { type: 'folder', name, parentId: root } })[0] ?? '';
  const [a, b, c] = [folder('A'), folder('B'), folder('C')];
  await story.untilInStep();
  await polled();
  story.do({ do: 'move', kind: 'board', id: c, to: a, at: 0 });
  story.elsewhere({ do: 'move', kind: 'board', id: c, to: b, at: 0 });
  story.kill('killed');
  await story.untilInStep();
  story.kill('killed');
  expect([story.here.find('board', c)?.parentId, story.theirs.find('board', c)?.parentId]).toEqual([b, b]);
  expect(story.questions).toMatchObject([{ recordId: c, reason: 'place', local: a, remote: b }]);
});

describe('a remote that was restored from a backup', () => {
  test.each(['old time', 'new time'] as const)(
    '[I3] its list shows the %s: what it lacks is asked about, nothing of ours is undone',
    async (backupRestores) => {
      const board = await begun({ backupRestores });
      const id = await agreedNote(board);
      story.remote.remote.backUp();
      story.do(write(id, '<p>After the backup.</p>'));
      const [made = ''] = story.do(note(board, 44, '<p>Made after.</p>'));
      await story.untilInStep();
      const there = story.rows.resolveAlias(made);
      await polled();
      story.remote.remote.restore();
      // By its list where that goes back, else by the version of the next answer.
      if (backupRestores === 'new time') story.do(note(board, 45, '<p>A write.</p>'));
      await story.untilInStep();
      expect(inNote(story.here, id)).toBe('<p>After the backup.</p>');
      expect(story.questions.map(({ recordId, reason }) => [recordId, reason]).sort()).toEqual(
        [
          [id, 'both changed'],
          [there, 'gone there'],
        ].sort(),
      );
      for (const question of story.questions) story.answer(question, 'local');
      await story.untilInStep();
      expect(inNote(story.theirs, id)).toBe('<p>After the backup.</p>');
      expect([...story.theirs.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>Made after.</p>');
      expect(story.questions).toEqual([]);
    },
  );
});

describe('what does not go', () => {
  test('[I20] what the remote refuses is kept and told, and all else goes', async () => {
    const board = await begun();
    // [Rich text] the API takes p, b and code only.
    story.do(note(board, 21, '<p>Good.</p>'));
    const [bad = ''] = story.do({ do: 'create', kind: 'note', fields: { boardId: board, x: 22, y: 1 } });
    story.remote.remote.rejects = ({ body }) => (body as { x?: number } | undefined)?.x === 22;
    await story.untilInStep();
    expect([...story.theirs.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>Good.</p>');
    expect(story.rows.rejectedWrites).toMatchObject([{ recordId: bad, reason: expect.stringContaining('No.') }]);
    expect(story.here.has(bad)).toBe(true);
  });

  test('[I20] what cannot be taken in as it came is left out, and all else is taken in', async () => {
    const board = await begun();
    const [odd = ''] = story.elsewhere(note(board, 31, '<p>Odd.</p>'));
    const [good = ''] = story.elsewhere(note(board, 32, '<p>Good.</p>'));
    story.remote.remote.presentRecord = (record) => (record.id === odd ? { ...record, theme: 'ultraviolet' } : record);
    await story.untilInStep();
    expect([story.here.has(odd), story.here.has(good)]).toEqual([false, true]);
    expect([...story.troubles.keys()]).toEqual([odd]);
    story.do(note(board, 33, '<p>And on.</p>'));
    await story.untilInStep();
    expect([...story.theirs.recordsOfKind('note')].map(({ content }) => content)).toContain('<p>And on.</p>');
  });

  test('[Errors 3] what was refused for the state of theirs goes when that is another', async () => {
    await begun();
    const root = story.here.projectRecord.roots.board;
    const [last = ''] = boards(story.here);
    story.remote.remote.rejects = ({ method }) => method === 'DELETE';
    story.do({ do: 'create', kind: 'board', fields: { name: 'Next', parentId: root } });
    story.do({ do: 'remove', kind: 'board', id: last });
    await story.untilInStep();
    expect(story.theirs.has(last)).toBe(true);
    story.remote.remote.rejects = () => false;
    story.elsewhere({ do: 'create', kind: 'board', fields: { name: 'A third', parentId: root } });
    await story.untilInStep();
    expect(story.theirs.has(last)).toBe(false);
  });

  test('[I9] after a 429 nothing goes before its Retry-After', async () => {
    const board = await begun();
    story.remote.nextFaults.push('limited before');
    story.do(note(board, 11));
    const seen: unknown[] = [];
    for (let at = 0; at < 6; at++) seen.push(await story.step());
    expect(seen).toContainEqual({ type: 'waiting', until: expect.any(Number), reason: 'limit' });
    await story.untilInStep();
    expect([...story.theirs.recordsOfKind('note')].filter(({ x }) => x === 11)).toHaveLength(1);
  });
});

describe('what it costs', () => {
  test('[I16] idle is one request a poll, and nothing is written', async () => {
    await begun();
    expect(await cost(() => {})).toEqual({ writes: 0, reads: 0, requests: 0 });
    expect(story.remote.counts.idle).toBe(1);
  });

  test('[I17] our own writes are no foreign edits: N edits of M things are M requests, and one for the poll after them', async () => {
    const board = await begun();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await agreedNote(board));
    story.do(write(ids[0] ?? '', '<p>The first write tells the version.</p>'));
    await story.untilInStep();
    const spent = await cost(() => {
      for (let round = 0; round < 4; round++) for (const id of ids) story.do(write(id, `<p>${round}</p>`));
    });
    expect(spent).toEqual({ writes: 5, reads: 0, requests: 5 });
    await story.untilInStep();
    expect(story.remote.counts.idle).toBe(1);
  });
});

test('[I23] the clock is set back and ahead: nothing happens but that it takes longer', async () => {
  const board = await begun();
  story.clock.now -= 3_600_000;
  story.do(note(board, 71));
  await story.untilInStep();
  story.clock.now += 30 * 24 * 3_600_000;
  story.elsewhere(note(board, 72));
  await story.untilInStep();
  expect([...story.theirs.recordsOfKind('note')].map(({ x }) => x).sort()).toEqual(
    [...story.here.recordsOfKind('note')].map(({ x }) => x).sort(),
  );
  expect([story.questions, story.rows.overwriteReports('overwrite')]).toEqual([[], []]);
  expect(settle).toBe(90_000);
});
