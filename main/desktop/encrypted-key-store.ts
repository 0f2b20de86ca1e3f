/**
 * Stores the keys of remotes, encrypted by the operating system's key store, in a file that only this user may read. If the system has no
 * secure key store, storing fails, because the keys would otherwise be readable by other programs.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { app, safeStorage } from 'electron';
import { isJsonObject } from '../../shared/json.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { readJsonFile } from '../platform/untrusted-file.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';

/** Encrypted keys in base64, by the name of the remote. */
type EncryptedKeys = Readonly<Record<string, string>>;

/** Each unreadable file gets a name of its own, so that it does not replace an earlier one. */
function unusedNameFor(file: string): string {
  const nameOf = (count: number) => `${file}.unreadable${count === 1 ? '' : `-${count}`}`;
  let count = 1;
  while (existsSync(nameOf(count))) count += 1;
  return nameOf(count);
}

export function openEncryptedKeyStore(file: string): KeyStore {
  // Changes are made one after another, so that none overwrites another.
  const jobs = new JobQueue();
  const change = (update: (keys: EncryptedKeys) => EncryptedKeys) =>
    jobs.run(async () => {
      const keys = await readKeys(file);
      // Keys that this version cannot read, because they are damaged or of a later version, are kept in another file: a newer Taleport or
      // the user may still need them.
      if (keys === null) await rename(file, unusedNameFor(file));
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
        // The key is still readable, and the next reading tries again.
        if (shouldReEncrypt)
          await encryptKey(result)
            .then((renewed) => writeKeys(file, { ...keys, [name]: renewed }))
            .catch(() => undefined);
        return result;
      }),
    async set(name, key) {
      await assertEncryptionAvailable();
      const encrypted = await encryptKey(key);
      await change((keys) => ({ ...keys, [name]: encrypted }));
    },
    remove: (name) => change(({ [name]: _gone, ...keys }) => keys),
    assertAvailable: assertEncryptionAvailable,
  };
}

const encryptKey = async (key: string): Promise<string> => (await safeStorage.encryptStringAsync(key)).toString('base64');

/** Throws if the system has no key store, because the keys would then be readable by anyone. */
async function assertEncryptionAvailable(): Promise<void> {
  await app.whenReady();
  const isBare = process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  if (isBare || !(await safeStorage.isAsyncEncryptionAvailable())) throw new Error('This system has no key store that can be used.');
}

/** The stored keys; empty if there is no file, null if its content is not valid. */
async function readKeys(file: string): Promise<EncryptedKeys | null> {
  try {
    const stored = await readJsonFile(file);
    return isEncryptedKeys(stored) ? stored : null;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'ENOENT') return {};
    // A file that cannot be read at the moment must not be treated as empty: storing the next key would delete all others.
    if (code !== null) throw error;
    return null;
  }
}

const isEncryptedKeys = (value: unknown): value is EncryptedKeys =>
  isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string');

async function writeKeys(file: string, keys: EncryptedKeys): Promise<void> {
  if (Object.keys(keys).length === 0) return await rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(keys), { mode: 0o600 });
}
