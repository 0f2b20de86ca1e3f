/** [Damage] what a repair finds in files that SQLite cannot open, and what a repair that was killed leaves. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { connectBackend } from '../../../../main/app/backend/connect-backend.ts';
import { examineDataFolder } from '../../../../main/app/data-folder/examine-data-folder.ts';
import { needsFileRepair, repairDataFolder } from '../../../../main/app/data-folder/repair-data-folder.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { salvageDatabase } from '../../../../main/engine/storage/salvage-database.ts';
import { openReadOnlyDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { version } from '../../../../main/platform/version.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import { t } from '../../../../shared/messages/english.ts';
import { Problem } from '../../../../shared/problem.ts';
import { newFolder } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { openFolder } from '../../backups/data-folder.ts';
import { crashWithProjects } from '../../engine/storage/crashed-folder.ts';

type Content = Readonly<Record<string, string>>;

/** The records of each project, and whether damage is reported for it. */
async function readFolder(folder: string): Promise<{ content: Content; reported: number }> {
  const engine = openEngine(folder, createTestEnvironment());
  try {
    const projects = engine.listProjects().map(({ hash }) => {
      const records = [...engine.getProject(hash).records()].sort((one, two) => (one.id < two.id ? -1 : 1));
      return { hash, records: JSON.stringify(records), isOpen: engine.damage.isOpen(hash) };
    });
    return {
      content: Object.fromEntries(projects.map(({ hash, records }) => [hash, records])),
      reported: projects.filter(({ isOpen }) => isOpen).length,
    };
  } finally {
    await engine.close();
  }
}

let data: string;
let bytes: Buffer;
let before: Content;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'taleport-salvage-'));
  const backend = await openBackend(data, systemEnvironment);
  for (let count = 0; count < 3; count += 1) await createInvoke(backend)('project.create', { template: 'sample' });
  await backend.close();
  bytes = readFileSync(join(data, 'taleport.sqlite'));
  before = (await readFolder(data)).content;
});
afterAll(() => rmSync(data, { recursive: true }));

/** A folder whose only file is this database. */
function folderWith(content: Uint8Array): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'taleport.sqlite'), content, { mode: 0o600 });
  return folder;
}

function flipped(...places: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const at of places) copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

describe('[Damage] without a backup, everything is read from a file', () => {
  test.each([3, 16, 17, 18, 19, 20, 21, 28, 29, 31, 32, 44, 47, 56, 59, 60, 100, 103, 105, 108])('with a damaged byte %d', async (at) => {
    const folder = folderWith(flipped(at));
    if (await needsFileRepair(folder)) await repairDataFolder(folder, systemEnvironment);
    expect(await readFolder(folder)).toEqual({ content: before, reported: 0 });
  });

  test.each([
    ['without its header', () => Buffer.from(bytes).fill(0, 0, 100)],
    ['without its first page', () => Buffer.from(bytes).fill(0, 0, 4096)],
    ['whose first page is garbage', () => Buffer.from(bytes).fill(0xa5, 0, 4096)],
  ])('%s', async (_, damage) => {
    const folder = folderWith(damage());
    const { checks } = await examineDataFolder(folder);
    expect(checks.find(({ check }) => check === 'database')?.remedy?.key).toBe('doctor.remedy.repair');
    await repairDataFolder(folder, systemEnvironment);
    expect((await readFolder(folder)).content).toEqual(before);
  });

  test('also from its log', async () => {
    const folder = newFolder();
    await crashWithProjects(folder, 3);
    const file = join(folder, 'taleport.sqlite');
    const content = readFileSync(file);
    const whole = newFolder();
    cpSync(folder, whole, { recursive: true });
    const expected = (await readFolder(whole)).content;
    // The first page is in the log, so SQLite does not read the damaged one; the log is damaged for SQLite, which reads both.
    writeFileSync(file, content.fill(0));
    await repairDataFolder(folder, systemEnvironment);
    expect((await readFolder(folder)).content).toEqual(expected);
  });
});

test('[Damage] half a file gives the records that it still contains, and each of them as it was', () => {
  const recordsIn = (file: string) => {
    const database = openReadOnlyDatabase(file);
    const rows = database.prepare("SELECT project || ' ' || id || ' ' || json FROM record ORDER BY 1").pluck().all();
    database.close();
    return rows;
  };
  const folder = folderWith(bytes.subarray(0, bytes.length / 2));
  const to = join(newFolder(), 'salvaged.sqlite');
  expect(salvageDatabase(join(folder, 'taleport.sqlite'), to, null, systemEnvironment).lostRows).toMatchObject({ record: null });
  const [all, salvaged] = [recordsIn(join(data, 'taleport.sqlite')), recordsIn(to)];
  expect(salvaged.length).toBeGreaterThan(all.length / 5);
  expect(salvaged.filter((row) => !all.includes(row))).toEqual([]);
});

test.each([
  ['garbage', () => Buffer.alloc(50_000, 'no database ')],
  ['zeros', () => Buffer.alloc(50_000)],
])('[Damage] a file of %s cannot be repaired, and doctor offers no repair', async (_, content) => {
  const folder = folderWith(content());
  const names = readdirSync(folder);
  expect(() => salvageDatabase(join(folder, 'taleport.sqlite'), join(newFolder(), 'to.sqlite'), null, systemEnvironment)).toThrow();
  await expect(repairDataFolder(folder, systemEnvironment)).rejects.toMatchObject({ code: 'store' });
  expect(readdirSync(folder).filter((name) => !name.startsWith('instance'))).toEqual(names);
  const { checks } = await examineDataFolder(folder);
  expect(checks.find(({ check }) => check === 'database')).toMatchObject({ ok: false, remedy: { key: 'doctor.remedy.noBackup' } });
});

