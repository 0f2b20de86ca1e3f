/** [Assets, G13] The file store: bytes kept once, rows only with their bytes, nothing left of what failed. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, openFileStore } from '../../../main/assets/file-store.ts';
import type { FileUpload } from '../../../main/assets/upload-receiver.ts';
import type { Environment } from '../../../shared/environment.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { jpeg, mp3, png, wav } from '../../media-files.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { nextTurn } from '../../next-turn.ts';
import { sha256 } from '../../sha256.ts';
import { listStoredFiles, listTrashedFiles } from '../../stored-files.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const noLimits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };
const hour = 3600 * 1e6;

let folder = '';
let keyValueStore = createMemoryKeyValueStore();
let vault: FileStore;
/** An environment whose clock the test moves. */
let now = 1.8e15;
const environment: Environment = { ...createTestEnvironment(), now: () => now++, monotonicNow: () => now / 1000 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-vault-'));
  keyValueStore = createMemoryKeyValueStore();
  vault = openFileStore(folder, keyValueStore, environment);
});
afterEach(async () => {
  await vault.close();
  rmSync(folder, { recursive: true });
});

async function* inPieces(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const upload = (bytes: Uint8Array, more: Partial<FileUpload> = {}): FileUpload => ({
  name: 'door.png',
  bytes: inPieces(bytes),
  limits: noLimits,
  ...more,
});
const store = (bytes: Uint8Array, more: Partial<FileUpload> = {}, hash = 'story') => vault.store(hash, upload(bytes, more));
const refused = async (work: Promise<unknown>): Promise<Problem> => {
  const answer: unknown = await work.catch((error: unknown) => error);
  if (answer instanceof Problem) return answer;
  throw new Error(`It was not refused but gave ${String(answer)}`);
};
async function removeProject(hash: string): Promise<void> {
  keyValueStore.remove(vault.rowsToRemove(hash).remove ?? []);
  await vault.removeProjectFiles(hash);
}
const filesIn = () => listStoredFiles(folder);
const trashOf = () => listTrashedFiles(folder);

describe('[Assets] a stored file', () => {
  test('is stored under its hash with a name of the server', async () => {
    const bytes = png(30, 20);
    const stored = await store(bytes, { name: 'C:\\Users\\me\\Door of oak.PNG' });
    expect(stored).toEqual({
      file: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
      name: 'Door of oak.png',
      type: 'image',
      mime: 'image/png',
      bytes: bytes.length,
      size: `${bytes.length} B`,
      width: 30,
      height: 20,
      duration: null,
      sha256: sha256(bytes),
    });
    const path = vault.findPath('story', stored.file) ?? '';
    expect(path).toBe(join(folder, stored.sha256.slice(0, 2), stored.sha256));
    expect(readFileSync(path)).toEqual(bytes);
    expect(vault.find('story', stored.file)).toEqual(stored);
    expect(vault.list('story')).toEqual([stored]);
    expect(vault.find('other', stored.file)).toBeUndefined();
  });

  test('has a duration if it is audio', async () => {
    expect(await store(wav(2), { name: 'a.wav', type: 'audio' })).toMatchObject({ duration: 2, width: null, mime: 'audio/wav' });
  });

  test('the same bytes are stored once, for all projects', async () => {
    const [one, two, three] = [await store(png()), await store(png()), await store(png(), {}, 'other')];
    expect(new Set([one.file, two.file, three.file]).size).toBe(3);
    expect(filesIn()).toEqual([one.sha256]);
    await removeProject('other');
    expect(filesIn()).toEqual([one.sha256]);
    await removeProject('story');
    expect(filesIn()).toEqual([]);
    expect(keyValueStore.list()).toEqual([]);
  });

  test('is still stored after a restart', async () => {
    const stored = await store(png());
    await vault.close();
    vault = openFileStore(folder, keyValueStore, environment);
    expect(vault.find('story', stored.file)).toEqual(stored);
    await removeProject('story');
    expect(filesIn()).toEqual([]);
  });

  test('concurrent uploads of the same bytes and of others do not interfere', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => store(png(3, 2, `number ${at % 4}`))));
    expect(filesIn().sort()).toEqual([...new Set(all.map((each) => each.sha256))].sort());
    expect(vault.list('story')).toHaveLength(20);
  });
});

