import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { firstElement, json, newFolder, problemIn, story, taleport } from './taleport.ts';

const data = newFolder();
const files = newFolder();
let hash = '';
let faulty = '';

function file(name: string, value: unknown): string {
  const path = join(files, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

async function imported(path: string, ...args: string[]): Promise<string> {
  const made = await json('import', path, '--data', data, ...args);
  return String(Reflect.get(Object(made), 'hash'));
}

beforeAll(async () => {
  hash = await imported(file('small.json', story()));
  faulty = await imported(file('faulty.json', story('<pre><code>x = = 1</code></pre>')), '--name', 'Faulty');
});

describe('usage', () => {
  it.each([
    [[]],
    [['fly']],
    [['backup', 'x']],
    [['restore']],
    [['restore', 'x', '--into', 'y', '--as', 'z']],
    [['target']],
    [['target', 'paint']],
    [['import']],
    [['import', 'one', 'two']],
    [['projects', '--colour']],
    [['projects', '--data']],
    [['export', 'x', '--out', 'y']],
    [['export', 'x', '--format', 'xml', '--out', 'y']],
    [['export', 'x', '--format', 'script', '--out', 'y.docx', '--force']],
    [['check', 'x', '--format', 'yaml']],
    [['locale', 'add', 'x', 'de']],
  ])('taleport %j is a usage error: a sentence and exit code 2', async (args) => {
    const ended = await taleport(...args);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/[.:?].*\n$/s);
  });

  it('an unknown command prints the available ones', async () => {
    expect((await taleport('fly')).err).toMatch(/"fly".*import.*projects.*export.*check.*target.*watch.*locale/);
  });

  it('--json adds the Problem as one line of JSON on stderr', async () => {
    const ended = await taleport('fly', '--json');
    expect(ended.code).toBe(2);
    expect(ended.err.trimEnd().split('\n')).toHaveLength(2);
    expect(problemIn(ended)).toMatchObject({ code: 'invalid', detail: expect.stringContaining('fly') });
  });

  it('--help describes all commands, and one', async () => {
    const all = await taleport('--help');
    expect(all).toMatchObject({ code: 0, err: '' });
    for (const name of ['import', 'projects', 'export', 'check', 'target add', 'target run', 'watch', 'serve', 'locale main'])
      expect(all.out).toContain(name);
    expect((await taleport('target', 'add', '--help')).out).toContain('target add HASH --folder DIR');
  });

  it('--version prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string };
    expect((await taleport('--version')).out).toBe(`Taleport ${version}\n`);
  });
});

describe('import and projects', () => {
  it('import --json prints {hash, projectId, name, notes}', async () => {
    const made = await json('import', file('named.json', story()), '--name', 'Named', '--data', data);
    expect(made).toEqual({ hash: expect.any(String), projectId: expect.any(Number), name: 'Named', notes: expect.any(Array) });
  });

  it('projects --json prints [{hash, name, updatedAt, createdAt, status}]', async () => {
    const projects = await json('projects', '--data', data);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(projects).toContainEqual({ hash, name: 'Small', updatedAt: time, createdAt: time, status: 'active' });
  });

  it('prints a table without --json', async () => {
    expect((await taleport('projects', '--data', data)).out).toMatch(new RegExp(`^PROJECT +CHANGED +NAME\n(.*\n)*${hash}  .*  Small\n`));
  });

  it('a missing or invalid file fails with code 1 and a message', async () => {
    for (const path of [join(files, 'none.json'), file('no-story.json', { hello: 1 })]) {
      const ended = await taleport('import', path, '--data', data, '--json');
      expect(ended).toMatchObject({ code: 1, out: '' });
      expect(problemIn(ended)).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    }
  });

  it('[G27] dangling references reject the file; --repair removes them and reports them', async () => {
    const nobody = '00000000-0000-4000-8000-000000000099';
    const broken = file('broken.json', { ...story(), startingElement: nobody });
    expect((await taleport('import', broken, '--data', data)).code).toBe(1);
    const made = await json('import', broken, '--repair', '--data', data);
    expect(Reflect.get(Object(made), 'notes')).toContainEqual(expect.stringContaining(nobody));
  });

  it.each(readHostedExports())(`imports the real file $name${skippedSuffix}`, async ({ path }) => {
    const made = await json('import', path, '--repair', '--data', newFolder());
    expect(made).toMatchObject({ hash: expect.any(String), notes: expect.any(Array) });
  });
});

describe('export', () => {
  it.each(['json', 'unity', 'unreal', 'godot'])('%s writes the file and prints {file, bytes, warnings}', async (format) => {
    const out = join(files, `out.${format}`);
    const written = await json('export', hash, '--format', format, '--out', out, '--data', data);
    expect(written).toEqual({ file: out, bytes: statSync(out).size, warnings: expect.any(Array) });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ name: 'Small' });
  });

  it('a story that would fail in the engine is not exported: all errors are reported, and nothing is written', async () => {
    const out = join(files, 'untouched.json');
    writeFileSync(out, 'before');
    const ended = await taleport('export', faulty, '--format', 'unity', '--out', out, '--data', data, '--json');
    expect(ended.code).toBe(1);
    expect(problemIn(ended)).toMatchObject({ code: 'storyError' });
    expect(readFileSync(out, 'utf8')).toBe('before');
    expect(await json('export', faulty, '--format', 'json', '--out', out, '--data', data)).toMatchObject({ file: out });
  });

  it.each([
    ['a folder that is not there', () => ['export', hash, '--format', 'json', '--out', join(files, 'no', 'where.json')], 'folder'],
    [
      'an unknown language',
      () => ['export', hash, '--format', 'json', '--out', join(files, 'x.json'), '--locale', 'xx'],
      expect.any(String),
    ],
    ['an unknown project', () => ['export', 'nobody', '--format', 'json', '--out', join(files, 'x.json')], 'notFound'],
  ])('%s fails with 1', async (_, args, code) => {
    const ended = await taleport(...args(), '--data', data, '--json');
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(problemIn(ended)).toMatchObject({ code });
  });
});

