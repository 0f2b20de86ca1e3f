/** Where a story comes from: a file, a folder, a .zip or text, with an answer in words for everything that is none of these. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSource, type Source } from '../../../main/import/read-source.ts';
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
const refused = async (source: Source): Promise<Problem> => {
  const answer: unknown = await readSource(source).catch((error: unknown) => error);
  if (answer instanceof Problem) return answer;
  throw answer;
};

test('a file is read, a byte order mark is taken off', async () => {
  expect(await readSource(await put('a story.json', '\uFEFF{"name":"Ä"}'))).toEqual({
    json: { name: 'Ä' },
    fileName: 'a story.json',
    notes: [],
  });
});

test('text is read', async () => {
  expect(await readSource({ text: '{"name":1}', fileName: 'dropped.json' })).toEqual({
    json: { name: 1 },
    fileName: 'dropped.json',
    notes: [],
  });
});

describe('broken JSON is told with its place', () => {
  test.each([
    ['{"a": 1,\n "b": }', 'line 2, column 7, "}"'],
    ['{"a": 1,\n}', 'line 2, column 1, "}"'],
    ['{"a": [1, 2', 'line 1, column 12, it ends too early'],
    ['{"a": "x\ny"}', 'line 1, column 9, "\\n"'],
    ['{"a": "\\x"}', 'line 1, column 8, "\\\\"'],
    ["{'a': 1}", 'line 1, column 2, "\'"'],
    ['{"a": 1} x', 'line 1, column 10, "x"'],
    ['{"a" 1}', 'line 1, column 6, "1"'],
    ['[1 2]', 'line 1, column 4, "2"'],
    ['{"a": 01}', 'line 1, column 8, "1"'],
    ['nul', 'line 1, column 1, "n"'],
    ['{"a": [}', 'line 1, column 8, "}"'],
    ['"abc', 'line 1, column 5, it ends too early'],
  ])('%j', async (text, place) => {
    const { json } = await refused({ text, fileName: 'x.json' });
    expect(json.status).toBe(400);
    expect(json.detail).toContain(place);
  });

  test('empty text, and bytes that are not UTF-8', async () => {
    expect((await refused({ text: ' \n', fileName: 'x.json' })).json.detail).toBe('x.json is empty.');
    expect((await refused(await put('x.json', new Uint8Array([0xff, 0xfe, 0x7b, 0])))).json.detail).toBe('x.json is not text in UTF-8.');
  });
});

test('a path that leads nowhere is said so', async () => {
  const problem = await refused({ path: join(folder, 'none.json') });
  expect(problem.code).toBe('notFound');
  expect(problem.message).toContain('none.json');
});

describe('a folder', () => {
  test('[G29] holds the story as its one JSON; assets beside it are not taken in yet', async () => {
    await put('story.json', '{"name":"one"}');
    await put('assets/a.png', 'x');
    const { json, notes } = await readSource({ path: folder });
    expect(json).toEqual({ name: 'one' });
    expect(notes).toHaveLength(1);
  });

  test('[G29] prefers project.json', async () => {
    await put('other.json', '{}');
    await put('project.json', '{"name":"project"}');
    expect((await readSource({ path: folder })).json).toEqual({ name: 'project' });
  });

  test('without a JSON, or with several, is refused with their names', async () => {
    expect((await refused({ path: folder })).message).toContain('There is no JSON file');
    await put('a.json', '{}');
    await put('b.json', '{}');
    expect((await refused({ path: folder })).message).toContain('a.json, b.json');
  });
});

describe('a .zip', () => {
  test('[G29] holds the story, also in a folder; the rest is not taken in yet', async () => {
    const source = await zip('story.zip', {
      'castle/project.json': '{"name":"zipped"}',
      'castle/assets/a.json': '{}',
      '__MACOSX/castle/._project.json': 'x',
    });
    expect(await readSource(source)).toMatchObject({
      json: { name: 'zipped' },
      fileName: 'story.zip',
      notes: [expect.stringContaining('not taken in')],
    });
  });

  test('whatever its name is, a zip is known by its first bytes', async () => {
    expect((await readSource(await zip('story.json', { 'a.json': '{"name":"z"}' }))).json).toEqual({ name: 'z' });
  });

  test('names that lead out are not looked at', async () => {
    const source = await zip('evil.zip', {
      '../project.json': '{"name":"out"}',
      '/etc/project.json': '{}',
      'C:\\project.json': '{}',
      'in.json': '{"name":"in"}',
    });
    expect((await readSource(source)).json).toEqual({ name: 'in' });
  });

  test('that promises more than a .zip can hold, or breaks off, is refused', async () => {
    const bytes = zipSync({ 'project.json': strToU8('{"name":"bomb"}') });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entry = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    view.setUint32(entry + 24, 400 * 2 ** 20, true);
    expect((await refused(await put('bomb.zip', bytes))).message).toContain('not a sound .zip');
    view.setUint32(entry + 24, 900 * 2 ** 20, true);
    expect((await refused(await put('bomb2.zip', bytes))).code).toBe('tooLarge');
    expect((await refused(await put('cut.zip', bytes.slice(0, 40)))).message).toContain('not a sound .zip');
  });

  test('without a JSON is refused', async () => {
    expect((await refused(await zip('none.zip', { 'a.png': 'x' }))).message).toContain('There is no JSON file in none.zip');
  });
});
