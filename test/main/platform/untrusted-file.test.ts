/** Small files of JSON, and what may stand in their place. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonFile, readJsonFileOrUndefined, readJsonFileSync } from '../../../main/platform/untrusted-file.ts';
import { newFolderForFile } from '../../new-folder.ts';

const folder = newFolderForFile();
const place = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('a small file is read', async () => {
  const path = place('small.json', '{"a":[1,"ü"]}\n');
  expect(readJsonFileSync(path)).toEqual({ a: [1, 'ü'] });
  expect(await readJsonFile(path)).toEqual({ a: [1, 'ü'] });
});

const huge = join(folder, 'huge.json');
writeFileSync(huge, '');
truncateSync(huge, 8 * 2 ** 30);
mkdirSync(join(folder, 'folder.json'));

test.each([
  ['one that is larger', huge],
  ['one with many brackets', place('deep.json', '['.repeat(1_000_000))],
  ['one with many values', place('wide.json', `[${'{},'.repeat(200_000)}0]`)],
  ['a folder', join(folder, 'folder.json')],
  ['a missing one', join(folder, 'missing.json')],
  ['one that is no JSON', place('text.json', 'hello')],
])('%s is not', async (_, path) => {
  expect(() => readJsonFileSync(path)).toThrow();
  await expect(readJsonFile(path)).rejects.toThrow();
  expect(readJsonFileOrUndefined(path)).toBeUndefined();
});

test('only errors of the disk have a code, so that a missing file differs from a damaged one', async () => {
  await expect(readJsonFile(join(folder, 'missing.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(readJsonFile(huge)).rejects.not.toHaveProperty('code');
  await expect(readJsonFile(join(folder, 'text.json'))).rejects.not.toHaveProperty('code');
});

test.skipIf(process.platform === 'win32')('a pipe or a device is not waited for', async () => {
  const pipe = join(folder, 'pipe.json');
  execFileSync('mkfifo', [pipe]);
  expect(readJsonFileOrUndefined(pipe)).toBeUndefined();
  expect(readJsonFileOrUndefined('/dev/zero')).toBeUndefined();
});