describe('[Assets] rejected files leave nothing behind', () => {
  afterEach(() => {
    expect(filesIn()).toEqual([]);
    expect(keyValueStore.list()).toEqual([]);
  });

  test('[Limits] a file over the limit, and one that the project has no room for, as a limit of the plan', async () => {
    const limits = { ...noLimits, fileBytes: 1000, projectBytes: 500 };
    const tooLarge = await refused(store(wav(), { limits }));
    expect(tooLarge.json).toMatchObject({ status: 400, errors: { file: expect.stringContaining('doesn’t fit: 500 B') } });
    const overFile = await refused(store(wav(), { limits: { ...limits, projectBytes: null } }));
    expect(overFile.json).toMatchObject({ status: 400, errors: { file: 'is larger than 1,000 B, the maximum size of a file' } });
    expect(overFile.code).toBe('limit');
  });

  test('[Limits] a picture that is too wide or too high; the error contains the limit', async () => {
    for (const bytes of [png(8193, 1), png(1, 8193), jpeg(9000, 10, 700_000)])
      expect((await refused(store(bytes))).json).toMatchObject({ status: 400, errors: { file: expect.stringContaining('8192 × 8192') } });
    expect((await refused(store(png(5, 5), { limits: { ...noLimits, imagePixels: 4 } }))).json.errors).toEqual({
      file: 'has 5 × 5 pixels; images can have at most 4 × 4',
    });
  });

  test('bytes of another type than expected, of an unsupported type, and no bytes', async () => {
    expect((await refused(store(mp3(), { type: 'image' }))).json.errors).toHaveProperty('file');
    expect((await refused(store(Buffer.from('MZ this is a program'.repeat(20))))).json.errors).toHaveProperty('file');
    expect((await refused(store(Buffer.alloc(0)))).json.errors).toEqual({ file: 'is empty' });
    expect((await refused(store(png(), { name: '../..' }))).json.errors).toEqual({ file: 'has no valid name' });
  });

  test('a stream that breaks off, and one that is cancelled', async () => {
    async function* broken() {
      yield png();
      throw new Error('The other side has gone');
    }
    await expect(store(png(), { bytes: broken() })).rejects.toThrow('has gone');
    let pieces = 0;
    expect((await refused(store(wav(), { cancelled: () => ++pieces > 3 }))).code).toBe('cancelled');
  });

  test('a form that turns out to be invalid after its bytes', async () => {
    const readDescription = async () => Promise.reject(new Problem('invalid', verbatim('no')));
    expect((await refused(store(png(), { readDescription }))).code).toBe('invalid');
  });

  test('[G13] a reservation unused for ten minutes is a 410', async () => {
    const reservation = vault.reserve('story');
    now += 10 * 60e6 + 10;
    expect((await refused(store(png(), { reservation }))).json).toMatchObject({ status: 410, errors: [] });
    const used = vault.reserve('story');
    now += 9 * 60e6;
    const stored = await store(png(), { reservation: used });
    expect(stored.bytes).toBe(png().length);
    await removeProject('story');
  });

  test('[G13] a reader that waits for a byte gets an error when the time has run out', async () => {
    await vault.close();
    vault = openFileStore(folder, keyValueStore, environment, undefined, { reservationTime: 20_000 });
    const { expired } = vault.reserve('story');
    await new Promise((resolve) => expired.addEventListener('abort', resolve));
    expect(expired.reason).toMatchObject({ code: 'gone' });
  });

  test('a discarded pending file', async () => {
    const pendingFile = await vault.storePending('story', upload(png()));
    expect(vault.find('story', pendingFile.stored.file)).toEqual(pendingFile.stored);
    expect(vault.findPath('story', pendingFile.stored.file)).toBeUndefined();
    vault.discard([pendingFile]);
    vault.discard([pendingFile]);
    expect(vault.find('story', pendingFile.stored.file)).toBeUndefined();
  });
});

test('a pending file is stored with the rows of a commit', async () => {
  const pendingFile = await vault.storePending(null, upload(png()));
  const { put = [] } = vault.rowsToCommit('made', [pendingFile]);
  keyValueStore.put(put);
  vault.confirmCommitted('made', [pendingFile]);
  expect(vault.find('made', pendingFile.stored.file)).toEqual(pendingFile.stored);
  expect(existsSync(vault.findPath('made', pendingFile.stored.file) ?? '')).toBe(true);
  await removeProject('made');
  expect(filesIn()).toEqual([]);
});

