/** [Command line] `folder …`: projects that are kept in step with story folders, as a script uses them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

  const rest = { branch: null, conflicts: 0, lastRead: null, lastWrite: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
  const status = { hash, folder, waiting: [], ...rest };
  expect((await ask('folder', 'status', hash)).value).toEqual([expect.objectContaining(status)]);
  expect((await ask('folder', 'status')).value).toEqual([expect.objectContaining(status)]);
  expect(await ask('folder', 'status', 'nothing')).toMatchObject({ code: 1, problem: { code: 'notFound' } });

  expect((await ask('folder', 'sync', '--once')).value).toEqual([expect.objectContaining({ hash, read: 0, written: [] })]);
  const path = filesIn(folder).find((each) => /title: /.test(readFileSync(join(folder, each), 'utf8'))) ?? expect.fail();
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), text.replace(/^( *)title: .*$/m, '$1title: <p>By hand</p>'));
  expect((await ask('folder', 'sync', '--once', hash)).value).toEqual([expect.objectContaining({ hash, read: 1 })]);

  writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}<<<<<<< ours\n`);
  const faulty = await ask('folder', 'sync', '--once', hash);
  expect(faulty).toMatchObject({ code: 1, value: [{ problems: [{ path, message: expect.any(String) }] }] });
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

  expect((await ask('folder', 'unlink', hash)).value).toEqual({ hash });
  expect(existsSync(join(folder, path))).toBe(true);
  const opened = await ask('folder', 'open', '--folder', folder);
  expect(opened).toMatchObject({
    code: 0,
    value: { hash: expect.stringMatching(/^[\w-]{10}$/), name: 'The Lamp at Skerry Point', notes: [] },
  });
  expect(opened.value.hash).not.toBe(hash);
});
