/**
 * Settings of the window in localStorage, one entry per topic. Entries are parsed, so that a damaged one, or one of another version, results in
 * default values instead of an invalid state.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isJsonObject, parseUntrustedJson } from '../../shared/json.ts';

/** The fields of a stored entry before they are parsed. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** Up to version 0.1 all topics were stored in this entry. It is read for a topic that has no entry of its own yet. */
const earlierKey = 'taleport.look';

interface StoredTopic<T> {
  /** The entry is stored under `taleport.<topic>`. */
  readonly topic: string;
  readonly parse: (fields: StoredFields) => T;
  /** Selects the fields of this topic from the entry that contained all topics. */
  readonly upgrade: (earlier: StoredFields) => StoredFields;
}

/** A store that is initialized from the stored entry and stores every change. */
export function createStoredState<T extends object>({ topic, parse, upgrade }: StoredTopic<T>): StoreApi<T> {
  const key = `taleport.${topic}`;
  const own = readFields(key);
  const store = createStore<T>(() => parse(own ?? upgrade(readFields(earlierKey) ?? {})));
  store.subscribe((state) => {
    try {
      globalThis.localStorage?.setItem(key, JSON.stringify(state));
    } catch {
      // The storage is full, for example with drafts. The change then applies until the window closes.
    }
  });
  return store;
}

/** null if there is no such entry or it does not contain an object. */
function readFields(key: string): StoredFields | null {
  try {
    return asFields(parseUntrustedJson(globalThis.localStorage?.getItem(key) ?? 'null'));
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
