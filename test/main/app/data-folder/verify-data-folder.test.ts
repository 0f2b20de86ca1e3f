/** Entries of a data folder that are not what Taleport keeps there are named, and left as they are. */
import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectBackend } from '../../../../main/app/backend/connect-backend.ts';
import { examineDataFolder } from '../../../../main/app/data-folder/examine-data-folder.ts';
import { verifyDataFolder, verifyEntries } from '../../../../main/app/data-folder/verify-data-folder.ts';
import { lockDataFolder } from '../../../../main/engine/storage/data-folder-lock.ts';
import { acquireFileLock, openDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { databaseFileIn } from '../../../../main/platform/data-folder.ts';
import { t } from '../../../../shared/messages/english.ts';
import { Problem } from '../../../../shared/problem.ts';
import { hasModes } from '../../../system-abilities.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const connect = async () => {
  const backend = connectBackend(folder);
  const result = await backend.call('project.list', {});
  await backend.close();
  return result;
};

test('a file in place of the data folder is named', async () => {
  const path = join(folder, 'data');
  writeFileSync(path, 'mine');
  const backend = connectBackend(path);
  const result = await backend.call('project.list', {});
  await backend.close();
  expect(result).toMatchObject({
    ok: false,
    problem: { code: 'folder', text: { key: 'problem.app.fileInsteadOfFolder', params: { path } } },
  });
});

test.each([
  ['vault', 'file'],
  ['exports', 'file'],
  ['logs', 'file'],
  ['backups', 'file'],
  ['taleport.sqlite-wal', 'folder'],
  ['taleport.sqlite-shm', 'folder'],
  ['version.json', 'folder'],
  ['taleport.sqlite', 'folder'],
  ['instance.lock', 'folder'],
  ['instance.sock', 'folder'],
])('%s that is a %s is named', async (name, kind) => {
  const path = join(folder, name);
  if (kind === 'file') writeFileSync(path, 'mine');
  else mkdirSync(path);
  expect(await connect()).toMatchObject({ ok: false, problem: { code: 'folder', context: { path } } });
  expect(readdirSync(folder).filter((entry) => entry !== 'logs')).toEqual(name === 'logs' ? [] : [name]);
});

/** Opening these would wait without end, or write to the place where they lead. */
const notFiles: Readonly<Record<string, (path: string) => unknown>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a broken link': (path) => symlinkSync(join(path, '../nowhere'), path),
  'a link to itself': (path) => symlinkSync(path, path),
};
const filesOfFolder = [
  'taleport.sqlite',
  'taleport.sqlite-wal',
  'taleport.sqlite-shm',
  'taleport.sqlite-witness.json',
  'instance.lock',
  'owner.lock',
  'keys.json',
];

test.runIf(process.platform === 'linux').each(Object.keys(notFiles))('every file that is %s is named, and left as it is', async (kind) => {
  for (const name of filesOfFolder) {
    const path = join(folder, name);
    notFiles[kind]?.(path);
    const context = { path };
    expect(await connect(), name).toMatchObject({ ok: false, problem: { code: 'folder', context, text: { params: context } } });
    const { checks } = await examineDataFolder(folder);
    expect(checks, name).toMatchObject([{ check: 'folder', ok: false, detail: { params: context } }]);
    expect(readdirSync(folder).filter((entry) => entry !== 'logs')).toEqual([name]);
    rmSync(path);
  }
});

