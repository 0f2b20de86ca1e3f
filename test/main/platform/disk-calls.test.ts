/** [Targets] A disk may stop responding at any call: what copies, reads and writes there waits in a thread of the system, never in the one that answers requests. */
import fs, { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { nodeDisk } from '../../../main/platform/disk.ts';
import { limitDisk } from '../../../main/platform/time-limited-disk.ts';
import { readTextFile } from '../../../main/story-folder/read-folder.ts';
import { newFolder } from '../../new-folder.ts';

/** The calls in which a thread waits, by name. */
const waiting = Object.fromEntries(Object.entries(fs).filter(([name, call]) => name.endsWith('Sync') && typeof call === 'function'));

function replaceCalls(by: Readonly<Record<string, unknown>>): void {
  Object.assign(fs, by);
  syncBuiltinESMExports();
}
afterEach(() => replaceCalls(waiting));

/** Those that are called meanwhile, with what they are about. */
async function waitingCalls(run: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const watch = ([name, call]: readonly [string, unknown]) => {
    const watched = (...values: unknown[]): unknown => {
      // The system itself answers which folder is open.
      if (name !== 'readlinkSync' || !String(values[0]).startsWith('/proc/self/fd/')) calls.push(`${name} ${String(values[0])}`);
      // Only functions are watched.
      return Reflect.apply(call as () => unknown, fs, values);
    };
    return [name, Object.assign(watched, call)] as const;
  };
  replaceCalls(Object.fromEntries(Object.entries(waiting).map(watch)));
  await run();
  replaceCalls(waiting);
  return calls;
}

function someFiles() {
  const folder = newFolder();
  const [file, inner] = [join(folder, 'file'), join(folder, 'inner')];
  writeFileSync(file, 'bytes');
  mkdirSync(inner);
  writeFileSync(join(inner, 'other'), 'others');
  return { folder, file, inner, fresh: join(inner, 'new') };
}

const calls: Readonly<Record<string, (files: ReturnType<typeof someFiles>) => Promise<unknown>>> = {
  copyFile: ({ file, fresh }) => nodeDisk.copyFile(file, fresh, 0o600),
  writeFile: ({ fresh }) => nodeDisk.writeFile(fresh, Buffer.from('bytes'), 0o600),
  createFolder: ({ fresh }) => nodeDisk.createFolder(join(fresh, 'deeper')),
  supportsHardLinks: ({ inner }) => nodeDisk.supportsHardLinks(inner),
  syncFolder: ({ inner }) => nodeDisk.syncFolder(inner),
  removeFolder: ({ inner }) => nodeDisk.removeFolder(inner),
  removeIfEmpty: ({ inner }) => nodeDisk.removeIfEmpty(inner),
  kind: ({ file }) => nodeDisk.kind(file),
  identity: ({ folder }) => nodeDisk.identity(folder),
  realPath: ({ file }) => nodeDisk.realPath(file),
  listNames: ({ folder }) => nodeDisk.listNames(folder),
  listNamesRecursively: ({ folder }) => nodeDisk.listNamesRecursively(folder),
  readText: ({ file }) => nodeDisk.readText(file),
  readBytes: ({ file }) => nodeDisk.readBytes(file),
  stat: ({ file }) => nodeDisk.stat(file),
  statAll: ({ file, fresh }) => nodeDisk.statAll([file, fresh]),
  statAndHash: ({ file }) => nodeDisk.statAndHash(file),
  async openFile({ file }) {
    const opened = await nodeDisk.openFile(file);
    await opened.read(0, Buffer.alloc(2));
    await opened.close();
  },
};

test.each(Object.keys(calls))('%s waits in no call', async (name) => {
  const files = someFiles();
  expect(await waitingCalls(async () => calls[name]?.(files))).toEqual([]);
});

test('a file of a story folder is read without waiting in a call', async () => {
  const { file } = someFiles();
  expect(await waitingCalls(async () => expect(await readTextFile(file)).toMatchObject({ text: 'bytes' }))).toEqual([]);
});

test('such a call would be noticed', async () => {
  const { file } = someFiles();
  expect(await waitingCalls(async () => statSync(file))).toEqual([`statSync ${file}`]);
});

test('every call of a disk is one of these, or compares a file and replaces it without a pause, so that no save of another program is lost', () => {
  const withoutPause = ['replaceIfUnchanged', 'removeIfUnchanged', 'restoreOrRemoveKept'];
  expect(Object.keys(nodeDisk).sort()).toEqual([...Object.keys(calls), ...withoutPause].sort());
});

test('many files are looked at in one operation, which has one limit of time', async () => {
  const { file } = someFiles();
  const asked: string[] = [];
  const disk = limitDisk({
    ...nodeDisk,
    stat: (path) => {
      asked.push('stat');
      return nodeDisk.stat(path);
    },
    statAll: (paths) => {
      asked.push(`statAll of ${paths.length}`);
      return nodeDisk.statAll(paths);
    },
  });
  expect((await disk.statAll(Array.from({ length: 40 }, () => file))).filter((each) => each?.isFile)).toHaveLength(40);
  expect(asked).toEqual(['statAll of 40']);
});

test('two folders whose numbers differ only beyond what a Number holds are two', async () => {
  const { stat } = fs.promises;
  // Both are the same number as a Number: 2^53 and 2^53 + 1.
  const numbers = new Map([
    ['one', 2n ** 53n],
    ['two', 2n ** 53n + 1n],
  ]);
  const findStats = async (path: string, options?: { readonly bigint?: boolean }) => {
    const ino = numbers.get(path) ?? 0n;
    return { isDirectory: () => true, dev: 1, ino: options?.bigint ? ino : Number(ino) };
  };
  Object.assign(fs.promises, { stat: findStats });
  syncBuiltinESMExports();
  try {
    expect(await nodeDisk.identity('one')).not.toBe(await nodeDisk.identity('two'));
  } finally {
    Object.assign(fs.promises, { stat });
    syncBuiltinESMExports();
  }
});
