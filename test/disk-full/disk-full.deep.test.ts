/**
 * [Store] the disk becomes full at each write of a start: the process ends with a sentence or serves what it can, nothing is lost, nothing is left over, and
 * with space it starts as if nothing had happened. The full figure is each of the first 200 writes, with space for new files and without.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectBackend } from '../../main/app/backend/connect-backend.ts';
import { checkDatabase, openReadOnlyDatabase } from '../../main/engine/storage/sqlite.ts';
import { backupLockName } from '../../main/platform/backup-entries.ts';
import { type Backend, createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { english } from '../../shared/messages/english.ts';
import { Problem } from '../../shared/problem.ts';
import { unpackOldDataFolder } from '../main/engine/storage/old-data-folder.ts';
import { png } from '../media-files.ts';
import { cases, rounds } from '../rounds.ts';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { buildFullDisk, type FullDisk, listEmptyFiles, type StartResult, startOn } from './starting.ts';

const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'taleport-disk-full-')));
afterAll(() => rmSync(temporary, { recursive: true }));
const library = buildFullDisk(temporary) ?? '';

const never = Number.MAX_SAFE_INTEGER;
const maxWrites = 200;
const fullFigure = 2 * maxWrites;
const starts = cases(2, fullFigure);
const options = { timeout: 300_000 + 300_000 * rounds };

interface Scenario {
  /** The folder that each start gets a copy of, with the data folder `data` in it; null: an empty one. */
  readonly prepared: string | null;
  /** Whether the targets are in the folder, too. Otherwise nothing is delivered. */
  readonly hasTargets: boolean;
}

/** All projects by hash: their names, and their records without the name of the project. */
interface Content {
  readonly names: Readonly<Record<string, unknown>>;
  readonly records: Readonly<Record<string, string>>;
}

/** Opens the folder as a start does, which must find nothing wrong, delivers to targets and makes a backup. */
async function readWhole(folder: string, { hasTargets }: Scenario): Promise<Content> {
  const backend = connectBackend(folder, { targets: 'onRequest', sync: 'onRequest' });
  const invoke = createInvoke(backend);
  const projects = await invoke('project.list', {});
  const records: Record<string, string> = {};
  for (const { hash } of projects) {
    const all = (await invoke('project.read', { hash })).records.flatMap((chunk): { id: string; kind: string }[] => JSON.parse(chunk));
    const others = all.map((record) => (record.kind === 'project' ? { ...record, name: '' } : record));
    records[hash] = JSON.stringify(others.sort((one, two) => (one.id < two.id ? -1 : 1)));
  }
  expect(await invoke('app.notices', {})).toEqual([]);
  expect(await invoke('damage.list', {})).toEqual([]);
  if (hasTargets) await invoke('target.run', {});
  await invoke('backup.create', {});
  await backend.close();
  const database = openReadOnlyDatabase(join(folder, 'taleport.sqlite'));
  expect(checkDatabase(database, 'integrity_check')).toBe('ok');
  database.close();
  return { names: Object.fromEntries(projects.map(({ hash, name }) => [hash, name])), records };
}

/** Files and folders that only exist while something is written. */
const listDrafts = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (basename(path).startsWith('.') && basename(path) !== backupLockName) || path.endsWith('-journal'),
  );

function expectSentence(text: string, root: string): void {
  expect(text).toContain(root);
  expect(text).toContain('Free up some space');
}

/** Renames the first project, or creates one where there is none. Returns the names that must be there then. */
async function edit({ call }: Backend, { names }: Content, root: string): Promise<Content['names']> {
  const [hash] = Object.keys(names);
  const result =
    hash === undefined ? await call('project.create', { template: 'empty' }) : await call('project.rename', { hash, name: 'Renamed' });
  if (result.ok) return hash === undefined ? { [Object(result.value).hash]: expect.any(String) } : { ...names, [hash]: 'Renamed' };
  expectSentence(english.t(Problem.fromJSON(result.problem).text), root);
  return names;
}

/** Always the same path: a target stores that of its folder. */
const diskRoot = join(temporary, 'disk');

function copyToDisk({ prepared }: Scenario): string {
  rmSync(diskRoot, { recursive: true, force: true });
  if (prepared === null) mkdirSync(diskRoot);
  else {
    cpSync(prepared, diskRoot, { recursive: true, preserveTimestamps: true });
    // Otherwise the start reports that others could access it.
    chmodSync(join(diskRoot, 'data'), 0o700);
  }
  return diskRoot;
}

