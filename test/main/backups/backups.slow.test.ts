/** [Backups] made, listed, compared, exported and restored by the calls that the window and the command line make. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { readAllRecords } from '../../../main/backups/restore-project.ts';
import { openStoredProjects } from '../../../main/engine/storage/stored-projects.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';
import { hasModes } from '../../system-abilities.ts';
import { createProjectWithPicture, exportOf, type OpenFolder, openFolder } from './data-folder.ts';

const rename = ({ invoke }: OpenFolder, hash: string, name: string) => invoke('project.rename', { hash, name });
const newestOf = async ({ invoke }: OpenFolder) => (await invoke('backup.list', {}))[0];
const problemOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => expect.unreachable('it must fail'),
    (error: unknown) => (error instanceof Problem ? error : expect.unreachable(String(error))),
  );
const storedFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'backups', 'files'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

describe('[Backups 1] a backup', () => {
  test('is listed with its time, reason, size and projects, newest first', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    const first = await data.invoke('backup.create', {});
    await data.invoke('project.create', { template: 'empty' });
    await data.invoke('backup.create', {});
    const list = await data.invoke('backup.list', {});
    expect(list.map(({ reason, projects }) => [reason, projects.length])).toEqual([
      ['manual', 2],
      ['manual', 1],
    ]);
    expect(list[1]).toMatchObject({ bytes: first.bytes, projects: [{ hash, name: 'The Lamp at Skerry Point' }] });
    expect(Date.parse(list[0]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(list[1]?.at ?? ''));
    expect(first).toMatchObject({ file: join(data.folder, 'backups', list[1]?.id ?? ''), projects: 1 });
  });

  test('stores each file once, linked to the vault', async () => {
    const data = await openFolder();
    const { sha256 } = await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    await data.invoke('backup.create', {});
    const stored = storedFiles(data.folder);
    expect(stored).toContain(sha256);
    expect(stored).toHaveLength(new Set(stored).size);
    const vault = join(data.folder, 'vault', sha256.slice(0, 2), sha256);
    expect(statSync(join(data.folder, 'backups', 'files', sha256.slice(0, 2), sha256)).ino).toBe(statSync(vault).ino);
  });

  test.runIf(hasModes)('is readable by this user only', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    const { file } = await data.invoke('backup.create', {});
    expect([file, join(file, 'taleport.sqlite'), join(file, 'backup.json')].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0]);
  });

  test('of a damaged database is not made, and the newest good one stays', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    const [good] = await data.invoke('backup.list', {});
    await data.close();
    const file = join(data.folder, 'taleport.sqlite');
    const bytes = readFileSync(file);
    // The last pages, which nobody reads when the file is opened.
    bytes.fill(0x5a, bytes.length - 2 * 4096);
    writeFileSync(file, bytes);
    const damaged = await openFolder(data.folder);
    expect((await problemOf(damaged.invoke('backup.create', {}))).code).toBe('store');
    expect(await damaged.invoke('backup.list', {})).toEqual([good]);
    expect(readdirSync(join(data.folder, 'backups')).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
  });

  test('that cannot be written names the place, and leaves nothing', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    writeFileSync(join(data.folder, 'backups'), 'a file');
    const problem = await problemOf(data.invoke('backup.create', {}));
    expect(problem).toMatchObject({ code: 'store' });
    expect(problem.message).toContain(join(data.folder, 'backups'));
    expect(readFileSync(join(data.folder, 'backups'), 'utf8')).toBe('a file');
  });

  test('under constant writes has the state between two acknowledged edits', async () => {
    const data = await openFolder();
    const { hash } = await data.invoke('project.create', { template: 'empty' });
    const board = await data.invoke('project.send', { hash, command: { do: 'create', kind: 'board', fields: { name: '0' } } });
    const [id = ''] = board.ids;
    let isRunning = true;
    let last = 0;
    const writing = (async () => {
      // Both fields change with each edit; a state in between would have different numbers.
      while (isRunning) {
        const number = last + 1;
        const fields = { name: String(number) };
        await data.invoke('project.send', {
          hash,
          command: {
            do: 'batch',
            commands: [
              { do: 'change', kind: 'board', id, fields },
              { do: 'change', kind: 'project', id: 'project', fields },
            ],
          },
        });
        last = number;
        await nextTurn();
      }
    })();
    for (let round = 0; round < 5; round++) {
      const before = last;
      const { file } = await data.invoke('backup.create', {});
      const after = last;
      const stored = await openStoredProjects(join(file, 'taleport.sqlite'), join(newFolder(), 'upgraded'));
      const { intact: records } = await readAllRecords(stored, hash);
      stored.close();
      const numbers = records.flatMap((record) => (record.id === id || record.kind === 'project' ? [Number(record.name)] : []));
      expect(numbers[0]).toBe(numbers[1]);
      expect(numbers[0]).toBeGreaterThanOrEqual(before);
      expect(numbers[0]).toBeLessThanOrEqual(after + 1);
    }
    isRunning = false;
    await writing;
    expect(last).toBeGreaterThan(5);
  });
});

describe('[Backups 2] automatic backups', () => {
  test('are made before a large import and before a restore', async () => {
    const data = await openFolder();
    await data.invoke('project.create', { template: 'empty' });
    await data.invoke('project.import', { source: { path: join(import.meta.dirname, '../../../samples/sample.json') } });
    expect(await data.invoke('backup.list', {})).toEqual([]);
    const { hash } = await data.invoke('project.create', { template: 'empty' });
    const [boardId = ''] = (await data.invoke('project.send', { hash, command: { do: 'create', kind: 'board', fields: { name: 'B' } } }))
      .ids;
    const notes = Array.from({ length: 1001 }, (_, x) => ({ do: 'create' as const, kind: 'note' as const, fields: { boardId, x, y: 0 } }));
    await data.invoke('project.send', { hash, command: { do: 'batch', commands: notes } });
    const file = join(newFolder(), 'large.json');
    await data.invoke('project.export', { hash, file, options: { format: 'json' }, force: true });
    await data.invoke('project.import', { source: { path: file } });
    expect((await data.invoke('backup.list', {})).map(({ reason }) => reason)).toEqual(['beforeImport']);
    const { key } = await data.invoke('apiKey.create', { name: 'any', permissions: ['project:write'] });
    const { url } = await data.invoke('service.start', { port: 0 });
    const imported = await fetch(`${url}/api/v1/workspace/projects/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"name":"Large","project":${readFileSync(file, 'utf8')}}`,
    });
    expect(imported.status).toBe(201);
    expect((await data.invoke('backup.list', {})).map(({ reason }) => reason)).toEqual(['beforeImport', 'beforeImport']);
    const id = (await newestOf(data))?.id ?? '';
    await data.invoke('backup.restore', { source: { id }, project: hash });
    expect((await data.invoke('backup.list', {})).map(({ reason }) => reason)).toEqual(['beforeRestore', 'beforeImport', 'beforeImport']);
  });

  test('that fail are reported once, and the step continues', async () => {
    const data = await openFolder();
    const { hash } = await data.invoke('project.create', { template: 'sample' });
    const file = join(newFolder(), 'kept.taleport-backup');
    await data.invoke('backup.create', { file });
    rmSync(join(data.folder, 'backups'), { recursive: true });
    writeFileSync(join(data.folder, 'backups'), 'a file');
    for (const name of ['One', 'Two']) await data.invoke('backup.restore', { source: { file }, project: hash, name });
    expect((await data.invoke('project.list', {})).map(({ name }) => name)).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(data.events.filter(({ event }) => event === 'notice')).toHaveLength(1);
  });
});

describe('[Backups 4] a project', () => {
  test('comes back as a new project, byte for byte, with its files', async () => {
    const data = await openFolder();
    const { hash, file } = await createProjectWithPicture(data);
    const before = await exportOf(data, hash);
    await data.invoke('backup.create', {});
    await rename(data, hash, 'Changed');
    const changed = await exportOf(data, hash);
    const id = (await newestOf(data))?.id ?? '';
    const restored = await data.invoke('backup.restore', { source: { id } });
    expect(restored.hash).not.toBe(hash);
    expect(restored.notes).toEqual([]);
    expect(await exportOf(data, restored.hash)).toBe(before);
    expect(await exportOf(data, hash)).toBe(changed);
    const located = await data.invoke('asset.locate', { hash: restored.hash, file });
    expect(readFileSync(located?.path ?? '')).toEqual(readFileSync((await data.invoke('asset.locate', { hash, file }))?.path ?? ''));
  });

  test('comes back after it and its files were deleted', async () => {
    const data = await openFolder();
    const { hash, file, sha256 } = await createProjectWithPicture(data);
    const before = await exportOf(data, hash);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    await data.invoke('project.remove', { hash });
    expect(existsSync(join(data.folder, 'vault', sha256.slice(0, 2), sha256))).toBe(false);
    const restored = await data.invoke('backup.restore', { source: { id }, project: hash });
    expect(await exportOf(data, restored.hash)).toBe(before);
    expect(await data.invoke('asset.locate', { hash: restored.hash, file })).not.toBeNull();
  });

  test('gets another name on request', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const restored = await data.invoke('backup.restore', { source: { id }, project: hash, name: 'From the backup' });
    expect(restored.name).toBe('From the backup');
    expect((await data.invoke('project.list', {})).map(({ name }) => name)).toContain('From the backup');
  });

  test('has to be named if there are several', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    const { hash: other } = await data.invoke('project.create', { template: 'empty' });
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const problem = await problemOf(data.invoke('backup.restore', { source: { id } }));
    expect(problem.code).toBe('invalid');
    expect(problem.message).toContain(hash);
    expect(problem.message).toContain(other);
    expect(await data.invoke('project.list', {})).toHaveLength(2);
  });

  test('of a damaged backup is refused, and nothing is created', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    const { file } = await data.invoke('backup.create', {});
    const database = join(file, 'taleport.sqlite');
    const bytes = readFileSync(database);
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
    writeFileSync(database, bytes);
    const id = (await newestOf(data))?.id ?? '';
    expect((await problemOf(data.invoke('backup.restore', { source: { id } }))).message).toContain('damaged');
    expect(await data.invoke('project.list', {})).toHaveLength(1);
  });

  test('whose file is damaged in the backup comes back without it, and this is reported', async () => {
    const data = await openFolder();
    const { hash, sha256 } = await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    await data.invoke('project.remove', { hash });
    const stored = join(data.folder, 'backups', 'files', sha256.slice(0, 2), sha256);
    chmodSync(stored, 0o600);
    writeFileSync(stored, 'not a picture');
    const restored = await data.invoke('backup.restore', { source: { id }, project: hash });
    expect(restored.notes).toMatchObject([{ key: 'backup.fileNotRestored', params: { name: 'lamp.png' } }]);
  });
});

describe('[Backups 5] a comparison', () => {
  test('counts what was added, changed and removed since, by project', async () => {
    const data = await openFolder();
    const { hash, asset } = await createProjectWithPicture(data);
    const { hash: same } = await data.invoke('project.create', { template: 'empty' });
    const { hash: deleted, name } = await data.invoke('project.create', { template: 'empty', name: 'Deleted' });
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    await rename(data, hash, 'Renamed');
    await data.invoke('project.send', { hash, command: { do: 'remove', kind: 'asset', id: asset } });
    await data.invoke('project.send', { hash, command: { do: 'create', kind: 'board', fields: { name: 'New' } } });
    await data.invoke('project.remove', { hash: deleted });
    const { hash: later } = await data.invoke('project.create', { template: 'empty' });
    const compared = await data.invoke('backup.compare', { source: { id } });
    expect(new Map(compared.map((each) => [each.hash, each]))).toMatchObject(
      new Map([
        [hash, { state: 'changed', added: 1, changed: 1, removed: 1 }],
        [same, { state: 'same', added: 0, changed: 0, removed: 0 }],
        [deleted, { state: 'onlyInBackup', name }],
        [later, { state: 'onlyNow' }],
      ]),
    );
  });
});

describe('[Backups 6] a file', () => {
  test('with one project contains nothing of the others, and restores it', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    await data.invoke('project.create', { template: 'empty', name: 'Quite another story' });
    await data.invoke('apiKey.create', { name: 'secret key' });
    const before = await exportOf(data, hash);
    const file = join(newFolder(), 'one.taleport-backup');
    expect(await data.invoke('backup.create', { hash, file })).toMatchObject({ file, projects: 1, bytes: statSync(file).size });
    const other = await openFolder();
    const restored = await other.invoke('backup.restore', { source: { file } });
    expect(await exportOf(other, restored.hash)).toBe(before);
    const into = join(newFolder(), 'data');
    await restoreBackupInto(data.folder, { file }, into);
    const text = readFileSync(join(into, 'taleport.sqlite'), 'latin1');
    expect(text).toContain('Skerry');
    expect(text).not.toMatch(/Quite another story|secret key/);
  });

  test('of a listed backup is the same backup', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    await rename(data, hash, 'Later');
    const file = join(newFolder(), 'kept.taleport-backup');
    await data.invoke('backup.export', { id, file });
    expect(await data.invoke('backup.compare', { source: { file } })).toEqual(await data.invoke('backup.compare', { source: { id } }));
  });

  test('that is cut off or is something else is refused', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    const file = join(newFolder(), 'kept.taleport-backup');
    await data.invoke('backup.create', { file });
    const bytes = readFileSync(file);
    for (const broken of [bytes.subarray(0, bytes.length / 2), Buffer.from('{}'), Buffer.alloc(0)]) {
      writeFileSync(file, broken);
      expect((await problemOf(data.invoke('backup.restore', { source: { file } }))).code).toBe('invalid');
    }
    expect((await problemOf(data.invoke('backup.restore', { source: { file: `${file}.missing` } }))).code).toBe('notFound');
  });
});

describe('[Backups 6] a backup that cannot be read is named', () => {
  test.each([
    ['with a longer name than the system allows', `${'a'.repeat(300)}.taleport-backup`, 'File not found: '],
    ['a folder', '.', 'isn’t a backup'],
  ])('%s', async (_, name, reason) => {
    const data = await openFolder();
    const file = join(data.folder, name);
    const problems = [
      await problemOf(data.invoke('backup.restore', { source: { file } })),
      await problemOf(restoreBackupInto(data.folder, { file }, join(newFolder(), 'restored'))),
    ];
    for (const { code, message } of problems) {
      expect(code).not.toBe('internal');
      expect(message).toContain(reason);
      expect(message).toContain(basename(file));
    }
  });

  test('a file with such a name is not written, and the name is the reason', async () => {
    const data = await openFolder();
    const file = join(newFolder(), 'a'.repeat(300));
    expect((await problemOf(data.invoke('backup.create', { file }))).message).toBe(
      `The name of ${file} is too long. Choose a shorter one.`,
    );
  });
});

describe('[Backups 7] a whole backup', () => {
  test('restores into a folder whose name is as long as the system allows', async () => {
    const data = await openFolder();
    await data.invoke('project.create', { template: 'empty' });
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const folder = join(newFolder(), 'a'.repeat(255));
    expect(await restoreBackupInto(data.folder, { id }, folder)).toMatchObject({ folder, missingFiles: 0 });
    expect(readdirSync(dirname(folder))).toEqual([basename(folder)]);
  });

  test('restores all projects, files and settings into an empty folder', async () => {
    const data = await openFolder();
    const { hash, file } = await createProjectWithPicture(data);
    await data.invoke('workspace.set', { seats: 7 });
    const before = await exportOf(data, hash);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const into = join(newFolder(), 'restored');
    expect(await restoreBackupInto(data.folder, { id }, into)).toMatchObject({ folder: into, projects: [{ hash }], missingFiles: 0 });
    const restored = await openFolder(into);
    expect(await exportOf(restored, hash)).toBe(before);
    expect(await restored.invoke('workspace.show', {})).toMatchObject({ seats: 7 });
    expect(await restored.invoke('asset.locate', { hash, file })).not.toBeNull();
    expect(await restored.invoke('project.undo', { hash })).toMatchObject({ skipped: [] });
  });

  test('pauses all game folders', async () => {
    const data = await openFolder();
    const { hash } = await createProjectWithPicture(data);
    const game = newFolder();
    writeFileSync(join(game, 'project.godot'), '');
    await data.invoke('target.add', { hash, folder: game });
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const into = join(newFolder(), 'restored');
    await restoreBackupInto(data.folder, { id }, into);
    expect(await (await openFolder(into)).invoke('target.list', {})).toMatchObject([{ hash, status: { state: 'off' } }]);
  });

  test('never goes into a folder that contains anything', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    await data.invoke('backup.create', {});
    const id = (await newestOf(data))?.id ?? '';
    const into = newFolder();
    writeFileSync(join(into, 'mine.txt'), 'mine');
    expect((await problemOf(restoreBackupInto(data.folder, { id }, into))).code).toBe('folder');
    expect(readdirSync(into)).toEqual(['mine.txt']);
    expect((await problemOf(restoreBackupInto(data.folder, { id }, join(into, 'mine.txt')))).code).toBe('folder');
  });
});

describe('[Backups 3] the space', () => {
  test('removes nothing while the file with the chosen limit cannot be read', async () => {
    const data = await openFolder();
    await data.invoke('project.create', { template: 'empty' });
    await data.invoke('backup.configure', { maxBytes: 2 ** 40 });
    for (let count = 0; count < 2; count++) await data.invoke('backup.create', {});
    // Larger than the default limit, which would leave only the newest one.
    for (const { id } of await data.invoke('backup.list', {})) {
      const file = join(data.folder, 'backups', id, 'backup.json');
      const manifest: object = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...manifest, database: { ...Reflect.get(manifest, 'database'), bytes: 5 * 2 ** 30 } }));
    }
    const settings = join(data.folder, 'backups.json');
    rmSync(settings);
    mkdirSync(settings);
    await data.invoke('backup.create', {});
    expect(await data.invoke('backup.list', {})).toHaveLength(3);
    rmSync(settings, { recursive: true });
    await data.invoke('backup.create', {});
    expect(await data.invoke('backup.list', {})).toHaveLength(2);
  });
});

describe('[Backups 8] the place', () => {
  test('can be another folder, but none of the data', async () => {
    const data = await openFolder();
    await createProjectWithPicture(data);
    const folder = join(newFolder(), 'elsewhere');
    expect(await data.invoke('backup.configure', { folder, maxBytes: 2 ** 30 })).toMatchObject({ folder, path: folder, maxBytes: 2 ** 30 });
    const { file } = await data.invoke('backup.create', {});
    expect(file.startsWith(folder)).toBe(true);
    expect(await data.invoke('backup.list', {})).toHaveLength(1);
    for (const wrong of [join(data.folder, 'vault'), data.folder, 'relative'])
      expect((await problemOf(data.invoke('backup.configure', { folder: wrong }))).faultsByPath).toHaveProperty('folder');
    expect(await data.invoke('backup.status', {})).toMatchObject({ folder });
    expect(await data.invoke('backup.configure', { folder: null })).toMatchObject({ folder: null, path: join(data.folder, 'backups') });
  });

  test('is never shared by two data folders', async () => {
    const folder = newFolder();
    const [one, other] = [await openFolder(), await openFolder()];
    await one.invoke('backup.configure', { folder });
    expect((await problemOf(other.invoke('backup.configure', { folder }))).faultsByPath).toHaveProperty('folder');
  });
});
