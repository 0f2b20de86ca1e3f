/** The key store between the worker and the main thread: requests are messages, and errors have a reason. */
import { expect, test } from 'vitest';
import { answerKeyRequest, createWorkerKeyStore } from '../../../main/desktop/worker-key-store.ts';
import { type KeyStore, RemoteKeys } from '../../../main/sync/client/remote-keys.ts';

function memoryStore(): KeyStore {
  const keys = new Map<string, string>();
  return {
    get: async (name) => keys.get(name),
    set: async (name, key) => void keys.set(name, key),
    remove: async (name) => void keys.delete(name),
    assertAvailable: async () => undefined,
  };
}

function across(store: KeyStore | undefined) {
  const keys = createWorkerKeyStore(
    (asked) => void answerKeyRequest(store, structuredClone(asked)).then((answer) => keys.handleAnswer(structuredClone(answer))),
  );
  return keys;
}

test('a key stored on one side is read on the other', async () => {
  const keys = across(memoryStore());
  expect(await keys.get('Team')).toBe(undefined);
  await keys.set('Team', 'a key');
  expect(await keys.get('Team')).toBe('a key');
  await keys.remove('Team');
  expect(await keys.get('Team')).toBe(undefined);
});

test('a failing key store reports why, and so does a missing one', async () => {
  const refusing = across({ ...memoryStore(), set: () => Promise.reject(new Error('The system said no.')) });
  await expect(refusing.set('Team', 'a key')).rejects.toThrow('The system said no.');
  await expect(across(undefined).get('Team')).rejects.toThrow('There is no key store here.');
});

test('whether keys can be stored is asked before one is typed', async () => {
  const refusing = { ...memoryStore(), assertAvailable: () => Promise.reject(new Error('The system said no.')) };
  await expect(across(memoryStore()).assertAvailable()).resolves.toBeUndefined();
  await expect(across(refusing).assertAvailable()).rejects.toThrow('The system said no.');
  await expect(across(undefined).assertAvailable()).rejects.toThrow('There is no key store here.');
  const storageWith = (store: KeyStore | undefined) => new RemoteKeys({ store, env: () => undefined, log: () => undefined }).storage();
  expect(await Promise.all([memoryStore(), refusing, undefined].map(storageWith))).toEqual(['store', 'memory', 'memory']);
});
