/** A large project is stored in steps: others work in between, and until the last one there is no trace of it, whatever happens. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { openFileStore } from '../../../../main/assets/file-store.ts';
import { copyDatabase } from '../../../../main/engine/database-tasks/database-copy.ts';
import { examineDatabase } from '../../../../main/engine/database-tasks/examine-database.ts';
import { type Engine, openEngine } from '../../../../main/engine/engine.ts';
import { salvageDatabase } from '../../../../main/engine/storage/salvage-database.ts';
import { openDatabase, openDatabaseFile, openReadOnlyDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { openStoredProjects } from '../../../../main/engine/storage/stored-projects.ts';
import { exportStory } from '../../../../main/exporters/exporters.ts';
import { createImportedProject } from '../../../../main/importers/create-imported-project.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { Project } from '../../../../shared/model/project.ts';
import { nextTurn } from '../../../next-turn.ts';
import { endSlicesAtOnce } from '../../../short-slices.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { databaseOf } from './crashed-folder.ts';
import { createLargeStoryRecords, pauseWhenChanged, runPauses } from './large-story.ts';

let folders: string[] = [];
let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const each of folders) rmSync(each, { recursive: true });
  folders = [];
});
function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'taleport-insert-'));
  folders.push(made);
  return made;
}

const environment = createTestEnvironment();
const open = (at = folder, log?: (line: string) => void) => openEngine(at, environment, { log });
const namesIn = (engine: Engine) => engine.listProjects().map(({ name }) => name);

function count(at: string, sql: string): number {
  const database = openReadOnlyDatabase(databaseOf(at));
  try {
    return Number(database.prepare(sql).pluck().get());
  } finally {
    database.close();
  }
}
const countRecords = (at = folder) => count(at, 'SELECT count(*) FROM record');
const countProjectRows = (at = folder) => count(at, 'SELECT count(*) FROM project');

/** Waits until the rows of incomplete projects are removed; returns how many records there were before and in between. */
async function whileRemoving(projects: number, at = folder): Promise<number[]> {
  const counts = [countRecords(at)];
  while (countProjectRows(at) > projects) {
    await nextTurn();
    if (countRecords(at) !== counts.at(-1)) counts.push(countRecords(at));
  }
  return counts;
}

/** The folder as `kill -9` leaves it. */
function killedCopy(): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  // The index of the log is memory of the processes that have it open. SQLite makes it anew from the log.
  rmSync(`${databaseOf(copy)}-shm`, { force: true });
  return copy;
}

function openWithSmall() {
  const engine = open();
  return { engine, small: engine.createProject(createEmptyStory(environment, 'Small')) };
}

/** An engine with a small project, and the insertion of a large one, of which some transactions are written. */
async function begin(transactions: number) {
  const { engine, small } = openWithSmall();
  const records = createLargeStoryRecords(environment);
  endSlicesAtOnce();
  const steps = pauseWhenChanged(engine.inSlices.createProject(records), countRecords);
  for (let done = 0; done < transactions; done++) expect((await steps.next()).done).toBe(false);
  return { engine, small, records, steps };
}
const smallSize = 5;
const giveUp = () => {
  throw new Error('no room');
};

