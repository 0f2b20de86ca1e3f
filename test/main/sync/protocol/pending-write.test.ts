/** Pending writes: what a response, or none, means, by the table of docs/sync.md. */

import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { buildRequest } from '../../../../main/sync/protocol/build-request.ts';
import { findDuplicateIds, planRecovery } from '../../../../main/sync/protocol/recovery.ts';
import {
  createPendingWrite,
  type PendingWrite,
  type SendResult,
  type SyncRequest,
  toWriteOutcome,
  versionGap,
} from '../../../../main/sync/protocol/sync-request.ts';
import { message, verbatim } from '../../../../shared/messages/message.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const settleTime = 90_000;
const nothingHere = new Project([]);
const environment = createTestEnvironment(31);

/** The remote state before a local edit, and the pending write that sends the edit. */
function preparePendingWrite(edit: (story: ReturnType<typeof createTestStory>) => Command) {
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  const command = edit(story);
  const remoteProject = new Project([...story.project.records()]);
  const { ids } = story.send(command);
  const id = ids[0] ?? (command as { id: string }).id;
  const verbs = {
    create: { type: 'create' },
    remove: { type: 'remove' },
    change: { type: 'change', part: 'fields', fields: ['x', 'content'] },
    move: { type: 'move', list: 'elements' },
  };
  const op = { ...verbs[command.do as keyof typeof verbs], kind: (command as { kind: string }).kind, id };
  const ready = buildRequest(op as SyncRequest['operation'], 'hash', story.project, remoteProject);
  if (ready.type !== 'ready') throw new Error(`not ready: ${JSON.stringify(ready)}`);
  const { request } = ready;
  const row: PendingWrite = {
    request: request,
    attempt: 1,
    version: 7,
    updatedAt: 'u1',
    knownIds: [...remoteProject.records()].map((each) => each.id),
    unconfirmedSince: 1000,
  };
  return { request: request, row, remoteProject, id, project: story.project };
}

const aNote = () =>
  preparePendingWrite(({ board }) => ({ do: 'create', kind: 'note', fields: { boardId: board, x: 5, y: 5, content: '<p>Hm</p>' } }));
test('the row of a create contains the ids beside it, not all of its kind', () => {
  let sibling = '';
  const { request, remoteProject } = preparePendingWrite(({ board, build, send }) => {
    sibling = build('note', { boardId: board }).id;
    const [other = ''] = send({ do: 'create', kind: 'board', fields: { name: 'Other', parentId: null } }).ids;
    build('note', { boardId: other });
    return { do: 'create', kind: 'note', fields: { boardId: board, x: 5, y: 5 } };
  });
  const { knownIds } = createPendingWrite(request, remoteProject, { version: 1, updatedAt: null });
  expect([knownIds, remoteProject.countOfKind('note')]).toEqual([[sibling], 2]);
});

const aChange = () =>
  preparePendingWrite(({ build }) => ({
    do: 'change',
    kind: 'note',
    id: build('note', { content: '<p>old</p>' }).id,
    fields: { content: '<p>new</p>' },
  }));
const aRemoval = () => preparePendingWrite(({ build }) => ({ do: 'remove', kind: 'note', id: build('note').id }));

const answer = (status: number, json: unknown = null): SendResult => ({ type: 'response', status, json });
const done = { version: 3, newVersion: 4, versionTime: ['1767225600', '0.123456'], id: 'x1' };
const withRecords = (remoteProject: Project, ...more: AnyRecord[]): Project => {
  const all = new Map([...remoteProject.records()].map((record) => [record.id, record]));
  for (const record of more) all.set(record.id, record);
  return new Project(all.values());
};
const made = ({ request }: { request: SyncRequest }): AnyRecord => request.expected[0]?.after as AnyRecord;

