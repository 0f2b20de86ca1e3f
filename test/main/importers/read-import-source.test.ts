/** The source of a story: a file, a folder, a .zip or text, with an error message for everything else. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ImportSource, readImportSource } from '../../../main/importers/read-import-source.ts';
import { Problem } from '../../../shared/problem.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taleport-source-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (name: string, content: string | Uint8Array): Promise<{ path: string }> => {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
  return { path: join(folder, name) };
};
const zip = (name: string, files: Record<string, string>) =>
  put(name, zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));
const allOf = async (bytes: AsyncIterable<Uint8Array> = (async function* () {})()): Promise<Uint8Array[]> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return pieces;
};
const refused = async (source: ImportSource): Promise<Problem> => {
  const answer: unknown = await readImportSource(source).catch((error: unknown) => error);
  if (answer instanceof Problem) return answer;
  throw answer;
};

test('a file is read without its byte order mark', async () => {
  expect(await readImportSource(await put('a story.json', '\uFEFF{"name":"Ä"}'))).toEqual({
    json: { name: 'Ä' },
    fileName: 'a story.json',
  });
});

test('text is read', async () => {
  expect(await readImportSource({ text: '{"name":1}', fileName: 'dropped.json' })).toEqual({
    json: { name: 1 },
    fileName: 'dropped.json',
  });
});

describe('broken JSON is reported with its position', () => {
  test.each([
    ['{"a": 1,\n "b": }', 'unexpected "}" at line 2, column 7.'],
    ['{"a": 1,\n}', 'unexpected "}" at line 2, column 1.'],
    ['{"a": [1, 2', 'it ends unexpectedly at line 1, column 12.'],
    ['{"a": "x\ny"}', 'unexpected "\\n" at line 1, column 9.'],
    ['{"a": "\\x"}', 'unexpected "\\\\" at line 1, column 8.'],
    ["{'a': 1}", 'unexpected "\'" at line 1, column 2.'],
    ['{"a": 1} x', 'unexpected "x" at line 1, column 10.'],
    ['{"a" 1}', 'unexpected "1" at line 1, column 6.'],
    ['[1 2]', 'unexpected "2" at line 1, column 4.'],
    ['{"a": 01}', 'unexpected "1" at line 1, column 8.'],
    ['[nul]', 'unexpected "n" at line 1, column 2.'],
    ['{"a": [}', 'unexpected "}" at line 1, column 8.'],
    ['"abc', 'it ends unexpectedly at line 1, column 5.'],
  ])('%j', async (text, place) => {
    const { json } = await refused({ text, fileName: 'x.json' });
    expect(json.status).toBe(400);
    expect(json.detail).toContain(place);
  });

  test('also far into a large file', async () => {
    const lines = (count: number) => '"äé😀 0123456789",\n'.repeat(count);
    const detailOf = async (text: string) => (await refused({ text, fileName: 'x.json' })).json.detail;
    expect(await detailOf(`{"list": [${lines(40_000)}1 2]}`)).toContain('unexpected "2" at line 40001, column 3.');
    expect(await detailOf(`{"list": [${lines(40_000).replaceAll('\n', ' ')}1 2]}`)).toContain('unexpected "2" at line 1, column 760013.');
    expect(await detailOf(`{"list": [${lines(40_000)}`)).toContain('it ends unexpectedly at line 40001, column 1.');
  });

  test('empty text, and bytes that are not UTF-8', async () => {
    expect((await refused({ text: ' \n', fileName: 'x.json' })).json.detail).toBe('x.json is empty.');
    expect((await refused(await put('x.json', new Uint8Array([0x7b, 0xc3, 0x28, 0x7d])))).json.detail).toBe('x.json isn’t UTF-8 text.');
  });
});

describe('[G33] a text that would take far more memory than its size', () => {
  test('is refused before it is parsed, in every source', async () => {
    const text = `{"boards":[${'{},'.repeat(700_000)}{}]}`;
    for (const source of [{ text, fileName: 'x.json' }, await put('x.json', text), await zip('x.zip', { 'x.json': text })]) {
      const problem = await refused(source);
      expect(problem.code).toBe('tooLarge');
      expect(problem.message).toContain('x.json isn’t a story: it has more than 1,000,000 values');
    }
  });

  test('a story with as many values as its size allows is read', async () => {
    const value = '{"name":"12345678"},';
    expect((await readImportSource({ text: `[${value.repeat(100_000)}{}]`, fileName: 'x.json' })).json).toHaveLength(100_001);
  });

  test('a script for Godot of more than 64 MB is refused', async () => {
    const text = `extends Resource\nvar data = {}\n${' '.repeat(2 ** 26)}`;
    const problem = await refused({ text, fileName: 'data_export.gd' });
    expect([problem.code, problem.message]).toEqual(['tooLarge', 'data_export.gd is larger than 64 MB.']);
  });

  test('nested deeper than any story is refused', async () => {
    const nested = (depth: number) => ({ text: `${'['.repeat(depth)}${']'.repeat(depth)}`, fileName: 'x.json' });
    expect((await refused(nested(201))).message).toContain('nested more than 200 levels deep');
    expect((await readImportSource(nested(200))).json).toHaveLength(1);
  });
});

test('a missing path is reported', async () => {
  const problem = await refused({ path: join(folder, 'none.json') });
  expect(problem.code).toBe('notFound');
  expect(problem.message).toContain('none.json');
});

describe('a folder', () => {
  test('[G29] contains the story as its only JSON, and files beside it, except for links and hidden files', async () => {
    await put('story.json', '{"name":"one"}');
    await put('assets/deep/a.png', 'x');
    await put('.git/b.png', 'x');
    await symlink('/etc', join(folder, 'out'));
    await symlink('/etc/hostname', join(folder, 'assets', 'host.png'));
    const { json, assetFiles } = await readImportSource({ path: folder });
    expect(json).toEqual({ name: 'one' });
    expect((await assetFiles?.listPaths([]))?.sort()).toEqual(['assets/deep/a.png', 'story.json']);
  });

  test('[G29] prefers project.json', async () => {
    await put('other.json', '{}');
    await put('project.json', '{"name":"project"}');
    expect((await readImportSource({ path: folder })).json).toEqual({ name: 'project' });
  });

  const castle = '{"name":"castle","boards":{},"elements":{}}';

  test('[G29] prefers project_settings.json, and otherwise the only file that is a story', async () => {
    await put('package.json', '{"name":"package"}');
    await put('manifest.json', '{}');
    await put('castle.json', castle);
    expect((await readImportSource({ path: folder })).json).toMatchObject({ name: 'castle' });
    await put('project_settings.json', castle.replace('castle', 'hosted'));
    expect((await readImportSource({ path: folder })).json).toMatchObject({ name: 'hosted' });
  });

  test('[G29] finds the story in a folder of an unpacked archive, with its files', async () => {
    await put('MyGame/MyGame/project.json', castle);
    await put('MyGame/MyGame/assets/a.png', 'x');
    const { json, assetFiles } = await readImportSource({ path: folder });
    expect(json).toMatchObject({ name: 'castle' });
    expect((await assetFiles?.listPaths([]))?.sort()).toEqual(['assets/a.png', 'project.json']);
  });

  test('without a JSON file, or with several, is rejected with their names', async () => {
    expect((await refused({ path: folder })).message).toContain('There is no JSON file');
    await put('a.json', '{}');
    await put('b.json', '{}');
    expect((await refused({ path: folder })).message).toContain('a.json, b.json');
  });
});

describe('a .zip', () => {
  test('[G29] contains the story, also in a folder, and the files beside it', async () => {
    const source = await zip('story.zip', {
      'castle/project.json': '{"name":"zipped"}',
      'castle/assets/a.png': 'the picture',
      'other/b.png': 'x',
      'castle/../../evil.png': 'x',
      '__MACOSX/castle/._project.json': 'x',
    });
    const { json, fileName, assetFiles } = await readImportSource(source);
    expect({ json, fileName }).toEqual({ json: { name: 'zipped' }, fileName: 'story.zip' });
    expect(await assetFiles?.listPaths([])).toEqual(['assets/a.png']);
    expect(Buffer.concat(await allOf(assetFiles?.readBytes('assets/a.png')))).toEqual(Buffer.from('the picture'));
    await assetFiles?.close();
  });

  test('[G29] an entry with a wrong size or checksum is rejected, at the latest when it is read', async () => {
    const bytes = Buffer.from(zipSync({ 'project.json': strToU8('{}'), 'a.png': strToU8('x'.repeat(5000)) }));
    const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const changes: [string, (copy: Buffer) => void][] = [
      ['more than it holds', (copy) => copy.writeUInt32LE(6000, entry + 24)],
      ['less than it holds', (copy) => copy.writeUInt32LE(4000, entry + 24)],
      ['another checksum', (copy) => copy.writeUInt32LE(1, entry + 16)],
      ['a place beyond the file', (copy) => copy.writeUInt32LE(99_999_999, entry + 42)],
      ['a place in the list', (copy) => copy.writeUInt32LE(entry, entry + 42)],
      ['another method', (copy) => copy.writeUInt16LE(12, entry + 10)],
      ['a packed size beyond the file', (copy) => copy.writeUInt32LE(99_999, entry + 20)],
    ];
    for (const [name, change] of changes) {
      const copy = Buffer.from(bytes);
      change(copy);
      const source = await put('lies.zip', copy);
      // Some are found when the archive is opened, the others when the file is read.
      const read = async () => {
        const { assetFiles } = await readImportSource(source);
        try {
          return await allOf(assetFiles?.readBytes('a.png'));
        } finally {
          await assetFiles?.close();
        }
      };
      await expect(read(), name).rejects.toThrow('zip is damaged.');
    }
  });

  test('[G29] what is encrypted or a link does not count', async () => {
    const bytes = Buffer.from(
      zipSync({
        'project.json': strToU8('{}'),
        'a.png': strToU8('x'),
        'b.png': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
      }),
    );
    const first = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 4);
    bytes.writeUInt16LE(1, first + 8);
    const { assetFiles } = await readImportSource(await put('odd.zip', bytes));
    expect(await assetFiles?.listPaths([])).toEqual([]);
    await assetFiles?.close();
    bytes.writeUInt16LE(1, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    expect((await refused(await put('secret.zip', bytes))).text.key).toBe('problem.import.zipEncrypted');
  });

  test('corrupted at any position, it is read or rejected, never anything else', async () => {
    const bytes = Buffer.from(zipSync({ 'project.json': strToU8('{"name":"one"}'), 'a.png': strToU8('abc'.repeat(50)) }));
    for (let at = 0; at < bytes.length; at++) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
      const path = await put('spoilt.zip', copy);
      const read: unknown = await readImportSource(path)
        .then(
          async ({ assetFiles }) => {
            for (const name of (await assetFiles?.listPaths([])) ?? []) await allOf(assetFiles?.readBytes(name));
            await assetFiles?.close();
          },
          (error: unknown) => error,
        )
        .catch((error: unknown) => error);
      if (read !== undefined) expect(read).toBeInstanceOf(Problem);
    }
  });

  test('a zip is detected by its first bytes, whatever its name', async () => {
    expect((await readImportSource(await zip('story.json', { 'a.json': '{"name":"z"}' }))).json).toEqual({ name: 'z' });
  });

  test.each([
    ['bsdtar, in Windows 10 and on a Mac', './project.json', './assets/a.png'],
    ['PHP', '/project.json', '/assets/a.png'],
    ['programs that join paths', 'story//project.json', 'story//assets/./a.png'],
    ['a Mac, where names may have a colon', 'My story: final/project.json', 'My story: final/assets/a.png'],
  ])('[G29] contains the story and its files as %s writes their names', async (_, story, asset) => {
    const { json, assetFiles } = await readImportSource(await zip('names.zip', { [story]: '{"name":"zipped"}', [asset]: 'the picture' }));
    expect(json).toEqual({ name: 'zipped' });
    expect(await assetFiles?.listPaths([])).toEqual(['assets/a.png']);
    await assetFiles?.close();
  });

  test('[G29] an asset may have a colon in its name', async () => {
    const { assetFiles } = await readImportSource(await zip('colon.zip', { 'project.json': '{}', 'Act 1: gate.png': 'the picture' }));
    expect(await assetFiles?.listPaths([])).toEqual(['Act 1: gate.png']);
    await assetFiles?.close();
  });

  test('[G29] a story that cannot be used because of its name or form is named', async () => {
    const { text } = await refused(await zip('out.zip', { '../project.json': '{}', '__MACOSX/._project.json': 'x' }));
    expect(text).toMatchObject({ key: 'problem.import.jsonInZipUnusable', params: { zipName: 'out.zip', name: '../project.json' } });
    expect((await refused(await zip('mac.zip', { '__MACOSX/._project.json': 'x' }))).text.key).toBe('problem.import.noJsonInZip');
  });

  test('names that point outside are ignored', async () => {
    const source = await zip('evil.zip', {
      '../project.json': '{"name":"out"}',
      '/etc/project.json': '{}',
      'C:\\project.json': '{}',
      'in.json': '{"name":"in"}',
    });
    expect((await readImportSource(source)).json).toEqual({ name: 'in' });
  });

  test('with a larger directory than possible, or truncated, is rejected', async () => {
    const bytes = zipSync({ 'project.json': strToU8('{"name":"bomb"}') });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entry = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    view.setUint32(entry + 24, 400 * 2 ** 20, true);
    expect((await refused(await put('bomb.zip', bytes))).message).toContain('zip is damaged.');
    view.setUint32(entry + 24, 900 * 2 ** 20, true);
    expect((await refused(await put('bomb2.zip', bytes))).code).toBe('tooLarge');
    expect((await refused(await put('cut.zip', bytes.slice(0, 40)))).message).toContain('zip is damaged.');
  });

  test('with too many files is rejected before they are listed', async () => {
    const bytes = Buffer.from(zipSync({ 'project.json': strToU8('{}') }));
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    const locator = Buffer.alloc(20);
    locator.write('PK\x06\x07', 'latin1');
    locator.writeBigUInt64LE(BigInt(end), 8);
    const large = Buffer.alloc(56);
    large.write('PK\x06\x06', 'latin1');
    large.writeBigUInt64LE(100_001n, 32);
    const many = Buffer.concat([bytes.subarray(0, end), large, locator, bytes.subarray(end)]);
    expect((await refused(await put('many.zip', many))).code).toBe('tooLarge');
  });

  test('names in UTF-8 are read also where the archive does not flag them', async () => {
    const bytes = Buffer.from(zipSync({ 'project.json': strToU8('{}'), 'Küste.png': strToU8('x') }));
    const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt16LE(0, entry + 8);
    const { assetFiles } = await readImportSource(await put('flag.zip', bytes));
    expect(await assetFiles?.listPaths([])).toEqual(['Küste.png']);
    await assetFiles?.close();
  });

  describe('made by Windows', () => {
    /** Names are bytes in whatever encoding; the archive states none. */
    const zipOfBytes = (name: string, files: readonly (readonly [name: Buffer, content: string])[]) => {
      const placeholders = files.map(([raw], at) => `${at}`.padEnd(raw.length, 'x'));
      const bytes = Buffer.from(zipSync(Object.fromEntries(files.map(([, content], at) => [placeholders[at] ?? '', strToU8(content)]))));
      for (const [at, [raw]] of files.entries())
        for (let found = bytes.indexOf(placeholders[at] ?? ''); found >= 0; found = bytes.indexOf(placeholders[at] ?? '', found))
          raw.copy(bytes, found);
      return put(name, bytes);
    };
    const raw = (text: string) => Buffer.from(text, 'latin1');
    const listed = async (source: ImportSource, wanted: readonly string[]): Promise<Record<string, string>> => {
      const { assetFiles } = await readImportSource(source);
      const found: Record<string, string> = {};
      for (const path of (await assetFiles?.listPaths(wanted)) ?? [])
        found[path] = Buffer.concat(await allOf(assetFiles?.readBytes(path))).toString();
      await assetFiles?.close();
      return found;
    };

    test('[G29] a backslash separates folders, and leads no further out than a slash', async () => {
      const source = await zip('windows.zip', {
        'castle\\project.json': '{}',
        'castle\\assets\\Faces\\a.png': 'a',
        'castle\\..\\..\\evil.png': 'x',
        '\\\\server\\evil.png': 'x',
        'castle\\D:\\evil.png': 'x', // Names are only compared.
        'castle\\.hidden\\b.png': 'x',
      });
      expect(await listed(source, ['a.png'])).toEqual({ 'assets/Faces/a.png': 'a', 'D:/evil.png': 'x' });
    });

    test.each([
      ['Japanese', '勇者.png', '\x97\x45\x8e\xd2.png'],
      ['Japanese, with a backslash as second byte', '表.png', '\x95\x5c.png'],
      ['Chinese', '勇者.png', '\xd3\xc2\xd5\xdf.png'],
      ['Taiwanese', '勇者.png', '\xab\x69\xaa\xcc.png'],
      ['Korean', '용사.png', '\xbf\xeb\xbb\xe7.png'],
      ['Western European', 'São João.png', 'S\xc6o Jo\xc6o.png'],
      ['Central European', 'Źródło.png', '\x8dr\xa2d\x88o.png'],
      ['Russian', 'Герой.png', '\x83\xa5\xe0\xae\xa9.png'],
      ['Greek', 'Ήρωας.png', '\xec\xa8\xe0\x98\xaa.png'],
      ['Baltic', 'Žąsis.png', '\xcf\xd0sis.png'],
      ['Turkish', 'Şövalyeğı.png', '\x9e\x94valye\xa7\x8d.png'],
      ['Hebrew', 'גיבור.png', '\x82\x89\x81\x85\x98.png'],
      ['Arabic', 'بطل.png', '\xa0\xe1\xe9.png'],
      ['Thai', 'วีรบุรุษ.png', '\xc7\xd5\xc3\xba\xd8\xc3\xd8\xc9.png'],
      ['as the format says', 'Küste.png', 'K\x81ste.png'],
      ['Western European, from a program with windows', 'Küste.png', 'K\xfcste.png'],
    ])('[G29] a name whose encoding is not stated is decoded so that the story finds it: %s', async (_, name, bytes) => {
      const source = await zipOfBytes('names.zip', [
        [raw('project.json'), '{}'],
        [raw(`assets\\${bytes}`), 'the picture'],
        [raw('assets\\hero.png'), 'another'],
      ]);
      expect(await listed(source, ['hero.png', name])).toEqual({ [`assets/${name}`]: 'the picture', 'assets/hero.png': 'another' });
    });

    test('[G29] the story is found in a folder with such a name, and names that lead out in any encoding are ignored', async () => {
      const source = await zipOfBytes('folder.zip', [
        [raw('\x95\x5c/project.json'), '{"name":"one"}'],
        [raw('\x95\x5c/\x97\x45\x8e\xd2.png'), 'the picture'],
        [raw('\x95\x5c/../../\x97\x45\x8e\xd2.png'), 'x'],
      ]);
      expect((await readImportSource(source)).json).toEqual({ name: 'one' });
      expect(await listed(source, ['勇者.png'])).toEqual({ '勇者.png': 'the picture' });
    });
  });

  test('[G29] the only file that is a story is read, also a script beside other data', async () => {
    const script = 'extends Object\nvar data = {"name": "old", "boards": {}, "elements": {}}\n';
    const source = await zip('script.zip', { 'game/data_export.gd': script, 'game/items.json': '[{"sword":1}]' });
    expect((await readImportSource(source)).json).toMatchObject({ name: 'old' });
    const story = '{"name":"castle","boards":{},"elements":{}}';
    const several = await zip('several.zip', { 'package.json': '{}', 'castle.json': story, 'items.json': '[]' });
    expect((await readImportSource(several)).json).toMatchObject({ name: 'castle' });
    const two = await zip('two.zip', { 'castle.json': story, 'cave.json': story });
    expect((await refused(two)).message).toContain('castle.json, cave.json');
  });

  test('[G29] a backup in a folder is not taken for the story above it, in whatever form that is', async () => {
    const backup = '{"name":"backup","boards":{},"elements":{}}';
    for (const top of ['{"name":"castle","boards":{},"elements":{}}', JSON.stringify('{"name":"castle","boards":{},"elements":{}}')]) {
      const source = await zip('backup.zip', { 'castle.json': top, 'old/backup.json': backup });
      expect((await readImportSource(source)).json).toMatchObject({ name: 'castle' });
    }
    const beside = await zip('beside.zip', { 'settings.json': '{}', 'old/backup.json': backup });
    expect((await readImportSource(beside)).json).toMatchObject({ name: 'backup' });
  });

  test('without a JSON file is rejected', async () => {
    expect((await refused(await zip('none.zip', { 'a.dat': 'x' }))).message).toContain('There is no JSON file in none.zip');
  });
});

test('[G29] a story in a folder that is a device or a pipe, also through a link, is refused without being read', async () => {
  await symlink('/dev/zero', join(folder, 'project.json'));
  expect((await refused({ path: folder })).text.key).toBe('problem.import.neitherFileNorFolder');
  await rm(join(folder, 'project.json'));
  execFileSync('mkfifo', [join(folder, 'project.json')]);
  expect((await refused({ path: folder })).text.key).toBe('problem.import.neitherFileNorFolder');
  await rm(join(folder, 'project.json'));
  execFileSync('mkfifo', [join(folder, 'one.json')]);
  await symlink('/dev/zero', join(folder, 'two.json'));
  expect((await refused({ path: folder })).text.key).toBe('problem.import.severalJson');
});