describe('[Damage] a file with the number of a newer version', () => {
  const folderOfNewerVersion = (lastOpenedBy?: string): string => {
    const newer = Buffer.from(bytes);
    newer.writeUInt32BE(50, 60);
    const folder = folderWith(newer);
    if (lastOpenedBy !== undefined) writeFileSync(join(folder, 'version.json'), JSON.stringify({ version: lastOpenedBy }));
    return folder;
  };
  const checkDatabaseOf = async (folder: string) => (await examineDataFolder(folder)).checks.find(({ check }) => check === 'database');

  test.each([undefined, '99.0.0'])('is left to that version unless another one opened it last (%s), and may be damaged', async (last) => {
    const folder = folderOfNewerVersion(last);
    await expect(repairDataFolder(folder, systemEnvironment)).rejects.toMatchObject({ text: { key: 'problem.store.newerVersion' } });
    expect(await checkDatabaseOf(folder)).toMatchObject({
      ok: false,
      detail: { key: 'problem.store.newerVersion' },
      remedy: { key: 'doctor.remedy.noBackup' },
    });
    expect(readFileSync(join(folder, 'taleport.sqlite')).readUInt32BE(60)).toBe(50);
  });

  test('names the newest backup when it is opened, and by doctor', async () => {
    const folder = folderOfNewerVersion();
    const opened = await openFolder(newFolder());
    await opened.invoke('backup.create', {});
    await opened.close();
    cpSync(join(opened.folder, 'backups'), join(folder, 'backups'), { recursive: true });
    const connection = connectBackend(folder);
    const result = await connection.call('project.list', {});
    await connection.close();
    const text = result.ok ? '' : t(Problem.fromJSON(result.problem).text);
    expect(text).toContain('or is damaged');
    expect(text).toContain('The newest backup is');
    expect(result).toMatchObject({ ok: false, problem: { context: { newestBackup: expect.any(String) } } });
    expect(await checkDatabaseOf(folder)).toMatchObject({ remedy: { key: 'doctor.remedy.restore' } });
  });

  test('or of an earlier one, because one bit of it was flipped, is as it was at once or after a repair', async () => {
    const outcomes = { opened: 0, repaired: 0 };
    for (let bit = 0; bit < 32; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt32BE((flipped.readUInt32BE(60) ^ (1 << bit)) >>> 0, 60);
      const folder = folderWith(flipped);
      writeFileSync(join(folder, 'version.json'), JSON.stringify({ version }));
      const opened = await readFolder(folder).catch((error: unknown) => error);
      outcomes[opened instanceof Error ? 'repaired' : 'opened'] += 1;
      if (opened instanceof Error) {
        expect(opened, `bit ${bit}`).toMatchObject({ code: 'store' });
        await repairDataFolder(folder, systemEnvironment);
      }
      expect(await readFolder(folder), `bit ${bit}`).toEqual({ content: before, reported: 0 });
    }
    expect(outcomes.repaired).toBeGreaterThan(28);
  });

  test('is repaired completely if this version opened it last', async () => {
    const folder = folderOfNewerVersion(version);
    expect(await checkDatabaseOf(folder)).toMatchObject({ ok: false, remedy: { key: 'doctor.remedy.repair' } });
    expect(await needsFileRepair(folder)).toBe(true);
    expect((await repairDataFolder(folder, systemEnvironment)).lostRows).toEqual({});
    expect(await readFolder(folder)).toEqual({ content: before, reported: 0 });
  });
});

describe('[Damage] a repair that is killed', () => {
  const names = ['taleport.sqlite-wal', 'taleport.sqlite-shm'];
  /** As the repair leaves them after each of its steps; the damaged file has a log that does not belong to the repaired one. */
  const steps: readonly ((folder: string) => void)[] = [
    (folder) => renameSync(join(folder, '.repairing'), join(folder, '.repaired')),
    (folder) => renameSync(join(folder, 'taleport.sqlite'), join(folder, 'taleport.sqlite.damaged-20260101T000000Z')),
    (folder) => {
      for (const name of names) if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, `${name}.moved`));
    },
    (folder) => renameSync(join(folder, '.repaired', 'taleport.sqlite'), join(folder, 'taleport.sqlite')),
  ];

  test.each([0, 1, 2, 3, 4])('after step %d is completed by the next start, or done again, and loses nothing', async (count) => {
    const folder = newFolder();
    await crashWithProjects(folder, 3);
    const whole = newFolder();
    cpSync(folder, whole, { recursive: true });
    const expected = (await readFolder(whole)).content;
    mkdirSync(join(folder, '.repairing'));
    cpSync(join(whole, 'taleport.sqlite'), join(folder, '.repairing', 'taleport.sqlite'));
    for (const step of steps.slice(0, count)) step(folder);
    const again = await openFolder(folder);
    expect((await again.invoke('project.list', {})).map(({ hash }) => hash).sort()).toEqual(Object.keys(expected).sort());
    await again.close();
    expect((await readFolder(folder)).content).toEqual(expected);
    // What is left would be taken for the projects once their database is lost.
    expect(readdirSync(folder).filter((name) => name.startsWith('.repair'))).toEqual([]);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
  });

  test('before its result is whole is not taken for a result', async () => {
    const folder = folderWith(flipped(3));
    mkdirSync(join(folder, '.repairing'));
    writeFileSync(join(folder, '.repairing', 'taleport.sqlite'), bytes);
    truncateSync(join(folder, '.repairing', 'taleport.sqlite'), 4096);
    await repairDataFolder(folder, systemEnvironment);
    expect((await readFolder(folder)).content).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
