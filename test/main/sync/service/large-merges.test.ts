/**
 * [Store] A first read, and a merge of very many records, are stored in slices: a process that ends meanwhile leaves the records and the base of one moment, and
 * what the user does meanwhile is neither lost nor overwritten.
 */
import { cpSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { syncStoreName } from '../../../../main/sync/store/sync-store.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { newFolder } from '../../../new-folder.ts';
import { nextTurn } from '../../../next-turn.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { boardOf, element, openSideForTest, serve, syncOnce, titled } from './two-workspaces.ts';

const noteCount = 1100;
afterEach(() => vi.unstubAllGlobals());

async function whileWaiting(promise: Promise<unknown>, look: (turn: number) => unknown): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  for (let turn = 0; !isOver; turn++) {
    await look(turn);
    await nextTurn();
  }
  await promise;
}

const notesIn = (records: Iterable<{ readonly kind: string }>): number => [...records].filter(({ kind }) => kind === 'note').length;

/** What a start would find: the notes of the project and of the base; undefined without the project. */
async function storedNotes(folder: string, hash: string): Promise<readonly [project: number, base: number] | undefined> {
  const engine = openEngine(folder, createTestEnvironment());
  try {
    const rows = engine.openKeyValueStore(syncStoreName).list(`${hash}/base/`);
    // The rows of the base are records.
    const base = notesIn(rows.flatMap(({ value }) => (value === null ? [] : [value as { readonly kind: string }])));
    return engine.findProjectName(hash) === undefined ? undefined : [notesIn(engine.getProject(hash).records()), base];
  } finally {
    await engine.close();
  }
}

function copyOf(folder: string): string {
  const to = newFolder();
  cpSync(folder, to, { recursive: true, filter: (path) => !/-shm$|instance|lock/.test(path) });
  return to;
}

const noteId = (prefix: string, at: number): string => `00000000-0000-4000-8000-${prefix}${String(at).padStart(11, '0')}`;

async function remoteWithNotes() {
  const remote = await openSideForTest();
  const { hash } = await remote.ask('project.create', { template: 'empty' });
  const board = boardOf(await remote.project(hash));
  const [first = ''] = await remote.send(hash, element(board, 'First'));
  const addNotes = (prefix: string) =>
    remote.ask('project.send', {
      hash,
      command: {
        do: 'batch',
        commands: Array.from({ length: noteCount }, (_, at) => ({
          do: 'create' as const,
          kind: 'note' as const,
          id: noteId(prefix, at),
          fields: { boardId: board, x: at, y: 0, content: `<p>${prefix} ${at}</p>` },
        })),
      },
    });
  return { remote, hash, board, first, addNotes, ...(await serve(remote)) };
}

test('a process that ends during a first read or a large merge leaves what was before it', async () => {
  const { hash, url, key, addNotes } = await remoteWithNotes();
  await addNotes('1');
  const folder = newFolder();
  const local = await openSideForTest(folder);
  await local.ask('remote.add', { name: 'Team', url, key: { key } });
  endSlicesAtOnce();
  const copies: string[] = [];
  const take = (turn: number) => {
    if (turn % 700 === 350) copies.push(copyOf(folder));
  };
  await whileWaiting(
    local.ask('sync.add', { remote: 'Team', hash }).then(() => syncOnce(local, hash)),
    take,
  );
  const firstRead = copies.splice(0);
  await addNotes('2');
  await whileWaiting(syncOnce(local, hash), take);
  const found = async (list: readonly string[]) => {
    const states = new Set<string>();
    for (const each of list) states.add(JSON.stringify(await storedNotes(each, hash)));
    return [...states];
  };
  expect(firstRead.length).toBeGreaterThan(2);
  expect(copies.length).toBeGreaterThan(2);
  for (const state of await found(firstRead)) expect([undefined, `[${noteCount},${noteCount}]`]).toContain(state);
  for (const state of await found(copies)) expect([`[${noteCount},${noteCount}]`, `[${2 * noteCount},${2 * noteCount}]`]).toContain(state);
  expect(await found(copies)).toContain(`[${noteCount},${noteCount}]`);
  expect(await storedNotes(copyOf(folder), hash)).toEqual([2 * noteCount, 2 * noteCount]);
});

