/**
 * A command that takes long is performed in slices: others see the state before it until it is stored, writes to its project wait or complete it, and
 * its result is that of the same command in one turn, also if the process ends meanwhile.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { RecordCopies } from '../../../main/engine/damage/repair-project.ts';
import { type Engine, openEngine } from '../../../main/engine/engine.ts';
import { journalLimits } from '../../../main/engine/history/undo-history.ts';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { toRecordRow } from '../../../main/engine/storage/stored-rows.ts';
import type { Command, CommandOrigin, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { newFolder } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';
import { cases } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { endSlicesAtOnce } from '../../short-slices.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { record } from '../../story-records.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const noteCount = 1100;
const text = `<p>${'The river rises. '.repeat(20)}</p>`;

/** A story with a folder `folder` of one board `many` with very many notes. */
function storyWithFolder(): AnyRecord[] {
  const records = createEmptyStory(createTestEnvironment(7));
  const root = records.find((each) => each.kind === 'board' && each.parentId === null)?.id ?? '';
  const notes = Array.from({ length: noteCount }, (_, at) => record('note', `note-${at}`, { boardId: 'many', x: at, y: 0, content: text }));
  return [
    ...records,
    record('board', 'folder', { parentId: root, type: 'folder', name: 'Folder' }),
    record('board', 'many', { parentId: 'folder', name: 'Many' }),
    record('board', 'other', { parentId: root, name: 'Other' }),
    ...notes,
  ];
}

const story = storyWithFolder();

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const close of closers.splice(0).reverse()) await close();
});

function open(folder: string): Engine {
  const engine = openEngine(folder, createTestEnvironment(11));
  closers.push(() => engine.close());
  return engine;
}

function openWithStory(folder = newFolder()): { readonly engine: Engine; readonly hash: string; readonly folder: string } {
  const engine = open(folder);
  const { hash } = engine.createProject(story, undefined, 'largestory');
  return { engine, hash, folder };
}

const removeFolder: SingleCommand = { do: 'remove', kind: 'board', id: 'folder' };
const rename = (name: string): SingleCommand => ({ do: 'change', kind: 'board', id: 'other', fields: { name } });
const duplicate = (prefix: string): Command => ({
  do: 'batch',
  commands: Array.from({ length: noteCount }, (_, at) => ({
    do: 'create',
    kind: 'note',
    id: `${prefix}-${at}`,
    fields: { boardId: 'other', x: at, y: 0, content: text },
  })),
});

/** Everything that a client can see of the project. */
function stateOf(engine: Engine, hash: string) {
  const project = engine.getProject(hash);
  return {
    records: [...project.records()].sort((one, two) => (one.id < two.id ? -1 : 1)),
    lists: ['many', 'other'].map((board) => project.childIds(board, 'notes')),
    referrers: ['many', 'other'].map((board) => [...project.referrersOf(board)].sort()),
    version: engine.getVersion(hash),
    labels: engine.getUndoRedoLabels(hash),
    versions: ['folder', 'note-0', 'other', 'a-0'].map((id) => engine.listRecordVersions(hash, id)),
    removed: engine.listRemovedRecords(hash),
    isInHistory: ['The river rises', 'nowhere'].map((each) => engine.isTextInHistory(hash, each)),
  };
}

/** A write, and the same in slices. */
interface Write {
  readonly name: string;
  readonly atOnce: (engine: Engine, hash: string) => unknown;
  readonly inSlices: (engine: Engine, hash: string) => Promise<unknown>;
}