describe('[G13] the sweep', () => {
  test('removes files without references after 24 hours', async () => {
    const [named, unnamed] = [await store(png(3, 2, 'one')), await store(png(3, 2, 'two'))];
    const isNamed = { named: (_: string, file: string) => file === named.file };
    now += 23 * hour;
    const young = await store(png(3, 2, 'three'));
    expect(await vault.sweepUnreferenced(isNamed)).toEqual([]);
    now += hour;
    expect(await vault.sweepUnreferenced(isNamed)).toEqual([`story/${unnamed.file}`]);
    expect(filesIn().sort()).toEqual([named.sha256, young.sha256].sort());
    expect(vault.find('story', unnamed.file)).toBeUndefined();
  });

  test('keeps what it removes in the trash for 30 days', async () => {
    const stored = await store(png());
    const sweep = () => vault.sweepUnreferenced({ named: () => false });
    now += 24 * hour;
    await sweep();
    expect([filesIn(), trashOf()]).toEqual([[], [stored.sha256]]);
    for (const days of [7, 7, 7, 7, 2]) {
      now += days * 24 * hour - 12e6;
      await sweep();
    }
    expect(trashOf()).toEqual([stored.sha256]);
    now += 120e6;
    await sweep();
    expect(trashOf()).toEqual([]);
  });

  test('does not empty the trash because the clock jumps years ahead, also after a restart, or is set back', async () => {
    const start = now;
    const stored = await store(png());
    const sweep = () => vault.sweepUnreferenced({ named: () => false });
    now += 24 * hour;
    await sweep();
    now += 3 * 365 * 24 * hour;
    await sweep();
    await vault.close();
    vault = openFileStore(folder, keyValueStore, environment);
    await sweep();
    expect(trashOf()).toEqual([stored.sha256]);
    now = start + 48 * hour;
    for (let days = 0; days < 20; days++) {
      now += 24 * hour;
      await sweep();
    }
    expect(trashOf()).toEqual([stored.sha256]);
    for (let days = 0; days < 10; days++) {
      now += 24 * hour;
      await sweep();
    }
    expect(trashOf()).toEqual([]);
  });

  test('removes old files from the trash also when the time cannot be written there, as on a full disk', async () => {
    const stored = await store(png());
    const sweep = () => vault.sweepUnreferenced({ named: () => false });
    now += 24 * hour;
    await sweep();
    const clock = join(folder, 'trash', 'clock.json');
    rmSync(clock);
    mkdirSync(clock);
    now += 29 * 24 * hour;
    await sweep();
    expect(trashOf()).toEqual([stored.sha256]);
    now += 2 * 24 * hour;
    await sweep();
    expect(trashOf()).toEqual([]);
  });

  test('restores files from the trash when a restored database refers to them again', async () => {
    const bytes = png();
    const stored = await store(bytes);
    const rows = createMemoryKeyValueStore();
    rows.put(keyValueStore.list().map(({ id, value }) => ({ id, value })));
    now += 24 * hour;
    await vault.sweepUnreferenced({ named: () => false });
    expect(trashOf()).toEqual([stored.sha256]);
    await vault.close();
    vault = openFileStore(folder, rows, environment);
    expect(readFileSync(vault.findPath('story', stored.file) ?? '')).toEqual(bytes);
    expect(trashOf()).toEqual([]);
  });

  test('removes bytes without a row, as left by a crash, and orphaned thumbnails', async () => {
    const stored = await store(png());
    const lost = sha256(Buffer.from('lost'));
    mkdirSync(join(folder, lost.slice(0, 2)), { recursive: true });
    writeFileSync(join(folder, lost.slice(0, 2), lost), 'lost');
    vault.thumbnails.save(lost, `data:image/png;base64,${png().toString('base64')}`);
    vault.thumbnails.save(stored.sha256, `data:image/png;base64,${png().toString('base64')}`);
    await vault.sweepUnreferenced({ named: () => true });
    expect(filesIn().sort()).toEqual([stored.sha256, `${stored.sha256}.png`].sort());
  });

  test('ends at once when another process has opened the database, and removes nothing', async () => {
    const lost = ['one', 'two'].map((text) => sha256(Buffer.from(text)));
    for (const name of lost) {
      mkdirSync(join(folder, name.slice(0, 2)), { recursive: true });
      writeFileSync(join(folder, name.slice(0, 2), name), 'lost');
    }
    const log: string[] = [];
    let checks = 0;
    const rows = {
      ...keyValueStore,
      put: () => {
        checks += 1;
        if (checks > 1) throw new Problem('store', verbatim('Opened by another process'));
      },
    };
    await vault.close();
    vault = openFileStore(folder, rows, environment, (line) => log.push(line));
    await expect(vault.sweepUnreferenced({ named: () => true })).rejects.toThrow('Opened by another process');
    expect(filesIn().sort()).toEqual(lost.sort());
    expect(log).toEqual([]);
  });

  test('does not remove uploads in progress', async () => {
    const pendingFile = await vault.storePending('story', upload(png()));
    const open = store(wav(), { name: 'a.wav' });
    await vault.sweepUnreferenced({ named: () => true });
    const stored = await open;
    vault.confirmCommitted('story', [pendingFile]);
    expect(filesIn().sort()).toEqual([pendingFile.stored.sha256, stored.sha256].sort());
  });
});

