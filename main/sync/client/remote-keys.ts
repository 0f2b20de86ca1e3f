/** The API keys of remotes: in the operating system's key store, in the environment, or in memory until the program ends. Never stored in a file. */
import type { Problem } from '../../../shared/problem.ts';
import type { RemoteRow } from '../store/remote-store.ts';

/** The key store of the operating system. Calls that the system denies reject with a Problem. */
export interface KeyStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface RemoteKeysDeps {
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

  /** Where an entered key can be stored. Tries the key store, since the system may deny access. */
  async save(name: string, key: string): Promise<'store' | 'memory'> {
    this.#held.set(name, key);
    if (!this.#deps.store) return 'memory';
    try {
      await this.#deps.store.set(name, key);
      return 'store';
    } catch (error) {
      this.#deps.log(`The key store did not take a key: ${error instanceof Error ? error.message : String(error)}`);
      return 'memory';
    }
  }

  /** The key, or a message that says why there is none and what to do. */
  async find({ name, keyIn, variable }: RemoteRow): Promise<{ key: string } | { why: string }> {
    if (keyIn === 'environment') {
      const key = this.#deps.env(variable ?? '')?.trim();
      return key ? { key } : { why: `The environment variable ${variable} holds no key. Set it and start Taleport again, or enter a key.` };
    }
    const held = this.#held.get(name);
    if (held !== undefined) return { key: held };
    if (keyIn === 'memory') return { why: `Please enter the key for ${name}: there is no key store here that could have kept it.` };
    if (!this.#deps.store)
      return { why: `The key for ${name} is in the key store of the desktop app, which cannot be read from here. Please enter it.` };
    try {
      const key = await this.#deps.store.get(name);
      if (key === undefined) return { why: `The key for ${name} is no longer in the key store. Please enter it again.` };
      this.#held.set(name, key);
      return { key };
    } catch (error) {
      return { why: `The key store does not give the key for ${name}: ${(error as Problem).message} Please enter it again.` };
    }
  }

  async remove({ name, keyIn }: Pick<RemoteRow, 'name' | 'keyIn'>): Promise<void> {
    this.#held.delete(name);
    if (keyIn === 'store')
      await this.#deps.store?.remove(name).catch((error: unknown) => this.#deps.log(`A key was not removed: ${error}`));
  }
}