const sent = (name: string, command: Command, origin: CommandOrigin = 'user'): Write => ({
  name,
  atOnce: (engine, hash) => engine.execute(hash, command, origin),
  inSlices: (engine, hash) => engine.inSlices.execute(hash, command, origin),
});
const undo: Write = { name: 'undo', atOnce: (engine, hash) => engine.undo(hash), inSlices: (engine, hash) => engine.inSlices.undo(hash) };
const redo: Write = { name: 'redo', atOnce: (engine, hash) => engine.redo(hash), inSlices: (engine, hash) => engine.inSlices.redo(hash) };
const restore: Write = {
  name: 'restore',
  atOnce: (engine, hash) => engine.restoreRecord(hash, 'folder'),
  inSlices: (engine, hash) => engine.inSlices.restoreRecord(hash, 'folder'),
};
const invalid = sent('a batch whose last command is refused', {
  do: 'batch',
  commands: [removeFolder, { do: 'change', kind: 'board', id: 'nowhere', fields: { name: 'x' } }],
});
const received = sent(
  'records of a remote, with other ids',
  {
    do: 'replaceRecords',
    renamedIds: [['note-0', 'renamed']],
    put: Array.from({ length: noteCount - 1 }, (_, at) =>
      record('note', `note-${at + 1}`, { boardId: 'many', x: at, y: 1, content: '<p>Other</p>' }),
    ),
    removedIds: [],
  },
  'remote',
);

const writes: readonly Write[] = [
  sent('deletion', removeFolder),
  undo,
  redo,
  restore,
  sent('duplicate', duplicate('a')),
  sent('another duplicate', duplicate('b')),
  sent('a small change', rename('Renamed')),
  sent('a new language', { do: 'addLocale', locale: { iso: 'de', name: 'German', base: null } }),
  sent('the removal of a language', { do: 'removeLocale', iso: 'de' }),
  invalid,
  received,
];

/** What a write answers or how it fails. */
const outcomeOf = (work: () => unknown): Promise<unknown> =>
  new Promise((resolve) => resolve(work())).catch((error: unknown) => ({ failed: String(error) }));

test('[Version envelope, G7] a sequence of long and short writes has the same results in slices as at once', async () => {
  for (let round = 0; round < cases(1); round++) {
    const [sliced, whole] = [openWithStory(), openWithStory()];
    const { random } = createTestEnvironment(testRunSeed() + round);
    const sequence = [writes[0], writes[1], ...Array.from({ length: 6 }, () => writes[Math.floor(random() * writes.length)])];
    const names = sequence.map((write) => write?.name).join(', ');
    // All are called at once: they are performed in the order of the calls.
    const answers = sequence.map((write) => outcomeOf(() => write?.inSlices(sliced.engine, sliced.hash)));
    const expected: unknown[] = [];
    for (const write of sequence) expected.push(await outcomeOf(() => write?.atOnce(whole.engine, whole.hash)));
    expect(await Promise.all(answers), names).toEqual(expected);
    expect(stateOf(sliced.engine, sliced.hash), names).toEqual(stateOf(whole.engine, whole.hash));
    await sliced.engine.close();
    const reopened = open(sliced.folder);
    expect(stateOf(reopened, sliced.hash), names).toEqual(stateOf(whole.engine, whole.hash));
    await Promise.all([reopened.close(), whole.engine.close()]);
    closers.length = 0;
  }
});

/** Calls `look` in every 100th turn until the promise is settled. Returns how often. */
async function whileWaiting(promise: Promise<unknown>, look: (count: number) => unknown): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  let count = 0;
  for (let turn = 0; !isOver; turn++) {
    if (turn % 100 === 50) await look(count++);
    await nextTurn();
  }
  return count;
}

test('others see the state before it until it is stored, and write to other projects', async () => {
  const { engine, hash } = openWithStory();
  const { hash: small } = engine.createProject(createEmptyStory(createTestEnvironment(3), 'Small'));
  const before = stateOf(engine, hash);
  endSlicesAtOnce();
  const events: unknown[] = [];
  engine.onEvent((event) => events.push(event.event === 'project.changed' ? event.hash : event.event));
  const removal = engine.inSlices.execute(hash, removeFolder, 'user');
  const looks = await whileWaiting(removal, (count) => {
    if (count === 0) engine.execute(small, { do: 'change', kind: 'project', id: 'project', fields: { name: 'Other' } }, 'user');
    expect(engine.getProject(hash).size).toBe(before.records.length);
    expect(engine.getVersion(hash)).toEqual(before.version);
  });
  expect(looks).toBeGreaterThan(10);
  expect(events).toEqual([small, 'projects.changed', hash]);
  expect(engine.getProject(hash).has('note-0')).toBe(false);
});

