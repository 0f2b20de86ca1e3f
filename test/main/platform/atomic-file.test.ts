/** Files that appear whole: whatever fails, the previous content remains and no draft is left. */
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFile, moveFileDurably, replaceFile, replaceFileSync, replaceFileWithSync } from '../../../main/platform/atomic-file.ts';
import { newFolder } from '../../new-folder.ts';
import { nextTurn } from '../../next-turn.ts';

async function* failingChunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of the new');
  throw new Error('no space left');
}

describe('replacing a file atomically', () => {
  test('the file has the new content and the given permissions, and no draft is left', async () => {
    const folder = newFolder();
    const file = join(folder, 'settings.json');
    expect(await replaceFile(file, 'first', { mode: 0o600 })).toBe(5);
    replaceFileSync(file, 'second', { mode: 0o600 });
    expect(readFileSync(file, 'utf8')).toBe('second');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  test('a new file replaces none that another program has created meanwhile, and no draft is left', async () => {
    const folder = newFolder();
    const file = join(folder, 'story.json');
    async function* chunks(): AsyncGenerator<Uint8Array> {
      writeFileSync(file, 'theirs');
      yield Buffer.from('ours');
    }
    await expect(replaceFile(file, chunks(), { isNew: true })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    expect(await replaceFile(join(folder, 'other.json'), 'ours', { isNew: true })).toBe(4);
    expect(readdirSync(folder).sort()).toEqual(['other.json', 'story.json']);
  });

  test('if writing fails, the previous content remains and no draft is left', async () => {
    const folder = newFolder();
    const file = join(folder, 'settings.json');
    writeFileSync(file, 'previous');
    await expect(replaceFile(file, failingChunks())).rejects.toThrow('no space left');
    const failAfterHalf = (draft: string): void => {
      writeFileSync(draft, 'half');
      throw new Error('no space left');
    };
    expect(() => replaceFileWithSync(file, failAfterHalf)).toThrow('no space left');
    expect(readFileSync(file, 'utf8')).toBe('previous');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  test('a file that another program holds for a moment is replaced when it is free, and one that stays in use is left as it is', async () => {
    const file = join(newFolder(), 'settings.json');
    writeFileSync(file, 'previous');
    let refusals = 2;
    const refuse = (rename: () => unknown) => {
      if (refusals-- > 0) throw Object.assign(new Error('in use'), { code: 'EPERM' });
      return rename();
    };
    const original = [promises.rename, fs.renameSync] as const;
    Object.assign(promises, { rename: async (from: string, to: string) => refuse(() => original[0](from, to)) });
    Object.assign(fs, { renameSync: (from: string, to: string) => refuse(() => original[1](from, to)) });
    syncBuiltinESMExports();
    try {
      await replaceFile(file, 'waited for');
      expect(readFileSync(file, 'utf8')).toBe('waited for');
      refusals = 2;
      replaceFileSync(file, 'waited for shortly');
      expect(readFileSync(file, 'utf8')).toBe('waited for shortly');
      refusals = Number.POSITIVE_INFINITY;
      expect(() => replaceFileSync(file, 'never')).toThrow('in use');
    } finally {
      Object.assign(promises, { rename: original[0] });
      Object.assign(fs, { renameSync: original[1] });
      syncBuiltinESMExports();
    }
    expect(readFileSync(file, 'utf8')).toBe('waited for shortly');
    expect(readdirSync(dirname(file))).toEqual(['settings.json']);
  });

  test('a name may have all the 255 bytes that a system allows', async () => {
    const folder = newFolder();
    const name = `${'話'.repeat(82)}.taleport`;
    expect(Buffer.byteLength(name)).toBe(255);
    await replaceFile(join(folder, name), 'first');
    replaceFileSync(join(folder, name), 'second');
    expect(readFileSync(join(folder, name), 'utf8')).toBe('second');
  });

  test('the draft of a killed process is overwritten', () => {
    const folder = newFolder();
    const file = join(folder, 'settings.json');
    writeFileSync(join(folder, '.settings.json.new'), 'half a file');
    replaceFileWithSync(file, (draft) => writeFileSync(draft, 'whole', { flag: 'wx' }));
    expect(readFileSync(file, 'utf8')).toBe('whole');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});

describe('creating a file', () => {
  test('of many at once one succeeds, and whoever looks finds all of its content', async () => {
    const folder = newFolder();
    const file = join(folder, 'lock');
    const content = 'x'.repeat(100_000);
    const creations = Promise.all(Array.from({ length: 8 }, (_, at) => createFile(file, `${at}${content}`)));
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    creations.then(end, end);
    const seen: number[] = [];
    while (!isOver) {
      if (existsSync(file)) seen.push(statSync(file).size);
      await nextTurn();
    }
    const created = await creations;
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(`${created.indexOf(true)}${content}`);
    expect(new Set(seen)).toEqual(new Set([content.length + 1]));
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(await createFile(file, 'other')).toBe(false);
  });

  test('a folder without hard links has it, too', async () => {
    const folder = newFolder();
    const file = join(folder, 'lock');
    const { link } = promises;
    Object.assign(promises, { link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })) });
    syncBuiltinESMExports();
    try {
      expect(await createFile(file, 'first')).toBe(true);
      expect(await createFile(file, 'second')).toBe(false);
    } finally {
      Object.assign(promises, { link });
      syncBuiltinESMExports();
    }
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

describe('moving a file atomically', () => {
  test('creates the folder and replaces the file', async () => {
    const folder = newFolder();
    const [from, to] = [join(folder, 'draft'), join(folder, 'ab', 'abcd')];
    for (const content of ['one', 'two']) {
      writeFileSync(from, content);
      await moveFileDurably(from, to);
      expect(readFileSync(to, 'utf8')).toBe(content);
    }
    expect(readdirSync(folder)).toEqual(['ab']);
  });

  test('throws if the target cannot be replaced and has another size', async () => {
    const folder = newFolder();
    const [from, to] = [join(folder, 'draft'), join(folder, 'taken')];
    writeFileSync(from, 'content');
    mkdirSync(to);
    await expect(moveFileDurably(from, to)).rejects.toThrow();
    expect(readFileSync(from, 'utf8')).toBe('content');
  });
});