test('drafts of a process before this one go when it opens; those that a page may still write to stay for an hour', async () => {
  await vault.close();
  for (const name of ['vault-1', 'page-old', 'page-new']) writeFileSync(join(folder, 'incoming', name), 'x');
  utimesSync(join(folder, 'incoming', 'page-old'), now / 1e6 - 3700, now / 1e6 - 3700);
  utimesSync(join(folder, 'incoming', 'page-new'), now / 1e6 - 3000, now / 1e6 - 3000);
  vault = openFileStore(folder, keyValueStore, environment);
  expect(filesIn()).toEqual(['page-new']);
});

test('a thumbnail is a small image as a data URL, and nothing else', async () => {
  const { sha256: id } = await store(png());
  const image = `data:image/png;base64,${png().toString('base64')}`;
  expect(vault.thumbnails.find(id)).toBeNull();
  vault.thumbnails.save(id, image);
  expect(vault.thumbnails.find(id)).toBe(image);
  const wrong = [
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,PHN2Zy8+',
    `data:image/webp;base64,${png().toString('base64')}`,
    'data:text/html;base64,PGI+',
    'https://example.com/a.png',
    `${image}=`,
    `${image} `,
    `data:image/png;base64,${Buffer.concat([png(), Buffer.alloc(200_000)]).toString('base64')}`,
  ];
  for (const each of wrong) expect(() => vault.thumbnails.save(id, each)).toThrow(Problem);
  expect(vault.thumbnails.find(id)).toBe(image);
  await removeProject('story');
  expect(filesIn()).toEqual([]);
});

test('very many files of a project are removed in slices', async () => {
  const one = await store(png());
  const row = keyValueStore.list()[0]?.value;
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ ...Object(row), file: `${at}.png`, sha256: sha256(String(at)) }));
  keyValueStore.put(rows.map((each) => ({ id: `large/${each.file}`, value: each })));
  await vault.close();
  vault = openFileStore(folder, keyValueStore, environment);
  let turns = 0;
  let isOver = false;
  void removeProject('large').finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await nextTurn();
  expect(turns).toBeGreaterThan(3);
  expect(keyValueStore.list().map(({ id }) => id)).toEqual([`story/${one.file}`]);
});

test('closing cancels uploads and does not wait for a silent sender', async () => {
  async function* silent() {
    yield png();
    await new Promise(() => undefined);
  }
  store(png(), { bytes: silent() }).catch(() => undefined);
  const slow = store(wav(), { name: 'a.wav' });
  const ended = expect(slow).rejects.toMatchObject({ code: 'cancelled' });
  await vault.close();
  await ended;
  vault = openFileStore(folder, keyValueStore, environment);
  expect(filesIn()).toEqual([]);
});

describe('an upload whose bytes cannot be read', () => {
  const failing = (code: string) => Object.assign(new Error(code), { code });
  // biome-ignore lint/correctness/useYield: a file that cannot be opened
  async function* unreadable(code: string): AsyncGenerator<Uint8Array> {
    throw failing(code);
  }

  test.each(['EACCES', 'EPERM', 'EIO', 'ENOENT', 'EBUSY'])(
    'fails with the error of its file (%s), not with one of the disk with the projects',
    async (code) => {
      await expect(store(png(), { bytes: unreadable(code) })).rejects.toMatchObject({ name: 'Error', code });
      expect(filesIn()).toEqual([]);
    },
  );

  test('is a Problem where no file can be opened at all', async () => {
    expect(await refused(store(png(), { bytes: unreadable('EMFILE') }))).toMatchObject({ code: 'store' });
  });

  test('is a Problem, and not begun, if there is no place for them', async () => {
    rmSync(vault.incomingFolder, { recursive: true });
    let isOpened = false;
    async function* opened() {
      isOpened = true;
      yield png();
    }
    const { code, message } = await refused(store(png(), { bytes: opened() }));
    expect({ code, message }).toEqual({ code: 'store', message: expect.stringContaining(vault.incomingFolder) });
    expect(isOpened).toBe(false);
    mkdirSync(vault.incomingFolder);
  });

  test.each(['../../keys.json', 'a/b.png', 'noextension', '..png'])(
    'a stored name that leads elsewhere (%s) is rejected',
    async (storedName) => {
      expect(await refused(store(png(), { storedName }))).toMatchObject({ code: 'invalid' });
    },
  );
});

test('a file store without a folder is removed when it is closed', async () => {
  const fleeting = openFileStore(null, createMemoryKeyValueStore(), environment);
  const home = join(fleeting.incomingFolder, '..');
  await fleeting.store('story', upload(png()));
  await fleeting.close();
  expect(existsSync(home)).toBe(false);
});