describe('[Store] a large project', () => {
  test('is invisible until its last step, and others are read and written in between', async () => {
    const { engine, small, records, steps } = await begin(0);
    let pauses = 0;
    for (let step = await steps.next(); !step.done; step = await steps.next()) {
      pauses++;
      expect(namesIn(engine)).toEqual([pauses === 1 ? 'Small' : `Small ${pauses - 1}`]);
      const name = `Small ${pauses}`;
      engine.execute(small.hash, { do: 'change', kind: 'project', id: 'project', fields: { name } }, 'user');
      expect(countRecords()).toBeLessThan(smallSize + records.length);
    }
    expect(pauses).toBeGreaterThan(3);
    expect(namesIn(engine).sort()).toEqual(['Large', `Small ${pauses}`]);
    await engine.close();
    const reopened = open();
    const large = reopened.listProjects().find(({ name }) => name === 'Large')?.hash ?? '';
    expect([...reopened.getProject(large).records()].sort(byId)).toEqual([...records].sort(byId));
    expect(reopened.getVersion(large).version).toBe(1);
    await reopened.close();
  });

  test('that is killed between any two transactions leaves nothing behind, and the next start is an ordinary one', async () => {
    const { engine, steps } = await begin(0);
    const copies: string[] = [];
    for (let step = await steps.next(); !step.done; step = await steps.next()) copies.push(killedCopy());
    vi.unstubAllGlobals();
    expect(copies.length).toBeGreaterThan(3);
    for (const copy of copies) {
      expect(countRecords(copy)).toBeGreaterThan(smallSize);
      const lines: string[] = [];
      const next = open(copy, (line) => lines.push(line));
      expect(lines).toEqual(['Taleport did not end cleanly last time; quick check: ok']);
      expect(namesIn(next)).toEqual(['Small']);
      expect(next.lostChanges).toBeNull();
      await whileRemoving(1, copy);
      expect(countRecords(copy)).toBe(smallSize);
      await next.close();
    }
    const complete = open(killedCopy());
    expect(namesIn(complete).sort()).toEqual(['Large', 'Small']);
    await Promise.all([engine.close(), complete.close()]);
  });

  test('whose last step throws leaves nothing behind', async () => {
    const { engine } = openWithSmall();
    const counts = new Set<number>();
    endSlicesAtOnce();
    const creation = engine.inSlices.createProject(createLargeStoryRecords(environment), { extraRows: giveUp });
    await expect(runPauses(pauseWhenChanged(creation, () => counts.add(countRecords())))).rejects.toThrow('no room');
    expect(counts.size).toBeGreaterThan(3);
    expect(namesIn(engine)).toEqual(['Small']);
    expect([countProjectRows(), countRecords()]).toEqual([1, smallSize]);
    await engine.close();
  });

  test('is given up when another process opens the folder, which sees nothing of it', async () => {
    const { engine, steps } = await begin(2);
    const other = open();
    await whileRemoving(1);
    expect(countRecords()).toBe(smallSize);
    await expect(runPauses(steps)).rejects.toThrow('opened');
    expect(namesIn(other)).toEqual(['Small']);
    expect([countProjectRows(), countRecords()]).toEqual([1, smallSize]);
    await Promise.all([engine.close(), other.close()]);
  });

  test('is removed in slices that are no larger than those in which it is stored', async () => {
    const { engine } = openWithSmall();
    const sizes: number[] = [];
    const size = () => count(folder, 'SELECT coalesce(sum(octet_length(json)), 0) FROM record');
    endSlicesAtOnce();
    const creation = engine.inSlices.createProject(createLargeStoryRecords(environment), { extraRows: giveUp });
    await expect(runPauses(pauseWhenChanged(creation, () => sizes.push(size())))).rejects.toThrow('no room');
    const largest = (sign: number) => Math.max(...sizes.slice(1).map((each, at) => (each - (sizes[at] ?? 0)) * sign));
    expect(largest(-1)).toBeLessThan(1.2 * largest(1));
    await engine.close();
  });

  test('takes no space in later backups once it was given up', async () => {
    const { engine } = openWithSmall();
    const backUp = async (name: string, at = folder) =>
      (await copyDatabase({ type: 'copy', file: databaseOf(at), to: join(folder, name), fileRows: 'files' })).bytes;
    const before = await backUp('before.sqlite');
    expect(() => engine.createProject(createLargeStoryRecords(environment), giveUp)).toThrow('no room');
    expect(await backUp('after.sqlite')).toBeLessThanOrEqual(before);
    endSlicesAtOnce();
    const steps = pauseWhenChanged(engine.inSlices.createProject(createLargeStoryRecords(environment)), countRecords);
    for (let done = 0; done < 3; done++) await steps.next();
    const during = killedCopy();
    expect(await backUp('during.sqlite', during)).toBeLessThanOrEqual(before);
    await engine.close();
  });

  test('whose rows could not be removed is removed before the next one is stored', async () => {
    const { engine } = openWithSmall();
    const fill = openDatabase(databaseOf(folder));
    fill.exec("CREATE TRIGGER full BEFORE DELETE ON record BEGIN SELECT raise(FAIL, 'full'); END");
    expect(() => engine.createProject(createLargeStoryRecords(environment), giveUp)).toThrow('no room');
    expect(countProjectRows()).toBe(2);
    fill.exec('DROP TRIGGER full');
    fill.close();
    engine.createProject(createEmptyStory(environment, 'Next'));
    expect(namesIn(engine).sort()).toEqual(['Next', 'Small']);
    expect([countProjectRows(), countRecords()]).toEqual([2, 2 * smallSize]);
    await engine.close();
  });

  test('is completed before the folder is closed', async () => {
    const { engine, steps } = await begin(2);
    await engine.close();
    expect((await runPauses(steps)).name).toBe('Large');
    const next = open();
    expect(namesIn(next).sort()).toEqual(['Large', 'Small']);
    await next.close();
  });

  test('does not prevent another one with the requested hash, which is then refused', async () => {
    const { engine } = openWithSmall();
    endSlicesAtOnce();
    const creation = engine.inSlices.createProject(createLargeStoryRecords(environment), { requestedHash: 'requested1' });
    const steps = pauseWhenChanged(creation, countRecords);
    await steps.next();
    engine.createProject(createEmptyStory(environment, 'First'), () => [], 'requested1');
    await expect(runPauses(steps)).rejects.toThrow('requested1');
    expect(namesIn(engine).sort()).toEqual(['First', 'Small']);
    expect([countProjectRows(), countRecords()]).toEqual([2, 2 * smallSize]);
    await engine.close();
  });

  test('is not part of backups, examinations and repaired copies before its last step', async () => {
    const { engine } = await begin(3);
    const copy = killedCopy();
    const file = databaseOf(copy);
    const examined = examineDatabase(file);
    expect(examined.projects.map(({ name }) => name)).toEqual(['Small']);
    expect(Object.values(examined.records).reduce((sum, kind) => sum + kind, 0)).toBe(smallSize);
    expect(examined.damagedRows).toEqual({});
    const backup = join(copy, 'backup.sqlite');
    expect((await copyDatabase({ type: 'copy', file, to: backup, fileRows: 'files' })).projects.map(({ name }) => name)).toEqual(['Small']);
    const stored = await openStoredProjects(backup, join(copy, 'upgraded.sqlite'));
    expect(stored.hashes.map(stored.nameOf)).toEqual(['Small']);
    stored.close();
    const repaired = newFolder();
    expect(salvageDatabase(file, databaseOf(repaired), backup, environment).lostRows).toEqual({});
    const salvaged = open(repaired);
    expect(namesIn(salvaged)).toEqual(['Small']);
    await whileRemoving(1, repaired);
    expect(countRecords(repaired)).toBe(smallSize);
    await Promise.all([salvaged.close(), engine.close()]);
  });

  test('that is removed is gone at once. Its rows are removed in slices, also after a restart', async () => {
    const engine = open();
    engine.createProject(createEmptyStory(environment, 'Small'));
    const { hash } = engine.createProject(createLargeStoryRecords(environment));
    engine.removeProject(hash);
    expect(namesIn(engine)).toEqual(['Small']);
    const killed = killedCopy();
    const damaged = killedCopy();
    const counts = await whileRemoving(1);
    expect(counts.length).toBeGreaterThan(3);
    expect(counts.at(-1)).toBe(smallSize);
    const next = open(killed);
    expect(namesIn(next)).toEqual(['Small']);
    const countsAfterRestart = await whileRemoving(1, killed);
    expect(countsAfterRestart.length).toBeGreaterThan(3);
    expect(countsAfterRestart.at(-1)).toBe(smallSize);
    const database = openDatabaseFile(databaseOf(damaged));
    database.pragma('foreign_keys = OFF');
    database.exec("DELETE FROM project WHERE status = 'incomplete'");
    database.close();
    const repaired = newFolder();
    salvageDatabase(databaseOf(damaged), databaseOf(repaired), null, environment);
    const salvaged = open(repaired);
    expect(namesIn(salvaged)).toEqual(['Small']);
    await Promise.all([engine, next, salvaged].map((each) => each.close()));
  });

  test('that is being removed does not hold up closing', async () => {
    const engine = open();
    const { hash } = engine.createProject(createLargeStoryRecords(environment));
    engine.removeProject(hash);
    await engine.close();
    const left = countRecords();
    expect(left).toBeGreaterThan(0);
    await open().close();
    expect(countRecords()).toBe(left);
    const next = open();
    expect((await whileRemoving(0)).at(-1)).toBe(0);
    await next.close();
  });

  describe('of which a part is damaged, is not part of a repaired copy:', () => {
    const incomplete = "status = 'incomplete'";
    test.each([
      ['its row is lost', `DELETE FROM project WHERE ${incomplete}`],
      ['its row is damaged', `UPDATE project SET version = 7 WHERE ${incomplete}`],
      ['its status is damaged', `UPDATE project SET status = 'incompletf' WHERE ${incomplete}`],
    ])('%s', async (_, damage) => {
      const { engine } = await begin(3);
      const copy = killedCopy();
      await engine.close();
      const damaged = openDatabaseFile(databaseOf(copy));
      damaged.pragma('foreign_keys = OFF');
      damaged.exec(damage);
      damaged.close();
      const repaired = newFolder();
      const { lostRows } = salvageDatabase(databaseOf(copy), databaseOf(repaired), null, environment);
      expect(lostRows.record).toBe(countRecords(copy) - smallSize);
      const salvaged = open(repaired);
      expect(namesIn(salvaged)).toEqual(['Small']);
      const { hash } = salvaged.createProject(createEmptyStory(environment, 'Next'));
      await salvaged.close();
      const next = open(repaired);
      expect(next.getProject(hash).size).toBe(smallSize);
      expect(countRecords(repaired)).toBe(2 * smallSize);
      await next.close();
    });

    test('and a copy without any other project is not an empty folder', async () => {
      const { engine, small } = await begin(3);
      engine.removeProject(small.hash);
      const copy = killedCopy();
      await engine.close();
      expect(() => salvageDatabase(databaseOf(copy), databaseOf(newFolder()), null, environment)).toThrow('damaged');
    });
  });
});

