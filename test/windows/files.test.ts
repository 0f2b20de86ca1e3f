/** Files as other programs on Windows leave them: open, read-only, with CRLF, with names in another case. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { replaceFile } from '../../main/platform/atomic-file.ts';
import { json, newFolder, story, taleport } from '../main/cli/taleport.ts';
import { holdFile } from './hold-file.ts';

const engines = {
  unity: { mark: 'ProjectSettings/ProjectVersion.txt', file: 'Assets/Arcweave/project.json' },
  unreal: { mark: 'Castle.uproject', file: 'Content/ArcweaveExport/project.json' },
  godot: { mark: 'project.godot', file: 'arcweave/project.json' },
  json: { mark: 'notes.txt', file: 'project.json' },
};
type Engine = keyof typeof engines;
const allEngines = Object.keys(engines) as Engine[];

const textOf = (value: unknown, key: string): string => String(Reflect.get(Object(value), key));
const firstBoard = '00000000-0000-4000-8000-000000000001';
const secondBoard = '00000000-0000-4000-8000-000000000009';

/** The small story with a second board, so that a target can be set to another part of it. */
function storyFile(change: (text: string) => string | Buffer = String): string {
  const whole = story() as { boards: Record<string, { children?: string[] }> };
  whole.boards[secondBoard] = Object.assign({ name: 'Second', notes: [], jumpers: [], branches: [], elements: [], connections: [] });
  for (const { children } of Object.values(whole.boards)) children?.push(secondBoard);
  const file = join(newFolder(), 'story.json');
  writeFileSync(file, change(JSON.stringify(whole, null, 2)));
  return file;
}

const data = newFolder();
let hash = '';
beforeAll(async () => {
  hash = textOf(await json('import', storyFile(), '--data', data), 'hash');
});

function gameFolder(engine: Engine): string {
  const folder = newFolder();
  for (const part of ['Assets', 'ProjectSettings']) if (engine === 'unity') mkdirSync(join(folder, part));
  writeFileSync(join(folder, engines[engine].mark), '{}\r\n');
  return folder;
}

interface Exported {
  readonly folder: string;
  readonly file: string;
  readonly id: string;
}

async function exported(engine: Engine): Promise<Exported> {
  const folder = gameFolder(engine);
  const id = textOf(await json('target', 'add', hash, '--folder', folder, '--engine', engine, '--data', data), 'id');
  return { folder, file: join(folder, engines[engine].file), id };
}

/** Exports another part of the story, so that the content of the story file changes. */
const exportOtherPart = ({ id }: Exported) => taleport('target', 'set', id, '--board', firstBoard, '--data', data);
const draftsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\\)\.taleport~|\.new$/.test(name));

describe('a file that another program has open', () => {
  it.each(allEngines)('the story file of %s keeps its content, and is replaced after it is closed', async (engine) => {
    const target = await exported(engine);
    const before = readFileSync(target.file, 'utf8');
    const release = await holdFile(target.file);
    const ended = await exportOtherPart(target);
    expect(`${ended.out}${ended.err}`).toMatch(/is in use by another program|close programs that use its files/);
    await release();
    expect(readFileSync(target.file, 'utf8')).toBe(before);
    await json('target', 'run', target.id, '--data', data);
    expect(readFileSync(target.file, 'utf8')).not.toBe(before);
    expect(draftsIn(target.folder)).toEqual([]);
  });

  it('a file that is held for a moment is replaced', async () => {
    const file = join(newFolder(), 'instance.json');
    writeFileSync(file, 'before');
    const held = openSync(file, 'r');
    const replaced = replaceFile(file, 'after');
    replaced.catch(() => undefined);
    // The draft is renamed as soon as it is there, which fails while the file is held.
    await expect.poll(() => readdirSync(join(file, '..'))).toHaveLength(2);
    expect(readFileSync(file, 'utf8')).toBe('before');
    closeSync(held);
    await replaced;
    expect(readFileSync(file, 'utf8')).toBe('after');
    expect(draftsIn(join(file, '..'))).toEqual([]);
  });

  it('a file that is exported to by hand keeps its content, and no draft is left', async () => {
    const folder = newFolder();
    const file = join(folder, 'export.json');
    writeFileSync(file, 'mine');
    const release = await holdFile(file);
    const ended = await taleport('export', hash, '--format', 'json', '--out', file, '--data', data);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('export.json');
    await release();
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['export.json']);
  });

  it('a story file that cannot be read is reported', async () => {
    const file = storyFile();
    await holdFile(file);
    const ended = await taleport('import', file, '--data', data);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain('story.json');
  });

  it('the database is reported, and nothing is lost', async () => {
    const database = readdirSync(data).find((name) => /\.(db|sqlite)$/.test(name)) ?? '';
    const release = await holdFile(join(data, database));
    const ended = await taleport('projects', '--data', data);
    expect(ended.code).toBe(1);
    expect(ended.err).not.toMatch(/\bat .*\.js:\d/);
    await release();
    expect(await json('projects', '--data', data)).toMatchObject([{ hash }]);
  });
});