describe('the outcome of a response', () => {
  test.each([
    ['201 with its envelope', answer(201, done), 'done'],
    ['a time with more digits', answer(201, { ...done, versionTime: ['1767225600', '0.12345600'] }), 'done'],
    ['a time of numbers', answer(201, { ...done, versionTime: [1767225600, 0.5] }), 'done'],
    ['a cut answer', answer(201, null), 'unconfirmed'],
    ['an envelope without the id of what was made', answer(201, { ...done, id: undefined }), 'unconfirmed'],
    ['no answer', { type: 'noResponse' } as SendResult, 'unconfirmed'],
    ['500', answer(500), 'unconfirmed'],
    ['503', answer(503), 'unconfirmed'],
    ['never left', { type: 'notSent' } as SendResult, 'notSent'],
    ['429', answer(429), 'rateLimited'],
    ['400', answer(400, { title: 'T', detail: 'No.', errors: { x: 'is wrong' } }), 'rejected'],
    ['409', answer(409, {}), 'rejected'],
    ['404', answer(404), 'missing'],
    ['401', answer(401), 'unauthorized'],
    ['403', answer(403), 'unauthorized'],
  ])('%s', (_name, came, is) => {
    expect(toWriteOutcome(aNote().request, came).type).toBe(is);
  });

  test('a rejection contains the reason with every field; a record that is already gone needs no removal', () => {
    const { request } = aNote();
    expect(toWriteOutcome(request, answer(400, { detail: 'No.', errors: { x: 'is wrong' } }))).toMatchObject({
      reason: verbatim('No. x: is wrong'),
    });
    const repeated = answer(400, { detail: 'It is full.', errors: { project: 'It is full.', x: 'is wrong' } });
    expect(toWriteOutcome(request, repeated)).toMatchObject({ reason: verbatim('It is full. x: is wrong') });
    expect(toWriteOutcome(request, answer(400, {}))).toMatchObject({ reason: message('sync.rejection.noReason') });
    expect(toWriteOutcome(aRemoval().request, answer(404)).type).toBe('done');
    const foreign: SendResult = { type: 'response', status: 404, json: null, isForeign: true };
    expect(toWriteOutcome(aRemoval().request, foreign).type).toBe('unconfirmed');
    expect(toWriteOutcome(request, answer(201, done))).toMatchObject({ updatedAt: '2026-01-01T00:00:00.123456Z', id: 'x1', version: 3 });
  });

  test('only a version gap of 0 proves that nobody else wrote', () => {
    const { row } = aNote();
    expect([
      versionGap(row, 7),
      versionGap(row, 8),
      versionGap(row, 6),
      versionGap({ ...row, version: null }, 8),
      versionGap(row, null),
    ]).toEqual([0, 1, -1, null, null]);
  });

  test('while no version is known, only an answer with the least version after the writes that were read proves that there were no others', () => {
    const row = { ...aNote().row, version: null, leastVersion: 8 };
    expect([versionGap(row, 8), versionGap(row, 9), versionGap(row, 7), versionGap(row, null)]).toEqual([0, null, null, null]);
  });
});

