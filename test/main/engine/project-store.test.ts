/** The data file: safe against power loss, checked after an unclean end, left alone if it cannot be trusted, upgraded with a backup. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { lockDataFolder } from '../../../main/engine/storage/data-folder-lock.ts';
import { backUpDatabase, readSchemaVersion, upgradeSchema } from '../../../main/engine/storage/schema-upgrade.ts';
import { openDatabase, openReadOnlyDatabase } from '../../../main/engine/storage/sqlite.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { createEmptyStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { problemOf } from './open-story.ts';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taleport-store-'));
  folders.push(folder);
  return folder;
}
const fileIn = (folder: string) => join(folder, 'taleport.sqlite');

/** A folder with some stories in it, closed properly. */
async function withStories(count = 20): Promise<{ folder: string; hash: string }> {
  const folder = newFolder();
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const made = Array.from({ length: count }, () => engine.createProject(createEmptyStory(environment)));
  await engine.close();
  return { folder, hash: made.at(-1)?.hash ?? '' };
}

/** Runs hold-folder.ts until it prints its line. */
function openHolder(folder: string, what: 'lock' | 'stories'): Promise<{ child: ChildProcess; said: string }> {
  const script = join(import.meta.dirname, 'hold-folder.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder, what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve({ child, said: String(chunk).trim() }));
    child.once('error', reject);
  });
}

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });

/** Overwrites the last half of a file's pages. */
function damage(file: string): void {
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  for (let at = Math.ceil(size / 8192) * 4096; at + 4096 <= size; at += 4096) writeSync(handle, Buffer.alloc(4096, 0xaa), 0, 4096, at);
  closeSync(handle);
}

describe('[Store] safety', () => {
  test('WAL and synchronous=FULL are read back', async () => {
    const { folder } = await withStories(1);
    const database = openDatabase(fileIn(folder));
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    expect(database.pragma('fullfsync', { simple: true })).toBe(1);
    expect(database.pragma('checkpoint_fullfsync', { simple: true })).toBe(1);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    database.close();
  });

  test('the folder is readable by its user only', () => {
    const folder = join(newFolder(), 'deep', 'data');
    openEngine(folder, createTestEnvironment()).close();
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('no check after a clean shutdown, a quick check after kill -9, and no data is lost', async () => {
    const folder = newFolder();
    const { child, said: hash } = await openHolder(folder, 'stories');
    await killed(child);
    const lines: string[] = [];
    const engine = openEngine(folder, createTestEnvironment(), { log: (line) => lines.push(line) });
    expect(lines).toEqual(['Taleport did not end cleanly last time; quick check: ok']);
    expect(engine.listProjects()).toHaveLength(20);
    expect(engine.getProject(hash).size).toBe(5);
    await engine.close();
    const reopened = openEngine(folder, createTestEnvironment(), { log: (line) => lines.push(line) });
    await reopened.close();
    expect(lines).toHaveLength(1);
  });

  test('the full check finds no errors in an intact file', async () => {
    const { folder } = await withStories();
    const engine = openEngine(folder, createTestEnvironment());
    expect(await engine.checkIntegrity()).toBe('ok');
    await engine.close();
  });
});

describe('[Store] an invalid file', () => {
  test('a file that is no database is reported and not changed', () => {
    const folder = newFolder();
    writeFileSync(fileIn(folder), 'Once upon a time '.repeat(1000));
    const before = readFileSync(fileIn(folder));
    const { status, detail } = problemOf(() => openEngine(folder, createTestEnvironment()));
    expect([status, detail]).toEqual([500, expect.stringContaining(fileIn(folder))]);
    expect(detail).toMatch(/damaged.*Restore a backup/);
    expect(readFileSync(fileIn(folder)).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['taleport.sqlite']);
  });

  test('a file damaged by an unclean shutdown is reported and not changed', async () => {
    const { folder } = await withStories(200);
    const { child } = await openHolder(folder, 'stories');
    await killed(child);
    damage(fileIn(folder));
    const [file, wal] = [readFileSync(fileIn(folder)), readFileSync(`${fileIn(folder)}-wal`)];
    for (let time = 0; time < 2; time++) {
      const { detail } = problemOf(() => openEngine(folder, createTestEnvironment()));
      expect(detail).toContain(fileIn(folder));
      expect(detail).toMatch(/damaged/);
    }
    expect(readFileSync(fileIn(folder)).equals(file)).toBe(true);
    expect(readFileSync(`${fileIn(folder)}-wal`).equals(wal)).toBe(true);
  });

  test('damage that shows only when a project is read is a Problem too', async () => {
    const { folder } = await withStories(200);
    damage(fileIn(folder));
    const { status, detail } = problemOf(() => {
      const engine = openEngine(folder, createTestEnvironment());
      for (const { hash } of engine.listProjects()) engine.getProject(hash);
    });
    expect([status, detail]).toEqual([500, expect.stringContaining(fileIn(folder))]);
  });

  test('a file of a newer version is rejected and not changed', async () => {
    const { folder } = await withStories(1);
    const database = openDatabase(fileIn(folder));
    database.pragma('user_version = 99');
    database.close();
    const before = readFileSync(fileIn(folder));
    expect(problemOf(() => openEngine(folder, createTestEnvironment())).detail).toBe(
      `${fileIn(folder)} was created by a newer version of Taleport, or is damaged. Nothing was changed. Update Taleport to open it, or restore a backup if you have never used a newer version.`,
    );
    expect(readFileSync(fileIn(folder)).equals(before)).toBe(true);
  });

  test('a folder that cannot be created is a Problem or an error with its path', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openEngine(join(file, 'data'), createTestEnvironment())).toThrow(/file/);
  });
});

