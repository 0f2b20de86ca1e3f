/** [Backups, Command line] backup, backups, restore: what they print, how they end, and that they work when the data cannot be opened. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { json, newFolder, problemIn, start, story, taleport } from './taleport.ts';

const data = newFolder();
const files = newFolder();
let hash = '';

const exportOf = async (project: string, folder: string): Promise<string> => {
  const file = join(files, `${project}.json`);
  await json('export', project, '--format', 'json', '--all-locales', '--out', file, '--data', folder);
  return readFileSync(file, 'utf8');
};
const hashIn = (value: unknown): string => String(Reflect.get(Object(value), 'hash'));

beforeAll(async () => {
  const path = join(files, 'small.json');
  writeFileSync(path, JSON.stringify(story()));
  hash = hashIn(await json('import', path, '--data', data));
});

describe('[Backups] on the command line', () => {
  test('backup and backups print what the specification names', async () => {
    expect(await json('backups', '--data', data)).toEqual([]);
    const made = await json('backup', '--data', data);
    expect(made).toEqual({ file: expect.stringContaining(data), bytes: expect.any(Number), projects: 1 });
    const list = await json('backups', '--data', data);
    expect(list).toEqual([
      { id: expect.stringMatching(/^\d{8}T\d{6}Z-\w{4}$/), at: expect.any(String), reason: 'manual', bytes: expect.any(Number) },
    ]);
    expect((await taleport('backups', '--data', data)).out).toMatch(/BACKUP.*TIME.*SIZE.*REASON\n\d{8}T.*Manual/);
  });

  test('backup --out writes one file, of all projects or of one', async () => {
    for (const args of [[], [hash]]) {
      const file = join(files, `kept${args.length}.taleport-backup`);
      expect(await json('backup', ...args, '--out', file, '--data', data)).toEqual({ file, bytes: statSync(file).size, projects: 1 });
    }
    const unknown = await taleport('backup', 'nothing', '--out', join(files, 'x'), '--data', data, '--json');
    expect([unknown.code, problemIn(unknown)]).toMatchObject([1, { code: 'notFound' }]);
  });

  test('no command overwrites the database, also while another process serves it', async () => {
    const serve = start('serve', '--port', '0', '--data', data);
    await serve.line((line) => line.includes('url'));
    const file = join(data, 'taleport.sqlite');
    const project = ['export', hash, '--out', file, '--force', '--format'];
    const commands = [
      [...project, 'json'],
      [...project, 'html'],
      [...project, 'taleport'],
      ['backup', hash, '--out', file],
      ['doctor', '--bundle', file],
    ];
    for (const command of commands) {
      const refused = await taleport(...command, '--data', data, '--json');
      expect([refused.code, problemIn(refused)], command.join(' ')).toMatchObject([
        1,
        { code: 'invalid', errors: { file: expect.stringContaining('Taleport stores') } },
      ]);
    }
    serve.child.kill('SIGTERM');
    await serve.ended;
    expect(await json('projects', '--data', data)).toMatchObject([{ hash }]);
  });

  test('restore creates a new project from a backup or a file', async () => {
    const file = join(files, 'one.taleport-backup');
    await json('backup', hash, '--out', file, '--data', data);
    const restored = await json('restore', file, '--data', data);
    expect(hashIn(restored)).not.toBe(hash);
    expect(await exportOf(hashIn(restored), data)).toBe(await exportOf(hash, data));
    expect(await json('restore', file, '--as', 'Another name', '--data', data)).toMatchObject({ name: 'Another name' });
    const unknown = await taleport('restore', '20200101T000000Z-abcd', '--data', data, '--json');
    expect([unknown.code, problemIn(unknown)]).toMatchObject([1, { code: 'notFound' }]);
  });

  test('restore --into works when the present data cannot be opened, which names the backup to take', async () => {
    const broken = newFolder();
    const path = join(files, 'small.json');
    const lost = hashIn(await json('import', path, '--data', broken));
    const before = await exportOf(lost, broken);
    await json('backup', '--data', broken);
    rmSync(join(broken, 'taleport.sqlite'));
    const refused = await taleport('projects', '--data', broken);
    expect(refused.code).toBe(1);
    const [, id = ''] = /taleport restore (\S+) --into FOLDER/.exec(refused.err) ?? [];
    const into = join(newFolder(), 'restored');
    expect(await json('restore', id, '--into', into, '--data', broken)).toMatchObject({ folder: into, projects: [{ hash: lost }] });
    expect(await exportOf(lost, into)).toBe(before);
    const again = await taleport('restore', id, '--into', into, '--data', broken, '--json');
    expect([again.code, problemIn(again)]).toMatchObject([1, { code: 'folder' }]);
  });
});