describe('a file that is marked read-only', () => {
  it.each(allEngines)('the story file of %s is not replaced until it is writable', async (engine) => {
    const target = await exported(engine);
    const before = readFileSync(target.file, 'utf8');
    chmodSync(target.file, 0o444);
    const ended = await exportOtherPart(target);
    expect(`${ended.out}${ended.err}`).toContain('read-only');
    expect(readFileSync(target.file, 'utf8')).toBe(before);
    chmodSync(target.file, 0o666);
    await json('target', 'run', target.id, '--data', data);
  });
});

describe('line ends', () => {
  const written: Record<string, (text: string) => string | Buffer> = {
    'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
    'with a byte order mark': (text) => `\uFEFF${text}`,
    'with both': (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    'with CRLF at its end': (text) => `${text}\r\n\r\n`,
  };

  it.each(Object.entries(written))('a story file %s is imported', async (_, change) => {
    expect(await json('import', storyFile(change), '--data', data)).toMatchObject({ name: 'Small' });
  });

  it.each(allEngines)('a story file of %s that git has written with CRLF is still our file, and is brought up to date', async (engine) => {
    const target = await exported(engine);
    const crlf = readFileSync(target.file, 'utf8').replaceAll('\n', '\r\n').concat('\r\n');
    writeFileSync(target.file, crlf);
    expect(await exportOtherPart(target)).toMatchObject({ code: 0 });
    expect(await taleport('target', 'run', target.id, '--data', data)).toMatchObject({ code: 0 });
    const written = readFileSync(target.file, 'utf8');
    expect(written).not.toContain('\r');
    expect(written).not.toContain(secondBoard);
  });

  it('the output of a command ends its lines with LF, for programs that read it', async () => {
    const { out } = await taleport('--help');
    expect(out).not.toContain('\r');
  });
});

describe('names that differ in case only', () => {
  it.each(allEngines)('an exported file of %s that was renamed so is still our file', async (engine) => {
    const target = await exported(engine);
    renameSync(target.file, join(target.file, '..', 'PROJECT.json'));
    await exportOtherPart(target);
    expect(await taleport('target', 'run', target.id, '--data', data)).toMatchObject({ code: 0 });
    expect(readdirSync(join(target.file, '..')).filter((name) => /^project\.json$/i.test(name))).toHaveLength(1);
  });

  it.each(['STORY.JSON', 'Story.Json'])('a story file is found as %s', async (name) => {
    const file = join(storyFile(), '..', name);
    expect(existsSync(file)).toBe(true);
    expect(await json('import', file, '--data', data)).toMatchObject({ name: 'Small' });
  });
});

describe('file names that Windows reserves', () => {
  it.each(['export?.json', 'a:b.json', 'a*.json', 'a|b.json', '<a>.json', '"a".json'])('an export to %s is rejected', async (name) => {
    const folder = newFolder();
    const ended = await taleport('export', hash, '--format', 'json', '--out', join(folder, name), '--data', data);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).not.toMatch(/\bat .*\.js:\d/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
