/** Files that appear whole: whatever fails, the previous content remains and no draft is left. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moveFileDurably, replaceFile, replaceFileSync, replaceFileWithSync } from '../../../main/platform/atomic-file.ts';
import { newFolder } from '../../new-folder.ts';

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
