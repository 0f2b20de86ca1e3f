/** Folders and files whose names Windows allows and programs often mishandle, for each kind of path that a user gives. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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
};

/** A path fails where one of its names does, and each program that is started takes seconds under Wine: so a path has five of the names. */
const nested = (from: number): [string, string] => {
  const chosen = Object.entries(names).slice(from, from + 5);
  return [chosen.map(([what]) => what).join(', '), join(...chosen.map(([, name]) => name))];
};
/** SQLite opens no longer paths on Windows, and Wine cannot resolve the real path of a longer folder. */
const shortNames = [nested(0), nested(5), nested(10)];
const allNames = [...shortNames, ['more than 260 characters', long(5)], ['more than 500 characters', long(9)]] as const;

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
const godotGame = (folder: string): string => {
  writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
  return folder;
};
const imported = async (data: string): Promise<string> =>
  hashOf(await json('import', write(join(newFolder(), 'story.json')), '--data', data));

describe('a data folder', () => {
  it.each(shortNames)('can have %s', async (_, name) => {
    const data = join(newFolder(), name);
    const hash = await imported(data);
    expect(await json('projects', '--data', data)).toMatchObject([{ hash, name: 'Small' }]);
  });
});

describe('with a project', () => {
  const data = newFolder();
  let hash = '';
  let other = '';
  beforeAll(async () => {
    hash = await imported(data);
    other = await imported(data);
  });

  it.each(allNames)('a story file is imported from and exported to a folder with %s', async (_, name) => {
    const file = write(join(named(name), 'story.json'));
    const made = hashOf(await json('import', file, '--data', data));
    await json('export', made, '--format', 'json', '--out', file, '--data', data);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: expect.stringContaining('Small'), assets: expect.anything() });
  });

  it.each(shortNames)('a game folder can have %s', async (_, name) => {
    const folder = godotGame(named(name));
    expect(await json('target', 'add', hash, '--folder', folder, '--data', data)).toMatchObject({ engine: 'godot', folder });
    expect(JSON.parse(readFileSync(join(folder, 'arcweave', 'project.json'), 'utf8'))).toMatchObject({ name: 'Small' });
  });

  const game = godotGame(newFolder());
  const spellings: Record<string, (path: string) => string> = {
    'with slashes': (path) => path.replaceAll('\\', '/'),
    'with a drive in lower case': (path) => path.replace(/^C:/, 'c:'),
    'in capital letters': (path) => path.toUpperCase(),
    'with a separator at its end': (path) => `${path}\\`,
    'with . and ..': (path) => `${path}\\.\\x\\..`,
    'with doubled separators': (path) => path.replaceAll('\\', '\\\\'),
    'with the prefix of long paths': (path) => `\\\\?\\${path}`,
  };

  it.each(Object.entries(spellings))('a path %s is the same data folder', async (_, spelled) => {
    expect(await json('projects', '--data', spelled(data))).toContainEqual(expect.objectContaining({ hash }));
  });

  it('a game folder is exported to', async () => {
    expect(await json('target', 'add', hash, '--folder', game, '--data', data)).toMatchObject({ folder: game });
  });

  it.each(Object.entries(spellings))('a path %s is the same game folder, which another story cannot use', async (_, spelled) => {
    const second = await taleport('target', 'add', other, '--folder', spelled(game), '--data', data);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('Another story is already exported to') });
  });
});
