/** [Damage] what a command has to report about the opening of its data folder is on stderr, whatever else it prints. */
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasModes, hasSignals } from '../../system-abilities.ts';
import { json, newFolder, start, startInstalled, taleport } from './taleport.ts';

async function sharedFolder(): Promise<string> {
  const data = newFolder();
  await json('projects', '--data', data);
  chmodSync(data, 0o755);
  return data;
}

describe.runIf(hasModes).each([
  ['the command line', async (...args: string[]) => start(...args)],
  ['the installed app', startInstalled],
])('a command of %s reports once', (_, run) => {
  test('that others could access the data folder, and they no longer can', async () => {
    const data = await sharedFolder();
    const first = await (await run('projects', '--data', data, '--json')).ended;
    expect(first).toEqual({ code: 0, out: '[]\n', err: `Other users of this computer could access ${data}. Now only you can.\n` });
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect((await (await run('projects', '--data', data)).ended).err).toBe('');
  });

  test('that the backup before an upgrade failed', async () => {
    const data = newFolder();
    await json('projects', '--data', data);
    writeFileSync(join(data, 'version.json'), '{"version":"0.0.9"}');
    const folder = join(newFolder(), 'file');
    writeFileSync(folder, 'not a folder');
    writeFileSync(join(data, 'backups.json'), JSON.stringify({ folder, maxBytes: 2 ** 30 }), { mode: 0o600 });
    const { code, out, err } = await (await run('projects', '--data', data, '--json')).ended;
    expect({ code, out }).toEqual({ code: 0, out: '[]\n' });
    expect(err.split('\n')).toEqual([expect.stringMatching(/^The automatic backup couldn’t be made\. /), '']);
  });
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

test.runIf(hasModes && hasSignals)('watch reports it once, when it is ready', async () => {
  const data = await sharedFolder();
  const watching = start('watch', '--data', data);
  const notice = await watching.line((line) => line.startsWith('Other users of this computer'));
  watching.child.kill('SIGTERM');
  const { out, err } = await watching.ended;
  expect(err).toBe('');
  expect(out.split('\n').filter((line) => line === notice)).toEqual([notice]);
});

test.runIf(hasModes)('serve reports it, too', async () => {
  const data = await sharedFolder();
  const serving = start('serve', '--data', data, '--port', '0');
  await serving.line(() => true);
  serving.child.kill('SIGTERM');
  expect((await serving.ended).err).toBe(`Other users of this computer could access ${data}. Now only you can.\n`);
});
