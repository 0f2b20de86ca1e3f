/** [Damage] what a command has to report about the opening of its data folder is on stderr, whatever else it prints. */
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasModes } from '../../system-abilities.ts';
import { json, newFolder, start, taleport } from './taleport.ts';

async function sharedFolder(): Promise<string> {
  const data = newFolder();
  await json('projects', '--data', data);
  chmodSync(data, 0o755);
  return data;
}

test.runIf(hasModes)('that others could access the data folder is reported once, and they no longer can', async () => {
  const data = await sharedFolder();
  const first = await taleport('projects', '--data', data, '--json');
  expect(first).toEqual({ code: 0, out: '[]\n', err: `Other users of this computer could access ${data}. Now only you can.\n` });
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect((await taleport('projects', '--data', data)).err).toBe('');
});

test.runIf(hasModes)('where other files are in the folder, only those of Taleport are restricted and named', async () => {
  const data = await sharedFolder();
  const [mine, database] = [join(data, 'mine.txt'), join(data, 'taleport.sqlite')];
  writeFileSync(mine, 'mine', { mode: 0o644 });
  chmodSync(database, 0o644);
  expect((await taleport('projects', '--data', data)).err).toBe(
    `Other users of this computer could access ${database}. Now only you can.\n`,
  );
  expect([data, mine, database].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o644, 0o600]);
});

test.runIf(hasModes)('serve reports it, too', async () => {
  const data = await sharedFolder();
  const serving = start('serve', '--data', data, '--port', '0');
  await serving.line(() => true);
  serving.child.kill('SIGTERM');
  expect((await serving.ended).err).toBe(`Other users of this computer could access ${data}. Now only you can.\n`);
});
