/**
 * Stores text that was typed but not saved in localStorage. It survives the end of the window and a rejected save, and is offered again at its
 * field. It is removed as soon as it has been saved.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseUntrustedJson } from '../../shared/json.ts';

const keyPrefix = 'taleport.draft/';
/** Identifies this window session: its own drafts are still being saved, those of other sessions were lost. */
const session = crypto.randomUUID();

interface DraftEntry {
  readonly value: unknown;
  readonly session: string;
  /** The engine rejected the text. */
  readonly refused?: true;
}
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The type of `value` is checked where a draft is restored (draft.ts). Null for what is no entry. */
function parseEntry(stored: unknown): DraftEntry | null {
  if (typeof stored !== 'object' || stored === null || !('value' in stored) || !('session' in stored)) return null;
  const { value, session } = stored;
  if (typeof session !== 'string') return null;
  return { value, session, ...('refused' in stored && stored.refused === true && { refused: true }) };
}

export function createDraftStore(store: DraftStorage | undefined, own: string) {
  /** The keys of what was typed in this session and is not saved, whether or not it could be stored. */
  const unsaved: StoreApi<ReadonlySet<string>> = createStore<ReadonlySet<string>>(() => new Set());
  const setUnsaved = (key: string, isUnsaved: boolean): void => {
    const keys = unsaved.getState();
    if (keys.has(key) === isUnsaved) return;
    unsaved.setState(isUnsaved ? new Set([...keys, key]) : new Set([...keys].filter((each) => each !== key)), true);
  };
  const keyOf = (hash: string, name: string) => `${keyPrefix}${hash}/${name}`;
  const read = (key: string): DraftEntry | null => {
    try {
      return parseEntry(parseUntrustedJson(store?.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  };
  const isLeft = (entry: DraftEntry | null): entry is DraftEntry => entry !== null && (entry.session !== own || entry.refused === true);
  return {
    subscribe: unsaved.subscribe,
    /** Whether something that was typed in this session is not saved, or was rejected. */
    hasUnsaved: (hash: string): boolean => [...unsaved.getState()].some((key) => key.startsWith(keyOf(hash, ''))),
    /** If the storage is full, the draft is not stored; saving to the project is not affected. */
    save(hash: string, name: string, value: unknown, how?: 'refused'): void {
      setUnsaved(keyOf(hash, name), true);
      try {
        store?.setItem(keyOf(hash, name), JSON.stringify({ value, session: own, ...(how ? { refused: true } : {}) } satisfies DraftEntry));
      } catch {
        store?.removeItem(keyOf(hash, name));
      }
    },
    discard(hash: string, name: string): void {
      setUnsaved(keyOf(hash, name), false);
      store?.removeItem(keyOf(hash, name));
    },
    /** The draft of this field, of this session or another one; undefined if there is none. */
    find(hash: string, name: string): { readonly value: unknown } | undefined {
      const entry = read(keyOf(hash, name));
      return entry ? { value: entry.value } : undefined;
    },
    /** The draft left at this field by another session; undefined if there is none. */
    findRecovered(hash: string, name: string): { readonly value: unknown } | undefined {
      const entry = read(keyOf(hash, name));
      return isLeft(entry) ? { value: entry.value } : undefined;
    },
    /** The names of the fields of a project that have such a draft. */
    listRecovered(hash: string): string[] {
      const start = keyOf(hash, '');
      const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key(at) ?? '');
      return keys.filter((key) => key.startsWith(start) && isLeft(read(key))).map((key) => key.slice(start.length));
    },
  };
}

export const draftStore = createDraftStore(typeof localStorage === 'undefined' ? undefined : localStorage, session);
