/** A data folder that Taleport 0.1 wrote (test/fixtures/data-folder-0.1) opens with everything that was in it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { openEngine } from '../../../../main/engine/engine.ts';
import { schemaUpgrades, upgradeSchema } from '../../../../main/engine/storage/schema-upgrade.ts';
import { openDatabase, openReadOnlyDatabase } from '../../../../main/engine/storage/sqlite.ts';
import { createInvoke } from '../../../../shared/contracts/ipc/backend.ts';
import type { UndoRedoLabels } from '../../../../shared/contracts/ipc/results.ts';
import { restExportFormats } from '../../../../shared/contracts/rest/export-formats.ts';
import { loadTranslator } from '../../../../shared/load-translator.ts';
import { t } from '../../../../shared/messages/english.ts';
import { Problem } from '../../../../shared/problem.ts';
import { sha256 } from '../../../sha256.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { oldAnswers as old, unpackOldDataFolder } from './old-data-folder.ts';

const textsOf = ({ undo, redo }: UndoRedoLabels) => ({ undo: undo && t(undo), redo: redo && t(redo) });
const byId = (one: { id: string }, two: { id: string }): number => (one.id < two.id ? -1 : 1);

async function openOldDataFolder() {
  const { folder, games } = unpackOldDataFolder();
  const backend = await openBackend(folder, createTestEnvironment(), undefined, { targets: 'onRequest', sync: 'onRequest' });
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const file = join(games, 'export.json');
  return {
    backend,
    folder,
    games,
    invoke,
    async exportProject(hash: string, format: (typeof restExportFormats)[number], allLocales: boolean, force: boolean) {
      try {
        const { bytes } = await invoke('project.export', { hash, file, options: { format, allLocales, compact: true }, force });
        return { bytes, sha256: sha256(readFileSync(file)) };
      } catch (error) {
        return { error: Problem.from(error).code };
      }
    },
  };
}

describe('a data folder of Taleport 0.1', () => {
  test('keeps its projects, their languages and every export byte for byte, but for the icons of components for Godot', async () => {
    const { invoke, exportProject } = await openOldDataFolder();
    const projects = await invoke('project.list', {});
    expect([...projects].sort((one, two) => (one.hash < two.hash ? -1 : 1))).toEqual(old.projects);
    for (const { hash } of projects) {
      expect(await invoke('project.locales', { hash })).toEqual(old.locales[hash]);
      for (const format of restExportFormats)
        for (const allLocales of [false, true]) {
          const expected = old.exports[`${hash} ${format}${allLocales ? ' all' : ''}`];
          expect(expected).toBeDefined();
          // Several languages in one file are forced for an engine; an export that was refused for its story still is.
          const force = allLocales && !(expected && 'error' in expected);
          const exported = await exportProject(hash, format, allLocales, force);
          expect(exported).toEqual(expected && 'error' in expected ? { error: expected.error } : expected);
        }
    }
  });

  test('is undone to its beginning and redone to its end, step by step as before', async () => {
    const { invoke, exportProject } = await openOldDataFolder();
    let steps = 0;
    for (const { hash } of old.projects) {
      const snapshot = await invoke('project.read', { hash });
      expect({ version: snapshot.version, total: snapshot.total, history: textsOf(snapshot.history) }).toEqual(old.history[hash]);
      for (const expected of old.undoAndRedo[hash] ?? []) {
        const { newVersion, skipped } = await invoke(expected.step === 'undo' ? 'project.undo' : 'project.redo', { hash });
        const { history } = await invoke('project.read', { hash });
        const exported = await exportProject(hash, 'json', true, false);
        expect({ newVersion, skipped, history: textsOf(history), export: 'sha256' in exported && exported.sha256 }).toEqual({
          newVersion: expected.version,
          skipped: expected.skipped,
          history: expected.history,
          export: expected.export,
        });
        steps++;
      }
    }
    expect(steps).toBeGreaterThan(100);
  });

  test('shows the labels that its journal has in English beside new ones in the language of the reader', async () => {
    const { invoke } = await openOldDataFolder();
    const { t: pseudo } = await loadTranslator('pseudo');
    const hash = old.projects.find(({ name }) => name === 'The lighthouse')?.hash ?? '';
    const labels = async () => {
      const { undo, redo } = (await invoke('project.read', { hash })).history;
      return { undo: undo && pseudo(undo), redo: redo && pseudo(redo) };
    };
    const before = await labels();
    // The pseudo-language leaves what it does not translate as it is.
    expect(before).toEqual(old.history[hash]?.history);
    expect(before.undo).toBe('Change element');
    await invoke('project.rename', { hash, name: 'Another name' });
    const fresh = (await labels()).undo;
    expect(fresh).toContain('“Another name”');
    expect(fresh?.replace('Another name', '')).not.toMatch(/[A-Za-z]/);
    await invoke('project.undo', { hash });
    expect(await labels()).toEqual({ undo: before.undo, redo: fresh });
    await invoke('project.undo', { hash });
    expect((await labels()).redo).toBe(before.undo);
  });

  test('still lists removed records, and restores one', async () => {
    const { invoke } = await openOldDataFolder();
    let restored = 0;
    for (const [hash, { list }] of Object.entries(old.removedRecords)) {
      const { records } = await invoke('record.removed', { hash });
      expect(records.map(({ record }) => record.id).sort()).toEqual(list.map(({ record }) => record.id).sort());
      const [newest] = records;
      if (!newest) continue;
      await invoke('record.restore', { hash, id: newest.record.id });
      const [version] = await invoke('record.versions', { hash, id: newest.record.id });
      expect(version?.record).toMatchObject({ id: newest.record.id });
      restored++;
    }
    expect(restored).toBeGreaterThan(0);
  });

  test('keeps its targets: settings, delivered files, export history, and the externally changed file', async () => {
    const { invoke, games } = await openOldDataFolder();
    const targets = [...(await invoke('target.list', {}))].sort(byId);
    const expected = [...old.targets].sort(byId);
    expect(targets.map(({ status: _status, plugin: _plugin, ...target }) => target)).toEqual(
      expected.map(({ status: _status, helper: integrationFile, ...target }) => ({
        ...target,
        integrationFile,
        folder: target.folder.replace('/tmp/fixture/games', games),
        holdOnGameStops: false,
        pluginVersion: null,
        compact: false,
        keepReleasedLayout: false,
        perforce: false,
      })),
    );
    for (const { id } of targets) {
      const history = await invoke('target.history', { id });
      expect(history.map(({ id, version }) => ({ id, version }))).toEqual(
        (old.targetHistory[id] ?? []).map(({ id, version }) => ({ id, version })),
      );
      expect(history.flatMap(({ missingFiles }) => missingFiles)).toEqual([]);
    }
    // Nothing has to be written again, but for the file that waits for a choice, and that of Unity, which has one property per line since.
    const godot = targets.find(({ engine }) => engine === 'godot');
    for (const { id, on, engine } of targets) {
      if (id === godot?.id) await expect(invoke('target.run', { id })).rejects.toThrow();
      else if (on) {
        const [first] = await invoke('target.run', { id });
        expect(first).toEqual({ id, written: engine === 'unity' ? ['Assets/Arcweave/project.json'] : [], removed: [] });
        expect(await invoke('target.run', { id })).toEqual([{ id, written: [], removed: [] }]);
      }
    }
    const after = (await invoke('target.list', {})).find(({ id }) => id === godot?.id);
    expect(after?.status).toMatchObject({ state: 'changedByOthers', foreign: [{ path: 'arcweave/project.json', what: 'changed' }] });
    // After a new export the one that the old version wrote is restored from the archive.
    const unity = targets.find(({ engine }) => engine === 'unity');
    const [newest] = unity ? await invoke('target.history', { id: unity.id }) : [];
    expect(newest).toBeDefined();
    if (!unity || !newest) return;
    const story = join(games, 'unity/Assets/Arcweave/project.json');
    const delivered = readFileSync(story);
    await invoke('project.rename', { hash: unity.hash, name: 'Another name' });
    expect(await invoke('target.run', { id: unity.id })).toMatchObject([{ written: ['Assets/Arcweave/project.json'] }]);
    expect(readFileSync(story)).not.toEqual(delivered);
    expect((await invoke('target.restoreExport', { id: unity.id, exportId: newest.id })).written).toEqual(['Assets/Arcweave/project.json']);
    expect(readFileSync(story)).toEqual(delivered);
  });

  test('keeps its workspaces, members and keys, and each key keeps its access', async () => {
    const { backend, invoke } = await openOldDataFolder();
    expect(await invoke('workspace.list', {})).toEqual(old.workspaces);
    expect(await invoke('workspace.show', {})).toEqual(old.workspace);
    expect(await invoke('member.list', {})).toEqual(old.members);
    expect(await invoke('apiKey.list', {})).toEqual(old.keys);
    expect(await invoke('service.state', {})).toEqual(old.service);
    for (const [id, secret] of Object.entries(old.keySecrets)) {
      const response = await backend.restApi.handle(
        new Request('http://127.0.0.1/api/v1/user/projects', {
          headers: { authorization: `Bearer ${secret}`, accept: 'application/json' },
        }),
      );
      expect(response.status, id).toBe(200);
    }
  });

  test('keeps what is synced: states, waiting changes, conflicts, reports, activity, and the remote', async () => {
    const { invoke } = await openOldDataFolder();
    expect(await invoke('remote.list', {})).toMatchObject(
      old.remotes.map(({ name, url, keyIn, variable }) => ({ name, url, keyIn, variable })),
    );
    const statuses = await invoke('sync.list', {});
    expect(statuses).toMatchObject(
      old.sync.map(({ hash, there: remoteHash, remote, name, isHere: isDownloaded, questions: conflicts }) => ({
        hash,
        remoteHash,
        remote,
        name,
        isDownloaded,
        conflicts,
      })),
    );
    // Version 0.1 counted the requests of its last plan (2 and 7), of which a changed record may need several and one in conflict none.
    expect(statuses.map(({ pending }) => pending)).toEqual([1, 4]);
    const conflicts = [];
    for (const [hash, listed] of Map.groupBy(await invoke('conflict.list', {}), (each) => each.hash))
      conflicts.push(...(await invoke('conflict.read', { hash, ids: listed.map(({ id }) => id) })));
    expect(conflicts).toMatchObject(
      old.conflicts.map(({ id, hash, kind, record, field, base, mine: local, theirs: remote }) => ({
        id,
        hash,
        kind,
        record,
        field,
        base,
        local,
        remote,
      })),
    );
    expect(conflicts).toHaveLength(4);
    const all = await invoke('sync.reports', {});
    const [rejected, reports] = [all.filter(({ reason }) => reason === 'rejected'), all.filter(({ reason }) => reason !== 'rejected')];
    // 0.1 listed them only while it synced.
    expect(rejected.map(({ title }) => title)).toEqual(['Refuse me']);
    expect(reports.map(({ record, kind, title, localValue, remoteValue }) => ({ record, kind, title, localValue, remoteValue }))).toEqual(
      old.reports.map(({ record, kind, title, mine, theirs }) => ({ record, kind, title, localValue: mine, remoteValue: theirs })),
    );
    expect(reports.map(({ at }) => at)).toEqual(old.reports.map(({ at }) => at));
    const results: Readonly<Record<string, string>> = { refused: 'rejected', unknown: 'unconfirmed', 'not sent': 'notSent' };
    const activity = await invoke('sync.activity', {});
    expect(activity.map(({ id, at, request, result, message }) => ({ id, at, request, result, text: t(message) }))).toEqual(
      old.activity.map(({ id, at, request, result, sentence: text }) => ({
        id,
        at,
        request,
        text,
        result: results[String(result)] ?? result,
      })),
    );
    // A resolution is applied: the fields of the conflict get the chosen value.
    const [first] = conflicts.filter(({ field }) => field === 'title');
    if (first) await invoke('conflict.resolve', { ids: [first.id], resolution: { choice: 'remote' } });
    expect(await invoke('conflict.list', {})).toHaveLength(3);
  });
});

describe('the upgrade of the data file', () => {
  /** Everything in the file, table by table. */
  function dump(file: string): Record<string, unknown[]> {
    const database = openReadOnlyDatabase(file);
    try {
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        .pluck()
        .all();
      return Object.fromEntries(tables.map((table) => [String(table), database.prepare(`SELECT * FROM ${table}`).all()]));
    } finally {
      database.close();
    }
  }
  /** But for the row of the process that opened the file last. */
  const keyValuesIn = (file: string) => dump(file).key_value?.filter((row) => !isSessionRow(row));
  const isSessionRow = (row: unknown): boolean => JSON.stringify(row).startsWith('{"store":"session"');
  const killScript = join(import.meta.dirname, 'kill-upgrade.ts');
  const backupsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.includes('backup'));

  test('writes a backup first, and does not run twice', async () => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const before = dump(file);
    await openEngine(folder, createTestEnvironment()).close();
    expect(backupsIn(folder)).toEqual(['taleport.sqlite.before-3.backup']);
    expect(dump(`${file}.before-3.backup`)).toEqual(before);
    const after = dump(file);
    expect(Object.keys(after)).toEqual(['journal', 'key_value', 'project', 'record', 'session', 'touched']);
    expect(keyValuesIn(file)).toHaveLength(before.shelf?.length ?? 0);
    await openEngine(folder, createTestEnvironment()).close();
    expect({ ...dump(file), key_value: keyValuesIn(file) }).toEqual({
      ...after,
      key_value: after.key_value?.filter((row) => !isSessionRow(row)),
    });
  });

  test.each(['{"made"', '["text", null, 5, [1]]', '"text"', '[{"id": {"id": 1}}]', ''])(
    'of version 1 is not prevented by a step of the journal that is %j, and loses nothing else',
    async (damaged) => {
      const { folder } = unpackOldDataFolder();
      const file = join(folder, 'taleport.sqlite');
      const intact = dump(file);
      const database = openDatabase(file);
      const { project, version } = toVersion1(database, damaged);
      database.close();
      const engine = openEngine(folder, createTestEnvironment());
      for (const { hash } of engine.listProjects()) expect(engine.getProject(hash).size).toBeGreaterThan(0);
      expect(engine.damage.list()).toEqual([]);
      await engine.close();
      const upgraded = dump(file);
      const isOther = (row: unknown) => Reflect.get(Object(row), 'project') !== project || Reflect.get(Object(row), 'version') !== version;
      expect(upgraded.record).toHaveLength(intact.record?.length ?? 0);
      expect(upgraded.journal).toHaveLength(intact.journal?.length ?? 0);
      const rename = ({ project, record, version, ...row }: Record<string, unknown>) => ({
        project,
        record,
        version,
        removed: row.gone ?? row.removed,
      });
      const touched = (rows: unknown[] | undefined) => (rows ?? []).filter(isOther).map((row) => rename(Object(row)));
      expect(touched(upgraded.touched)).toEqual(touched(intact.touched));
    },
  );

  /** Removes what version 2 added, and damages a step. Returns its key. */
  function toVersion1(database: ReturnType<typeof openDatabase>, damaged: string): { project: number; version: number } {
    database.exec('DROP TABLE touched; PRAGMA user_version = 1');
    // The columns that the statement selects.
    const key = database.prepare('SELECT project, version FROM journal ORDER BY project, version LIMIT 1 OFFSET 5').get() as {
      project: number;
      version: number;
    };
    database.prepare('UPDATE journal SET changes = ? WHERE project = ? AND version = ?').run(damaged, key.project, key.version);
    return key;
  }

  test('removes all old names of stores, rows and journal entries', async () => {
    const { folder } = unpackOldDataFolder();
    await openEngine(folder, createTestEnvironment()).close();
    const database = openDatabase(join(folder, 'taleport.sqlite'));
    const names = database.prepare('SELECT DISTINCT store FROM key_value ORDER BY store').pluck().all();
    const targetRows = database
      .prepare("SELECT DISTINCT substr(id, 1, instr(id, '/') - 1) FROM key_value WHERE store = 'targets' ORDER BY 1")
      .pluck()
      .all();
    const syncRows = database
      .prepare(
        "SELECT DISTINCT substr(row, 1, instr(row || '/', '/') - 1) FROM (SELECT substr(id, instr(id, '/') + 1) AS row FROM key_value WHERE store = 'sync') ORDER BY 1",
      )
      .pluck()
      .all();
    const changes = database.prepare('SELECT changes FROM journal').pluck().all();
    database.close();
    expect(names).toEqual(['accounts', 'files', 'remotes', 'service', 'session', 'sync', 'synced-projects', 'targets']);
    expect(syncRows).toEqual([
      ...['activity', 'activity-end', 'alias', 'base', 'checkpoint', 'conflict', 'duplicate-watch', 'file', 'file-rechecks', 'first-write'],
      ...[
        'idle-marker',
        'overwrite',
        'pending-write',
        'planned-conflicts',
        'rejected',
        'report',
        'uncertain-create',
        'unconfirmed',
        'upload',
      ],
    ]);
    expect(targetRows).toEqual(['export', 'integration', 'manifest', 'target']);
    const keys = new Set(
      changes.flatMap((json) => (JSON.parse(String(json)) as object[]).map((entry) => Object.keys(entry).sort().join())),
    );
    expect([...keys].sort()).toEqual(['after,before,id,kind', 'created', 'removed']);
  });

  test.each(['backup', 'rows'])('killed during the %s, it leaves the file unchanged, and runs at the next start', async (point) => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const before = dump(file);
    const { signal, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', killScript, file, point]);
    expect(signal, String(stderr)).toBe('SIGKILL');
    expect(dump(file)).toEqual(before);
    await openEngine(folder, createTestEnvironment()).close();
    expect(dump(`${file}.before-3.backup`)).toEqual(before);
    expect(backupsIn(folder)).toEqual(['taleport.sqlite.before-3.backup']);
    expect(keyValuesIn(file)).toHaveLength(before.shelf?.length ?? 0);
  });

  test('of version 4, killed while its rows are renamed, leaves the file unchanged, and runs at the next start', async () => {
    const { folder } = unpackOldDataFolder();
    const file = join(folder, 'taleport.sqlite');
    const database = openDatabase(file);
    upgradeSchema(database, () => undefined, schemaUpgrades.slice(0, 4));
    database.close();
    const before = dump(file);
    const { signal, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', killScript, file, 'rows']);
    expect(signal, String(stderr)).toBe('SIGKILL');
    expect(dump(file)).toEqual(before);
    await openEngine(folder, createTestEnvironment()).close();
    expect(dump(`${file}.before-5.backup`)).toEqual(before);
    expect(keyValuesIn(file)).toHaveLength(before.key_value?.length ?? 0);
    expect(dump(file).key_value).not.toEqual(before.key_value);
  });
});
