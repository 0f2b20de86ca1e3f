/** [Command line] `folder …`: projects that are kept in step with story folders, as a script uses them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../root.ts';
import { newFolder, taleport } from './taleport.ts';

const data = newFolder();
const ask = async (...args: string[]) => {
  const { code, out, err } = await taleport(...args, '--json', '--data', data);
  return {
    code,
    value: out === '' ? undefined : JSON.parse(out),
    problem: err.includes('{') ? JSON.parse(err.trim().split('\n').at(-1) ?? '') : null,
  };
};
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ya?ml$/.test(path) || path.endsWith('.css'));

test('a project is linked, edited on both sides, opened as another project and unlinked', async () => {
  const { hash } = (await ask('import', join(root, 'samples/sample.json'))).value;
  const folder = join(newFolder(), 'story');
  const linked = await ask('folder', 'link', hash, '--folder', folder);
  expect(linked).toMatchObject({ code: 0, value: { hash, folder, files: expect.any(Number) } });
  expect(linked.value.files).toBeGreaterThanOrEqual(filesIn(folder).length);

  const rest = { branch: null, state: 'idle', conflicts: 0, lastRead: null, lastWrite: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
  const status = { hash, folder, waiting: [], ...rest };
  expect((await ask('folder', 'status', hash)).value).toEqual([expect.objectContaining(status)]);
  expect((await ask('folder', 'status')).value).toEqual([expect.objectContaining(status)]);
  expect(await ask('folder', 'status', 'nothing')).toMatchObject({ code: 1, problem: { code: 'notFound' } });

  expect((await ask('folder', 'sync', '--once')).value).toEqual([expect.objectContaining({ hash, read: 0, written: [] })]);
  const read = (await ask('folder', 'status', hash)).value[0];
  expect(read).toMatchObject({ state: 'idle', lastRead: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  const path = filesIn(folder).find((each) => /title: /.test(readFileSync(join(folder, each), 'utf8'))) ?? expect.fail();
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), text.replace(/^( *)title: .*$/m, '$1title: <p>By hand</p>'));
  expect((await ask('folder', 'sync', '--once', hash)).value).toEqual([expect.objectContaining({ hash, read: 1 })]);

  writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}<<<<<<< ours\n`);
  const faulty = await ask('folder', 'sync', '--once', hash);
  expect(faulty).toMatchObject({ code: 1, value: [{ problems: [{ path, message: expect.any(String) }] }] });
  expect((await ask('folder', 'status', hash)).value).toEqual([expect.objectContaining({ problems: faulty.value[0].problems })]);
  const { out: table } = await taleport('folder', 'status', '--data', data);
  expect(table).toContain('Last known status: The project and the story folder are synced, except for 1 problem');
  expect(table).toMatch(new RegExp(`\n${folder}\n {2}${path}:\\d+ `));
  writeFileSync(join(folder, path), text);
  expect((await ask('folder', 'sync', '--once', hash)).code).toBe(0);

  expect((await ask('folder', 'set', hash, '--comments', 'off', '--perforce', 'on', '--off')).value).toMatchObject({
    on: false,
    comments: false,
    perforce: true,
  });
  expect((await ask('folder', 'set', hash, '--comments', 'on', '--perforce', 'off', '--on')).value).toMatchObject({
    on: true,
    comments: true,
    perforce: false,
  });
  expect((await ask('folder', 'set', hash, '--comments', 'maybe')).code).toBe(2);

  // The same folder again is the same project; a folder around it is another one.
  expect(await ask('folder', 'open', '--folder', folder)).toMatchObject({ code: 0, value: { hash, notes: [] } });
  const around = await ask('folder', 'open', '--folder', dirname(folder));
  expect(around).toMatchObject({ code: 1, problem: { detail: expect.stringContaining(`contains the story folder ${folder}`) } });

  expect((await ask('folder', 'unlink', hash)).value).toEqual({ hash });
  expect(existsSync(join(folder, path))).toBe(true);
  const opened = await ask('folder', 'open', '--folder', folder);
  expect(opened).toMatchObject({
    code: 0,
    value: { hash: expect.stringMatching(/^[\w-]{10}$/), name: 'The Lamp at Skerry Point', notes: [] },
  });
  expect(opened.value.hash).not.toBe(hash);
});

test('folder status shows, without a step, the branch, a merge in progress and a folder that is missing', async () => {
  const { hash } = (await ask('import', join(root, 'samples/sample.json'))).value;
  const repository = newFolder();
  const folder = join(repository, 'story');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args]);
  git('init', '-q', '-b', 'trunk');
  await ask('folder', 'link', hash, '--folder', folder);
  const status = async () => (await ask('folder', 'status', hash)).value[0];
  expect(await status()).toMatchObject({ branch: 'trunk', state: 'idle' });
  writeFileSync(join(repository, '.git/index.lock'), '');
  expect(await status()).toMatchObject({ branch: 'trunk', state: 'waiting', reason: 'versionControl' });
  rmSync(join(repository, '.git/index.lock'));
  git('checkout', '-q', '-b', 'draft');
  expect(await status()).toMatchObject({ branch: 'draft', state: 'idle' });
  const rootId = /^id: (\S+)$/m.exec(readFileSync(join(folder, 'story.yaml'), 'utf8'))?.[1] ?? expect.fail();
  for (const path of filesIn(folder))
    if (path.startsWith('boards') && !readFileSync(join(folder, path), 'utf8').startsWith(rootId)) rmSync(join(folder, path));
  const lost = await taleport('folder', 'sync', '--once', hash, '--data', data);
  expect(lost).toMatchObject({
    code: 1,
    out: expect.stringContaining(`taleport folder sync --once ${hash} --accept-removals --data ${data}`),
  });
  rmSync(folder, { recursive: true });
  const missing = await taleport('folder', 'status', hash, '--data', data);
  expect(missing.out).toContain(`The story folder ${folder} doesn’t exist`);
  await ask('folder', 'unlink', hash);
});

test('a folder that cannot be created, or is not there, is named with the reason', async () => {
  const { hash } = (await ask('import', join(root, 'samples/sample.json'))).value;
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const failed = await taleport('folder', 'link', hash, '--folder', join(file, 'story'), '--data', data);
  expect(failed).toMatchObject({ code: 1, err: `The folder ${join(file, 'story')} couldn’t be written: its folder is a file\n` });
  const missing = join(newFolder(), 'nope');
  for (const args of [
    ['check', '--folder', missing],
    ['folder', 'open', '--folder', missing, '--data', data],
  ])
    expect(await taleport(...args)).toMatchObject({ code: 1, err: `The folder ${missing} couldn’t be read: there is no such folder\n` });
});
