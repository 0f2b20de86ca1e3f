/**
 * Keys of remotes in the operating system's key store: what is on the disk is a file of its own that only this user may read, and in it only
 * what the system has encrypted. Where the system has no real store, there is none: nothing is written that could be read without it.
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { app, safeStorage } from 'electron';
import { replaceFile } from '../platform/atomic-file.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';

/** Encrypted, in base64, by the name of the remote. */
type EncryptedKeys = Readonly<Record<string, string>>;

export function openEncryptedKeyStore(file: string): KeyStore {
  // One change after the other, so that none overwrites another.
  const jobs = new JobQueue();
  const change = (update: (keys: EncryptedKeys) => EncryptedKeys) =>
    jobs.run(async () => {
      const keys = await readKeys(file);
      // Keys that this version cannot read, of a later version or damaged, are kept: a newer Taleport or the user may still need them.
      if (keys === null) await rename(file, `${file}.unreadable`);
      await writeKeys(file, update(keys ?? {}));
    });

  return {
    get: (name) =>
      jobs.run(async () => {
        const keys = (await readKeys(file)) ?? {};
        const encrypted = Object.hasOwn(keys, name) ? keys[name] : undefined;
        if (encrypted === undefined) return undefined;
        await assertEncryptionAvailable();
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
        if (shouldReEncrypt) await writeKeys(file, { ...keys, [name]: await encryptKey(result) });
        return result;
      }),
    async set(name, key) {
      await assertEncryptionAvailable();
      const encrypted = await encryptKey(key);
      await change((keys) => ({ ...keys, [name]: encrypted }));
    },
    remove: (name) => change(({ [name]: _gone, ...keys }) => keys),
  };
}

const encryptKey = async (key: string): Promise<string> => (await safeStorage.encryptStringAsync(key)).toString('base64');

/** Throws if the system has no key store, so that the keys would be readable by anyone. */
async function assertEncryptionAvailable(): Promise<void> {
  await app.whenReady();
  const isBare = process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  if (isBare || !(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('This system has no key store that can be used.');
}

/** None if there is no file; null if its content cannot be understood. */
async function readKeys(file: string): Promise<EncryptedKeys | null> {
  // A file that cannot be read now is not an empty one: storing the next key would delete all others.
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const stored: unknown = JSON.parse(text);
    return isEncryptedKeys(stored) ? stored : null;
  } catch {
    return null;
  }
}

const isEncryptedKeys = (value: unknown): value is EncryptedKeys =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((each) => typeof each === 'string');

async function writeKeys(file: string, keys: EncryptedKeys): Promise<void> {
  if (Object.keys(keys).length === 0) return await rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(keys), { mode: 0o600 });
}
