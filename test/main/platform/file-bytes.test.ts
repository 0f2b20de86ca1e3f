/** Files of others are opened when they are read, and only as what they seemed to be. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../../main/platform/cooperative-yielder.ts';
import { readFileBytes } from '../../../main/platform/file-bytes.ts';
import { newFolder } from '../../new-folder.ts';
import { listOpenFiles, listsOpenFiles } from '../../open-files.ts';

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('a file is read in parts, each with memory of its own', async () => {
  const path = join(newFolder(), 'a.txt');
  writeFileSync(path, 'abcdefg');
  expect(await collect(readFileBytes(path, { bytesPerPart: 3 }))).toBe('abcdefg');
  expect(await collect(readFileBytes(path))).toBe('abcdefg');
});

test('one that cannot be opened is an error of the reader, also when that begins late', async () => {
  const bytes = readFileBytes(join(newFolder(), 'missing'));
  // A stream that was opened would report its failure to nobody now, which ends the process.
  for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
  await expect(collect(bytes)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.runIf(listsOpenFiles)('one that nobody reads, or not to its end, does not stay open', async () => {
  const path = join(newFolder(), 'a.txt');
  writeFileSync(path, 'abcdefg');
  for (let count = 0; count < 20; count += 1) readFileBytes(path);
  for await (const part of readFileBytes(path, { bytesPerPart: 1 })) {
    expect(part.length).toBe(1);
    break;
  }
  for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
  expect(listOpenFiles((each) => each === path)).toEqual([]);
});

test('a folder is not read', async () => {
  await expect(collect(readFileBytes(newFolder()))).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
});

test.runIf(process.platform !== 'win32')(
  'what has become a pipe or a link since it was found is not read; a link that the user has named is',
  async () => {
    const folder = newFolder();
    const [target, linked, pipe] = [join(folder, 'target'), join(folder, 'link'), join(folder, 'pipe')];
    writeFileSync(target, 'secret');
    symlinkSync(target, linked);
    execFileSync('mkfifo', [pipe]);
    await expect(collect(readFileBytes(linked))).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(collect(readFileBytes(pipe))).rejects.toMatchObject({ code: 'EINVAL' });
    expect(await collect(readFileBytes(linked, { followLinks: true }))).toBe('secret');
  },
);