test('[Branches] creating a branch with many else-ifs and setting them are performed in slices, too', async () => {
  const { engine, hash } = openWithStory();
  endSlicesAtOnce();
  const elseIfs = (at: number) => Array.from({ length: noteCount }, (_, index) => ({ script: `hp == ${at + index}` }));
  const conditionsOf = (branch: string) => engine.getProject(hash).children('condition', branch, 'conditions');
  const creation = engine.inSlices.execute(
    hash,
    { do: 'create', kind: 'branch', id: 'branch', fields: { boardId: 'other', x: 0, y: 0 }, conditions: { elseIfConditions: elseIfs(0) } },
    'user',
  );
  expect(await whileWaiting(creation, () => expect(conditionsOf('branch')).toEqual([]))).toBeGreaterThan(10);
  const created = conditionsOf('branch').map(({ id }) => id);
  expect(created).toHaveLength(noteCount + 1);
  for (const elseIfConditions of [
    created
      .slice(1)
      .reverse()
      .map((id) => ({ id })),
    [],
  ]) {
    const before = conditionsOf('branch');
    const change = engine.inSlices.execute(hash, { do: 'setConditions', id: 'branch', conditions: { elseIfConditions } }, 'user');
    expect(await whileWaiting(change, () => expect(conditionsOf('branch')).toEqual(before))).toBeGreaterThan(5);
    expect(conditionsOf('branch').map(({ id }) => id)).toEqual([created[0], ...elseIfConditions.map(({ id }) => id)]);
  }
});

test('a write that cannot wait completes it first', async () => {
  const { engine, hash } = openWithStory();
  await engine.openProject(hash);
  endSlicesAtOnce();
  for (const turns of [5, 400, 3000]) {
    const removal = engine.inSlices.execute(hash, removeFolder, 'user');
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    engine.execute(hash, rename(`After ${turns}`), 'user');
    expect(engine.getProject(hash).has('folder')).toBe(false);
    expect(engine.getProject(hash).find('board', 'other')?.name).toBe(`After ${turns}`);
    const { newVersion } = await removal;
    expect(engine.getVersion(hash).version).toBe(newVersion + 1);
    engine.undo(hash);
    engine.undo(hash);
    expect(engine.getProject(hash).has('note-0')).toBe(true);
  }
});

test('a process that ends meanwhile leaves the state before it, and one that ends afterwards the state after it', async () => {
  const { engine, hash, folder } = openWithStory();
  const before = stateOf(engine, hash);
  endSlicesAtOnce();
  const copies: string[] = [];
  const copy = () => {
    const to = newFolder();
    cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    copies.push(to);
  };
  const looks = await whileWaiting(engine.inSlices.execute(hash, removeFolder, 'user'), (count) => {
    if (count % 20 === 0) copy();
  });
  expect(looks).toBeGreaterThan(10);
  for (const each of copies) {
    const survivor = open(each);
    expect(stateOf(survivor, hash)).toEqual(before);
  }
  copies.length = 0;
  copy();
  expect(stateOf(open(copies[0] ?? ''), hash)).toEqual(stateOf(engine, hash));
});

test('what follows from one version is executed for that version only, and what depends on it changes in the turn of the commit', async () => {
  const { engine, hash } = openWithStory();
  await engine.openProject(hash);
  endSlicesAtOnce();
  const merge = { do: 'replaceRecords', renamedIds: [], put: [], removedIds: ['folder', 'many', ...story.map(({ id }) => id)] } as const;
  const removedIds = merge.removedIds.filter((id) => id.startsWith('note-') || id === 'folder' || id === 'many');
  const seen: string[] = [];
  const { version } = engine.getVersion(hash);
  const rows = [{ store: 'beside', put: [{ id: 'row', value: 1 }] }];
  const removal = engine.inSlices.executeAt(version, hash, { ...merge, removedIds }, 'remote', rows, () => seen.push('committed'));
  const stale = engine.inSlices.executeAt(version, hash, { ...merge, removedIds: [] }, 'remote', rows, () => seen.push('stale'));
  for (let turn = 0; turn < 300; turn++) await nextTurn();
  expect([engine.getProject(hash).has('folder'), seen]).toEqual([true, []]);
  engine.completeWrites(hash);
  expect([engine.getProject(hash).has('folder'), seen]).toEqual([false, ['committed']]);
  expect((await removal)?.newVersion).toBe(version + 1);
  expect([await stale, seen]).toEqual([null, ['committed']]);
  expect(engine.openKeyValueStore('beside').list()).toEqual([{ id: 'row', value: 1 }]);
});

