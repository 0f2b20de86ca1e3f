/** Texts that version 0.1 has left in localStorage. Each is handed over to the backend when its project opens. */
import type { Draft } from '../../shared/contracts/drafts.ts';
import { isJsonObject, parseUntrustedJson } from '../../shared/json.ts';

const keyPrefix = 'taleport.draft/';
/** No session of a window has this name. */
const session = 'localStorage';

export interface EarlierDrafts {
  list(hash: string): Draft[];
  remove(hash: string, name: string): void;
}

type KeyedStorage = Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>;

/** Their versions are unknown, so a record is never replaced by one. */
export function createEarlierDrafts(storage: KeyedStorage | undefined): EarlierDrafts {
  const readText = (key: string): string | null | undefined => {
    try {
      const entry = parseUntrustedJson(storage?.getItem(key) ?? 'null');
      const value = isJsonObject(entry) ? entry.value : undefined;
      return typeof value === 'string' || value === null ? value : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    list(hash) {
      const start = `${keyPrefix}${hash}/`;
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '').filter((key) => key.startsWith(start));
      return keys.flatMap((key): Draft[] => {
        const value = readText(key);
        return value === undefined ? [] : [{ name: key.slice(start.length), value, session, over: { version: 0, values: [] } }];
      });
    },
    remove: (hash, name) => storage?.removeItem(`${keyPrefix}${hash}/${name}`),
  };
}

export const localStorageDrafts = createEarlierDrafts(typeof localStorage === 'undefined' ? undefined : localStorage);