/** Starts in a copy of what was prepared; with space, everything must be there again. */
async function startOnFullDisk(
  scenario: Scenario,
  before: Content,
  disk: Pick<FullDisk, 'at' | 'needsSpaceForFiles'>,
): Promise<StartResult> {
  const root = copyToDisk(scenario);
  const folder = join(root, 'data');
  const more = scenario.hasTargets ? [] : ['--no-targets'];
  let names = before.names;
  const result = await startOn({ library, root, ...disk }, ['--data', folder, ...more], async (connection) => {
    names = await edit(connection, before, root);
  });
  const { url, code, errors } = result;
  expect(errors).not.toMatch(/^\s+at /m);
  expect(code).toBe(url === undefined ? 1 : 0);
  if (url === undefined) expectSentence(errors, root);
  expect(listEmptyFiles(root)).toEqual([]);
  const after = await readWhole(folder, scenario);
  expect(after.names).toEqual(names);
  for (const [hash, records] of Object.entries(before.records)) expect(after.records[hash]).toBe(records);
  expect([...listEmptyFiles(root), ...listDrafts(root)]).toEqual([]);
  return result;
}

/** Each write of the full figure, or a sample. */
function* drawDisks(writes: number): Generator<Pick<FullDisk, 'at' | 'needsSpaceForFiles'>> {
  const { random } = createTestEnvironment(testRunSeed());
  for (let start = 0; start < starts; start += 1)
    yield starts === fullFigure
      ? { at: 1 + Math.floor(start / 2), needsSpaceForFiles: start % 2 === 1 }
      : { at: 1 + Math.floor(random() * Math.min(writes, maxWrites)), needsSpaceForFiles: random() < 0.5 };
}

async function startAtEachWrite(scenario: Scenario): Promise<void> {
  const before = await readWhole(join(copyToDisk(scenario), 'data'), scenario);
  const whole = await startOnFullDisk(scenario, before, { at: never, needsSpaceForFiles: true });
  expect(whole).toMatchObject({ url: expect.stringContaining('http'), errors: '', failed: [] });
  const faults: string[] = [];
  const counts = { starts: 0, ended: 0, served: 0 };
  for (const disk of drawDisks(whole.writes)) {
    try {
      const { failed, url } = await startOnFullDisk(scenario, before, disk);
      // The start needs no more writes.
      if (failed.length === 0) continue;
      counts.starts += 1;
      counts[url === undefined ? 'ended' : 'served'] += 1;
    } catch (error) {
      const files = disk.needsSpaceForFiles ? ', where new files need space, too' : '';
      faults.push(`Write ${disk.at}${files}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`${whole.writes} writes without a fault; ${JSON.stringify(counts)}`);
  expect(faults).toEqual([]);
}

test.runIf(library)('[Store] a disk that becomes full at a write of the first start', options, () =>
  startAtEachWrite({ prepared: null, hasTargets: false }),
);

test.runIf(library)(
  '[Store] a disk that becomes full at a write of a start after a crash, with a backup and a delivery',
  options,
  async () => {
    const [folder, game, picture] = [join(diskRoot, 'data'), join(diskRoot, 'game'), join(temporary, 'lamp.png')];
    rmSync(diskRoot, { recursive: true, force: true });
    mkdirSync(game, { recursive: true });
    writeFileSync(join(game, 'project.godot'), 'config_version=5\n\n[application]\nconfig/name="Game"\n');
    writeFileSync(picture, png(4, 3, 'lamp'));
    const disk = { library, root: diskRoot, at: never, needsSpaceForFiles: false };
    await startOn(disk, ['--data', folder, '--no-targets'], async (connection) => {
      const invoke = createInvoke(connection);
      const { hash } = await invoke('project.create', { template: 'sample' });
      const { file } = await invoke('asset.store', { hash, path: picture });
      await invoke('project.send', { hash, command: { do: 'create', kind: 'asset', fields: { type: 'image', name: 'Lamp', file } } });
      await invoke('target.add', { hash, folder: game });
      for (let edits = 0; edits < 20; edits += 1) await invoke('project.rename', { hash, name: `Name ${edits}` });
      process.kill(JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')).pid, 'SIGKILL');
    });
    expect(statSync(join(folder, 'taleport.sqlite-wal')).size).toBeGreaterThan(0);
    // A backup is made before another version opens the folder.
    writeFileSync(join(folder, 'version.json'), '{"version":"0.0.1"}\n');
    const prepared = join(temporary, 'crashed');
    renameSync(diskRoot, prepared);
    await startAtEachWrite({ prepared, hasTargets: true });
  },
);

test.runIf(library)('[Store] a disk that becomes full at a write of a start that upgrades the data of Taleport 0.1', options, async () => {
  const { folder } = unpackOldDataFolder();
  const prepared = join(temporary, 'old');
  cpSync(join(folder, '..'), prepared, { recursive: true });
  await startAtEachWrite({ prepared, hasTargets: false });
});
