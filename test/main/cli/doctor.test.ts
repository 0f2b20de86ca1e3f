/** [Damage, Command line] doctor: what it prints, how it ends, and that it repairs data that cannot be opened. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabaseFile } from '../../../main/engine/storage/sqlite.ts';
import { json, newFolder, story, taleport } from './taleport.ts';

test('[Command line] doctor checks, repairs and writes a bundle', async () => {
  const [data, files] = [newFolder(), newFolder()];
  const path = join(files, 'small.json');
  writeFileSync(path, JSON.stringify(story()));
  await json('import', path, '--data', data);
  await json('backup', '--data', data);
  const list = await json('doctor', '--data', data);
  const row = { check: expect.any(String), ok: true, detail: expect.any(String), remedy: null };
  expect(list).toEqual(Array.from({ length: 6 }, () => row));
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