test.each([300, 1000, 2500])('what the user does in turn %i of a large merge is kept, sent, and conflicts with nothing', async (at) => {
  const { remote, hash, first, url, key, addNotes, board } = await remoteWithNotes();
  const local = await openSideForTest(newFolder());
  await local.ask('remote.add', { name: 'Team', url, key: { key } });
  await local.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(local, hash);
  // A conflict that is answered meanwhile.
  await remote.send(hash, titled(first, 'Of the remote'));
  await local.send(hash, titled(first, 'Of this side'));
  await syncOnce(local, hash);
  const [conflict] = await local.ask('conflict.list', { hash });
  await addNotes('1');
  endSlicesAtOnce();
  const work: Promise<unknown>[] = [];
  let removed = 0;
  await whileWaiting(syncOnce(local, hash), (turn) => {
    if (turn !== at) return;
    work.push(local.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'local' } }));
    work.push(local.send(hash, element(board, 'Meanwhile')));
    // It waits for the record, and must not look like one that this side never had. Before the merge, there is no such record.
    const removal = local.send(hash, { do: 'remove', kind: 'note', id: noteId('1', 0) });
    work.push(
      removal.then(
        () => {
          removed = 1;
        },
        (problem: Problem) => expect(problem.code).toBe('notFound'),
      ),
    );
  });
  await Promise.all(work);
  await syncOnce(local, hash);
  const [ours, theirs] = [await local.project(hash), await remote.project(hash)];
  const titles = (project: typeof ours) => [...project.recordsOfKind('element')].map(({ title }) => title.en?.text).sort();
  expect([titles(ours), notesIn(ours.records())]).toEqual([['<p>Meanwhile</p>', '<p>Of this side</p>'], noteCount - removed]);
  expect([titles(theirs), notesIn(theirs.records())]).toEqual([titles(ours), noteCount - removed]);
  expect(await local.ask('conflict.list', { hash })).toEqual([]);
});

test.each([2, 9, 15])('many conflicts are answered in slices; one that is answered in turn %i of it keeps that answer', async (at) => {
  const { remote, hash, board, url, key } = await remoteWithNotes();
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) ids.push(...(await remote.send(hash, element(board, `Element ${number}`))));
  const local = await openSideForTest();
  await local.ask('remote.add', { name: 'Team', url, key: { key } });
  await local.ask('sync.add', { remote: 'Team', hash });
  await syncOnce(local, hash);
  for (const id of ids) {
    await remote.send(hash, titled(id, 'Of the remote'));
    await local.send(hash, titled(id, 'Of this side'));
  }
  await syncOnce(local, hash);
  const conflicts = await local.ask('conflict.list', { hash });
  expect(conflicts).toHaveLength(12);
  const one = conflicts.filter(({ record }) => record === ids[3]).map(({ id }) => id);
  endSlicesAtOnce();
  let turns = 0;
  let answered: Promise<unknown> | undefined;
  await whileWaiting(local.ask('conflict.resolve', { ids: conflicts.map(({ id }) => id), resolution: { choice: 'remote' } }), (turn) => {
    turns = turn;
    if (turn === at) answered = local.ask('conflict.resolve', { ids: one, resolution: { choice: 'local' } });
  });
  expect(turns).toBeGreaterThan(14);
  await answered;
  const titles = async () => {
    const project = await local.project(hash);
    return ids.map((id) => project.find('element', id)?.title.en?.text);
  };
  expect(await titles()).toEqual(ids.map((id) => (id === ids[3] ? '<p>Of this side</p>' : '<p>Of the remote</p>')));
  expect(await local.ask('conflict.list', { hash })).toEqual([]);
  await local.ask('project.undo', { hash });
  expect(new Set(await titles())).toEqual(new Set(['<p>Of this side</p>']));
});
