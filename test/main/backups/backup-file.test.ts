/** [Backups 6] A file is unpacked only into the data folder or where it is restored, and never to more bytes than it declares. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { isSalvageable } from '../../../main/app/data-folder/repair-data-folder.ts';
import { restoreBackupInto } from '../../../main/app/data-folder/restore-backup-into.ts';
import { openZip } from '../../../main/importers/zip-archive.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { createProjectWithPicture, exportOf, openFolder } from './data-folder.ts';

const problemOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => expect.fail('There was no problem'),
    (error: unknown) => (error instanceof Problem ? error : expect.fail(String(error))),
  );

afterEach(() => vi.unstubAllEnvs());

async function backupFile() {
  const data = await openFolder();
  const { hash } = await createProjectWithPicture(data);
  const before = await exportOf(data, hash);
  const file = join(newFolder(), 'backup.zip');
  await data.invoke('backup.create', { file });
  return { data, hash, before, file };
}

/** Anything that is written to the system's temporary folder fails. */
function withoutSystemFolder(): void {
  const missing = join(newFolder(), 'missing');
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, missing);
}

type Parts = Map<string, Buffer>;

async function partsOf(file: string): Promise<Parts> {
  const zip = await openZip(file, 'backup.zip');
  const parts: Parts = new Map();
  for (const entry of zip.entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip.readBytes(entry)) chunks.push(chunk);
    parts.set(entry.name, Buffer.concat(chunks));
  }
  zip.close();
  return parts;
}

async function zipOf(parts: Parts): Promise<string> {
  const file = join(newFolder(), 'changed.zip');
  const zip = new ZipFile();
  for (const [name, bytes] of parts) zip.addBuffer(bytes, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

const changeManifest = (parts: Parts, change: (manifest: { files: { sha256: string; bytes: number }[] }) => void): void => {
  const manifest = JSON.parse(parts.get('backup.json')?.toString() ?? '');
  change(manifest);
  parts.set('backup.json', Buffer.from(JSON.stringify(manifest)));
};

test('a file is compared and restored without the system’s temporary folder', async () => {
  const { data, hash, before, file } = await backupFile();
  const parent = newFolder();
  withoutSystemFolder();
  expect(await data.invoke('backup.compare', { source: { file } })).toMatchObject([{ hash, state: 'same' }]);
  await data.invoke('backup.restore', { source: { file } });
  expect(existsSync(join(data.folder, 'temporary'))).toBe(false);
  await data.close();
  expect(await isSalvageable(data.folder)).toBe(true);
  expect(existsSync(join(data.folder, 'temporary'))).toBe(false);
  // The data folder may be missing or damaged when a backup is restored.
  const missing = join(parent, 'missing');
  const into = join(parent, 'restored');
  expect(await restoreBackupInto(missing, { file }, into)).toMatchObject({ missingFiles: 0 });
  expect(existsSync(missing)).toBe(false);
  vi.unstubAllEnvs();
  expect(await exportOf(await openFolder(into), hash)).toBe(before);
});

test('what a killed process has unpacked is removed when the data folder is opened again', async () => {
  const data = await openFolder();
  await data.close();
  const left = [join(data.folder, 'temporary', 'unpacked-left'), join(data.folder, '.repairing')];
  for (const folder of left) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'taleport.sqlite'), 'left');
  }
  await (await openFolder(data.folder)).close();
  expect(left.filter((folder) => existsSync(folder))).toEqual([]);
});

test('a file that declares more than the disk can hold is refused before anything is unpacked', async () => {
  const { data, file } = await backupFile();
  const parts = await partsOf(file);
  changeManifest(parts, ({ files }) => files.push({ sha256: 'a'.repeat(64), bytes: 2 ** 52 }));
  const parent = newFolder();
  const problem = await problemOf(restoreBackupInto(data.folder, { file: await zipOf(parts) }, join(parent, 'restored')));
  expect(problem.text.key).toBe('problem.disk.pathFull');
  expect(readdirSync(parent)).toEqual([]);
});

test('a part that is larger than the file declares is not unpacked', async () => {
  const { data, file } = await backupFile();
  const parts = await partsOf(file);
  changeManifest(parts, ({ files }) => {
    for (const each of files) each.bytes = 1;
  });
  const into = join(newFolder(), 'restored');
  const restored = await restoreBackupInto(data.folder, { file: await zipOf(parts) }, into);
  expect(restored.missingFiles).toBeGreaterThan(0);
  parts.set('taleport.sqlite', Buffer.concat([parts.get('taleport.sqlite') ?? Buffer.alloc(0), Buffer.alloc(2 ** 20)]));
  const changed = await zipOf(parts);
  expect((await problemOf(restoreBackupInto(data.folder, { file: changed }, join(newFolder(), 'restored')))).code).toBe('invalid');
  expect((await problemOf(data.invoke('backup.compare', { source: { file: changed } }))).code).toBe('invalid');
});

test('an archive whose files share their bytes is refused', async () => {
  const file = await zipOf(new Map(['a', 'b', 'c'].map((name) => [name, Buffer.from('0123456789'.repeat(1_000))])));
  const bytes = readFileSync(file);
  // Every entry of the list says that it contains half of the archive.
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 1))
    bytes.writeUInt32LE(Math.floor(statSync(file).size / 2), at + 20);
  writeFileSync(file, bytes);
  expect((await problemOf(openZip(file, 'shared.zip'))).text.key).toBe('problem.import.zipDamaged');
});
