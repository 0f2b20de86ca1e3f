/** An integrity check that could not run proves nothing about the data, which must not be reported as damaged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkIntegrityInBackground } from '../../../main/engine/database-tasks/run-database-task.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('[Store] a file that is no database is damaged; one that is not there could not be checked', async () => {
  const file = join(folder, 'damaged.sqlite');
  writeFileSync(file, 'This was a database once. '.repeat(100));
  expect(await checkIntegrityInBackground(file)).toBe('file is not a database');
  await expect(checkIntegrityInBackground(join(folder, 'gone.sqlite'))).rejects.toThrow('gone.sqlite');
});
