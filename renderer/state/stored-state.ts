/**
 * Settings of the window in localStorage, one entry per topic. Entries are parsed, so that a damaged one, or one of another version, results in
 * default values instead of an invalid state.
 *
 * What belongs to a window, such as its tabs, is also in its sessionStorage, so that a window that is loaded again has its own. The next start has that of
 * the window that was opened first, as its bounds are (ADR 0860).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { furtherWindowQuery } from '../../shared/contracts/window-location.ts';
import { isJsonObject, parseUntrustedJson } from '../../shared/json.ts';

/** The fields of a stored entry before they are parsed. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** Up to version 0.1 all topics were stored in this entry. It is read for a topic that has no entry of its own yet. */
const earlierKey = 'taleport.look';

interface StoredTopic<T> {
  /** The entry is stored under `taleport.<topic>`. */
  readonly topic: string;
  /** By default all windows share the topic. */
  readonly scope?: 'window';
  readonly parse: (fields: StoredFields) => T;
  /** Selects the fields of this topic from the entry that contained all topics. */
  readonly upgrade: (earlier: StoredFields) => StoredFields;
}

/**
 * A store that is initialized from the stored entry and stores every change. A topic that all windows share follows the changes of the others: it is stored
 * as a whole, so that a window with an earlier state would overwrite them.
 */
export function createStoredState<T extends object>({ topic, scope, parse, upgrade }: StoredTopic<T>): StoreApi<T> {
  const key = `taleport.${topic}`;
  const { localStorage, sessionStorage } = globalThis;
  const own = (scope === 'window' ? readFields(sessionStorage, key) : null) ?? readFields(localStorage, key);
  const store = createStore<T>(() => parse(own ?? upgrade(readFields(localStorage, earlierKey) ?? {})));
  let isFollowing = false;
  store.subscribe((state) => {
    if (isFollowing) return;
    if (scope === 'window') writeFields(globalThis.sessionStorage, key, state);
    if (scope !== 'window' || !isFurtherWindow()) writeFields(globalThis.localStorage, key, state);
  });
  if (scope !== 'window')
    // Sent to the other windows only. The key is null if everything was deleted.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key !== key && event.key !== null) return;
      isFollowing = true;
      store.setState(parse(readFields(globalThis.localStorage, key) ?? {}), true);
      isFollowing = false;
    });
  return store;
}

export const isFurtherWindow = (): boolean => globalThis.location?.search === furtherWindowQuery;

function writeFields(storage: Storage | undefined, key: string, state: object): void {
  try {
    storage?.setItem(key, JSON.stringify(state));
  } catch {
    // The storage is full, for example with drafts. The change then applies until the window closes.
  }
}

/** null if there is no such entry or it does not contain an object. */
function readFields(storage: Storage | undefined, key: string): StoredFields | null {
  try {
    return asFields(parseUntrustedJson(storage?.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

const asFields = (value: unknown): StoredFields | null => (isJsonObject(value) ? { ...value } : null);

export const asBoolean = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

export const asOneOf = <V>(value: unknown, options: readonly V[], fallback: V): V => options.find((each) => each === value) ?? fallback;

export const asStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** The entries of an object whose values `parse` accepts. */
export function asRecordOf<V>(value: unknown, parse: (value: unknown) => V | undefined): Readonly<Record<string, V>> {
  const entries = Object.entries(asFields(value) ?? {}).flatMap(([key, each]): [string, V][] => {
    const parsed = parse(each);
    return parsed === undefined ? [] : [[key, parsed]];
  });
  return Object.fromEntries(entries);
}