describe('check', () => {
  it('prints [{severity, rule, message, kind, id}] and exits with 1 if any is an error', async () => {
    const ended = await taleport('check', faulty, '--engine', 'unity', '--data', data, '--json');
    expect(ended.code).toBe(1);
    const findings = JSON.parse(ended.out) as object[];
    for (const finding of findings) expect(Object.keys(finding)).toEqual(['severity', 'rule', 'message', 'kind', 'id']);
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', kind: 'element', id: firstElement }));
    expect((await taleport('check', hash, '--data', data)).code).toBe(0);
  });

  it('--format json is the same without --json', async () => {
    expect(JSON.parse((await taleport('check', hash, '--format', 'json', '--data', data)).out)).toEqual(
      await json('check', hash, '--data', data),
    );
  });

  it('--format junit is XML with a failed case for each error', async () => {
    const { out, code } = await taleport('check', faulty, '--engine', 'unity', '--format', 'junit', '--data', data);
    expect(code).toBe(1);
    expect(out).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites .*failures="1"/);
    expect(out).toMatch(/<failure type="[^"]+" message="[^"]+">/);
  });
});

describe('locale', () => {
  it('[G20] add, rename, main and remove each print the languages as they are then', async () => {
    const en = { iso: 'en', name: 'English', base: null };
    const own = await imported(file('languages.json', story()));
    const locale = (...args: string[]) => json('locale', ...args, '--data', data);
    expect(await locale('list', own)).toEqual([en]);
    expect(await locale('add', own, 'de', '--name', 'Deutsch')).toEqual([en, { iso: 'de', name: 'Deutsch', base: 'en' }]);
    expect(await locale('add', own, 'de-at', '--name', 'Tirolerisch', '--base', 'de')).toContainEqual({
      iso: 'de-at',
      name: 'Tirolerisch',
      base: 'de',
    });
    expect(await locale('rename', own, 'de-at', '--name', 'Tyrolean')).toContainEqual({ iso: 'de-at', name: 'Tyrolean', base: 'de' });
    expect(await locale('main', own, 'de')).toContainEqual({ iso: 'de', name: 'Deutsch', base: null });
    expect(await locale('remove', own, 'de-at')).not.toContainEqual(expect.objectContaining({ iso: 'de-at' }));
    expect((await taleport('locale', 'remove', own, 'de', '--data', data)).code).toBe(1);
  });
});

it('an option in front of the command, a subcommand that does not exist and an empty name are told as what they are', async () => {
  const empty = newFolder();
  expect(await taleport('--data', empty, '--json', 'projects')).toEqual({ code: 0, out: '[]\n', err: '' });
  expect(await taleport(`--data=${data}`, 'locale', 'bogus')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Unknown command "locale bogus"/),
  });
  for (const args of [
    ['import', 'story.json', '--name', ''],
    ['key', 'create', '--name', '', '--read'],
  ])
    expect(await taleport(...args, '--data', data)).toEqual({ code: 2, out: '', err: '--name must not be empty.\n' });
});

it('a fault of a field names the option that sets it, and a file that cannot be written the reason', async () => {
  const run = async (...args: string[]) => {
    const { code, err } = await taleport(...args, '--data', data);
    return [code, err.trimEnd()];
  };
  const out = join(data, '../none/file');
  expect(await run('export', hash, '--format', 'json', '--out', newFolder())).toEqual([1, '--out: is a folder']);
  expect(await run('export', hash, '--format', 'json', '--out', join(newFolder(), 'a.json'), '--board', 'nope')).toEqual([
    1,
    '--board: the project doesn’t have this board',
  ]);
  expect(await run('remote', 'add', 'X', '--url', 'http://127.0.0.1:1', '--key-env', 'TALEPORT_NOBODY')).toEqual([
    1,
    expect.stringMatching(/^--key-env: /),
  ]);
  const other = file('other.json', {});
  expect(await run('restore', other)).toEqual([1, expect.stringContaining('other.json isn’t a backup')]);
  expect(await run('doctor', '--bundle', newFolder())).toEqual([1, '--bundle: is a folder']);
  for (const args of [
    ['export', hash, '--format', 'json', '--out', '-'],
    ['backup', '--out', '-'],
    ['doctor', '--bundle', '-'],
  ])
    expect(await run(...args)).toEqual([2, expect.stringContaining('can’t write to standard output')]);
  expect(await run('backup', '--out', out)).toEqual([1, expect.stringContaining('its folder doesn’t exist')]);
  expect(await run('doctor', '--bundle', out)).toEqual([1, expect.stringContaining('its folder doesn’t exist')]);
});
