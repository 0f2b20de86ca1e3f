/**
 * The API keys of remotes: in the operating system's key store, in the environment, or in memory until the program ends. Taleport itself
 * never writes a key to a file unencrypted.
 */
import type { KeyStorage } from '../../../shared/contracts/sync.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { errorMessageOf } from '../../platform/errors.ts';
import type { RemoteRow } from '../store/remote-store.ts';

/** The key store of the operating system. Calls that the system denies reject with a Problem. */
export interface KeyStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Rejects if it cannot store keys now. */
  assertAvailable(): Promise<void>;
}

interface RemoteKeysDeps {
  readonly store: KeyStore | undefined;
  readonly env: (name: string) => string | undefined;
  readonly log: (line: string) => void;
}

export class RemoteKeys {
  readonly #deps: RemoteKeysDeps;
  readonly #held = new Map<string, string>();

  constructor(deps: RemoteKeysDeps) {
    this.#deps = deps;
  }

  /** Where an entered key would be stored now. */
  async storage(): Promise<KeyStorage> {
    if (!this.#deps.store) return 'memory';
    return await this.#deps.store.assertAvailable().then(
      () => 'store',
      () => 'memory',
    );
  }

  /** Stores an entered key in the key store, or in memory if the system denies access. Returns where it is stored. */
  async save(name: string, key: string): Promise<KeyStorage> {
    this.#held.set(name, key);
    if (!this.#deps.store) return 'memory';
    try {
      await this.#deps.store.set(name, key);
      return 'store';
    } catch (error) {
      this.#deps.log(`The key store did not take a key: ${errorMessageOf(error)}`);
      return 'memory';
    }
  }

  /** The key, or the reason why there is none with what to do. */
  async find({ name, keyIn, variable }: RemoteRow): Promise<{ key: string } | { reason: Message }> {
    if (keyIn === 'environment') {
      const key = this.#deps.env(variable ?? '')?.trim();
      return key ? { key } : { reason: message('remote.key.variableEmpty', { variable: variable ?? '' }) };
    }
    const held = this.#held.get(name);
    if (held !== undefined) return { key: held };
    if (keyIn === 'memory') return { reason: message('remote.key.notStored', { remote: name }) };
    if (!this.#deps.store) return { reason: message('remote.key.inDesktopApp', { remote: name }) };
    try {
      const key = await this.#deps.store.get(name);
      if (key === undefined) return { reason: message('remote.key.missing', { remote: name }) };
      this.#held.set(name, key);
      return { key };
    } catch (error) {
      return { reason: message('remote.key.denied', { remote: name, reason: Problem.from(error).text }) };
    }
  }

  async remove({ name, keyIn }: Pick<RemoteRow, 'name' | 'keyIn'>): Promise<void> {
    this.#held.delete(name);
    if (keyIn === 'store')
      await this.#deps.store?.remove(name).catch((error: unknown) => this.#deps.log(`A key was not removed: ${error}`));
  }
}