test('a new project with as many rows beside it appears with all of them, or not at all', async () => {
  const folder = newFolder();
  const engine = open(folder);
  const { hash: small } = engine.createProject(createEmptyStory(createTestEnvironment(3), 'Small'));
  const rows = [{ store: 'beside', put: Array.from({ length: 2500 }, (_, at) => ({ id: `row-${at}`, value: { at } })) }];
  endSlicesAtOnce();
  const copies: string[] = [];
  const copy = () => {
    const to = newFolder();
    cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    copies.push(to);
  };
  const contents = (each: Engine) => [
    each
      .listProjects()
      .map(({ name }) => name)
      .sort(),
    each.openKeyValueStore('beside').list().length,
  ];
  const creation = engine.inSlices.createProject(story, { extraRows: () => rows, requestedHash: 'largestory', isOpened: true });
  const looks = await whileWaiting(creation, (count) => {
    if (count % 15 === 0) copy();
    expect(contents(engine)).toEqual([['Small'], 0]);
  });
  expect(looks).toBeGreaterThan(20);
  const complete = contents(engine);
  expect([complete[1], engine.getProject('largestory').size]).toEqual([2500, story.length]);
  for (const each of copies) expect(contents(open(each))).toEqual([['Small'], 0]);
  copies.length = 0;
  copy();
  const reopened = open(copies[0] ?? '');
  expect(contents(reopened)).toEqual(complete);
  // It was opened without being read, and is as it is read later.
  expect(engine.getProject('largestory').get('note-0')).toBe(story.find(({ id }) => id === 'note-0'));
  expect(stateOf(engine, 'largestory')).toStrictEqual(stateOf(reopened, 'largestory'));
  // A write that cannot wait completes it.
  const another = engine.inSlices.createProject(story, { extraRows: () => rows, requestedHash: 'another', isOpened: true });
  const completed = whileWaiting(another, () =>
    engine.execute(small, { do: 'change', kind: 'project', id: 'project', fields: { name: 'S' } }, 'user'),
  );
  await Promise.all([another, completed]);
  expect(engine.getProject('another').size).toBe(story.length);
});

