/** [Damage, Command line] doctor: what it prints, how it ends, and that it repairs data that cannot be opened. */
import { chmodSync, chownSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { crashWithProjects } from '../engine/storage/crashed-folder.ts';
import { json, newFolder, start, startAs, story, taleport } from './taleport.ts';

test('[Command line] doctor checks, repairs and writes a bundle', async () => {
  const [data, files] = [newFolder(), newFolder()];
  const path = join(files, 'small.json');
  writeFileSync(path, JSON.stringify(story()));
  await json('import', path, '--data', data);
  await json('backup', '--data', data);
  const list = await json('doctor', '--data', data);
  const row = { check: expect.any(String), ok: true, detail: expect.any(String), remedy: null };
  expect(list).toEqual(Array.from({ length: 8 }, () => row));
  const bundle = join(files, 'diagnostics.zip');
  expect(await json('doctor', '--bundle', bundle, '--data', data)).toEqual({ file: bundle, bytes: readFileSync(bundle).length });

  const file = join(data, 'taleport.sqlite');
  damagePages(file, "name = 'journal'");
  const repaired = await taleport('doctor', '--repair', '--data', data);
  expect([repaired.code, repaired.out]).toEqual([0, expect.stringContaining('taleport.sqlite.damaged-')]);
  const checks = (await json('doctor', '--data', data)) as { ok: boolean }[];
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);

  damagePages(file, "name <> 'sqlite_schema'");
  // Opening the file, even to read it, makes files next to it.
  const ownFiles = () =>
    readdirSync(data)
      .filter((name) => !/-(?:wal|shm)$/.test(name))
      .sort();
  const before = ownFiles();
  const refused = await taleport('doctor', '--repair', '--data', data);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('taleport restore')]);
  expect(ownFiles()).toEqual(before);
});

test('[Damage] changes lost in a crash are reported by every command until doctor --repair or a service has reported them', async () => {
  const [data, crashed] = [newFolder(), newFolder()];
  rmSync(data, { recursive: true });
  await crashWithProjects(crashed, 4);
  rmSync(join(crashed, 'taleport.sqlite-wal'));
  const warning = 'Recent changes may be lost';
  for (const acknowledge of ['doctor', 'serve'] as const) {
    cpSync(crashed, data, { recursive: true });
    for (const command of [['projects'], ['check', 'none'], ['backups'], ['projects', '--json']]) {
      const { err } = await taleport(...command, '--data', data);
      expect(err.split('\n')[0], command.join(' ')).toContain(warning);
    }
    const checked = await taleport('doctor', '--data', data);
    expect([checked.code, checked.out]).toEqual([1, expect.stringMatching(/✗ changes: .*Recent changes may be lost/)]);
    if (acknowledge === 'doctor') {
      expect(await taleport('doctor', '--repair', '--data', data)).toMatchObject({ code: 0, out: expect.stringContaining(warning) });
    } else {
      const serve = start('serve', '--port', '0', '--data', data);
      await serve.line((line) => line.includes('url'));
      expect(serve.errors()).toContain(warning);
      serve.child.kill('SIGTERM');
      await serve.ended;
    }
    expect((await taleport('projects', '--data', data)).err).not.toContain(warning);
    rmSync(data, { recursive: true });
  }
});

/** Overwrites the headers of the database's pages that SQLite's table of its own pages finds by this condition. */
function damagePages(file: string, condition: string): void {
  const database = openDatabaseFile(file);
  const pages = database.prepare(`SELECT pageno FROM dbstat WHERE ${condition}`).pluck().all().map(Number);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0xff, (page - 1) * 4096, (page - 1) * 4096 + 64);
  writeFileSync(file, bytes);
}

test('[Damage, Command line] a lock with other contents, and an entry without permissions, are named by every command and by doctor', async () => {
  const [data, files] = [newFolder(), newFolder()];
  const path = join(files, 'small.json');
  writeFileSync(path, JSON.stringify(story()));
  await json('import', path, '--data', data);
  const lock = join(data, 'instance.lock');
  writeFileSync(lock, 'x'.repeat(5000));
  const sentence = `${lock} is Taleport’s lock file, but another program has written to it.`;
  expect(await taleport('projects', '--data', data)).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
  expect(await taleport('doctor', '--data', data)).toMatchObject({ code: 1, out: expect.stringContaining(`✗ folder: ${sentence}`) });
  rmSync(lock);
  if (process.platform === 'win32') return;
  // Root may read everywhere, so the commands run as another user.
  const user = process.getuid?.() === 0 ? 65_534 : undefined;
  for (const entry of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    if (user !== undefined) chownSync(join(data, entry), user, user);
  chmodSync(join(data, 'vault'), 0);
  const denied = `You don’t have permission to write to ${join(data, 'vault')}. Change its permissions`;
  expect(await startAs(user, 'projects', '--data', data).ended).toMatchObject({ code: 1, err: expect.stringContaining(denied) });
  expect(await startAs(user, 'doctor', '--data', data).ended).toMatchObject({
    code: 1,
    out: expect.stringContaining(`✗ folder: ${denied}`),
  });
  chmodSync(join(data, 'vault'), 0o700);
  chmodSync(data, 0);
  expect(await startAs(user, 'projects', '--data', data).ended).toMatchObject({
    code: 1,
    err: expect.stringContaining(`You don’t have permission to write to ${data}. Change its permissions`),
  });
  chmodSync(data, 0o700);
  expect(await startAs(user, 'doctor', '--data', data).ended).toMatchObject({ out: expect.stringContaining('✓ folder') });
});
