/** Folders and files whose names Windows allows and programs get wrong, for each kind of path that a user gives. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, newFolder, story, taleport } from '../main/cli/taleport.ts';

const long = (length: number): string => join(...Array.from({ length }, (_, index) => `${index} ${'langer Name '.repeat(4)}x`));

const names: Record<string, string> = {
  'a name with spaces': 'My Game Project',
  'several spaces in a row': 'My   Game',
  umlauts: 'Größe über Ärger',
  'accents in two normalisations': 'Cafe\u0301 und Caf\u00e9',
  Japanese: '物語の書庫',
  Arabic: 'قصة',
  emoji: 'Story 🏰👩‍🚀',
  'a percent sign': '100% %TEMP%',
  'signs of the shell': "a&b^c!d'e(f)",
  brackets: '[x] {y}',
  'a number sign': 'C# projects',
  'a plus and a semicolon': 'a+b;c,d=e',
  'a short name': 'PROGRA~1',
  'a dot in front': '.hidden',
  'several dots': 'v1.2.3.final',
  'more than 260 characters': long(5),
  'more than 500 characters': long(9),
};

/** The largest path that SQLite opens on Windows is shorter than 260 characters. */
const namesOfDataFolders = Object.entries(names).filter(([, name]) => name.length < 150);

const named = (name: string): string => {
  const folder = join(newFolder(), name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const hashOf = (made: unknown): string => String(Reflect.get(Object(made), 'hash'));
const write = (file: string): string => {
  writeFileSync(file, JSON.stringify(story()));
  return file;
};
const imported = async (data: string): Promise<string> =>
  hashOf(await json('import', write(join(newFolder(), 'story.json')), '--data', data));

describe('a data folder', () => {
  it.each(namesOfDataFolders)('can have %s', async (_, name) => {
    const data = join(newFolder(), name);
    const hash = await imported(data);
    expect(await json('projects', '--data', data)).toMatchObject([{ hash, name: 'Small' }]);
  });
});

describe('a story file', () => {
  it.each(Object.entries(names))('is imported from and exported to a folder with %s', async (_, name) => {
    const data = newFolder();
    const hash = hashOf(await json('import', write(join(named(name), 'story.json')), '--data', data));
    const file = join(named(name), 'export.json');
    await json('export', hash, '--format', 'json', '--out', file, '--data', data);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'Small' });
  });
});

describe('a game folder', () => {
  it.each(Object.entries(names))('can have %s', async (_, name) => {
    const data = newFolder();
    const folder = named(name);
    writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
    const hash = await imported(data);
    expect(await json('target', 'add', hash, '--folder', folder, '--data', data)).toMatchObject({ engine: 'godot', folder });
    expect(JSON.parse(readFileSync(join(folder, 'arcweave', 'project.json'), 'utf8'))).toMatchObject({ name: 'Small' });
    expect(await json('target', 'list', '--data', data)).toMatchObject([{ folder, state: 'upToDate' }]);
  });
});

describe('a path', () => {
  const spellings: Record<string, (path: string) => string> = {
    'with slashes': (path) => path.replaceAll('\\', '/'),
    'with a drive in lower case': (path) => path.replace(/^C:/, 'c:'),
    'in capital letters': (path) => path.toUpperCase(),
    'with a separator at its end': (path) => `${path}\\`,
    'with . and ..': (path) => `${path}\\.\\x\\..`,
    'with doubled separators': (path) => path.replaceAll('\\', '\\\\'),
    'with the prefix of long paths': (path) => `\\\\?\\${path}`,
  };

  it.each(Object.entries(spellings))('%s is the same data folder', async (_, spelled) => {
    const data = newFolder();
    const hash = await imported(data);
    expect(await json('projects', '--data', spelled(data))).toMatchObject([{ hash }]);
  });

  it.each(Object.entries(spellings))('%s is the same game folder, which another story cannot use', async (_, spelled) => {
    const data = newFolder();
    const folder = newFolder();
    writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
    const [one, other] = [await imported(data), await imported(data)];
    await json('target', 'add', one, '--folder', folder, '--data', data);
    const second = await taleport('target', 'add', other, '--folder', spelled(folder), '--data', data);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('Another story is already exported to') });
  });
});