test('[Store] an import that is cancelled while it is stored ends soon, and leaves nothing behind', async () => {
  const engine = open();
  const fileStore = openFileStore(null, engine.openKeyValueStore('files'), environment);
  endSlicesAtOnce();
  const records = createLargeStoryRecords(environment);
  let most = 0;
  const creating = createImportedProject(
    { engine, fileStore },
    { records },
    {
      throwIfCancelled: () => {
        most = Math.max(most, countRecords());
        if (most > 0) throw new Error('cancelled');
      },
    },
  );
  await expect(creating).rejects.toThrow('cancelled');
  vi.unstubAllGlobals();
  expect(most).toBeLessThan(records.length / 3);
  expect([countProjectRows(), countRecords()]).toEqual([0, 0]);
  await fileStore.close();
  await engine.close();
});

test('[Store] others write while an imported project appears with very many rows beside it, such as those of its files', async () => {
  const { engine } = openWithSmall();
  const fileStore = openFileStore(null, engine.openKeyValueStore('files'), environment);
  const rows = [{ store: 'beside', put: Array.from({ length: 1001 }, (_, at) => ({ id: `row-${at}`, value: at })) }];
  const [beside, other] = [engine.openKeyValueStore('beside'), engine.openKeyValueStore('other')];
  endSlicesAtOnce();
  const parts = { records: createEmptyStory(environment, 'Imported') };
  const counts: string[] = [];
  let turn = 0;
  const creation = createImportedProject({ engine, fileStore }, parts, { extraRows: () => rows });
  const { name } = await runPauses(
    pauseWhenChanged(creation, () => {
      other.put([{ id: 'turn', value: ++turn }]);
      counts.push(`${beside.list().length} ${namesIn(engine).length}`);
    }),
  );
  expect(name).toBe('Imported');
  expect([...new Set(counts)]).toEqual(['0 1', '1001 2']);
  expect(other.get('turn')).toBe(turn);
  await fileStore.close();
  await engine.close();
});

test('[Store] calls are answered while an imported project is being stored', async () => {
  const backend = await openBackend(folder, environment);
  const invoke = createInvoke(backend);
  const text = exportStory(new Project(createLargeStoryRecords(environment)), { format: 'json', destination: 'file' });
  endSlicesAtOnce();
  let isOver = false;
  const importing = invoke('project.import', { source: { text, fileName: 'large.json' } }).finally(() => {
    isOver = true;
  });
  // How many records were stored when the list was empty.
  const counts = new Set<number>();
  while (!isOver) {
    if ((await invoke('project.list', {})).length === 0) counts.add(countRecords());
    await nextTurn();
  }
  await importing;
  vi.unstubAllGlobals();
  expect(counts.size).toBeGreaterThan(3);
  expect((await invoke('project.list', {})).map(({ name }) => name)).toEqual(['Large']);
  await backend.close();
});

const byId = (one: { readonly id: string }, two: { readonly id: string }): number => (one.id < two.id ? -1 : 1);
