/**
 * A key store that is accessed through messages: the worker thread requests keys, which the main thread stores. Does not import Electron.
 */
import type { KeyAnswer, KeyRequest } from '../app/backend/worker-messages.ts';
import { errorMessageOf } from '../platform/errors.ts';
import type { KeyStore } from '../sync/client/remote-keys.ts';

/** The worker's side: `send` sends requests, `handleAnswer` receives the main thread's answers. */
export function createWorkerKeyStore(send: (request: KeyRequest) => void): KeyStore & { handleAnswer(answer: KeyAnswer): void } {
  const waiting = new Map<number, PromiseWithResolvers<string | undefined>>();
  let lastId = 0;
  const ask = (verb: KeyRequest['do'], name = '', value?: string): Promise<string | undefined> => {
    const id = ++lastId;
    const answer = Promise.withResolvers<string | undefined>();
    waiting.set(id, answer);
    send({ key: id, do: verb, name, ...(value !== undefined && { value }) });
    return answer.promise;
  };
  return {
    get: (name) => ask('get', name),
    set: async (name, key) => void (await ask('set', name, key)),
    remove: async (name) => void (await ask('remove', name)),
    assertAvailable: async () => void (await ask('check')),
    handleAnswer({ key: id, value, reason }) {
      const answer = waiting.get(id);
      waiting.delete(id);
      if (reason === undefined) answer?.resolve(value);
      else answer?.reject(new Error(reason));
    },
  };
}

/** The main thread's side: executes a request and returns the answer. Never rejects. */
export async function answerKeyRequest(store: KeyStore | undefined, { key, do: verb, name, value }: KeyRequest): Promise<KeyAnswer> {
  if (!store) return { key, reason: 'There is no key store here.' };
  try {
    if (verb === 'set') await store.set(name, value ?? '');
    else if (verb === 'remove') await store.remove(name);
    else if (verb === 'check') await store.assertAvailable();
    else return { key, value: await store.get(name) };
    return { key };
  } catch (error) {
    return { key, reason: errorMessageOf(error) };
  }
}
