/** The file with the keys of remotes. Electron is replaced by the parts of it that the store uses. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { system } = vi.hoisted(() => ({ system: { shouldReEncrypt: false, canEncrypt: true } }));
vi.mock('electron', () => ({
  app: { whenReady: async () => undefined },
  safeStorage: {
    getSelectedStorageBackend: () => 'gnome_libsecret',
    isAsyncEncryptionAvailable: async () => true,
    async encryptStringAsync(text: string) {
      if (!system.canEncrypt) throw new Error('The key store is locked');
      return Buffer.from([...text].toReversed().join(''));
    },
    decryptStringAsync: async (bytes: Buffer) => ({
      result: [...bytes.toString()].toReversed().join(''),
      shouldReEncrypt: system.shouldReEncrypt,
    }),
  },
}));

vi.resetModules();
const { openEncryptedKeyStore } = await import('../../../main/desktop/encrypted-key-store.ts');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-keys-'));
  file = join(folder, 'keys.json');
});
afterEach(() => {
  Object.assign(system, { shouldReEncrypt: false, canEncrypt: true });
  rmSync(folder, { recursive: true, force: true });
});

test('keys are stored encrypted, and the file ends with the last of them', async () => {
  const store = openEncryptedKeyStore(file);
  await Promise.all([store.set('a', 'first'), store.set('b', 'second')]);
  expect(readFileSync(file, 'utf8')).not.toContain('first');
  expect([await store.get('a'), await store.get('b'), await store.get('c')]).toEqual(['first', 'second', undefined]);
  await store.remove('a');
  await store.remove('b');
  expect(existsSync(file)).toBe(false);
});

test.each(['{"a":', '{"version":2,"keys":{"a":"dsrif"}}', '[]'])(
  'keys that cannot be read are kept when another is stored: %s',
  async (content) => {
    writeFileSync(file, content);
    const store = openEncryptedKeyStore(file);
    expect(await store.get('a')).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe(content);
    await store.set('b', 'second');
    expect(await store.get('b')).toBe('second');
    expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe(content);
  },
);

test('keys that cannot be read do not replace earlier ones', async () => {
  const store = openEncryptedKeyStore(file);
  for (const content of ['first', 'second', 'third']) {
    writeFileSync(file, content);
    await store.set('b', 'a key');
  }
  expect(['', '-2', '-3'].map((end) => readFileSync(`${file}.unreadable${end}`, 'utf8'))).toEqual(['first', 'second', 'third']);
});

test('a key that can be read is returned although it cannot be encrypted again', async () => {
  const store = openEncryptedKeyStore(file);
  await store.set('a', 'first');
  const before = readFileSync(file, 'utf8');
  Object.assign(system, { shouldReEncrypt: true, canEncrypt: false });
  expect(await store.get('a')).toBe('first');
  expect(readFileSync(file, 'utf8')).toBe(before);
});