test('a file that another process removes meanwhile is no broken link', () => {
  const path = join(folder, 'running-work.json');
  writeFileSync(path, '[]');
  const look = fs.lstatSync;
  const lookAndRemove = (...args: Parameters<typeof look>) => {
    const found = look(...args);
    if (args[0] === path) unlinkSync(path);
    return found;
  };
  Object.assign(fs, { lstatSync: lookAndRemove });
  syncBuiltinESMExports();
  try {
    verifyEntries(folder);
  } finally {
    Object.assign(fs, { lstatSync: look });
    syncBuiltinESMExports();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'every folder that is a broken link is named, and a file in the place of the incoming files',
  async () => {
    for (const name of ['vault', 'exports', 'backups', 'logs', 'vault/incoming']) {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      symlinkSync(path, path);
      expect(await connect(), name).toMatchObject({ ok: false, problem: { text: { key: 'problem.app.brokenLink', params: { path } } } });
      rmSync(path);
    }
    writeFileSync(join(folder, 'vault', 'incoming'), 'mine');
    expect(await connect()).toMatchObject({ ok: false, problem: { text: { key: 'problem.app.fileInsteadOfFolder' } } });
  },
);

test.runIf(process.platform === 'linux')('a log that is a pipe is not waited for, and doctor names it', async () => {
  mkdirSync(join(folder, 'logs'));
  execFileSync('mkfifo', [join(folder, 'logs', 'taleport.log')]);
  expect(await connect()).toMatchObject({ ok: true });
  const { checks } = await examineDataFolder(folder);
  expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['log']);
});

test('a database that is damaged is reported with one sentence, which says what to do', async () => {
  writeFileSync(databaseFileIn(folder), 'garbage!'.repeat(700));
  const backend = connectBackend(folder);
  const result = await backend.call('project.list', {});
  const notices = await backend.listNotices();
  await backend.close();
  expect(result).toMatchObject({ ok: false, problem: { text: { params: { file: databaseFileIn(folder) } } } });
  expect(notices.map(({ key }) => key)).not.toContain('backup.automaticFailed');
});

test('doctor names the entry that is a file instead of a folder, and nothing else', async () => {
  writeFileSync(join(folder, 'vault'), 'mine');
  const { checks } = await examineDataFolder(folder);
  expect(checks).toMatchObject([{ check: 'folder', ok: false, detail: { params: { path: join(folder, 'vault') } }, remedy: null }]);
});

test.runIf(process.platform === 'linux').each(['/proc', '/proc/taleport', '/sys/taleport/data', '/dev/null/data'])(
  'a folder that cannot contain files ends with a sentence that names --data: %s',
  async (path) => {
    const backend = connectBackend(path);
    const result = await backend.call('project.list', {});
    await backend.close();
    expect(result.ok ? '' : t(Problem.fromJSON(result.problem).text)).toMatch(/--data/);
  },
);

test.runIf(hasModes)('a data folder that others could read is restricted to its user, and so are its secrets', async () => {
  expect(await connect()).toMatchObject({ ok: true });
  const secrets = ['taleport.sqlite', 'keys.json'].map((name) => join(folder, name));
  writeFileSync(join(folder, 'keys.json'), '{}');
  const modes = () => [folder, ...secrets].map((path) => statSync(path).mode & 0o777);
  for (const path of secrets) chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
  expect(await connect()).toMatchObject({ ok: true });
  expect(modes()).toEqual([0o700, 0o600, 0o600]);
});

test.runIf(hasModes)(
  'permissions are changed by the process that holds the lock, which reports it and keeps the group of new files',
  () => {
    writeFileSync(databaseFileIn(folder), '', { mode: 0o644 });
    chmodSync(folder, 0o2755);
    const modes = () => [folder, databaseFileIn(folder)].map((path) => statSync(path).mode & 0o7777);
    const restricted: (readonly string[])[] = [];
    const lock = () => lockDataFolder(folder, (paths) => restricted.push(paths));
    const free = acquireFileLock(join(folder, 'instance.lock'));
    expect(lock()).toBeNull();
    free?.();
    // For a check.
    lockDataFolder(folder)?.release();
    expect([modes(), restricted]).toEqual([[0o2755, 0o644], []]);
    lock()?.release();
    expect(modes()).toEqual([0o2700, 0o600]);
    lock()?.release();
    chmodSync(databaseFileIn(folder), 0o644);
    // Nobody else can enter the folder.
    lock()?.release();
    expect(modes()).toEqual([0o2700, 0o600]);
    expect(restricted).toEqual([[folder]]);
  },
);

test.runIf(hasModes)('a folder that also contains something else keeps its permissions, but its secrets do not', async () => {
  writeFileSync(join(folder, 'mine.txt'), 'mine', { mode: 0o644 });
  chmodSync(folder, 0o755);
  expect(await connect()).toMatchObject({ ok: true });
  const modes = [folder, join(folder, 'mine.txt'), databaseFileIn(folder)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o755, 0o644, 0o600]);
});

test('a data folder is recognised by its database, an empty folder and other databases are not one', async () => {
  const unknown = { code: 'folder', text: { key: 'problem.app.noDataFolder', params: { folder } } };
  expect(problemOf(folder)).toMatchObject(unknown);
  const other = openDatabase(databaseFileIn(folder));
  other.exec('CREATE TABLE project (name TEXT)');
  other.close();
  expect(problemOf(folder)).toMatchObject(unknown);
  rmSync(databaseFileIn(folder));
  writeFileSync(databaseFileIn(folder), 'a text that is longer than the header of a database'.repeat(20));
  expect(problemOf(folder)).toMatchObject(unknown);
  rmSync(databaseFileIn(folder));
  expect(await connect()).toMatchObject({ ok: true });
  expect(problemOf(folder)).toBeUndefined();
});

test('an emptied database is reported, and its log, which may contain everything, stays', async () => {
  const database = openDatabase(databaseFileIn(folder));
  database.exec('CREATE TABLE project (name TEXT)');
  const log = `${databaseFileIn(folder)}-wal`;
  const content = readFileSync(log);
  database.close();
  writeFileSync(databaseFileIn(folder), '');
  writeFileSync(log, content);
  expect(content.length).toBeGreaterThan(0);
  expect(problemOf(folder)).toMatchObject({ code: 'store', text: { key: 'problem.store.emptied' } });
  expect(readFileSync(log)).toEqual(content);
});

function problemOf(path: string): unknown {
  try {
    return verifyDataFolder(path);
  } catch (error) {
    return error;
  }
}
