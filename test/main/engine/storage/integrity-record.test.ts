/** A data folder whose database is missing, empty or incomplete is recognised before anything is written to it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { listBackups } from '../../../../main/backups/list-backups.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { openDatabaseConnection } from '../../../../main/engine/storage/database-connection.ts';
import { checkDatabaseFiles, lossFileOf } from '../../../../main/engine/storage/integrity-record.ts';
import { integrityRecordFileOf } from '../../../../main/engine/storage/removed-log.ts';
import { schemaUpgrades } from '../../../../main/engine/storage/schema-upgrade.ts';
import { openDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { removesOpenFiles } from '../../../system-abilities.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { crashWithProjects, databaseOf, flipBit, logOf } from './crashed-folder.ts';

/** A page with its header in the log. */
const frameBytes = 24 + 4096;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-witness-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const open = () => openEngine(folder, createTestEnvironment());
function openProblem(): Problem {
  try {
    open();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The folder was opened.');
}

/** All files with their contents. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'base64')]),
  );

async function closeWithProjects(count: number): Promise<void> {
  const environment = createTestEnvironment();
  const engine = openEngine(folder, environment);
  const created = Array.from({ length: count }, () => engine.createProject(createEmptyStory(environment)));
  expect(created).toHaveLength(count);
  await engine.close();
}

describe('a database that contained projects', () => {
  test.each([
    ['deleted', () => rmSync(databaseOf(folder))],
    ['emptied', () => truncateSync(databaseOf(folder), 0)],
  ])('is not mistaken for a new one when it was %s', async (_what, damage) => {
    await closeWithProjects(3);
    damage();
    const before = contentOf(folder);
    const problem = openProblem();
    expect(problem.code).toBe('store');
    expect(problem.message).toContain(databaseOf(folder));
    expect(contentOf(folder)).toEqual(before);
  });

  test('is not replaced, and its log not deleted, when only the log of a crash remains', async () => {
    await crashWithProjects(folder, 2);
    rmSync(databaseOf(folder));
    rmSync(integrityRecordFileOf(databaseOf(folder)));
    const before = contentOf(folder);
    expect(openProblem().message).toContain('is missing');
    expect(contentOf(folder)).toEqual(before);
  });

  test('is not mistaken for a new one without a project either: it also contained keys, members and settings', async () => {
    await closeWithProjects(0);
    for (const damage of [() => truncateSync(databaseOf(folder), 0), () => rmSync(databaseOf(folder))]) {
      damage();
      const before = contentOf(folder);
      expect(openProblem().code).toBe('store');
      expect(contentOf(folder)).toEqual(before);
    }
  });
});

test('an empty file alone is what an interrupted first start leaves, and the folder is a new one', async () => {
  writeFileSync(databaseOf(folder), '');
  const backend = await openBackend(folder, createTestEnvironment());
  expect(await backend.call('project.list', {})).toEqual({ ok: true, value: [] });
  await backend.close();
});

describe('stored files without a database', () => {
  test.each([
    ['files of assets', join('vault', 'ab')],
    ['earlier exports', 'exports'],
    ['the keys of remotes', '.', 'keys.json'],
    ['the settings of backups', '.', 'backups.json'],
  ])('%s keep the folder from being mistaken for a new one', async (_what, place, name = 'ab'.repeat(32)) => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, name), '{}');
    const problem = await openBackend(folder, createTestEnvironment()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(problem).toMatchObject({ code: 'store' });
    expect(existsSync(databaseOf(folder))).toBe(false);
  });
});

test.runIf(process.platform === 'linux')('a record of the log takes no lock from SQLite', async () => {
  const engine = open();
  const { ino } = statSync(`${databaseOf(folder)}-shm`);
  expect(readFileSync('/proc/locks', 'utf8')).toMatch(new RegExp(`:${ino} `));
  await engine.close();
});

test.skipIf(!removesOpenFiles)('a database that was moved is closed without a change to the one that took its place', async () => {
  const moved = `${folder}-moved`;
  const engine = open();
  engine.createProject(createEmptyStory(createTestEnvironment()));
  renameSync(folder, moved);
  cpSync(moved, folder, { recursive: true });
  const before = contentOf(folder);
  await engine.close();
  expect(contentOf(folder)).toEqual(before);
  const again = openEngine(moved, createTestEnvironment());
  expect(again.lostChanges).toBeNull();
  expect(again.listProjects()).toHaveLength(1);
  await again.close();
  rmSync(moved, { recursive: true });
});

describe('the end of the write-ahead log', () => {
  /** The reports of a start, which nobody acknowledges. */
  const openAndAsk = async (): Promise<{ lost: Message[]; projects: number }> => {
    const backend = await openBackend(folder, createTestEnvironment());
    const invoke = createInvoke(backend);
    const [notices, projects] = [await invoke('app.notices', {}), await invoke('project.list', {})];
    // The first start makes a backup, which is impossible where all tables were lost.
    const lost = notices.filter(({ key }) => key !== 'backup.automaticFailed');
    await backend.close();
    return { lost, projects: projects.length };
  };
  /** Without the backup that they name. */
  const faultsOf = ({ lost }: { readonly lost: readonly Message[] }) => lost.map(({ key, params }) => Object(params?.problem).key ?? key);

  test('is complete after a crash, and nothing is reported', async () => {
    await crashWithProjects(folder, 4);
    expect(await openAndAsk()).toEqual({ lost: [], projects: 4 });
  });

  const keptLogs = () => readdirSync(folder).filter((name) => name.startsWith('taleport.sqlite-wal.damaged-'));
  /** Returns its id. */
  const makeBackup = async (): Promise<string> => {
    const backend = await openBackend(folder, createTestEnvironment());
    await backend.call('backup.create', {});
    await backend.close();
    const [backup] = await listBackups(folder);
    if (!backup) throw new Error('There is no backup.');
    return backup.id;
  };

  test('is reported by every start until somebody acknowledges it, once for each loss', async () => {
    await crashWithProjects(folder, 4);
    rmSync(logOf(folder));
    for (let start = 0; start < 3; start += 1) expect(faultsOf(await openAndAsk())).toEqual(['desktop.changesLost']);
    await crashWithProjects(folder, 4);
    flipBit(logOf(folder), 32 + 5 * frameBytes + 2000);
    for (let start = 0; start < 2; start += 1)
      expect(faultsOf(await openAndAsk())).toEqual(['desktop.changesLost', 'desktop.changesLostInLog']);
    const backend = await openBackend(folder, createTestEnvironment());
    await createInvoke(backend)('app.acknowledgeNotices', {});
    await backend.close();
    expect((await openAndAsk()).lost).toEqual([]);
  });

  test('is reported as lost also where the list of losses was damaged itself', async () => {
    await closeWithProjects(1);
    writeFileSync(lossFileOf(databaseOf(folder)), '[{');
    expect(faultsOf(await openAndAsk())).toEqual(['desktop.changesLost']);
  });

  test('is found once when it is missing', async () => {
    await crashWithProjects(folder, 4);
    rmSync(logOf(folder));
    const engine = open();
    expect(engine.lostChanges).toEqual({ damagedLog: null });
    await engine.close();
    const again = open();
    expect(again.lostChanges).toBeNull();
    await again.close();
  });

  const logSize = () => statSync(logOf(folder)).size;
  test.each([
    ['cut in half', () => truncateSync(logOf(folder), logSize() / 2)],
    ['damaged in its header', () => flipBit(logOf(folder), 17)],
    ['damaged in the header of a frame', () => flipBit(logOf(folder), 32 + 3 * frameBytes + 2)],
    ['damaged in a page', () => flipBit(logOf(folder), 32 + 5 * frameBytes + 2000)],
    ['damaged in its last page', () => flipBit(logOf(folder), logSize() - 1)],
  ])('is found once and kept when it is %s', async (_what, damage) => {
    await crashWithProjects(folder, 4);
    damage();
    const log = readFileSync(logOf(folder));
    const engine = open();
    const [kept = ''] = keptLogs();
    expect(engine.lostChanges).toEqual({ damagedLog: join(folder, kept) });
    expect(readFileSync(join(folder, kept)).equals(log)).toBe(true);
    await engine.close();
    const again = open();
    expect(again.lostChanges).toBeNull();
    await again.close();
    expect(keptLogs()).toEqual([kept]);
  });

  test('is reported with the path of its copy and the newest backup when it is damaged', async () => {
    const id = await makeBackup();
    await crashWithProjects(folder, 4);
    flipBit(logOf(folder), 32 + 5 * frameBytes + 2000);
    const { lost } = await openAndAsk();
    const problem = message('desktop.changesLostInLog', { file: join(folder, keptLogs()[0] ?? '') });
    expect(lost).toMatchObject([{ key: 'backup.problem.withNewest', params: { problem, id } }]);
  });

  test('is not found again by a start after one that was killed', async () => {
    await crashWithProjects(folder, 4);
    flipBit(logOf(folder), 32 + 5 * frameBytes + 2000);
    const live = openEngine(folder, createTestEnvironment());
    expect(live.lostChanges).not.toBeNull();
    const killed = mkdtempSync(join(tmpdir(), 'taleport-witness-killed-'));
    cpSync(folder, killed, { recursive: true });
    await live.close();
    const engine = openEngine(killed, createTestEnvironment());
    expect(engine.lostChanges).toBeNull();
    await engine.close();
    rmSync(killed, { recursive: true });
  });

  test('is no longer expected before it is removed', async () => {
    const logSizes: number[] = [];
    const engine = openEngine(folder, createTestEnvironment(), { log: () => logSizes.push(logSize()) });
    engine.createProject(createEmptyStory(createTestEnvironment()));
    // Writing the record fails, and that is logged.
    mkdirSync(join(folder, '.taleport.sqlite-witness.json.new'));
    await engine.close();
    expect(logSizes).toHaveLength(1);
    expect(logSizes[0]).toBeGreaterThan(0);
  });

  test('is not missed after a start that failed, and that completed the database from it', async () => {
    await crashWithProjects(folder, 2);
    const failing = mkdtempSync(join(tmpdir(), 'taleport-witness-failing-'));
    const database = openDatabase(databaseOf(folder));
    // The backup before the upgrade from the previous version, which has the same tables, cannot be written.
    database.pragma(`user_version = ${schemaUpgrades.length - 1}`);
    cpSync(folder, failing, { recursive: true });
    database.close();
    rmSync(`${databaseOf(failing)}-shm`);
    const backup = `${databaseOf(failing)}.before-${schemaUpgrades.length}.backup`;
    mkdirSync(join(backup, 'in the way'), { recursive: true });
    expect(() => openEngine(failing, createTestEnvironment())).toThrow();
    expect(existsSync(logOf(failing))).toBe(false);
    rmSync(backup, { recursive: true });
    const engine = openEngine(failing, createTestEnvironment());
    expect(engine.lostChanges).toBeNull();
    await engine.close();
    rmSync(failing, { recursive: true });
  });

  test('is not missed after a close whose last write failed: SQLite removes it nevertheless', () => {
    const ignore = () => undefined;
    const listeners = { onReplaced: ignore, completeLongTransaction: ignore, checkpoint: async () => undefined };
    const connection = openDatabaseConnection(folder, ignore, listeners);
    connection.inTransaction(() => connection.database.prepare('UPDATE session SET closed_cleanly = 0').run())();
    connection.database.pragma('query_only = ON');
    const before = readFileSync(integrityRecordFileOf(databaseOf(folder)), 'utf8');
    expect(JSON.parse(before).log.frames).toBeGreaterThan(0);
    connection.close();
    expect(existsSync(logOf(folder))).toBe(false);
    expect(checkDatabaseFiles(databaseOf(folder))).toBeNull();
  });

  test('is not expected by a folder of an earlier version, which has no witness', async () => {
    await crashWithProjects(folder, 1);
    rmSync(integrityRecordFileOf(databaseOf(folder)));
    rmSync(logOf(folder));
    const engine = open();
    expect(engine.lostChanges).toBeNull();
    await engine.close();
  });
});