describe('[Store] upgrade', () => {
  const older = ['CREATE TABLE tale (name TEXT)'];
  const newer = [...older, 'ALTER TABLE tale ADD COLUMN length INTEGER'];

  function olderFile(): string {
    const file = join(newFolder(), 'tale.sqlite');
    const database = openDatabase(file);
    upgradeSchema(database, () => expect.fail('a new file has nothing to back up'), older);
    database.exec("INSERT INTO tale VALUES ('The lamp')");
    database.close();
    return file;
  }

  test('writes a backup of the older file before anything changes', () => {
    const file = olderFile();
    const database = openDatabase(file);
    upgradeSchema(database, (version) => backUpDatabase(database, `${file}.before-${version + 1}.backup`), newer);
    expect(readSchemaVersion(database, file, newer)).toBe(2);
    expect(database.prepare('SELECT * FROM tale').all()).toEqual([{ name: 'The lamp', length: null }]);
    database.close();
    const backup = openReadOnlyDatabase(`${file}.before-2.backup`);
    expect(readSchemaVersion(backup, file, newer)).toBe(1);
    expect(backup.prepare('SELECT * FROM tale').all()).toEqual([{ name: 'The lamp' }]);
    backup.close();
  });

  test('an interrupted upgrade can be repeated', () => {
    const file = olderFile();
    const database = openDatabase(file);
    writeFileSync(join(file, '..', '.tale.sqlite.backup.new'), 'half a backup');
    backUpDatabase(database, `${file}.backup`);
    backUpDatabase(database, `${file}.backup`);
    expect(() => upgradeSchema(database, () => {}, [...older, 'ALTER TABLE tale ADD COLUMN length INTEGER; no SQL'])).toThrow();
    expect(readSchemaVersion(database, file, older)).toBe(1);
    expect(database.prepare('SELECT * FROM tale').all()).toEqual([{ name: 'The lamp' }]);
    database.close();
    expect(readdirSync(join(file, '..')).sort()).toEqual(['tale.sqlite', 'tale.sqlite.backup']);
  });

  test('no upgrade without a backup', () => {
    const file = olderFile();
    const database = openDatabase(file);
    const noRoom = () => {
      throw new Error('no space left');
    };
    expect(() => upgradeSchema(database, noRoom, newer)).toThrow('no space left');
    expect(readSchemaVersion(database, file, newer)).toBe(1);
    database.close();
  });
});

describe('[Store] the lock of a data folder', () => {
  test('a second process is rejected while the first runs, and gets the lock after kill -9', async () => {
    const folder = newFolder();
    const { child, said: output } = await openHolder(folder, 'lock');
    expect(output).toBe('locked');
    expect(lockDataFolder(folder)).toBeNull();
    expect((await openHolder(folder, 'lock')).said).toBe('taken');
    await killed(child);
    const lock = lockDataFolder(folder);
    expect(lock).not.toBeNull();
    expect((await openHolder(folder, 'lock')).said).toBe('taken');
    lock?.release();
    expect((await openHolder(folder, 'lock')).said).toBe('locked');
  });
});

describe('[Store] a database that two processes have opened, as after the lock was deleted', () => {
  test('is written only by the last one', async () => {
    const { folder, hash } = await withStories(1);
    const before = openEngine(folder, createTestEnvironment());
    const after = openEngine(folder, createTestEnvironment());
    const rename = { do: 'change', kind: 'project', id: projectRecordId, fields: { name: 'Renamed' } } as const;
    expect(problemOf(() => before.execute(hash, rename, 'user'))).toMatchObject({
      detail: expect.stringContaining('Another instance of Taleport has since opened'),
    });
    after.execute(hash, rename, 'user');
    expect(problemOf(() => before.openKeyValueStore('targets').put([{ id: 'a', value: 1 }]))).toMatchObject({
      detail: expect.stringContaining('Another instance of Taleport has since opened'),
    });
    await before.close();
    await after.close();
    const engine = openEngine(folder, createTestEnvironment());
    expect(engine.listProjects()).toMatchObject([{ hash, name: 'Renamed' }]);
    await engine.close();
  });
});

describe('[Store] key-value store', () => {
  test('rows are listed by id and prefix, and persist', async () => {
    const folder = newFolder();
    const engine = openEngine(folder, createTestEnvironment());
    const keyValueStore = engine.openKeyValueStore('targets');
    keyValueStore.put([
      { id: 'b/1', value: { on: true } },
      { id: 'a/1', value: [1] },
      { id: 'a/2', value: null },
    ]);
    engine.openKeyValueStore('others').put([{ id: 'a/1', value: 'theirs' }]);
    keyValueStore.put([{ id: 'a/1', value: 'again' }]);
    keyValueStore.remove(['b/1', 'nothing']);
    await engine.close();
    const reopened = openEngine(folder, createTestEnvironment());
    expect(reopened.openKeyValueStore('targets').list()).toEqual([
      { id: 'a/1', value: 'again' },
      { id: 'a/2', value: null },
    ]);
    expect(reopened.openKeyValueStore('targets').list('a/2')).toHaveLength(1);
    expect([reopened.openKeyValueStore('targets').get('b/1'), reopened.openKeyValueStore('others').get('a/1')]).toEqual([
      undefined,
      'theirs',
    ]);
    await reopened.close();
  });
});