test('[Damage] lost records are restored together: a start meanwhile finds none of them, others neither, and a write that cannot wait finds all', async () => {
  const { engine: first, hash, folder } = openWithStory();
  await first.close();
  closers.length = 0;
  const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
  database.prepare("UPDATE record SET json = replace(json, 'rises', 'falls') WHERE kind = 'note'").run();
  database.close();
  const rows = new Map(story.map((each) => [each.id, toRecordRow(1, each)]));
  const copies: RecordCopies = {
    listIds: () => [],
    find: (_, ids) =>
      new Map(
        [...ids].flatMap((id) => {
          const row = rows.get(id);
          return row ? [[id, { backup: 'backup', at: 0, row, isExact: false }] as const] : [];
        }),
      ),
  };
  const openDamaged = (at: string) => {
    const engine = openEngine(at, createTestEnvironment(11), { copies });
    closers.push(() => engine.close());
    return engine;
  };
  const contents = (engine: Engine) => [[...engine.getProject(hash).recordsOfKind('note')].length, engine.damage.isOpen(hash)];
  const engine = openDamaged(folder);
  expect(contents(engine)).toEqual([0, true]);
  endSlicesAtOnce();
  const folders: string[] = [];
  const copyFolder = () => {
    const to = newFolder();
    cpSync(folder, to, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    folders.push(to);
  };
  const looks = await whileWaiting(engine.inSlices.restoreDamaged(hash), (count) => {
    if (count % 10 === 0) copyFolder();
    expect(contents(engine)).toEqual([0, true]);
  });
  expect(looks).toBeGreaterThan(10);
  expect(contents(engine)).toEqual([noteCount, false]);
  for (const each of folders) expect(contents(openDamaged(each))).toEqual([0, true]);
  const interrupted = openDamaged(folders.at(-1) ?? '');
  const restoring = interrupted.inSlices.restoreDamaged(hash);
  for (let turn = 0; turn < 300; turn++) await nextTurn();
  interrupted.execute(hash, rename('Meanwhile'), 'user');
  expect(contents(interrupted)[0]).toBe(noteCount);
  await restoring;
  expect([...contents(interrupted), interrupted.getProject(hash).find('board', 'other')?.name]).toEqual([noteCount, false, 'Meanwhile']);
});

test('[History] a short write that also removes long steps from the journal is performed in slices, and removes what belongs to them', async () => {
  const { bytes } = journalLimits;
  journalLimits.bytes = 200_000;
  try {
    const { engine, hash, folder } = openWithStory();
    engine.execute(hash, removeFolder, 'user');
    engine.undo(hash);
    const before = stateOf(engine, hash);
    expect(engine.isTextInHistory(hash, 'The river rises')).toBe(true);
    endSlicesAtOnce();
    const renaming = engine.inSlices.execute(hash, rename('Renamed'), 'user');
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(engine.getVersion(hash)).toEqual(before.version);
    await renaming;
    await engine.inSlices.execute(hash, rename('Renamed again'), 'user');
    const { labels, isInHistory } = stateOf(engine, hash);
    expect([labels.undo, isInHistory]).not.toEqual([before.labels.undo, before.isInHistory]);
    await engine.close();
    closers.length = 0;
    const database = openDatabaseFile(join(folder, 'taleport.sqlite'));
    const count = (table: string, condition: string): unknown =>
      database.prepare(`SELECT count(*) FROM ${table} WHERE ${condition}`).pluck().get();
    const first = database.prepare('SELECT min(version) FROM journal').pluck().get();
    expect([count('touched', `version < ${first}`), count('touched', 'true'), count('journal', 'true')]).toEqual([0, 2, 2]);
    expect(count('key_value', "store = 'journal-parts'")).toBe(0);
    database.close();
  } finally {
    journalLimits.bytes = bytes;
  }
});

test('if it cannot be stored, nothing has changed, and the next one can be', async () => {
  const { engine, hash, folder } = openWithStory();
  const before = stateOf(engine, hash);
  endSlicesAtOnce();
  const removal = engine.inSlices.execute(hash, removeFolder, 'user');
  await nextTurn();
  // Another process opens the database: this one must not write to it any more.
  const other = openEngine(folder, createTestEnvironment());
  await expect(removal).rejects.toThrow();
  expect(stateOf(engine, hash)).toEqual(before);
  await other.close();
});

test('a record that receives another id keeps its versions in long steps', async () => {
  const { engine, hash } = openWithStory();
  engine.execute(hash, removeFolder, 'user');
  engine.undo(hash);
  engine.execute(hash, { do: 'replaceRecords', renamedIds: [['note-0', 'renamed']], put: [], removedIds: [] }, 'remote');
  expect(engine.listRecordVersions(hash, 'renamed').map(({ record: version }) => version?.id ?? null)).toEqual([
    'renamed',
    null,
    'renamed',
  ]);
});

test('a project that is removed meanwhile is removed after it', async () => {
  const { engine, hash, folder } = openWithStory();
  endSlicesAtOnce();
  const removal = engine.inSlices.execute(hash, removeFolder, 'user');
  const waiting = engine.inSlices.undo(hash);
  for (let turn = 0; turn < 500; turn++) await nextTurn();
  engine.removeProject(hash);
  await removal;
  await expect(waiting).rejects.toThrow();
  expect(engine.listProjects()).toEqual([]);
  await engine.close();
  closers.length = 0;
  const reopened = open(folder);
  expect(reopened.openKeyValueStore('journal-parts').list()).toEqual([]);
});