describe('[I5, I6] recovery of an unconfirmed write', () => {
  test('starts with a read', () => {
    expect(planRecovery(aNote().row, { local: nothingHere }, 2000, settleTime)).toEqual({ type: 'read' });
  });

  test('[Errors 7] what a rate limit has answered does not arrive later: the first read decides, and nobody is asked', () => {
    const { row } = aNote();
    const answered = { ...row, isAnswered: true as const };
    const remote = withRecords(aNote().remoteProject);
    expect(planRecovery(answered, { local: nothingHere, remote, updatedAt: 'other' }, 2000, 0)).toEqual({ type: 'planAgain' });
    expect(planRecovery(answered, { local: nothingHere, remote, updatedAt: row.updatedAt ?? '' }, 2000, 0)).toEqual({ type: 'resend' });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'other' }, 91_000, settleTime)).toEqual({ type: 'askUser' });
  });

  test('create: one unknown record with the same content confirms it at once', () => {
    const note = aNote();
    const remote = withRecords(note.remoteProject, { ...made(note), id: 'given' });
    expect(planRecovery(note.row, { local: nothingHere, remote }, 2000, settleTime)).toEqual({ type: 'acknowledge', id: 'given' });
  });

  test('create: a missing record counts only after the settle time, and is sent again only if nobody else wrote', () => {
    const { row, remoteProject: remote } = aNote();
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u1' }, 2000, settleTime)).toEqual({ type: 'wait', until: 91_000 });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u1' }, 91_000, settleTime)).toEqual({ type: 'resend' });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u2' }, 91_000, settleTime)).toEqual({ type: 'askUser' });
    expect(planRecovery(row, { local: nothingHere, remote }, 91_000, settleTime)).toEqual({ type: 'askUser' });
    expect(planRecovery({ ...row, updatedAt: null }, { local: nothingHere, remote, updatedAt: 'u1' }, 91_000, settleTime)).toEqual({
      type: 'askUser',
    });
  });

  test('create: of two matching records the first confirms it and the other is its twin; records known before or with other content do not count', () => {
    const note = aNote();
    const [one, two] = [
      { ...made(note), id: 'one' },
      { ...made(note), id: 'two', rank: 'a5' },
    ];
    expect(planRecovery(note.row, { local: nothingHere, remote: withRecords(note.remoteProject, one, two) }, 2000, settleTime)).toEqual({
      type: 'acknowledge',
      id: 'one',
    });
    expect(
      planRecovery(
        { ...note.row, knownIds: ['one'] },
        { local: nothingHere, remote: withRecords(note.remoteProject, one, two) },
        2000,
        settleTime,
      ),
    ).toEqual({
      type: 'acknowledge',
      id: 'two',
    });
    expect(
      planRecovery(note.row, { local: nothingHere, remote: withRecords(note.remoteProject, { ...one, x: 6 }) }, 2000, settleTime).type,
    ).toBe('wait');
  });

  test('create: [I31] a variable of another name, and a record that is here as well, are of somebody else', () => {
    const variable = preparePendingWrite(() => ({ do: 'create', kind: 'variable', fields: { name: 'lamp', type: 'float', value: 0 } }));
    const same = { ...made(variable), id: 'given' };
    const foundIn = (local: Project, ...remote: AnyRecord[]) =>
      planRecovery(variable.row, { local, remote: withRecords(variable.remoteProject, ...remote) }, 2000, settleTime);
    expect(foundIn(variable.project, same)).toEqual({ type: 'acknowledge', id: 'given' });
    expect(foundIn(variable.project, { ...same, name: 'torch' }).type).toBe('wait');
    expect(foundIn(withRecords(variable.project, { ...same, name: 'torch' }), same).type).toBe('wait');
    // What was removed here meanwhile has no place for another record.
    expect(foundIn(withRecords(variable.remoteProject, same), same)).toEqual({ type: 'acknowledge', id: 'given' });
  });

  test('change: confirmed by the new value, sent again after the old value without other writes, otherwise left to the merge', () => {
    const { row, remoteProject: remote, id, project } = aChange();
    expect(planRecovery(row, { local: nothingHere, remote: project }, 2000, settleTime)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u1' }, 2000, settleTime).type).toBe('wait');
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u1' }, 91_000, settleTime)).toEqual({ type: 'resend' });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u2' }, 91_000, settleTime)).toEqual({ type: 'planAgain' });
    expect(
      planRecovery(
        row,
        { local: nothingHere, remote: new Project([...remote.records()].filter((each) => each.id !== id)) },
        2000,
        settleTime,
      ),
    ).toEqual({
      type: 'planAgain',
    });
  });

  test('remove: a missing record confirms it, an existing one is removed again', () => {
    const { row, remoteProject: remote, project } = aRemoval();
    expect(planRecovery(row, { local: nothingHere, remote: project }, 2000, settleTime)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { local: nothingHere, remote }, 2000, settleTime)).toEqual({ type: 'resend' });
  });

  test('[I4] remove: what was changed meanwhile, has more than was known of it, or is here again, is not removed unseen', () => {
    const { row, remoteProject: remote, project, id } = aRemoval();
    const changed = withRecords(remote, { ...(remote.get(id) as AnyRecord), theme: 'red' });
    const ofCarrier = preparePendingWrite(({ build }) => ({ do: 'remove', kind: 'element', id: build('attribute').cId }));
    const [element] = ofCarrier.request.expected;
    const ofUnknown = { ...ofCarrier.row, request: { ...ofCarrier.request, expected: element ? [element] : [] } };
    for (const [write, sides] of [
      [row, { local: project, remote: changed }],
      [ofUnknown, { local: ofCarrier.project, remote: ofCarrier.remoteProject }],
      [row, { local: remote, remote }],
    ] as const) {
      expect(planRecovery(write, sides, 2000, settleTime)).toEqual({ type: 'wait', until: 91_000 });
      expect(planRecovery(write, { ...sides, updatedAt: 'u1' }, 91_000, settleTime)).toEqual({ type: 'planAgain' });
    }
    expect(ofCarrier.request.expected.length).toBeGreaterThan(1);
    expect(planRecovery(ofCarrier.row, { local: ofCarrier.project, remote: ofCarrier.remoteProject }, 2000, settleTime).type).toBe(
      'resend',
    );
  });

  test('move: the target position confirms it; at any other position it is not sent again unseen', () => {
    const {
      row,
      remoteProject: remote,
      project,
    } = preparePendingWrite(({ build }) => {
      const [, , last] = [build('element'), build('element'), build('element')];
      return { do: 'move', kind: 'element', id: last?.id ?? '', at: 0 };
    });
    expect(planRecovery(row, { local: nothingHere, remote: project }, 2000, settleTime)).toEqual({ type: 'acknowledge', id: null });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u2' }, 91_000, settleTime)).toEqual({ type: 'planAgain' });
    expect(planRecovery(row, { local: nothingHere, remote, updatedAt: 'u1' }, 91_000, settleTime)).toEqual({ type: 'resend' });
  });

  test('[I5] a twin is recognized by the text as the remote normalized it, and by our content before it was changed', () => {
    const note = aNote();
    const normalizedNote = { ...made(note), content: '<p>As the remote writes it</p>' };
    const remoteProject = withRecords(
      note.remoteProject,
      { ...normalizedNote, id: 'ours', theme: 'red' },
      { ...normalizedNote, id: 'late', rank: 'a7' },
    );
    const watch = { id: 'ours', created: made(note), knownIds: note.row.knownIds, expiresAt: 5000 };
    expect(findDuplicateIds([watch], remoteProject)).toEqual([{ id: 'ours', duplicates: ['late'] }]);
    const other = withRecords(
      note.remoteProject,
      { ...normalizedNote, id: 'ours', theme: 'red' },
      { ...normalizedNote, id: 'late', theme: 'blue', rank: 'a7' },
    );
    expect(findDuplicateIds([watch], other)).toEqual([]);
  });
});
