/** One write on its way: what answers and silence mean, by the table of docs/sync.md. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { buildRequest } from '../../../../main/sync/protocol/build-request.ts';
import { findDuplicateIds } from '../../../../main/sync/protocol/duplicates.ts';
import { type PendingWrite, versionGap } from '../../../../main/sync/protocol/pending-write.ts';
import { planRecovery } from '../../../../main/sync/protocol/recovery.ts';
import type { SyncRequest } from '../../../../main/sync/protocol/sync-request.ts';
import { type SendResult, toWriteOutcome } from '../../../../main/sync/protocol/write-outcome.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const settle = 90_000;
const environment = createTestEnvironment(31);

/** A story as it is there, and a write of ours that would make it what it is here. */
function begun(edit: (given: ReturnType<typeof createTestStory>) => Command) {
  const engine = openEngine(null, environment);
  const given = createTestStory(engine, environment);
  const command = edit(given);
  const theirs = new Project([...given.project.records()]);
  const { ids } = given.send(command);
  const id = ids[0] ?? (command as { id: string }).id;
  const verbs = {
    create: { type: 'create' },
    remove: { type: 'remove' },
    change: { type: 'change', part: 'fields', fields: ['x', 'content'] },
    move: { type: 'move', list: 'elements' },
  };
  const op = { ...verbs[command.do as keyof typeof verbs], kind: (command as { kind: string }).kind, id };
  const ready = buildRequest(op as SyncRequest['operation'], 'hash', given.project, theirs);
  if (ready.type !== 'ready') throw new Error(`not ready: ${JSON.stringify(ready)}`);
  const { request } = ready;
  const row: PendingWrite = {
    request: request,
    attempt: 1,
    version: 7,
    updatedAt: 'u1',
    knownIds: [...theirs.records()].map((each) => each.id),
    unconfirmedSince: 1000,
  };
  return { sending: request, row, theirs, id, project: given.project };
}

const aNote = () => begun(({ board }) => ({ do: 'create', kind: 'note', fields: { boardId: board, x: 5, y: 5, content: '<p>Hm</p>' } }));
const aChange = () =>
  begun(({ build }) => ({
    do: 'change',
    kind: 'note',
    id: build('note', { content: '<p>old</p>' }).id,
    fields: { content: '<p>new</p>' },
  }));
const aRemoval = () => begun(({ build }) => ({ do: 'remove', kind: 'note', id: build('note').id }));

const answer = (status: number, json: unknown = null): SendResult => ({ type: 'response', status, json });
const done = { version: 3, newVersion: 4, versionTime: ['1767225600', '0.123456'], id: 'x1' };
const withRecords = (theirs: Project, ...more: AnyRecord[]): Project => {
  const all = new Map([...theirs.records()].map((record) => [record.id, record]));
  for (const record of more) all.set(record.id, record);
  return new Project(all.values());
};
const made = ({ sending }: { sending: SyncRequest }): AnyRecord => sending.expected[0]?.after as AnyRecord;

describe('what an answer means', () => {
  test.each([
    ['201 with its envelope', answer(201, done), 'done'],
    ['a cut answer', answer(201, null), 'unconfirmed'],
    ['an envelope without the id of what was made', answer(201, { ...done, id: undefined }), 'unconfirmed'],
    ['no answer', { type: 'no response' } as SendResult, 'unconfirmed'],
    ['500', answer(500), 'unconfirmed'],
    ['503', answer(503), 'unconfirmed'],
    ['never left', { type: 'not sent' } as SendResult, 'not sent'],
    ['429', answer(429), 'rate limited'],
    ['400', answer(400, { title: 'T', detail: 'No.', errors: { x: 'is wrong' } }), 'rejected'],
    ['409', answer(409, {}), 'rejected'],
    ['404', answer(404), 'missing'],
    ['401', answer(401), 'unauthorized'],
    ['403', answer(403), 'unauthorized'],
  ])('%s', (_name, came, is) => {
    expect(toWriteOutcome(aNote().sending, came).type).toBe(is);
  });

  test('a refusal says why, with every field; what is gone already needs no removal', () => {
    const { sending } = aNote();
    expect(toWriteOutcome(sending, answer(400, { detail: 'No.', errors: { x: 'is wrong' } }))).toMatchObject({
      message: 'No. x: is wrong',
    });
    expect(toWriteOutcome(aRemoval().sending, answer(404)).type).toBe('done');
    expect(toWriteOutcome(sending, answer(201, done))).toMatchObject({ updatedAt: '2026-01-01T00:00:00.123456Z', id: 'x1', version: 3 });
  });

  test('only a gap of 0 proves that nobody wrote', () => {
    const { row } = aNote();
    expect([
      versionGap(row, 7),
      versionGap(row, 8),
      versionGap(row, 6),
      versionGap({ ...row, version: null }, 8),
      versionGap(row, null),
    ]).toEqual([0, 1, -1, null, null]);
  });
});

