/** One write on its way: what answers and silence mean, by the table of docs/mirror.md. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { type Came, gapOf, outcomeOf, type Row, stepFor, twinsOf } from '../../../main/mirror/loop/outbox.ts';
import { requestOf } from '../../../main/mirror/requests/requests.ts';
import type { Sending } from '../../../main/mirror/requests/sending.ts';
import type { Command } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { Project } from '../../../shared/project.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

const settle = 90_000;
const world = stillWorld(31);

/** A story as it is there, and a write of ours that would make it what it is here. */
function begun(edit: (given: ReturnType<typeof story>) => Command) {
  const engine = openEngine(null, world);
  const given = story(engine, world);
  const command = edit(given);
  const theirs = new Project([...given.project.records()]);
  const { ids } = given.send(command);
  const id = ids[0] ?? (command as { id: string }).id;
  const verbs = {
    create: { do: 'create' },
    remove: { do: 'remove' },
    change: { do: 'change', part: 'fields', cells: ['x', 'content'] },
    move: { do: 'move', list: 'elements' },
  };
  const op = { ...verbs[command.do as keyof typeof verbs], kind: (command as { kind: string }).kind, id };
  const ready = requestOf(op as Sending['op'], 'hash', given.project, theirs);
  if (ready.is !== 'ready') throw new Error(`not ready: ${JSON.stringify(ready)}`);
  const { sending } = ready;
  const row: Row = {
    sending,
    attempt: 1,
    version: 7,
    updatedAt: 'u1',
    known: [...theirs.records()].map((each) => each.id),
    unknownSince: 1000,
  };
  return { sending, row, theirs, id, project: given.project };
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

const answer = (status: number, json: unknown = null): Came => ({ is: 'answer', status, json });
const done = { version: 3, newVersion: 4, versionTime: ['1767225600', '0.123456'], id: 'x1' };
const withRecords = (theirs: Project, ...more: AnyRecord[]): Project => {
  const all = new Map([...theirs.records()].map((record) => [record.id, record]));
  for (const record of more) all.set(record.id, record);
  return new Project(all.values());
};
const made = ({ sending }: { sending: Sending }): AnyRecord => sending.expected[0]?.after as AnyRecord;

describe('what an answer means', () => {
  test.each([
    ['201 with its envelope', answer(201, done), 'done'],
    ['a cut answer', answer(201, null), 'unknown'],
    ['an envelope without the id of what was made', answer(201, { ...done, id: undefined }), 'unknown'],
    ['no answer', { is: 'lost' } as Came, 'unknown'],
    ['500', answer(500), 'unknown'],
    ['503', answer(503), 'unknown'],
    ['never left', { is: 'not sent' } as Came, 'not sent'],
    ['429', answer(429), 'limited'],
    ['400', answer(400, { title: 'T', detail: 'No.', errors: { x: 'is wrong' } }), 'refused'],
    ['409', answer(409, {}), 'refused'],
    ['404', answer(404), 'gone'],
    ['401', answer(401), 'shut out'],
    ['403', answer(403), 'shut out'],
  ])('%s', (_name, came, is) => {
    expect(outcomeOf(aNote().sending, came).is).toBe(is);
  });

  test('a refusal says why, with every field; what is gone already needs no removal', () => {
    const { sending } = aNote();
    expect(outcomeOf(sending, answer(400, { detail: 'No.', errors: { x: 'is wrong' } }))).toMatchObject({ why: 'No. x: is wrong' });
    expect(outcomeOf(aRemoval().sending, answer(404)).is).toBe('done');
    expect(outcomeOf(sending, answer(201, done))).toMatchObject({ updatedAt: '2026-01-01T00:00:00.123456Z', id: 'x1', version: 3 });
  });

  test('only a gap of 0 proves that nobody wrote', () => {
    const { row } = aNote();
    expect([gapOf(row, 7), gapOf(row, 8), gapOf(row, 6), gapOf({ ...row, version: null }, 8), gapOf(row, null)]).toEqual([
      0,
      1,
      -1,
      null,
      null,
    ]);
  });
});

describe('[I5, I6] nobody knows whether it was done', () => {
  test('first a look', () => {
    expect(stepFor(aNote().row, {}, 2000, settle)).toEqual({ do: 'read' });
  });

  test('create: one unknown thing with the same content is ours, at once', () => {
    const note = aNote();
    const theirs = withRecords(note.theirs, { ...made(note), id: 'given' });
    expect(stepFor(note.row, { theirs }, 2000, settle)).toEqual({ do: 'acknowledge', id: 'given' });
  });

  test('create: nothing found counts only when it has settled, and is sent again only when nobody wrote', () => {
    const { row, theirs } = aNote();
    expect(stepFor(row, { theirs, updatedAt: 'u1' }, 2000, settle)).toEqual({ do: 'wait', until: 91_000 });
    expect(stepFor(row, { theirs, updatedAt: 'u1' }, 91_000, settle)).toEqual({ do: 'send again' });
    expect(stepFor(row, { theirs, updatedAt: 'u2' }, 91_000, settle)).toEqual({ do: 'ask' });
    expect(stepFor(row, { theirs }, 91_000, settle)).toEqual({ do: 'ask' });
    expect(stepFor({ ...row, updatedAt: null }, { theirs, updatedAt: 'u1' }, 91_000, settle)).toEqual({ do: 'ask' });
  });

  test('create: of two that could be ours the first is, and the other is its twin; what was there before, or says something else, is not ours', () => {
    const note = aNote();
    const [one, two] = [
      { ...made(note), id: 'one' },
      { ...made(note), id: 'two', rank: 'a5' },
    ];
    expect(stepFor(note.row, { theirs: withRecords(note.theirs, one, two) }, 2000, settle)).toEqual({ do: 'acknowledge', id: 'one' });
    expect(stepFor({ ...note.row, known: ['one'] }, { theirs: withRecords(note.theirs, one, two) }, 2000, settle)).toEqual({
      do: 'acknowledge',
      id: 'two',
    });
    expect(stepFor(note.row, { theirs: withRecords(note.theirs, { ...one, x: 6 }) }, 2000, settle).do).toBe('wait');
  });

  test('change: our value is there, or the value before and silence, or the trees decide', () => {
    const { row, theirs, id, project } = aChange();
    expect(stepFor(row, { theirs: project }, 2000, settle)).toEqual({ do: 'acknowledge', id: null });
    expect(stepFor(row, { theirs, updatedAt: 'u1' }, 2000, settle).do).toBe('wait');
    expect(stepFor(row, { theirs, updatedAt: 'u1' }, 91_000, settle)).toEqual({ do: 'send again' });
    expect(stepFor(row, { theirs, updatedAt: 'u2' }, 91_000, settle)).toEqual({ do: 'plan again' });
    expect(stepFor(row, { theirs: new Project([...theirs.records()].filter((each) => each.id !== id)) }, 2000, settle)).toEqual({
      do: 'plan again',
    });
  });

  test('remove: gone is done, there is sent again', () => {
    const { row, theirs, project } = aRemoval();
    expect(stepFor(row, { theirs: project }, 2000, settle)).toEqual({ do: 'acknowledge', id: null });
    expect(stepFor(row, { theirs }, 2000, settle)).toEqual({ do: 'send again' });
  });

  test('move: where it was sent to it is done; elsewhere it is never sent blindly', () => {
    const { row, theirs, project } = begun(({ build }) => {
      const [, , last] = [build('element'), build('element'), build('element')];
      return { do: 'move', kind: 'element', id: last?.id ?? '', at: 0 };
    });
    expect(stepFor(row, { theirs: project }, 2000, settle)).toEqual({ do: 'acknowledge', id: null });
    expect(stepFor(row, { theirs, updatedAt: 'u2' }, 91_000, settle)).toEqual({ do: 'plan again' });
    expect(stepFor(row, { theirs, updatedAt: 'u1' }, 91_000, settle)).toEqual({ do: 'send again' });
  });

  test('twins are looked for as long as it is said', () => {
    const note = aNote();
    const theirs = withRecords(note.theirs, { ...made(note), id: 'ours' }, { ...made(note), id: 'late', rank: 'a7' });
    const watch = { id: 'ours', made: made(note), known: note.row.known, until: 5000 };
    expect(twinsOf([watch], theirs, 4999)).toEqual([{ id: 'ours', twins: ['late'] }]);
    expect(twinsOf([watch], theirs, 5000)).toEqual([]);
  });

  test('[I5] a twin is known by what the remote made of a text, and by what ours was before it was changed', () => {
    const note = aNote();
    const there = { ...made(note), content: '<p>As the remote writes it</p>' };
    const theirs = withRecords(note.theirs, { ...there, id: 'ours', theme: 'red' }, { ...there, id: 'late', rank: 'a7' });
    const watch = { id: 'ours', made: made(note), known: note.row.known, until: 5000 };
    expect(twinsOf([watch], theirs, 1)).toEqual([{ id: 'ours', twins: ['late'] }]);
    const other = withRecords(note.theirs, { ...there, id: 'ours', theme: 'red' }, { ...there, id: 'late', theme: 'blue', rank: 'a7' });
    expect(twinsOf([watch], other, 1)).toEqual([]);
  });
});
