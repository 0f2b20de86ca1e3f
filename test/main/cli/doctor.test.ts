/** [Damage, Command line] doctor: what it prints, how it ends, and that it repairs data that cannot be opened. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

  // The root page of the table of projects or of another one: whatever it is, nothing can be opened without a repair.
  const file = join(data, 'taleport.sqlite');
  const bytes = readFileSync(file);
  for (let page = 1; page < 8; page++) bytes.fill(0xff, page * 4096 + 1, page * 4096 + 5);
  writeFileSync(file, bytes);
  const repaired = await taleport('doctor', '--repair', '--data', data);
  expect([repaired.code, repaired.out]).toEqual([0, expect.stringContaining('taleport.sqlite.damaged-')]);
});