describe('[I5, I6] nobody knows whether it was done', () => {
  test('first a look', () => {
    expect(planRecovery(aNote().row, {}, 2000, settle)).toEqual({ type: 'read' });
  });

  test('create: one unknown thing with the same content is ours, at once', () => {
    const note = aNote();
    const remote = withRecords(note.theirs, { ...made(note), id: 'given' });
    expect(planRecovery(note.row, { remote }, 2000, settle)).toEqual({ type: 'acknowledge', id: 'given' });
  });

  test('create: nothing found counts only when it has settled, and is sent again only when nobody wrote', () => {
    const { row, theirs: remote } = aNote();
    expect(planRecovery(row, { remote, updatedAt: 'u1' }, 2000, settle)).toEqual({ type: 'wait', until: 91_000 });
    expect(planRecovery(row, { remote, updatedAt: 'u1' }, 91_000, settle)).toEqual({ type: 'resend' });
    expect(planRecovery(row, { remote, updatedAt: 'u2' }, 91_000, settle)).toEqual({ type: 'ask' });
    expect(planRecovery(row, { remote }, 91_000, settle)).toEqual({ type: 'ask' });
    expect(planRecovery({ ...row, updatedAt: null }, { remote, updatedAt: 'u1' }, 91_000, settle)).toEqual({ type: 'ask' });
  });

  test('create: of two that could be ours the first is, and the other is its twin; what was there before, or says something else, is not ours', () => {
    const note = aNote();
    const [one, two] = [
      { ...made(note), id: 'one' },
      { ...made(note), id: 'two', rank: 'a5' },
    ];
    expect(planRecovery(note.row, { remote: withRecords(note.theirs, one, two) }, 2000, settle)).toEqual({
      type: 'acknowledge',
      id: 'one',
    });
    expect(planRecovery({ ...note.row, knownIds: ['one'] }, { remote: withRecords(note.theirs, one, two) }, 2000, settle)).toEqual({
      type: 'acknowledge',
      id: 'two',
    });
    expect(planRecovery(note.row, { remote: withRecords(note.theirs, { ...one, x: 6 }) }, 2000, settle).type).toBe('wait');
  });

  test('change: our value is there, or the value before and silence, or the trees decide', () => {
    const { row, theirs: remote, id, project } = aChange();
    expect(planRecovery(row, { remote: project }, 2000, settle)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { remote, updatedAt: 'u1' }, 2000, settle).type).toBe('wait');
    expect(planRecovery(row, { remote, updatedAt: 'u1' }, 91_000, settle)).toEqual({ type: 'resend' });
    expect(planRecovery(row, { remote, updatedAt: 'u2' }, 91_000, settle)).toEqual({ type: 'plan again' });
    expect(planRecovery(row, { remote: new Project([...remote.records()].filter((each) => each.id !== id)) }, 2000, settle)).toEqual({
      type: 'plan again',
    });
  });

  test('remove: gone is done, there is sent again', () => {
    const { row, theirs: remote, project } = aRemoval();
    expect(planRecovery(row, { remote: project }, 2000, settle)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { remote }, 2000, settle)).toEqual({ type: 'resend' });
  });

  test('move: where it was sent to it is done; elsewhere it is never sent blindly', () => {
    const {
      row,
      theirs: remote,
      project,
    } = begun(({ build }) => {
      const [, , last] = [build('element'), build('element'), build('element')];
      return { do: 'move', kind: 'element', id: last?.id ?? '', at: 0 };
    });
    expect(planRecovery(row, { remote: project }, 2000, settle)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { remote, updatedAt: 'u2' }, 91_000, settle)).toEqual({ type: 'plan again' });
    expect(planRecovery(row, { remote, updatedAt: 'u1' }, 91_000, settle)).toEqual({ type: 'resend' });
  });

  test('twins are looked for as long as it is said', () => {
    const note = aNote();
    const theirs = withRecords(note.theirs, { ...made(note), id: 'ours' }, { ...made(note), id: 'late', rank: 'a7' });
    const watch = { id: 'ours', created: made(note), knownIds: note.row.knownIds, expiresAt: 5000 };
    expect(findDuplicateIds([watch], theirs, 4999)).toEqual([{ id: 'ours', duplicates: ['late'] }]);
    expect(findDuplicateIds([watch], theirs, 5000)).toEqual([]);
  });

  test('[I5] a twin is known by what the remote made of a text, and by what ours was before it was changed', () => {
    const note = aNote();
    const there = { ...made(note), content: '<p>As the remote writes it</p>' };
    const theirs = withRecords(note.theirs, { ...there, id: 'ours', theme: 'red' }, { ...there, id: 'late', rank: 'a7' });
    const watch = { id: 'ours', created: made(note), knownIds: note.row.knownIds, expiresAt: 5000 };
    expect(findDuplicateIds([watch], theirs, 1)).toEqual([{ id: 'ours', duplicates: ['late'] }]);
    const other = withRecords(note.theirs, { ...there, id: 'ours', theme: 'red' }, { ...there, id: 'late', theme: 'blue', rank: 'a7' });
    expect(findDuplicateIds([watch], other, 1)).toEqual([]);
  });
});
