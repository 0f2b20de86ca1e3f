/** The rows of sync as they are read: damaged ones, those of earlier versions, and the moments in them. */
import { describe, expect, test } from 'vitest';
import { createMergeConflict } from '../../../../main/sync/plan/merge-conflict.ts';
import { storeDuplicateConflicts } from '../../../../main/sync/project/sync-planner.ts';
import type { PendingWrite } from '../../../../main/sync/protocol/sync-request.ts';
import { acknowledgementEntries } from '../../../../main/sync/store/acknowledgement-entries.ts';
import type { LocalProject } from '../../../../main/sync/store/sync-engine.ts';
import {
  baseEntries,
  checkpointEntry,
  conflictEntry,
  duplicateWatchEntry,
  mergeConflictSchema,
  pendingWriteEntry,
  SyncStore,
  uncertainCreateEntry,
} from '../../../../main/sync/store/sync-store.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createMemoryKeyValueStore } from '../../../memory-key-value-store.ts';
import { nextTurn } from '../../../next-turn.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';
import { createWaitClock } from '../../../test-environment.ts';

const emptyMerge = { do: 'replaceRecords', renamedIds: [], put: [], removedIds: [] } as const;
const hour = 3_600_000;
const note: AnyRecord = { kind: 'note', id: 'n', rank: 'a0' };

/** A computer whose wall clock can be set; `open` starts a program over the same rows. */
function computer() {
  const rows = createMemoryKeyValueStore();
  const time = { now: Date.UTC(2026, 0, 1), wallShift: 0 };
  const openClock = () =>
    createWaitClock(
      () => time.now,
      () => time,
    );
  const open = (clock = openClock()) => ({ clock, store: new SyncStore(rows, 'hash', clock) });
  return { rows, time, open };
}

const createOfNote = (unconfirmedSince: number | null): PendingWrite => ({
  request: {
    operation: { type: 'create', kind: 'note', id: 'n' },
    route: 'createNote',
    method: 'POST',
    path: '/hash/note',
    body: { x: 1 },
    expected: [{ after: note }],
  },
  attempt: 1,
  version: 4,
  leastVersion: null,
  updatedAt: '2026-01-01T00:00:00.000000Z',
  knownIds: ['m'],
  unconfirmedSince,
});

test('[I29] a create that is proven lost is no question any more, even if what it names gets its id with the same answer', () => {
  const { open, time } = computer();
  const { clock, store } = open();
  const lost = createOfNote(clock.now());
  const created: AnyRecord = { kind: 'asset', id: 'local', rank: 'a0' };
  store.write([
    checkpointEntry({ remoteHash: 'r', version: 4, updatedAt: null }),
    uncertainCreateEntry(lost),
    conflictEntry(createMergeConflict(note, null, 'unconfirmedCreate', { base: null, local: { ...note, cover: 'local' }, remote: null })),
    conflictEntry(createMergeConflict(note, 'text', 'bothChanged', { base: null, local: 'local', remote: 'Theirs' })),
  ]);
  time.now += hour;
  const request = { ...lost.request, operation: { type: 'create', kind: 'asset', id: 'local' } as const, expected: [{ after: created }] };
  const write = { ...lost, request, unconfirmedSince: null };
  const acknowledgement = { id: 'remote', version: 4, newVersion: 5, updatedAt: null };
  store.write(acknowledgementEntries(write, acknowledgement, store, clock, 60_000));
  expect(store.uncertainCreates).toEqual([]);
  expect(store.conflicts).toMatchObject([{ kind: 'note', field: 'text', reason: 'bothChanged', local: 'remote', remote: 'Theirs' }]);
});

describe('moments', () => {
  test('[I34] since when a write is unknown stays the same, however the wall clock is set, and counts on after a restart', () => {
    const { time, open } = computer();
    const { clock, store } = open();
    const write = createOfNote(clock.now());
    store.write([pendingWriteEntry(write), uncertainCreateEntry(write)]);
    time.wallShift += 24 * hour;
    time.now += 1000;
    expect([store.pendingWrite, store.uncertainCreates]).toEqual([write, [write]]);
    time.wallShift -= 24 * hour;
    const next = open();
    expect(next.store.pendingWrite?.unconfirmedSince).toBe(next.clock.now() - 1000);
    time.wallShift -= 24 * hour;
    expect(open().store.pendingWrite?.unconfirmedSince).toBe(open().clock.now() - 1000);
  });

  test('[I31] a duplicate is watched for a day at most', () => {
    const { time, open } = computer();
    const { clock, store } = open();
    store.write([duplicateWatchEntry({ id: 'n', created: note, knownIds: [], expiresAt: clock.now() + 24 * hour })]);
    time.wallShift -= 48 * hour;
    const next = open();
    expect(next.store.duplicateWatches.map(({ expiresAt }) => expiresAt - next.clock.now())).toEqual([24 * hour]);
  });
});

describe('the base of a large project', () => {
  const large = Array.from({ length: 8000 }, (_, at): AnyRecord => ({ ...note, id: `n${at}`, boardId: 'b', x: at }));
  const local = new Project(large.map((each) => (each.id === 'n1' ? { ...each, x: -1 } : { ...each })));

  async function loading() {
    const { open } = computer();
    open().store.write(baseEntries({ put: large, removedIds: [] }));
    const { store } = open();
    endSlicesAtOnce();
    let isLoaded = false;
    const loaded = store.loadBase(local)?.then(() => {
      isLoaded = true;
    });
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect([loaded === undefined, isLoaded]).toEqual([false, false]);
    return { store, loaded };
  }

  test('is read in slices, and consists of the records of the project where they are equal', async () => {
    const { store, loaded } = await loading();
    await loaded;
    const base = new Map([...store.base.records()].map((each) => [each.id, each]));
    expect([base.size, base.get('n0') === local.get('n0'), base.get('n1')?.x]).toEqual([8000, true, 1]);
    expect(store.loadBase(local)).toBeUndefined();
  });

  test('is not read after a first read of the workspace, which has just stored it', () => {
    const { store } = computer().open();
    store.noteStoredBase(large);
    expect([store.loadBase(local), store.base.get('n0') === large[0], store.base.size]).toEqual([undefined, true, 8000]);
    store.write(baseEntries({ put: [], removedIds: ['n3'] }));
    expect(store.base.has('n3')).toBe(false);
  });

  test('contains what was written while it was read, and what a request needs meanwhile is read at once', async () => {
    const { store, loaded } = await loading();
    expect(store.base.get('n0')).toEqual(large[0]);
    store.write(baseEntries({ put: [{ ...note, id: 'n2', boardId: 'b', x: 'written' }], removedIds: ['n3'] }));
    await loaded;
    expect([store.base.get('n2')?.x, store.base.has('n3'), store.base.size]).toEqual(['written', false, 7999]);

    const other = await loading();
    other.store.write(baseEntries({ put: [{ ...note, id: 'n2', boardId: 'b', x: 'written' }], removedIds: ['n3'] }));
    await other.loaded;
    expect([other.store.base.get('n2')?.x, other.store.base.has('n3'), other.store.base.size]).toEqual(['written', false, 7999]);
  });
});

test('a large merge is applied to the base in slices, unless something else is written to the base meanwhile', async () => {
  const large = Array.from({ length: 300 }, (_, at): AnyRecord => ({ ...note, id: `n${at}`, boardId: 'b', x: at }));
  const merged = large.map((each) => ({ ...each, x: 'merged' }));
  const stored = async (whileCommitting: (store: SyncStore) => void) => {
    const { store } = computer().open();
    store.write(baseEntries({ put: large, removedIds: [] }));
    const { base } = store;
    const changes: unknown[] = [];
    const { apply } = base;
    base.apply = (set) => {
      changes.push(set);
      apply.call(base, set);
    };
    const local = {
      applyInSlices: async (...[, , onCommitted]: Parameters<LocalProject['applyInSlices']>) => {
        for (let turn = 0; turn < 2000; turn++) await nextTurn();
        whileCommitting(store);
        onCommitted({ versionTime: 'now' });
      },
    };
    endSlicesAtOnce();
    // Only this function of the project is called.
    await store.commitInSlices(local as unknown as LocalProject, emptyMerge, baseEntries({ put: merged, removedIds: ['n7'] }));
    expect(store.base).toBe(base);
    return { changes: changes.length, base };
  };
  const alone = await stored(() => undefined);
  expect([alone.changes, alone.base.size, alone.base.has('n7'), alone.base.get('n8')?.x]).toEqual([0, 299, false, 'merged']);
  const beside = await stored((store) => store.write(baseEntries({ put: [{ ...note, id: 'other', boardId: 'b', x: 1 }], removedIds: [] })));
  expect([beside.base.size, beside.base.has('n7'), beside.base.has('other'), beside.base.get('n8')?.x]).toEqual([
    300,
    false,
    true,
    'merged',
  ]);
});

test('[I31, I34] duplicates are searched for in the first read after a day as well, however long there was none, and in none later', () => {
  const { store } = computer().open();
  const remote = (...ids: string[]) => new Project(ids.map((id): AnyRecord => ({ ...note, id, boardId: 'b', x: 1 })));
  const watch = { id: 'n', created: { ...note, boardId: 'b', x: 1 }, knownIds: ['n'], expiresAt: 24 * hour };
  store.write([duplicateWatchEntry(watch)]);
  storeDuplicateConflicts(store, remote('n', 'late'), 60 * hour);
  expect(store.conflicts).toMatchObject([{ recordId: 'late', reason: 'duplicateCreate' }]);
  storeDuplicateConflicts(store, remote('n', 'later'), 61 * hour);
  expect([store.conflicts.length, store.duplicateWatches]).toEqual([1, []]);
});

describe('damaged rows', () => {
  test.each(['pending-write', 'checkpoint', 'uncertain-create/n'])('[I7] %s: an error, and nothing is taken for granted', (id) => {
    const { rows, open } = computer();
    rows.put([{ id: `hash/${id}`, value: { attempt: 'first' } }]);
    const { store } = open();
    expect(() => [store.pendingWrite, store.checkpoint, store.uncertainCreates]).toThrow(`The row ${id} of sync is damaged`);
  });

  test('others are left out, and sound ones beside them stay', () => {
    const { rows, open } = computer();
    const { store } = open();
    const conflict = createMergeConflict(note, 'html', 'bothChanged', { base: null, local: 'a', remote: 'b' });
    store.write([conflictEntry(conflict), checkpointEntry({ remoteHash: 'r', version: null, updatedAt: null })]);
    rows.put([
      { id: 'hash/conflict/x#html', value: { id: 'x#html', reason: 'noSuchReason' } },
      { id: 'hash/held-texts', value: 'a text' },
      { id: 'hash/base/x', value: { kind: 'noSuchKind', id: 'x' } },
      { id: 'hash/base/n', value: note },
    ]);
    expect([store.conflicts, store.heldTexts, [...store.base.records()]]).toEqual([[conflict], [], [note]]);
    expect(JSON.stringify(store.conflicts)).toBe(JSON.stringify([conflict]));
  });
});

test('a conflict about a value on which both sides have never agreed is read again after a restart', () => {
  const conflict = createMergeConflict({ id: 'id', kind: 'element' }, 'title', 'bothChanged', {
    base: undefined,
    local: 'ours',
    remote: 'theirs',
  });
  const stored: unknown = JSON.parse(JSON.stringify(conflict));
  expect(stored).toHaveProperty('base', null);
  expect(mergeConflictSchema.safeParse(stored).data).toEqual(conflict);
});
